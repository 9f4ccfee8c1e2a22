/**
 * Messages of a SAML identity provider, true and forged: assertions, responses, signatures, and the
 * eight shapes in which a signed element is wrapped.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf SAML 2.0 Core}
 * @module
 */

import { Buffer } from "node:buffer";
import { constants, createCipheriv, createSign, publicEncrypt, randomBytes } from "node:crypto";
import { SignedXml } from "xml-crypto";
import type { KeyPair } from "./_certificate.ts";

export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
export const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const DS = "http://www.w3.org/2000/09/xmldsig#";
const EXC = "http://www.w3.org/2001/10/xml-exc-c14n#";
const XENC = "http://www.w3.org/2001/04/xmlenc#";
const SHA256 = `${XENC}sha256`;
export const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/** What an assertion says. */
export interface Said {
  id: string;
  issuer: string;
  /** XML of the text of the name. */
  nameId: string;
  format: string;
  inResponseTo: string;
  recipient: string;
  audience: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds from `now`. */
  notBefore: number;
  notOnOrAfter: number;
  /** Texts by name; more than one is a list. */
  attributes: Readonly<Record<string, string | readonly string[]>>;
  /** Parts that a test replaces or adds, as XML. */
  more: { conditions?: string; subject?: string; statement?: string; end?: string };
}

export const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const at = (ms: number) => new Date(ms).toISOString();

export const newId = (prefix = "_") => prefix + randomBytes(16).toString("hex");

/** An assertion, not signed. */
export function assertionXml(said: Said): string {
  const { id, issuer, nameId, format, inResponseTo, recipient, audience, now, more } = said;
  const [from, until] = [at(now + said.notBefore), at(now + said.notOnOrAfter)];
  const attributes = Object.entries(said.attributes).map(([name, value]) =>
    `<saml:Attribute Name="${escape(name)}">${
      [value].flat().map((one) => `<saml:AttributeValue>${escape(one)}</saml:AttributeValue>`)
        .join("")
    }</saml:Attribute>`
  ).join("");
  return `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${
    at(now)
  }">` +
    `<saml:Issuer>${escape(issuer)}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>` +
    (more.subject ?? `<saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData` +
        (inResponseTo ? ` InResponseTo="${inResponseTo}"` : "") +
        ` Recipient="${escape(recipient)}" NotOnOrAfter="${until}"/></saml:SubjectConfirmation>`) +
    `</saml:Subject>` +
    (more.conditions ?? `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">` +
        `<saml:AudienceRestriction><saml:Audience>${
          escape(audience)
        }</saml:Audience></saml:AudienceRestriction></saml:Conditions>`) +
    (more.statement ?? `<saml:AuthnStatement AuthnInstant="${at(now)}" SessionIndex="${id}-s">` +
        `<saml:AuthnContext><saml:AuthnContextClassRef>` +
        `urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport` +
        `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`) +
    (attributes && `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`) +
    `${more.end ?? ""}</saml:Assertion>`;
}

/** A response around assertions. */
export function responseXml(
  { id, issuer, inResponseTo, destination, now, status = "Success", body }: {
    id: string;
    issuer: string;
    inResponseTo: string;
    destination: string;
    now: number;
    status?: string;
    body: string;
  },
): string {
  return `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" ` +
    `Version="2.0" IssueInstant="${at(now)}" Destination="${escape(destination)}"` +
    (inResponseTo ? ` InResponseTo="${inResponseTo}"` : "") + `>` +
    `<saml:Issuer>${escape(issuer)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/>` +
    `</samlp:Status>${body}</samlp:Response>`;
}

/** How an element is signed. */
export interface Signing {
  algorithm?: string;
  digest?: string;
  canonicalization?: string;
  /** Text between `SignedInfo` and the end, such as a key. Default: none. */
  keyInfo?: string;
  /** Secret of an HMAC, instead of the key. */
  secret?: string;
  /** Computes the signature, whatever `algorithm` says. */
  sign?: (signed: string, key: KeyPair) => string;
}

/** A signature of ECDSA: the two numbers one after the other. */
export function signByEcdsa(signed: string, { privateKey }: KeyPair, hash = "sha256"): string {
  return createSign(hash).update(signed)
    .sign({ key: privateKey, dsaEncoding: "ieee-p1363" }, "base64");
}

/** Signs the element with an id. The signature follows its issuer. */
export function sign(
  xml: string,
  id: string,
  key: KeyPair,
  { algorithm = RSA_SHA256, digest = SHA256, canonicalization = EXC, keyInfo, secret, sign: own }:
    Signing = {},
): string {
  const signed = new SignedXml({
    privateKey: secret ?? key.privateKey,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalization,
    getKeyInfoContent: () => keyInfo ?? null,
  });
  if (secret !== undefined) signed.enableHMAC();
  if (own) {
    signed.SignatureAlgorithms[algorithm] = class {
      getAlgorithmName = () => algorithm;
      getSignature = (text: unknown) => own!(String(text), key);
    } as never;
  }
  signed.addReference({
    xpath: `//*[@ID='${id}']`,
    transforms: [`${DS}enveloped-signature`, EXC],
    digestAlgorithm: digest,
  });
  const location = {
    reference: `//*[@ID='${id}']/*[local-name()='Issuer']`,
    action: "after" as const,
  };
  signed.computeSignature(xml, { prefix: "ds", location });
  return signed.getSignedXml();
}

/** The first signature in a text. */
export function signatureIn(xml: string): string {
  return /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)![0];
}

/** The assertion in a text, as it is written. */
export function assertionIn(xml: string): string {
  return /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0];
}

/**
 * The eight shapes: an element that is signed, next to, inside, or around one that is not. The first
 * two are for a signed response, the others for a signed assertion.
 *
 * @see {@link https://www.usenix.org/conference/usenixsecurity12/technical-sessions/presentation/somorovsky On Breaking SAML}
 */
export const WRAPPINGS: Readonly<
  Record<string, (signed: { response: string; assertion: string }, evil: string) => string>
> = {
  "the response in the signature of a forged one": ({ response }, evil) => {
    const signature = signatureIn(response);
    const original = response.replace(signature, "");
    const around = signature.replace("</ds:Signature>", `<ds:Object>${original}</ds:Object>$&`);
    return withIssuer(forgedRoot(response, evil), around);
  },
  "the response before the signature of a forged one": ({ response }, evil) => {
    const signature = signatureIn(response);
    return withIssuer(forgedRoot(response, evil), response.replace(signature, "") + signature);
  },
  "a forged assertion before the signed one": ({ assertion }, evil) =>
    assertion.replace("<saml:Assertion ", () => `${evil}<saml:Assertion `),
  "the signed assertion in a forged one": ({ assertion }, evil) => {
    const own = assertionIn(assertion);
    return assertion.replace(own, () => evil.replace(/<\/saml:Assertion>$/, `${own}$&`));
  },
  "the signature moved to a forged assertion": ({ assertion }, evil) => {
    const own = assertionIn(assertion);
    const signature = signatureIn(own);
    return assertion.replace(own, () => withIssuer(evil, signature) + own.replace(signature, ""));
  },
  "the signed assertion in the signature of a forged one": ({ assertion }, evil) => {
    const own = assertionIn(assertion);
    const signature = signatureIn(own);
    const around = signature.replace(
      "</ds:Signature>",
      () => `${own.replace(signature, "")}</ds:Signature>`,
    );
    return assertion.replace(own, () => withIssuer(evil, around));
  },
  "a forged assertion in extensions": ({ assertion }, evil) =>
    assertion.replace(
      "<samlp:Status>",
      () => `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`,
    ),
  "the signed assertion in an object of a forged one": ({ assertion }, evil) => {
    const own = assertionIn(assertion);
    const signature = signatureIn(own);
    const around = signature.replace(
      "</ds:Signature>",
      () => `<ds:Object>${own.replace(signature, "")}</ds:Object></ds:Signature>`,
    );
    return assertion.replace(own, () => withIssuer(evil, around));
  },
};

function forgedRoot(response: string, evil: string): string {
  return response.replace(signatureIn(response), "").replace(assertionIn(response), () => evil)
    .replace(/ ID="[^"]*"/, ` ID="${newId("_evil")}"`);
}

function withIssuer(xml: string, after: string): string {
  return xml.replace("</saml:Issuer>", () => `</saml:Issuer>${after}`);
}

/** Encrypts an assertion, or another element, for a certificate. */
export function encrypt(
  assertion: string,
  { certificate }: Pick<KeyPair, "certificate">,
  { cipher = "gcm", transport = "oaep", local = "EncryptedAssertion" }: {
    cipher?: "gcm" | "cbc";
    transport?: "oaep" | "1_5";
    local?: "EncryptedAssertion" | "EncryptedAttribute" | "EncryptedID";
  } = {},
): string {
  const key = randomBytes(32);
  const iv = randomBytes(cipher === "gcm" ? 12 : 16);
  const made = cipher === "gcm"
    ? createCipheriv("aes-256-gcm", key, iv)
    : createCipheriv("aes-256-cbc", key, iv);
  const sealed = [iv, made.update(assertion, "utf8"), made.final()];
  if (cipher === "gcm") sealed.push((made as unknown as { getAuthTag(): Buffer }).getAuthTag());
  const padding = transport === "oaep"
    ? constants.RSA_PKCS1_OAEP_PADDING
    : constants.RSA_PKCS1_PADDING;
  const wrapped = publicEncrypt({ key: certificate, padding, oaepHash: "sha1" }, key);
  const algorithm = cipher === "gcm"
    ? "http://www.w3.org/2009/xmlenc11#aes256-gcm"
    : `${XENC}aes256-cbc`;
  const method = transport === "oaep" ? "rsa-oaep-mgf1p" : "rsa-1_5";
  const value = (bytes: Uint8Array) =>
    `<xenc:CipherData><xenc:CipherValue>${
      Buffer.from(bytes).toString("base64")
    }</xenc:CipherValue></xenc:CipherData>`;
  return `<saml:${local}><xenc:EncryptedData xmlns:xenc="${XENC}" ` +
    `Type="${XENC}Element"><xenc:EncryptionMethod Algorithm="${algorithm}"/>` +
    `<ds:KeyInfo xmlns:ds="${DS}"><xenc:EncryptedKey><xenc:EncryptionMethod ` +
    `Algorithm="${XENC}${method}"><ds:DigestMethod Algorithm="${DS}sha1"/>` +
    `</xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>` +
    `${value(Buffer.concat(sealed))}</xenc:EncryptedData></saml:${local}>`;
}
