/**
 * The text of a key: `acme_k1_<id><secret><checksum>`.
 *
 * The checksum needs no secret, so that a wrong key costs no read of the store, and a scanner for
 * leaked keys needs no network, as with the tokens of GitHub.
 *
 * @module
 */

import { hashText } from "../../base/hashed.ts";

/** Digits of base 62. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Characters of the public id: 95 bits. */
const ID = 16;

/** Characters of the secret: 256 bits. */
const SECRET = 43;

/** Characters of the checksum: 32 bits. */
const CHECKSUM = 6;

/** Version of the format, between the prefix and the id. */
const VERSION = "_k1_";

/** Grammar of prefixes. */
const PREFIX = /^[a-z0-9]{2,16}$/;

/** Characters that follow prefix and version. */
const REST = /^[0-9A-Za-z]+$/;

/** Parts of a key. */
export interface KeyParts {
  /** Public id. */
  readonly id: string;
  /** Secret. */
  readonly secret: string;
}

/** Returns `true` for text that can be a prefix. */
export function isPrefix(prefix: unknown): prefix is string {
  return typeof prefix === "string" && PREFIX.test(prefix);
}

/** Makes a public id. */
export function newKeyId(): string {
  return randomDigits(ID);
}

/** Makes a secret of 256 random bits. */
export function newSecret(): string {
  return toDigits(toNumber(crypto.getRandomValues(new Uint8Array(32))), SECRET);
}

/** The text of a key. */
export function formatKey(prefix: string, { id, secret }: KeyParts): string {
  const text = `${prefix}${VERSION}${id}${secret}`;
  return text + checksumOf(text);
}

/** The first characters of a key, by which its owner recognizes it. */
export function makeHint(prefix: string, id: string): string {
  return `${prefix}${VERSION}${id.slice(0, 4)}…`;
}

/** The parts of a key; `undefined` for text that is none of this prefix. It reads nothing. */
export function parseKey(prefix: string, text: string): KeyParts | undefined {
  const start = prefix.length + VERSION.length;
  if (text.length !== start + ID + SECRET + CHECKSUM) return undefined;
  if (!text.startsWith(prefix + VERSION) || !REST.test(text.slice(start))) return undefined;
  const end = text.length - CHECKSUM;
  if (text.slice(end) !== checksumOf(text.slice(0, end))) return undefined;
  return splitKey(prefix, text);
}

/** Returns `true` for text with a key of this prefix anywhere in it. It reads nothing. */
export function hasKey(prefix: string, text: string): boolean {
  const begin = prefix + VERSION;
  const length = begin.length + ID + SECRET + CHECKSUM;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + 1)) {
    if (parseKey(prefix, text.slice(at, at + length))) return true;
  }
  return false;
}

/** Letters at the end of a key of Better Auth. */
const LEGACY = 64;

/** Longest key of Better Auth, with its own prefix. */
const MAX_LEGACY = 128;

/** Returns `true` for text with the form of a key of Better Auth. It reads nothing. */
export function isLegacyKey(text: string): boolean {
  if (text.length < LEGACY || text.length > MAX_LEGACY) return false;
  return /^[A-Za-z]+$/.test(text.slice(-LEGACY)) && /^[\w-]*$/.test(text.slice(0, -LEGACY));
}

/** The public id of a key of Better Auth, by the hash that Better Auth stores. */
export async function legacyKeyId(hash: string): Promise<string> {
  const text = await hashText("key of Better Auth", hash);
  return text.replaceAll(/[-_]/g, "0").slice(0, ID);
}

/** The parts of text that is a key, as `parseKey` knows. */
export function splitKey(prefix: string, text: string): KeyParts {
  const start = prefix.length + VERSION.length;
  const end = text.length - CHECKSUM;
  return { id: text.slice(start, start + ID), secret: text.slice(start + ID, end) };
}

function checksumOf(text: string): string {
  let digits = "";
  for (let rest = crc32(text); digits.length < CHECKSUM; rest = Math.floor(rest / 62)) {
    digits = DIGITS[rest % 62] + digits;
  }
  return digits;
}

/** Random digits, all equally likely: bytes above the last full range are discarded. */
function randomDigits(length: number): string {
  let digits = "";
  while (digits.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && digits.length < length) digits += DIGITS[byte % 62];
    }
  }
  return digits;
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => number << 8n | BigInt(byte), 0n);
}

function toDigits(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) {
    digits = DIGITS[Number(rest % 62n)] + digits;
  }
  return digits;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320 ^ value >>> 1 : value >>> 1;
  return value;
});

/**
 * CRC-32 of ASCII text, as in Ethernet and zip files.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc1952#section-8 RFC 1952 §8}
 */
function crc32(text: string): number {
  let value = 0xFFFFFFFF;
  for (let i = 0; i < text.length; i++) {
    value = TABLE[(value ^ text.charCodeAt(i)) & 0xFF]! ^ value >>> 8;
  }
  return (value ^ 0xFFFFFFFF) >>> 0;
}
