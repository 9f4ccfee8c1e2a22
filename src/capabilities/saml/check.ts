/**
 * Checks the options of SAML, and the runtime.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { findCrypto, readCertificate, toPem } from "./certificates.ts";
import type { SamlOptions } from "./options.ts";

function bad(message: string): AuthError {
  return new AuthError(`Cannot use \`saml\` of Connections(): ${message}`, {
    cause: { option: "connections.saml" },
  });
}

/** Returns the first error. */
export function checkSaml({ keys = [], singleLogout }: SamlOptions): AuthError | undefined {
  const node = findCrypto();
  if (!node) return bad("the runtime has no `node:crypto`, with which SAML is checked");
  if (!Array.isArray(keys)) return bad("`keys` of Saml() is not a list");
  if (singleLogout !== undefined && typeof singleLogout !== "boolean") {
    return bad("`singleLogout` of Saml() is not a boolean");
  }
  for (const key of keys) {
    const certificate = readCertificate(key?.certificate);
    if (typeof certificate === "string") {
      return bad(`\`certificate\` of a key of Saml() cannot be used: ${certificate}`);
    }
    if (certificate.type !== "rsa") {
      return bad("`certificate` of a key of Saml() cannot be used: its key is not one of RSA");
    }
    let isPair = false;
    try {
      const own = node.createPrivateKey(key.privateKey);
      const found = new node.X509Certificate(toPem(certificate.base64));
      isPair = node.createPublicKey(own).equals(found.publicKey);
    } catch {
      return bad("`privateKey` of a key of Saml() is no private key in PEM");
    }
    if (!isPair) return bad("a certificate of Saml() is not that of its key");
  }
}
