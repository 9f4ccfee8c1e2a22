/**
 * User handle of a passkey: the account id that the authenticator stores and
 * returns with each signature.
 *
 * A handle is 32 bytes, made from the user's id with a key derived from the
 * secret, so that it reveals nothing about the user and the store needs no
 * column for it: 16 bytes identify the user, and 16 prove that this app made
 * them. A handle that this app did not make, or made with a secret that is no
 * longer listed, is accepted without a check: the keys of earlier versions and
 * of Auth.js have random handles.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#user-handle WebAuthn Level 3 §4} and {@link https://www.w3.org/TR/webauthn-3/#sctn-user-handle-privacy §14.6.1}
 * @module
 */

import { fromBase64url, toBase64url } from "../../base/crypto/bytes.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { deriveKey } from "../../base/crypto/keys.ts";
import { toSecrets } from "../../jwt.ts";
import type { Context } from "../../types/internal.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Purpose of the derived key. */
const SALT = "authjs.user-handle";

const HALF = 16;

const encoder = new TextEncoder();

/** The handle of a user. */
export async function createUserHandle({ config }: Context, userId: string): Promise<Bytes> {
  return await makeHandle(toSecrets(config.jwt.secret)[0]!, userId);
}

/** A random handle for a user whose id is not known yet; it cannot be checked later. */
export function randomUserHandle(): Bytes {
  return crypto.getRandomValues(new Uint8Array(2 * HALF));
}

/**
 * Returns `true` when the handle that came with a signature is that of another
 * user.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion WebAuthn Level 3 §7.2} step 6
 */
export async function namesAnotherUser(
  { config }: Context,
  handle: unknown,
  userId: string,
): Promise<boolean> {
  const given = readHandle(handle);
  if (!given) return false;
  for (const secret of toSecrets(config.jwt.secret)) {
    const seal = await mac(secret, "made here", given.slice(0, HALF));
    if (isSame(given.slice(HALF), seal)) return !isSame(given, await makeHandle(secret, userId));
  }
  return false;
}

async function makeHandle(secret: string, userId: string): Promise<Bytes> {
  const handle = new Uint8Array(2 * HALF);
  handle.set(await mac(secret, "user", encoder.encode(userId)));
  handle.set(await mac(secret, "made here", handle.slice(0, HALF)), HALF);
  return handle;
}

async function mac(secret: string, purpose: string, content: Bytes): Promise<Bytes> {
  const { bytes } = await deriveKey(secret, `${SALT} ${purpose}`, "A256GCM");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, content)).slice(0, HALF);
}

/** Reads a handle. Old clients use its base64url text as its bytes, so that is decoded twice. */
function readHandle(text: unknown): Bytes | undefined {
  const bytes = typeof text === "string" ? fromText(text) : undefined;
  return bytes && bytes.length > 2 * HALF
    ? fromText(String.fromCharCode(...bytes.slice(0, 64)))
    : bytes;
}

function fromText(text: string): Bytes | undefined {
  try {
    return fromBase64url(text);
  } catch {
    return undefined;
  }
}

function isSame(a: Bytes, b: Bytes): boolean {
  return isEqual(toBase64url(a), toBase64url(b));
}
