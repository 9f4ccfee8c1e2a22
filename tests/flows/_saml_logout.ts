/**
 * Companies whose SAML provider signs people out, and people who are signed in there.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { NewSamlConnection } from "../../src/capabilities/connections/typed.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import type { SamlOptions } from "../../src/capabilities/saml/options.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { makeCertificate } from "./_certificate.ts";
import { createWorld, type SamlCompany, type World, type WorldOptions } from "./_connections.ts";
import { createSamlIdp } from "./_saml_idp.ts";

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
