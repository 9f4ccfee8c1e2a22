/**
 * Companies whose SAML provider signs people out, and people who are signed in there.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { createSign, createVerify } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { NewSamlConnection } from "../../src/capabilities/connections/typed.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import type { SamlOptions } from "../../src/capabilities/saml/options.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { type KeyPair, makeCertificate } from "./_certificate.ts";
import { createWorld, type SamlCompany, type World, type WorldOptions } from "./_connections.ts";
import { APP } from "./_organizations.ts";
import { createSamlIdp } from "./_saml_idp.ts";
import { ASSERTION, escape, newId, PROTOCOL, RSA_SHA256 } from "./_saml_messages.ts";

const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

export const OWN = makeCertificate("the app");
export const STRANGER = makeCertificate("a stranger");
/** RSA with SHA-1. */
export const EXTENDED = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";

export function start(saml: SamlOptions = { keys: [OWN] }, options: WorldOptions = {}): World {
  const connections = { kinds: ["saml"] as const, saml: Saml({ singleLogout: true, ...saml }) };
  return createWorld({ ...options, connections });
}

/** A company whose provider signs people out, and is told by this binding. */
export async function company(
  world: World,
  slug: string,
  binding = "HTTP-Redirect",
  more: Partial<NewSamlConnection> = {},
) {
  const idp = createSamlIdp(`https://saml.${slug}.example`);
  const { metadata } = idp;
  const service =
    `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" ` +
    `Location="https://saml.${slug}.example/slo?a=b"/>`;
  idp.metadata = (...all) => metadata(...all).replace("<SingleSignOnService", `${service}$&`);
  return await world.samlCompany(slug, idp, {}, more);
}

/** Signs a person in, whose session at the provider has an id. */
export async function enter(world: World, at: SamlCompany, name: string, session?: string) {
  const { browser, outcome } = await tryToEnter(world, at, name, session);
  assertEquals(outcome, "in");
  return browser;
}

export async function tryToEnter(world: World, at: SamlCompany, name: string, session?: string) {
  const statement =
    `<saml:AuthnStatement AuthnInstant="${new Date().toISOString()}"${
      session === undefined ? "" : ` SessionIndex="${session}"`
    }><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password` +
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  at.saml.parts = {
    said: { nameId: name, attributes: { email: `${name}@${at.domain}` }, more: { statement } },
  };
  const browser = world.open();
  const { outcome } = await world.follow(await world.begin(at, browser), browser);
  return { browser, outcome };
}

export const isIn = async (browser: TestBrowser) => await browser.session() !== null;

/** A request of the app. */
export interface Asked {
  xml: string;
  id: string;
  state: string;
}

/** The request in a URL, whose signature is checked. */
export function readLogoutRequest({ search, searchParams: query }: URL): Asked {
  const raw = search.slice(search.indexOf("SAMLRequest="));
  const [signed, signature] = raw.split("&Signature=");
  const isRight = createVerify("RSA-SHA256").update(signed!)
    .verify(OWN.certificate, Buffer.from(decodeURIComponent(signature!), "base64"));
  assert(isRight, "the request is signed");
  const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest")!, "base64")).toString();
  return { xml, id: / ID="([^"]+)"/.exec(xml)![1]!, state: query.get("RelayState")! };
}

/** An answer of the provider. */
export interface Answer {
  inResponseTo: string;
  issuer: string;
  destination: string;
  issued: number;
  status: string;
  why: string | null;
  key: KeyPair | null;
  state: string;
  algorithm?: string;
  xml: (xml: string) => string;
}

/** An answer, as it should be but for what is changed. */
export function answerOf(
  at: SamlCompany,
  { id, state }: Asked,
  changes: Partial<Answer> = {},
): Answer {
  return {
    ...{ inResponseTo: id, issuer: at.saml.issuer, issued: Date.now(), status: SUCCESS, why: null },
    destination: `${APP}/auth/saml/${at.slug}/logout`,
    ...{ key: at.saml.key, state, xml: (xml: string) => xml },
    ...changes,
  };
}

/** XML of an answer, not signed. */
export function responseXml(answer: Answer, id: string): string {
  const inner = answer.why === null ? "" : `<samlp:StatusCode Value="${answer.why}"/>`;
  return answer.xml(
    `<samlp:LogoutResponse xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" ` +
      `Version="2.0" IssueInstant="${new Date(answer.issued).toISOString()}" ` +
      `Destination="${escape(answer.destination)}" InResponseTo="${answer.inResponseTo}">` +
      `<saml:Issuer>${answer.issuer}</saml:Issuer><samlp:Status>` +
      `<samlp:StatusCode Value="${answer.status}">${inner}</samlp:StatusCode></samlp:Status>` +
      `</samlp:LogoutResponse>`,
  );
}

/** The URL that brings an answer by redirect. */
export function byRedirect(at: SamlCompany, answer: Answer): string {
  const xml = responseXml(answer, newId());
  const { key, algorithm } = answer;
  return signedUrl(at, "SAMLResponse", xml, answer.state, key, algorithm);
}

function signedUrl(
  { slug }: SamlCompany,
  name: string,
  xml: string,
  state: string,
  key: KeyPair | null,
  algorithm = RSA_SHA256,
): string {
  let query = `${name}=${encodeURIComponent(deflateRawSync(xml).toString("base64"))}` +
    `&RelayState=${encodeURIComponent(state)}`;
  if (key) {
    query += `&SigAlg=${encodeURIComponent(algorithm)}`;
    const signature = createSign(algorithm === EXTENDED ? "RSA-SHA1" : "RSA-SHA256").update(query)
      .sign(key.privateKey, "base64");
    query += `&Signature=${encodeURIComponent(signature)}`;
  }
  return `${APP}/auth/saml/${slug}/logout?${query}`;
}

/** A sign-out of the provider by redirect, as it should be. */
export function logoutRequest(
  at: SamlCompany,
  { name, sessions }: { name: string; sessions: readonly string[] },
): Request {
  const now = Date.now();
  const xml = `<samlp:LogoutRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ` +
    `ID="${newId()}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" ` +
    `Destination="${APP}/auth/saml/${at.slug}/logout"><saml:Issuer>${at.saml.issuer}</saml:Issuer>` +
    `<saml:NameID>${name}</saml:NameID>` +
    sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`).join("") +
    `</samlp:LogoutRequest>`;
  return new Request(signedUrl(at, "SAMLRequest", xml, "state", at.saml.key));
}
