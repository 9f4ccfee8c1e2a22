/**
 * Sealed texts, in URLs, forms and records. Each seal is a row of `base/seals.ts`, so no text can be
 * opened as one of another purpose.
 *
 * @module
 */

import type { Salt, Seal } from "../base/seals.ts";
import { decode, encode } from "../jwt.ts";

/** Secrets of the app, the newest first. */
type Secret = string | string[];

/**
 * Seals claims.
 *
 * @param boundTo what else a text must be of, such as a user, when it is opened
 */
export async function sealText<Claims extends object>(
  secret: Secret,
  { salt, maxAge }: Seal,
  claims: Claims,
  boundTo?: string,
): Promise<string> {
  return await encode<Claims>({ token: claims, secret, salt: makeSalt(salt, boundTo), maxAge });
}

/**
 * Opens what {@linkcode sealText} has sealed.
 *
 * @returns `null` for an empty text
 * @throws {Error} when none of the secrets has sealed it for this, or it has expired
 */
export async function openText<Claims>(
  secret: Secret,
  { salt }: { readonly salt: Salt },
  token: string,
  boundTo?: string,
): Promise<Claims | null> {
  return await decode<Claims>({ token, secret, salt: makeSalt(salt, boundTo) });
}

function makeSalt(salt: Salt, boundTo: string | undefined): string {
  return boundTo === undefined ? salt : `${salt}.${boundTo}`;
}
