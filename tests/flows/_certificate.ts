/**
 * Certificates that sign themselves, for tests: a key of RSA or on a curve, a name, and any validity.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5280#section-4.1 RFC 5280 §4.1}
 * @module
 */

import { Buffer } from "node:buffer";
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

/** A private key with its certificate. */
export interface KeyPair {
  /** PEM (PKCS #8). */
  privateKey: string;
  /** PEM. */
  certificate: string;
  /** The certificate, as metadata has it: base64 of DER. */
  base64: string;
}

const DAY = 24 * 60 * 60 * 1000;

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128
    ? [length]
    : length < 256
    ? [0x81, length]
    : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const NULL = der(0x05);
const SHA256_RSA = der(0x30, oid("2a864886f70d01010b"), NULL);
const SHA512_ECDSA = der(0x30, oid("2a8648ce3d040304"));

function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(text));
}

const pem = (label: string, bytes: Uint8Array) =>
  `-----BEGIN ${label}-----\n${
    Buffer.from(bytes).toString("base64").replace(/.{64}/g, "$&\n")
  }\n-----END ${label}-----\n`;

const keys = new Map<string, KeyObject[]>();

/**
 * Makes a certificate.
 *
 * @param name key of that name, which is made once in a process
 */
export function makeCertificate(
  name: string,
  { from = Date.now() - DAY, until = Date.now() + 365 * DAY, bits = 2048, curve }: {
    from?: number;
    until?: number;
    bits?: number;
    /** The key is one on this curve. Default: one of RSA. */
    curve?: string;
  } = {},
): KeyPair {
  const id = `${name} ${curve ?? bits}`;
  const known = keys.get(id) ?? (() => {
    const made = curve
      ? generateKeyPairSync("ec", { namedCurve: curve })
      : generateKeyPairSync("rsa", { modulusLength: bits });
    return [made.privateKey, made.publicKey];
  })();
  keys.set(id, known);
  const [privateKey, publicKey] = known as [KeyObject, KeyObject];
  const method = curve ? SHA512_ECDSA : SHA256_RSA;
  const subject = der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from(name)))));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    method,
    subject,
    der(0x30, time(from), time(until)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  // Some runtimes sign no short digest with a long key.
  const signature = createSign(curve ? "sha512" : "sha256").update(body).sign(privateKey);
  const whole = der(0x30, body, method, der(0x03, Buffer.from([0]), signature));
  return {
    privateKey: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    certificate: pem("CERTIFICATE", whole),
    base64: whole.toString("base64"),
  };
}
