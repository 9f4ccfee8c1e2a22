/**
 * Compact JWE with direct encryption, the library's token format: made and
 * read by the runtime's synchronous crypto when it exists, otherwise by jose,
 * which also reads the older `A256GCM` tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7516#section-3.1 RFC 7516 §3.1} and {@link https://www.rfc-editor.org/rfc/rfc7518#section-5.2.5 RFC 7518 §5.2.5}
 * @module
 */

import type { Awaitable } from "../types/entities.ts";
import { fromBase64url, toBase64url } from "./base64url.ts";
import { fromHex, isEqual, toHex } from "./hash.ts";
import { type ContentEncryption, type DerivedKey, deriveKey } from "./keys.ts";
import { nodeCrypto } from "./runtime.ts";

/** A token that cannot be read; `name` is the reason. */
export class TokenError extends Error {
  /** @param name `JWEInvalid`, `JWEDecryptionFailed`, `JWTExpired`, `JWTClaimValidationFailed` or `JWTInvalid` */
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const IV_LENGTH = 16;
const TAG_LENGTH = 32;
/** Length of the number at the end of the tag's input. */
const BITS_LENGTH = 8;

/** RFC 7516 §7.1 without an encrypted key. jose accepts more: it skips padding and white space. */
const COMPACT = /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/;

/** Text → compact JWE, with the protected header of the key. */
export function encryptJwe(plaintext: string, key: DerivedKey): Awaitable<string> {
  const node = nodeCrypto();
  if (!node) return encryptWithJose(plaintext, key);
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipher = node.createCipheriv("aes-256-cbc", key.cipherKey, iv);
  const head = cipher.update(plaintext, "utf8");
  const tail = cipher.final();
  const input = new Uint8Array(IV_LENGTH + head.length + tail.length + BITS_LENGTH);
  input.set(iv);
  input.set(head, IV_LENGTH);
  input.set(tail, IV_LENGTH + head.length);
  const ciphertext = input.subarray(IV_LENGTH, -BITS_LENGTH);
  const tag = authenticationTag(input, key);
  const parts = [iv, ciphertext, fromHex(tag)].map(toBase64url);
  return `${key.header}..${parts.join(".")}`;
}

/**
 * Compact JWE → text and the secret that opened it.
 *
 * The secret is chosen by the token's `kid`; a token without one is tried with
 * every secret in order.
 *
 * @returns `index` of the secret, 0 for the newest
 * @throws {TokenError} when no secret opens it, or it is not such a token
 */
export function decryptJwe(
  token: string,
  secrets: readonly string[],
  salt: string,
): Awaitable<{ text: string; index: number }> {
  if (nodeCrypto()) {
    // Tokens of this library have exactly the header that it writes, so no parsing is needed.
    for (let index = 0; index < secrets.length; index++) {
      const key = deriveKey(secrets[index]!, salt, "A256CBC-HS512") as DerivedKey;
      const { header } = key;
      if (token.startsWith(header) && token.startsWith("..", header.length)) {
        return { text: open(token, key), index };
      }
    }
  }
  return decryptForeign(token, secrets, salt);
}

/** Reads tokens with another header: older ones, those of other libraries, or no tokens at all. */
async function decryptForeign(
  token: string,
  secrets: readonly string[],
  salt: string,
): Promise<{ text: string; index: number }> {
  const { enc, kid } = readHeader(token);
  let tried = false;
  for (let index = 0; index < secrets.length; index++) {
    const key = await deriveKey(secrets[index]!, salt, enc);
    if (kid !== undefined && kid !== key.kid) continue;
    tried = true;
    try {
      return { text: await openWithJose(token, key), index };
    } catch (error) {
      if (kid !== undefined) throw error;
    }
  }
  throw tried
    ? new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: no secret opens it")
    : new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: no secret has its key id");
}

function readHeader(token: string): { enc: ContentEncryption; kid?: string } {
  let header: { alg?: unknown; enc?: unknown; kid?: unknown };
  try {
    if (!COMPACT.test(token)) throw 0;
    header = JSON.parse(decoder.decode(fromBase64url(token.slice(0, token.indexOf(".")))));
  } catch {
    throw new TokenError("JWEInvalid", "Cannot read the token: it is not a compact JWE");
  }
  const { alg, enc, kid } = header ?? {};
  if (alg !== "dir" || (enc !== "A256CBC-HS512" && enc !== "A256GCM")) {
    throw new TokenError("JWEInvalid", "Cannot read the token: its algorithms are not allowed");
  }
  return { enc, kid: typeof kid === "string" ? kid : undefined };
}

function open(token: string, key: DerivedKey): string {
  const parts = token.slice(key.header.length + 2).split(".");
  const [iv, ciphertext, tag] = parts.map(toBytes);
  if (parts.length !== 3 || !iv || !ciphertext || !tag) {
    throw new TokenError("JWEInvalid", "Cannot read the token: it is not a compact JWE");
  }
  const node = nodeCrypto()!;
  const input = new Uint8Array(iv.length + ciphertext.length + BITS_LENGTH);
  input.set(iv);
  input.set(ciphertext, iv.length);
  const expected = authenticationTag(input, key);
  // The tag covers all parts, so it is checked before decryption.
  if (!isEqual(toHex(tag), expected) || iv.length !== IV_LENGTH) {
    throw new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: it was changed");
  }
  const cipher = node.createDecipheriv("aes-256-cbc", key.cipherKey, iv);
  return cipher.update(ciphertext, undefined, "utf8") + cipher.final("utf8");
}

/** Base64url text → bytes; `undefined` when its length is not one of base64url. */
function toBytes(text: string): Uint8Array | undefined {
  try {
    return fromBase64url(text);
  } catch {
    return undefined;
  }
}

/**
 * The tag of RFC 7518 §5.2.2.1 over header, IV, ciphertext, and the header's length in bits as
 * 64-bit big-endian, in hex. The key's MAC begins with the header.
 *
 * @param input IV and ciphertext, with space for the length at the end
 */
function authenticationTag(input: Uint8Array, { mac, header }: DerivedKey): string {
  new DataView(input.buffer).setUint32(input.length - 4, header.length * 8);
  return mac!(input).slice(0, 2 * TAG_LENGTH);
}

async function encryptWithJose(plaintext: string, key: DerivedKey): Promise<string> {
  const { CompactEncrypt } = await import("jose");
  return await new CompactEncrypt(encoder.encode(plaintext))
    .setProtectedHeader({ alg: "dir", enc: key.enc, kid: key.kid })
    .encrypt(key.bytes);
}

async function openWithJose(token: string, key: DerivedKey): Promise<string> {
  const { compactDecrypt } = await import("jose");
  try {
    const { plaintext } = await compactDecrypt(token, key.bytes, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: [key.enc],
    });
    return decoder.decode(plaintext);
  } catch {
    throw new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: it was changed");
  }
}
