/**
 * Compact JWE with direct encryption, the library's token format: made and
 * read by the runtime's synchronous crypto when it exists, otherwise by Web
 * Crypto, which also reads the older `A256GCM` tokens. Its content is claims with valid times.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7516#section-3.1 RFC 7516 §3.1} and {@link https://www.rfc-editor.org/rfc/rfc7518#section-5.2.5 RFC 7518 §5.2.5}
 * @module
 */

import type { Awaitable, JWT } from "../../types/entities.ts";
import { fromBase64url, fromHex, toBase64url, toHex } from "./bytes.ts";
import { isEqual, prepareMac } from "./hash.ts";
import { type ContentEncryption, type DerivedKey, deriveKey } from "./keys.ts";
import { type NodeCrypto, nodeCrypto } from "./runtime.ts";
import { isRecord } from "../objects.ts";
import { nowSeconds } from "../time.ts";

/** A token that cannot be read; `name` is the reason. */
export class TokenError extends Error {
  /** @param name `JWEInvalid`, `JWEDecryptionFailed`, `JWTExpired`, `JWTClaimValidationFailed` or `JWTInvalid` */
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const IV_LENGTH = 16;
const TAG_LENGTH = 32;
/** Length of the number at the end of the tag's input. */
const BITS_LENGTH = 8;

/** RFC 7516 §7.1 without an encrypted key, padding and white space. */
const COMPACT = /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/;

/** Text → compact JWE, with the protected header of the key. */
export function encryptJwe(plaintext: string, key: DerivedKey): Awaitable<string> {
  const node = nodeCrypto();
  if (!node) return encryptWithWebCrypto(plaintext, key);
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipher = node.createCipheriv("aes-256-cbc", cipherKeyOf(key), iv);
  const head = cipher.update(plaintext, "utf8");
  const tail = cipher.final();
  const input = tagInput(key.headerBytes, iv, head, tail);
  const tag = nodeTag(input, key, node);
  const ciphertext = input.subarray(key.header.length + IV_LENGTH, -BITS_LENGTH);
  return toCompact(key.header, iv, ciphertext, fromHex(tag));
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
  const node = nodeCrypto();
  if (node) {
    // Tokens of this library have exactly the header that it writes, so no parsing is needed.
    for (let index = 0; index < secrets.length; index++) {
      const key = deriveKey(secrets[index]!, salt, "A256CBC-HS512") as DerivedKey;
      const { header } = key;
      if (token.startsWith(header) && token.startsWith("..", header.length)) {
        return { text: open(token, key, node), index };
      }
    }
  }
  return decryptForeign(token, secrets, salt);
}

/**
 * Returns `true` for a token that names the key of another app: none of the secrets has made it, and it
 * was not changed, as far as can be told.
 */
export async function isOfAnotherKey(
  token: string,
  secrets: readonly string[],
  salt: string,
): Promise<boolean> {
  let header: ReturnType<typeof readHeader>;
  try {
    header = readHeader(token);
  } catch {
    return false;
  }
  const { enc, kid } = header;
  if (kid === undefined) return false;
  for (const secret of secrets) if ((await deriveKey(secret, salt, enc)).kid === kid) return false;
  return true;
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
      return { text: await openWithWebCrypto(token, key), index };
    } catch (error) {
      if (kid !== undefined || !(error instanceof TokenError)) throw error;
    }
  }
  throw tried
    ? new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: no secret opens it")
    : new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: no secret has its key id");
}

/**
 * Reads the header of a token.
 *
 * @throws {TokenError} when it is no token, or one of another kind
 */
export function readHeader(token: string): { enc: ContentEncryption; kid?: string } {
  let header: { alg?: unknown; enc?: unknown; kid?: unknown; crit?: unknown; zip?: unknown };
  try {
    if (!COMPACT.test(token)) throw 0;
    header = JSON.parse(decoder.decode(fromBase64url(token.slice(0, token.indexOf(".")))));
  } catch {
    throw new TokenError("JWEInvalid", "Cannot read the token: it is not a compact JWE");
  }
  const { alg, enc, kid, crit, zip } = header ?? {};
  if (alg !== "dir" || (enc !== "A256CBC-HS512" && enc !== "A256GCM")) {
    throw new TokenError("JWEInvalid", "Cannot read the token: its algorithms are not allowed");
  }
  // RFC 7516 §4.1.13: a critical extension that is not supported makes the token invalid.
  if (crit !== undefined || zip !== undefined) {
    throw new TokenError("JWEInvalid", "Cannot read the token: it has an unsupported extension");
  }
  return { enc, kid: typeof kid === "string" ? kid : undefined };
}

function open(token: string, key: DerivedKey, node: NodeCrypto): string {
  const { iv, ciphertext, tag } = splitParts(token, key.header.length + 2);
  const expected = nodeTag(tagInput(key.headerBytes, iv, ciphertext), key, node);
  // The tag covers all parts, so it is checked before decryption.
  if (!isEqual(toHex(tag), expected) || iv.length !== IV_LENGTH) {
    throw changed();
  }
  const cipher = node.createDecipheriv("aes-256-cbc", cipherKeyOf(key), iv);
  return cipher.update(ciphertext, undefined, "utf8") + cipher.final("utf8");
}

/** The parts of a token after its header. */
interface Parts {
  iv: Bytes;
  ciphertext: Bytes;
  tag: Bytes;
}

/** The parts of a token from the IV on, which begins at `start`. */
function splitParts(token: string, start: number): Parts {
  const parts = token.slice(start).split(".");
  try {
    if (parts.length !== 3) throw 0;
    const [iv, ciphertext, tag] = parts.map(fromBase64url) as [Bytes, Bytes, Bytes];
    return { iv, ciphertext, tag };
  } catch {
    throw new TokenError("JWEInvalid", "Cannot read the token: it is not a compact JWE");
  }
}

function toCompact(header: string, ...parts: Uint8Array[]): string {
  return `${header}..${parts.map(toBase64url).join(".")}`;
}

function cipherKeyOf({ bytes }: OpeningKey): Bytes {
  return bytes.subarray(32);
}

/**
 * Input of the tag: header, IV, ciphertext, and the header's length in bits as
 * 64-bit big-endian (RFC 7518 §5.2.2.1).
 */
function tagInput(header: Uint8Array, iv: Uint8Array, ...ciphertext: Uint8Array[]): Bytes {
  const input = concat([header, iv, ...ciphertext], BITS_LENGTH);
  let at = input.length;
  for (let bits = header.length * 8; bits > 0; bits >>>= 8) input[--at] = bits & 0xff;
  return input;
}

/** @param room number of zero bytes at the end */
function concat(parts: readonly Uint8Array[], room = 0): Bytes {
  let length = room;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** The tag in hex. */
function nodeTag(input: Bytes, key: DerivedKey, node: NodeCrypto): string {
  key.mac ??= prepareMac(node, key.bytes.subarray(0, 32));
  return key.mac(input).slice(0, 2 * TAG_LENGTH);
}

async function encryptWithWebCrypto(plaintext: string, key: DerivedKey): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipherKey = await importKey(cipherKeyOf(key), "AES-CBC", "encrypt");
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-CBC", iv }, cipherKey, encoder.encode(plaintext)),
  );
  const tag = await webTag(key, key.headerBytes, iv, ciphertext);
  return toCompact(key.header, iv, ciphertext, tag);
}

/** Members of a key with which a token is opened. */
export type OpeningKey = Pick<DerivedKey, "enc" | "bytes">;

/**
 * Compact JWE → text, with one key.
 *
 * @throws {TokenError} when the key does not open it
 */
export async function openWithWebCrypto(token: string, key: OpeningKey): Promise<string> {
  const headerEnd = token.indexOf(".");
  const open = key.enc === "A256GCM" ? openGcm : openCbc;
  const header = encoder.encode(token.slice(0, headerEnd));
  const plaintext = await open(key, header, splitParts(token, headerEnd + 2));
  try {
    return decoder.decode(plaintext);
  } catch {
    throw changed();
  }
}

/** RFC 7518 §5.2.2.2. */
async function openCbc(key: OpeningKey, header: Bytes, { iv, ciphertext, tag }: Parts) {
  const expected = await webTag(key, header, iv, ciphertext);
  // The tag covers all parts, so it is checked before decryption.
  if (!isEqual(toHex(tag), toHex(expected)) || iv.length !== IV_LENGTH) throw changed();
  const cipherKey = await importKey(cipherKeyOf(key), "AES-CBC", "decrypt");
  return await crypto.subtle.decrypt({ name: "AES-CBC", iv }, cipherKey, ciphertext);
}

/** RFC 7518 §5.3. */
async function openGcm(key: OpeningKey, header: Bytes, { iv, ciphertext, tag }: Parts) {
  if (iv.length !== 12 || tag.length !== 16) throw changed();
  const cipherKey = await importKey(key.bytes, "AES-GCM", "decrypt");
  const algorithm = { name: "AES-GCM", iv, additionalData: header };
  try {
    return await crypto.subtle.decrypt(algorithm, cipherKey, concat([ciphertext, tag]));
  } catch {
    throw changed();
  }
}

function changed(): TokenError {
  return new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: it was changed");
}

async function webTag(
  key: OpeningKey,
  header: Bytes,
  iv: Bytes,
  ciphertext: Bytes,
): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: "SHA-512" };
  const macKey = await importKey(key.bytes.subarray(0, 32), algorithm, "sign");
  const input = tagInput(header, iv, ciphertext);
  return new Uint8Array(await crypto.subtle.sign("HMAC", macKey, input)).subarray(0, TAG_LENGTH);
}

function importKey(
  bytes: Bytes,
  algorithm: string | HmacImportParams,
  usage: KeyUsage,
): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, algorithm, false, [usage]);
}

/** Seconds by which clocks may differ when a token is read. */
const CLOCK_TOLERANCE = 15;

/**
 * The claims of a token that was opened.
 *
 * @throws {TokenError} when they are no claims, or not valid now
 */
export function parseClaims(text: string): JWT {
  let claims: JWT;
  try {
    claims = JSON.parse(text);
  } catch {
    throw new TokenError("JWTInvalid", "Cannot read the token: its content is not JSON");
  }
  if (!isRecord(claims)) {
    throw new TokenError("JWTInvalid", "Cannot read the token: its content is not an object");
  }
  assertTimes(claims);
  return claims;
}

/** RFC 7519 §4.1.4 and §4.1.5. */
function assertTimes({ exp, nbf, iat }: JWT): void {
  const now = nowSeconds();
  for (const [name, value] of [["exp", exp], ["nbf", nbf], ["iat", iat]] as const) {
    if (value !== undefined && typeof value !== "number") {
      throw new TokenError(
        "JWTClaimValidationFailed",
        `Cannot accept the token: "${name}" is not a number`,
      );
    }
  }
  if (exp !== undefined && exp <= now - CLOCK_TOLERANCE) {
    throw new TokenError("JWTExpired", "Cannot accept the token: it has expired");
  }
  if (nbf !== undefined && (nbf as number) > now + CLOCK_TOLERANCE) {
    throw new TokenError(
      "JWTClaimValidationFailed",
      "Cannot accept the token: it is not valid yet",
    );
  }
}
