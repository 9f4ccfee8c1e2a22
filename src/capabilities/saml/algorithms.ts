/**
 * Algorithms of signatures: those that count, and the type of key that each of them is for.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9231 RFC 9231}
 * @module
 */

import { Buffer } from "node:buffer";
import { nodeCrypto, toPem } from "./certificates.ts";

const MORE = "http://www.w3.org/2001/04/xmldsig-more#";

interface Algorithm {
  /** Type of its keys, as Node names it. */
  readonly key: "ec" | "rsa";
  readonly hash: "sha256" | "sha384" | "sha512";
  readonly isPss?: true;
}

/** By name. SHA-1 and keys that both sides have are none of them. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  [`${MORE}rsa-sha256`]: { key: "rsa", hash: "sha256" },
  [`${MORE}rsa-sha384`]: { key: "rsa", hash: "sha384" },
  [`${MORE}rsa-sha512`]: { key: "rsa", hash: "sha512" },
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1": {
    ...{ key: "rsa", hash: "sha256", isPss: true } as const,
  },
  [`${MORE}ecdsa-sha256`]: { key: "ec", hash: "sha256" },
  [`${MORE}ecdsa-sha384`]: { key: "ec", hash: "sha384" },
  [`${MORE}ecdsa-sha512`]: { key: "ec", hash: "sha512" },
};

/** Names of the algorithms that count. */
export const SIGNATURES: readonly string[] = Object.keys(ALGORITHMS);

/**
 * Returns `true` for a signature by the key of a certificate. The algorithm is one that the message
 * names, so it counts only for a key of its own type.
 *
 * @param certificate base64 of DER
 * @param signature base64; of ECDSA, the two numbers one after the other
 */
export function isSignedBy(
  certificate: string,
  name: string,
  signed: string,
  signature: string,
): boolean {
  if (!Object.hasOwn(ALGORITHMS, name)) return false;
  const { key: type, hash, isPss } = ALGORITHMS[name]!;
  const { X509Certificate, constants, createVerify } = nodeCrypto();
  const key = new X509Certificate(toPem(certificate)).publicKey;
  if (key.asymmetricKeyType !== type) return false;
  const padding = isPss && {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  try {
    return createVerify(hash).update(signed)
      .verify({ key, dsaEncoding: "ieee-p1363", ...padding }, Buffer.from(signature, "base64"));
  } catch {
    // Bytes that are no signature.
    return false;
  }
}
