/**
 * Certificates of identity providers, whose keys alone count: nobody else vouches for them.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";

type NodeCrypto = typeof import("node:crypto");

/** A certificate. */
export interface Certificate {
  /** Base64 of DER, without line breaks. */
  readonly base64: string;
  /** Milliseconds since 1970 of its validity. */
  readonly from: number;
  /** See `from`. */
  readonly until: number;
  /** Type of its key. */
  readonly type: "ec" | "rsa";
}

/** Curves of keys: P-256, P-384 and P-521. */
const CURVES: ReadonlySet<string | undefined> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/** Longest certificate, as text: one with a key of 8,192 bits has about 4,000 characters. */
const MAX_LENGTH = 8000;

/** The module, where the runtime has it; `undefined` elsewhere. */
export function findCrypto(): NodeCrypto | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  try {
    const found = process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined;
    return found?.X509Certificate ? found : undefined;
  } catch {
    // The edge runtime of Next has the function, and it always throws.
    return undefined;
  }
}

/** The module; the check at start has found it. */
export function nodeCrypto(): NodeCrypto {
  const found = findCrypto();
  if (!found) throw new AuthError("Cannot use SAML: the runtime has no `node:crypto`");
  return found;
}

/**
 * Reads a certificate: PEM, or the base64 in it.
 *
 * @returns why it cannot be used, for text that is none and for a weak key
 */
export function readCertificate(written: unknown): Certificate | string {
  if (typeof written !== "string" || written.length > MAX_LENGTH) return "it is no certificate";
  const base64 = written.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, "")
    .replace(/[ \t\r\n]/g, "");
  if (base64 === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return "it is no certificate";
  try {
    const found = new (nodeCrypto().X509Certificate)(toPem(base64));
    const { asymmetricKeyType: type, asymmetricKeyDetails } = found.publicKey;
    if (type !== "rsa" && type !== "ec") {
      return "its key is neither of RSA nor of an elliptic curve";
    }
    if (type === "ec" && !CURVES.has(asymmetricKeyDetails?.namedCurve)) {
      return "its key is not on the curve P-256, P-384 or P-521";
    }
    if ((asymmetricKeyDetails?.modulusLength ?? 2048) < 2048) {
      return "its key has fewer than 2048 bits";
    }
    const [from, until] = [Date.parse(found.validFrom), Date.parse(found.validTo)];
    if (!(from < until)) return "it has no validity";
    return { base64: found.raw.toString("base64"), from, until, type };
  } catch {
    return "it is no certificate";
  }
}

/** A certificate in PEM. */
export function toPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g)!.join("\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
