/**
 * Hashes of passwords that other systems have made: bcrypt of Clerk, Auth0, Supabase and many others,
 * the scrypt of Firebase, and Argon2.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { fromAnyBase64 } from "../../base/crypto/any_base64.ts";
import { toBase64url } from "../../base/crypto/bytes.ts";
import { explainNotLoaded } from "../../base/package.ts";
import type { Awaitable } from "../../types/entities.ts";
import { type ForeignHash, readForeign } from "./foreign_forms.ts";
import { deriveByScrypt } from "./hash.ts";

/**
 * Options of {@linkcode foreignHashes}.
 *
 * @since 0.3.0
 */
export interface ForeignHashOptions {
  /** The project in Firebase whose users were imported. Default: none. */
  readonly firebase?: {
    /** `base64_signer_key` of the password hash parameters. It is a secret: keep it as one. */
    readonly signerKey: string;
  } | undefined;
  /**
   * Compares a password with a hash of Argon2, for example with the package `@node-rs/argon2`. It gets
   * no hash of more than 256 MiB. Default: none.
   */
  readonly argon2?: ((password: string, hash: string) => Awaitable<boolean>) | undefined;
}

/** Bytes of a key of AES-256. */
const KEY_BYTES = 32;

/**
 * Makes the `verify` of `Password`, for hashes that `users.import` and `passwords.import` have stored.
 * Each is compared at the first sign-in of its user, and replaced by a hash of this library. A hash
 * that takes more than 256 MiB, or a few seconds, is never computed: it is no password.
 *
 * For bcrypt, apps on npm install `bcryptjs`.
 *
 * @throws {AuthError} for a signer key that is no base64 text
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { foreignHashes } from "@x/auth/passwords/foreign";
 * import Password from "@x/auth/providers/password";
 * import { assertEquals } from "@std/assert";
 *
 * const verify = foreignHashes();
 * const provider = Password({ page: false, verify });
 * const hash = "$2b$04$RWCD3yNl4J2LnnhPRscgr./iq9.J/rWyZC6PXSw7P5fQgKU3HPNkS";
 * assertEquals(await verify("not this one", hash), false);
 * assertEquals(provider.id, "password");
 * ```
 */
export function foreignHashes(
  { firebase, argon2 }: ForeignHashOptions = {},
): (password: string, hash: string) => Promise<boolean> {
  const signerKey = firebase && readKey(firebase.signerKey);
  return async (password, hash) => {
    const found = readForeign(hash);
    if (typeof found === "string") return false;
    if (found.form === "firebase") {
      if (signerKey) return await matchesFirebase(password, found, signerKey);
      throw new AuthError("Cannot check a password: set `firebase.signerKey` of `foreignHashes`");
    }
    if (found.form === "bcrypt") return await (await loadBcrypt()).compare(password, hash);
    if (argon2) return await argon2(password, hash) === true;
    throw new AuthError("Cannot check a password: set `argon2` of `foreignHashes`");
  };
}

function readKey(text: unknown): Uint8Array<ArrayBuffer> {
  const key = typeof text === "string" ? fromAnyBase64(text) : undefined;
  if (key && key.length > 0) return key;
  throw new AuthError("Cannot use `firebase.signerKey` of `foreignHashes`: it is no base64 text");
}

/**
 * The signer key, encrypted with what scrypt derives from the password, is the hash.
 *
 * @see {@link https://github.com/firebase/scrypt firebase/scrypt}
 */
async function matchesFirebase(
  password: string,
  { ln, r, salt, hash }: Extract<ForeignHash, { form: "firebase" }>,
  signerKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = fromAnyBase64(salt);
  if (!bytes) return false;
  const derived = await deriveByScrypt(password, bytes, KEY_BYTES, { ln, r, p: 1 });
  const key = await crypto.subtle.importKey("raw", new Uint8Array(derived), "AES-CTR", false, [
    "encrypt",
  ]);
  const algorithm = { name: "AES-CTR", counter: new Uint8Array(16), length: 64 };
  const found = await crypto.subtle.encrypt(algorithm, key, signerKey);
  return isEqual(toBase64url(new Uint8Array(found)), hash);
}

async function loadBcrypt(): Promise<
  { compare(password: string, hash: string): Promise<boolean> }
> {
  let err: unknown;
  try {
    const { default: found } = await import("bcryptjs");
    if (found && "compare" in found) return found;
  } catch (error) {
    err = error;
  }
  throw new AuthError(`Cannot check a password: ${explainNotLoaded("bcryptjs", err)}`, {
    cause: { err: err as Error | undefined },
  });
}
