/**
 * Hashes of passwords for apps of Better Auth.
 *
 * @module
 */

import { hashPassword, verifyPassword } from "better-auth/crypto";

const hashes = new Map<string, Promise<string>>();
const verified = new Map<string, Promise<boolean>>();

/**
 * The hashes of Better Auth itself, computed once for each password: all users have the same one,
 * and a hash takes long.
 */
export const hashOnce = {
  hash(password: string): Promise<string> {
    if (!hashes.has(password)) hashes.set(password, hashPassword(password));
    return hashes.get(password)!;
  },
  verify(given: { hash: string; password: string }): Promise<boolean> {
    const key = `${given.hash} ${given.password}`;
    if (!verified.has(key)) verified.set(key, verifyPassword(given));
    return verified.get(key)!;
  },
};
