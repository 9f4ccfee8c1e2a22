/**
 * Encrypted assertions, names and attributes. Keys come by RSA-OAEP alone: the older way tells who asks often enough.
 *
 * @see {@link https://www.w3.org/TR/xmlenc-core1/ XML Encryption 1.1}
 * @module
 */

import { Buffer } from "node:buffer";
import { nodeCrypto } from "./certificates.ts";
import { SPACE } from "./constants.ts";
import { findChildren, type XmlElement } from "./xml.ts";

const MORE = "http://www.w3.org/2009/xmlenc11#";

/** Ciphers that know when they were changed. */
const GCM: Readonly<Record<string, number>> = {
  [`${MORE}aes128-gcm`]: 128,
  [`${MORE}aes192-gcm`]: 192,
  [`${MORE}aes256-gcm`]: 256,
};

/** Ciphers that do not: who can change the text, and sees what is refused, learns of it bit by bit. */
const CBC: Readonly<Record<string, number>> = {
  [`${SPACE.encryption}aes128-cbc`]: 128,
  [`${SPACE.encryption}aes192-cbc`]: 192,
  [`${SPACE.encryption}aes256-cbc`]: 256,
};

const HASHES: Readonly<Record<string, string>> = {
  [`${SPACE.signature}sha1`]: "sha1",
  [`${SPACE.encryption}sha256`]: "sha256",
  [`${SPACE.encryption}sha512`]: "sha512",
};

function bad(message: string): Error {
  return new Error(message);
}

function only(parent: XmlElement | undefined, space: string, local: string): XmlElement {
  const [found, ...more] = parent ? findChildren(parent, space, local) : [];
  if (!found || more.length > 0) throw bad(`it needs one ${local}`);
  return found;
}

function algorithmOf(element: XmlElement): string {
  return only(element, SPACE.encryption, "EncryptionMethod").attributes.get("Algorithm") ?? "";
}

function bytesOf(element: XmlElement): Buffer {
  const data = only(element, SPACE.encryption, "CipherData");
  const text = only(data, SPACE.encryption, "CipherValue").text.replace(/[ \t\r\n]/g, "");
  return Buffer.from(text, "base64");
}

/** The key is in the data, or beside it. */
function findEncryptedKey(around: XmlElement, data: XmlElement): XmlElement {
  const [info] = findChildren(data, SPACE.signature, "KeyInfo");
  const found = [...info ? findChildren(info, SPACE.encryption, "EncryptedKey") : []];
  found.push(...findChildren(around, SPACE.encryption, "EncryptedKey"));
  if (found.length !== 1) throw bad("it needs one EncryptedKey");
  return found[0]!;
}

/**
 * Decrypts an element.
 *
 * @param keys private keys of the app, in PEM
 * @param isSigned `true` within what was verified: nobody has changed it
 * @throws {Error} when no key opens it
 */
export function decrypt(
  around: XmlElement,
  keys: readonly string[],
  isSigned: boolean,
): string {
  try {
    return open(around, keys, isSigned);
  } catch (error) {
    const { message } = error as Error;
    const cause = { field: around.local };
    throw new Error(`The ${around.local} cannot be decrypted: ${message}`, { cause });
  }
}

function open(around: XmlElement, keys: readonly string[], isSigned: boolean): string {
  if (keys.length === 0) throw bad("the app has no key; set `keys` of Saml()");
  const data = only(around, SPACE.encryption, "EncryptedData");
  const cipher = algorithmOf(data);
  const isCbc = Object.hasOwn(CBC, cipher);
  if (!isCbc && !Object.hasOwn(GCM, cipher)) throw bad("its cipher is not AES");
  if (isCbc && !isSigned) {
    throw bad("AES-CBC counts within a signed response alone; sign the response, or use AES-GCM");
  }
  const bits = isCbc ? CBC[cipher]! : GCM[cipher]!;
  const wrapped = findEncryptedKey(around, data);
  const hash = hashOf(wrapped);
  const [sealedKey, sealed] = [bytesOf(wrapped), bytesOf(data)];
  for (const key of keys) {
    const opened = openWith(key, { sealedKey, sealed, hash, bits, isCbc });
    if (opened !== undefined) return opened;
  }
  // Which step has failed is nobody's business.
  throw bad("no key of the app opens it");
}

function hashOf(wrapped: XmlElement): string {
  const name = algorithmOf(wrapped);
  const isOld = name === `${SPACE.encryption}rsa-oaep-mgf1p`;
  if (!isOld && name !== `${MORE}rsa-oaep`) throw bad("its key does not come by RSA-OAEP");
  const method = only(wrapped, SPACE.encryption, "EncryptionMethod");
  const [digest] = findChildren(method, SPACE.signature, "DigestMethod");
  const hash = HASHES[digest?.attributes.get("Algorithm") ?? `${SPACE.signature}sha1`];
  const [mask] = findChildren(method, MORE, "MGF");
  const ofMask = isOld
    ? "sha1"
    : (mask?.attributes.get("Algorithm") ?? `${MORE}mgf1sha1`).slice(`${MORE}mgf1`.length);
  // Node has one hash for both.
  if (!hash || hash !== ofMask) throw bad("the two hashes of its RSA-OAEP are not the same");
  return hash;
}

function openWith(
  key: string,
  { sealedKey, sealed, hash, bits, isCbc }: {
    sealedKey: Buffer;
    sealed: Buffer;
    hash: string;
    bits: number;
    isCbc: boolean;
  },
): string | undefined {
  const { constants, createDecipheriv, privateDecrypt } = nodeCrypto();
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const secret = privateDecrypt({ key, padding, oaepHash: hash }, sealedKey);
    if (secret.length * 8 !== bits) return undefined;
    let opened: Uint8Array;
    if (isCbc) {
      opened = openCbc(
        createDecipheriv(`aes-${bits}-cbc` as "aes-256-cbc", secret, sealed.subarray(0, 16)),
        sealed,
      );
    } else {
      const decipher = createDecipheriv(
        `aes-${bits}-gcm` as "aes-256-gcm",
        secret,
        sealed.subarray(0, 12),
        { authTagLength: 16 },
      );
      decipher.setAuthTag(sealed.subarray(-16));
      opened = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(opened);
  } catch {
    return undefined;
  }
}

/** The padding of XML encryption says its length in the last byte, and nothing else. */
function openCbc(
  decipher: ReturnType<typeof import("node:crypto").createDecipheriv>,
  sealed: Buffer,
) {
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > 16) throw new Error("wrong padding");
  return padded.subarray(0, -length);
}
