/**
 * What a case about companies needs of a site: providers of companies, people who come through them, and
 * directories.
 *
 * @module
 */

import type { Idp, TestBrowser } from "../../src/tools/testing/mod.ts";
import type { SamlIdp } from "../flows/_saml_idp.ts";

/** A company, whose domain `{slug}.example` is proven. */
export interface Company {
  readonly slug: string;
  readonly domain: string;
  readonly kind: "oidc" | "saml";
  /** Its provider, by OpenID Connect. */
  readonly idp?: Idp | undefined;
  /** Its provider, by SAML. */
  readonly saml?: SamlIdp | undefined;
}

/** Who is signed in after a navigation. */
export interface Entered {
  readonly email: string | undefined;
  readonly id: string | undefined;
  /** URLs of the navigation. */
  readonly trail: readonly string[];
}

/** Where a directory writes, and with what. */
export interface Directory {
  readonly url: string;
  readonly token: string;
}

/** A site. */
export interface CompanySite {
  open(): TestBrowser;
  /** A user with a proven address, who came without a company; returns the id. */
  signUp(email: string): Promise<string>;
  company(slug: string, kind: "oidc" | "saml"): Promise<Company>;
  /** Begins a sign-in; returns the URL at the provider. */
  begin(at: Company, browser: TestBrowser): Promise<string>;
  follow(url: string, browser: TestBrowser): Promise<Entered>;
  /** The owner enters another issuer. */
  changeIssuer(at: Company): Promise<Idp>;
  roleOf(at: Company, id: string): Promise<string | undefined>;
  remove(at: Company, person: { id: string; email: string }): Promise<void>;
  ban(id: string): Promise<void>;
  directory(slug: string): Promise<Directory>;
  /** Answers a request to the site. */
  send(request: Request): Promise<Response>;
  isSignedIn(browser: TestBrowser): Promise<boolean>;
  close(): void;
}
