/**
 * Names of SAML 2.0 and of signatures in XML.
 *
 * @module
 */

/** Namespaces. */
export const SPACE = {
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
} as const;

/** Bindings. */
export const BINDING = {
  redirect: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
  post: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
} as const;

/** Formats of names. */
export const FORMAT = {
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
} as const;

/** Method of a confirmation: the one who brings the assertion is its subject. */
export const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** Status of a response that has signed somebody in. */
export const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** Status of a sign-out that has not reached all sites of the provider. */
export const PARTIAL = "urn:oasis:names:tc:SAML:2.0:status:PartialLogout";

/** Signature of requests: RSA with SHA-256. */
export const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
