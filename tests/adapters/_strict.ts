/**
 * An adapter that accepts the members of the contract and no others, as a store
 * with fixed columns does: `@auth/prisma-adapter` hands its arguments to a client
 * that refuses unknown names, and that rejects when there is no session to delete.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import type { Adapter } from "../../src/types/adapter.ts";

const USER = ["id", "name", "email", "image", "emailVerified"];
const KEY = ["provider", "providerAccountId"];
const ACCOUNT = [
  ...KEY,
  ...["type", "userId", "access_token", "expires_at", "id_token", "refresh_token", "scope"],
  ...["session_state", "token_type"],
];
const SESSION = ["sessionToken", "userId", "expires"];
const TOKEN_KEY = ["identifier", "token"];

/** Method → members of its argument; methods without a row take texts and numbers. */
const MEMBERS: Readonly<Partial<Record<keyof Adapter, readonly string[]>>> = {
  createUser: USER,
  updateUser: USER,
  getUserByAccount: KEY,
  linkAccount: ACCOUNT,
  unlinkAccount: KEY,
  createSession: SESSION,
  updateSession: SESSION,
  createVerificationToken: [...TOKEN_KEY, "expires"],
  useVerificationToken: TOKEN_KEY,
  createAuthenticator: [
    ...["credentialID", "credentialPublicKey", "counter", "credentialBackedUp"],
    ...["credentialDeviceType", "providerAccountId", "transports", "userId"],
  ],
};

/** Methods of the memory store; those of the contract throw when they are given an unknown member. */
export function StrictAdapter(): ReturnType<typeof MemoryAdapter> {
  const memory = MemoryAdapter();
  const methods = CONTRACT.map((name) => {
    const method = memory[name] as (...args: unknown[]) => unknown;
    const members = MEMBERS[name];
    return [name, (...args: unknown[]) => {
      const given = members ? Object.keys(args[0] as object) : [];
      const unknown = given.filter((member) => !members!.includes(member));
      if (unknown.length > 0) throw new Error(`${name}() was given unknown members: ${unknown}`);
      return method(...args);
    }] as const;
  });
  return {
    ...memory,
    ...Object.fromEntries(methods),
    async deleteSession(sessionToken) {
      const ended = await memory.deleteSession(sessionToken);
      if (!ended) throw new Error("No record was found for a delete");
      return ended;
    },
  };
}

/** The strict store with the contract's methods alone, as adapters of Auth.js are. */
export function StrictContract(): Adapter {
  const strict = StrictAdapter();
  return Object.fromEntries(CONTRACT.map((name) => [name, strict[name]]));
}
