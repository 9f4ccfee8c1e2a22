/**
 * What Better Auth makes with its secret: sealed values, and signatures of cookies.
 *
 * @module
 */

import { fromHex } from "../../base/crypto/bytes.ts";
import { type NodeCrypto, requireNodeCrypto } from "../../base/crypto/runtime.ts";
import { AuthError } from "../../errors.ts";

/** A sealed value: the version of the secret when there are several, and nonce and content as hex. */
const SEALED = /^(?:\$ba\$\d+\$)?((?:[\da-f]{2})+)$/;

/** Bytes of a nonce and an authentication tag: a shorter value is no sealed one. */
const NONCE = 24;
const TAG = 16;

const encoder = new TextEncoder();

/**
 * Opens a sealed value (XChaCha20-Poly1305, under the SHA-256 of a secret).
 *
 * @returns `undefined` when none of the secrets has sealed it
 */
export async function openSealed(
  secrets: readonly string[],
  value: string,
): Promise<string | undefined> {
  const [, hex] = SEALED.exec(value) ?? [];
  if (hex === undefined || hex.length < 2 * (NONCE + TAG) || secrets.length === 0) return undefined;
  const node = requireNodeCrypto();
  if (!node) {
    throw new AuthError(
      "Cannot open values of Better Auth: this runtime lacks their cipher; run the import with " +
        "Deno or Node",
    );
  }
  const bytes = fromHex(hex);
  for (const secret of secrets) {
    const key = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(secret)));
    const text = open(node, key, bytes);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** XChaCha20-Poly1305: ChaCha20-Poly1305 under a key that the first 16 bytes of the nonce make. */
function open(node: NodeCrypto, key: Uint8Array, bytes: Uint8Array): string | undefined {
  const nonce = new Uint8Array(12);
  nonce.set(bytes.subarray(16, NONCE), 4);
  const derived = deriveKey(key, bytes.subarray(0, 16));
  const decipher = node.createDecipheriv("chacha20-poly1305", derived, nonce, {
    authTagLength: TAG,
  });
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    // `final` throws when the tag is another one.
    const start = decipher.update(bytes.subarray(NONCE, -TAG), undefined, "utf8");
    return start + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

/**
 * HChaCha20.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-irtf-cfrg-xchacha-03#section-2.2 XChaCha §2.2}
 */
export function deriveKey(key: Uint8Array, nonce: Uint8Array): Uint8Array {
  const state = new Uint32Array([
    ...[0x61707865, 0x3320646e, 0x79622d32, 0x6b206574],
    ...wordsOf(key),
    ...wordsOf(nonce),
  ]);
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) {
      mix(state, column, column + 4, column + 8, column + 12);
    }
    for (let column = 0; column < 4; column++) {
      const [b, c, d] = [1, 2, 3].map((shift) => (column + shift) % 4 + 4 * shift);
      mix(state, column, b!, c!, d!);
    }
  }
  const derived = new DataView(new ArrayBuffer(32));
  const words = [...state.subarray(0, 4), ...state.subarray(12)];
  for (const [index, word] of words.entries()) derived.setUint32(4 * index, word, true);
  return new Uint8Array(derived.buffer);
}

function wordsOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(4 * index, true));
}

/** The quarter round of ChaCha (RFC 8439 §2.1). */
function mix(state: Uint32Array, a: number, b: number, c: number, d: number): void {
  const step = (sum: number, added: number, turned: number, bits: number): void => {
    state[sum]! += state[added]!;
    const word = state[turned]! ^ state[sum]!;
    state[turned] = (word << bits) | (word >>> (32 - bits));
  };
  step(a, b, d, 16);
  step(c, d, b, 12);
  step(a, b, d, 8);
  step(c, d, b, 7);
}

/** The value of a signed cookie: the text, a dot, and its HMAC with SHA-256 as base64. */
export async function signedValue(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(text));
  return `${text}.${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}
