/**
 * An identity provider that speaks SAML, and says whatever a test tells it to: requests come by redirect,
 * answers go by a form.
 *
 * @module
 */

import { inflateRawSync } from "node:zlib";
import { Buffer } from "node:buffer";
import { type KeyPair, makeCertificate } from "./_certificate.ts";
import { type Expected, makeAnswer, type Parts } from "./_saml_cases.ts";
import { escape } from "./_saml_messages.ts";

/** A request that has come. */
export interface Received extends Expected {
  relayState: string;
  /** XML of the request. */
  xml: string;
  url: URL;
}

export interface SamlIdp {
  issuer: string;
  ssoUrl: string;
  key: KeyPair;
  /** What it says next. */
  parts: Parts;
  /** Base64 of an answer that takes the place of its own. */
  answer: ((received: Received) => string) | undefined;
  /** The text that comes back with the answer; `undefined`: none. */
  relayState: (text: string) => string | undefined;
  /** Requests so far. */
  received: Received[];
  /** Answers so far, in base64. */
  sent: string[];
  handler(request: Request): Promise<Response>;
  metadata(certificates?: readonly string[]): string;
}

export const encodeAnswer = (xml: string) => Buffer.from(xml).toString("base64");

/** Reads what a service provider has asked for. */
export function readRequest(url: URL, issuer: string): Received {
  const packed = Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(packed).toString();
  const find = (expression: RegExp) => (expression.exec(xml)?.[1] ?? "").replaceAll("&amp;", "&");
  return {
    ...{ issuer, xml, url },
    requestId: find(/ ID="([^"]*)"/),
    recipient: find(/AssertionConsumerServiceURL="([^"]*)"/),
    audience: find(/<saml:Issuer>([^<]*)</),
    relayState: url.searchParams.get("RelayState") ?? "",
  };
}

/** The page with the form that brings an answer. */
export function answerPage(action: string, fields: Readonly<Record<string, string>>): Response {
  const inputs = Object.entries(fields).map(([name, value]) =>
    `<input type="hidden" name="${name}" value="${escape(value)}">`
  );
  const html = `<form method="post" action="${escape(action)}">${inputs.join("")}</form>` +
    "<script>document.forms[0].submit()</script>";
  return new Response(html, { headers: { "content-type": "text/html" } });
}

export function createSamlIdp(
  origin: string,
  key: KeyPair = makeCertificate(origin),
): SamlIdp {
  const idp: SamlIdp = {
    ...{ issuer: `${origin}/metadata`, ssoUrl: `${origin}/sso`, key },
    parts: {},
    answer: undefined,
    relayState: (text) => text,
    received: [],
    sent: [],
    // deno-lint-ignore require-await -- as all handlers
    async handler(request) {
      const url = new URL(request.url);
      if (url.pathname === "/metadata") {
        return new Response(idp.metadata(), {
          headers: { "content-type": "application/samlmetadata+xml" },
        });
      }
      const received = readRequest(url, idp.issuer);
      idp.received.push(received);
      const answer = idp.answer?.(received) ??
        encodeAnswer(makeAnswer(received, idp.key, idp.parts));
      idp.sent.push(answer);
      const relayState = idp.relayState(received.relayState);
      return answerPage(received.recipient, {
        SAMLResponse: answer,
        ...relayState === undefined ? {} : { RelayState: relayState },
      });
    },
    metadata: (certificates = [idp.key.base64]) =>
      `<?xml version="1.0"?>\n<!-- an identity provider -->\n` +
      `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idp.issuer}">` +
      `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
      certificates.map((one) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">` +
        `<X509Data><X509Certificate>${one.replace(/.{64}/g, "$&\n")}</X509Certificate></X509Data>` +
        `</KeyInfo></KeyDescriptor>`
      ).join("") +
      `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" ` +
      `Location="${idp.ssoUrl}"/></IDPSSODescriptor></EntityDescriptor>`,
  };
  return idp;
}
