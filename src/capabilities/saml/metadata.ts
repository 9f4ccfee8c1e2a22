/**
 * Metadata: that of an identity provider is read, that of the app is written.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf SAML 2.0 Metadata}
 * @module
 */

import { nowMs } from "../../base/time.ts";
import type { SamlData } from "../connections/kinds.ts";
import { readCertificate } from "./certificates.ts";
import { BINDING, FORMAT, SPACE } from "./constants.ts";
import { escapeXml, findChildren, readXml, type XmlElement } from "./xml.ts";

/** What the metadata of an identity provider says. */
export interface ProviderMetadata {
  /** Its entity id. */
  readonly issuer: string;
  /** URL that takes requests. */
  readonly ssoUrl: string;
  /** Its certificates, as base64 of DER. */
  readonly certificates: readonly string[];
  /** Where messages about sign-outs go; absent for one without any. */
  readonly logout?: SamlLogout;
}

/** A URL that takes messages about sign-outs. */
export type SamlLogout = NonNullable<SamlData["logout"]>;

/** Most characters of a document. */
export const MAX_METADATA = 100_000;

/** Most certificates of a connection: one that is used, and one that takes its place. */
export const MAX_CERTIFICATES = 2;

function bad(message: string): Error {
  return new Error(`The metadata cannot be used: ${message}`);
}

/**
 * Reads the metadata of an identity provider.
 *
 * @throws {Error} when something is missing; the message says what, for the person who brought it
 */
export function readMetadata(text: string): ProviderMetadata {
  if (text.length > MAX_METADATA) throw bad(`it is longer than ${MAX_METADATA} characters`);
  const root = readXml(text.replace(/^\ufeff/, "").trim(), { hasComments: true });
  const entity = findEntity(root);
  const issuer = entity.attributes.get("entityID") ?? "";
  if (issuer === "" || issuer.length > 1024) throw bad("it lacks the entity ID");
  const role = rolesIn(entity)[0]!;
  const logout = readLogout(role);
  return {
    ...{ issuer, ssoUrl: readSsoUrl(role), certificates: readCertificates(role) },
    ...logout ? { logout } : {},
  };
}

/** Where messages about sign-outs go: by redirect, else by post. */
function readLogout(role: XmlElement): SamlLogout | undefined {
  const services = findChildren(role, SPACE.metadata, "SingleLogoutService");
  for (const binding of ["redirect", "post"] as const) {
    const found = services.find((one) => one.attributes.get("Binding") === BINDING[binding]);
    const request = found?.attributes.get("Location");
    if (request) {
      return { url: found!.attributes.get("ResponseLocation") ?? request, binding, request };
    }
  }
  return undefined;
}

function rolesIn(entity: XmlElement): XmlElement[] {
  return findChildren(entity, SPACE.metadata, "IDPSSODescriptor").filter(({ attributes }) =>
    (attributes.get("protocolSupportEnumeration") ?? "").split(/[ \t\r\n]+/)
      .includes(SPACE.protocol)
  );
}

/** The one identity provider in a document: a document of many is that of a federation. */
function findEntity(root: XmlElement): XmlElement {
  const isMany = root.space === SPACE.metadata && root.local === "EntitiesDescriptor";
  const all = isMany ? findChildren(root, SPACE.metadata, "EntityDescriptor") : [root];
  const found = all.filter((one) =>
    one.space === SPACE.metadata && one.local === "EntityDescriptor" && rolesIn(one).length === 1
  );
  if (found.length === 1) return found[0]!;
  throw bad(
    found.length === 0
      ? "it lacks an IDPSSODescriptor for SAML 2.0, so it is not that of an identity provider"
      : "it has more than one identity provider",
  );
}

function readSsoUrl(role: XmlElement): string {
  for (const { attributes } of findChildren(role, SPACE.metadata, "SingleSignOnService")) {
    if (attributes.get("Binding") === BINDING.redirect) return attributes.get("Location") ?? "";
  }
  throw bad("it lacks a SingleSignOnService with the binding HTTP-Redirect");
}

function readCertificates(role: XmlElement): string[] {
  const written = findChildren(role, SPACE.metadata, "KeyDescriptor")
    .filter(({ attributes }) => (attributes.get("use") ?? "signing") === "signing")
    .flatMap((key) => findChildren(key, SPACE.signature, "KeyInfo"))
    .flatMap((info) => findChildren(info, SPACE.signature, "X509Data"))
    .flatMap((data) => findChildren(data, SPACE.signature, "X509Certificate"));
  if (written.length === 0) throw bad("it lacks a certificate for signatures");
  return usableCertificates(written.map(({ text }) => text));
}

/**
 * Certificates that are not over.
 *
 * @throws {Error} when one cannot be used, none is left, or there are too many
 */
export function usableCertificates(written: readonly unknown[]): string[] {
  const found = new Set<string>();
  let fault: string | undefined;
  for (const one of written.slice(0, 20)) {
    const read = readCertificate(one);
    if (typeof read === "string") fault = `a certificate cannot be used, since ${read}`;
    else if (read.until <= nowMs()) fault ??= "its certificate has expired";
    else found.add(read.base64);
  }
  // One that is over, next to one that is not, is left from a rotation.
  if (found.size === 0 || fault && fault !== "its certificate has expired") {
    throw bad(fault ?? "it lacks a certificate for signatures");
  }
  if (found.size > MAX_CERTIFICATES) {
    throw bad(`it has ${found.size} certificates, and a connection has ${MAX_CERTIFICATES}`);
  }
  return [...found];
}

/** The metadata of the app for a connection. */
export function writeMetadata(
  { entityId, acsUrl, logoutUrl, certificates }: {
    readonly entityId: string;
    readonly acsUrl: string;
    /** URL that takes sign-outs; absent for an app that takes none. */
    readonly logoutUrl?: string;
    /** Base64 of DER. */
    readonly certificates: readonly string[];
  },
): string {
  const keys = certificates.map((base64) =>
    `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="${SPACE.signature}"><ds:X509Data>` +
    `<ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `</md:KeyDescriptor>`
  ).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<md:EntityDescriptor xmlns:md="${SPACE.metadata}" entityID="${escapeXml(entityId)}">` +
    `<md:SPSSODescriptor AuthnRequestsSigned="${certificates.length > 0}" ` +
    `WantAssertionsSigned="true" protocolSupportEnumeration="${SPACE.protocol}">${keys}` +
    (logoutUrl === undefined
      ? ""
      : [BINDING.redirect, BINDING.post].map((binding) =>
        `<md:SingleLogoutService Binding="${binding}" Location="${escapeXml(logoutUrl)}"/>`
      ).join("")) +
    `<md:NameIDFormat>${FORMAT.persistent}</md:NameIDFormat>` +
    `<md:AssertionConsumerService Binding="${BINDING.post}" ` +
    `Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>` +
    `</md:SPSSODescriptor></md:EntityDescriptor>\n`;
}
