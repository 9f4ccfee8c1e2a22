/**
 * An app whose organizations sign in with identity providers of their own: two companies, each with a
 * provider, a domain and an owner who signs in by email.
 *
 * @module
 */

import { assert } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import type { ConnectionsOptions } from "../../src/capabilities/connections/options.ts";
import type { ConnectionFunctions } from "../../src/capabilities/connections/typed.ts";
import type {
  DomainFunctions,
  NewConnection,
  NewSamlConnection,
  SamlChanges,
} from "../../src/capabilities/connections/typed.ts";
import {
  createBrowser,
  createIdp,
  type Idp,
  type IdpOptions,
  type Landing,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { APP, createOrg, createOrgApp, done, type Person, signIn } from "./_organizations.ts";
import { createSamlIdp, type SamlIdp } from "./_saml_idp.ts";
import type { Strategy } from "./_strategies.ts";

/** How a sign-in ended: with a session, on a page, or not at all. */
export type Outcome =
  | "in"
  | "other-domain"
  | "not-admitted"
  | "not-linked"
  | "denied"
  | "start-again"
  | "failed"
  | "no-connection";

/** A company: its organization, its provider and its owner. */
export interface Company {
  org: string;
  slug: string;
  domain: string;
  /** Id of the connection. */
  id: string;
  idp: Idp;
  owner: Person;
}

/** A company whose provider speaks SAML. */
export interface SamlCompany extends Company {
  saml: SamlIdp;
}

/** Claims of a person at a provider. */
export type Claims = Record<string, unknown> & { sub: string };

export type World = ReturnType<typeof createWorld>;

export interface WorldOptions {
  strategy?: Strategy;
  config?: Partial<AuthConfig>;
  connections?: Partial<ConnectionsOptions>;
}

export function createWorld(
  { strategy = "jwt", config = {}, connections = {} }: WorldOptions = {},
) {
  /** TXT records by name; an error is what the resolver throws. */
  const dns = new Map<string, readonly string[] | Error>();
  const asked: string[] = [];
  const idps = new Map<string, Idp>();
  /** URLs that the app has asked for. */
  const reached: string[] = [];
  const reach: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    reached.push(request.url);
    const idp = idps.get(new URL(request.url).origin);
    if (!idp) throw new TypeError("Cannot reach the host");
    return await idp.handler(request);
  };
  const app = createOrgApp(strategy, {
    ...config,
    connections: Connections({
      kinds: ["oidc"],
      resolveTxt(name: string) {
        asked.push(name);
        const found = dns.get(name);
        if (found instanceof Error) return Promise.reject(found);
        if (!found) return Promise.reject(new Deno.errors.NotFound("no record"));
        return Promise.resolve(found.map((text) => [text]));
      },
      join: "member",
      fetch: reach,
      ...connections,
    }),
  });
  const sso = (app.auth as unknown as { connections: ConnectionFunctions }).connections;
  const domains = (app.auth as unknown as { domains: DomainFunctions }).domains;
  const open = (): TestBrowser =>
    createBrowser(APP, {
      ...Object.fromEntries([...idps].map(([origin, { handler }]) => [origin, handler])),
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, app.config)
          : new Response("app"),
    });

  async function startIdp(issuer: string, options: Partial<IdpOptions> = {}): Promise<Idp> {
    const idp = await createIdp({ issuer, ...options });
    idps.set(new URL(issuer).origin, idp);
    return idp;
  }

  /** Proves a domain for an organization. */
  async function prove(org: string, domain: string): Promise<void> {
    const by = app.orgs.asSystem(org);
    const { domain: added } = done(await domains.add(by, domain));
    dns.set(added.record.name, [added.record.value]);
    const { domain: checked } = done(await domains.check(by, domain));
    assert(checked.isProven, `${domain} is proven`);
  }

  /** A company whose provider speaks SAML. */
  async function samlCompany(
    slug: string,
    saml: SamlIdp = createSamlIdp(`https://saml.${slug}.example`),
    changes: SamlChanges = {},
    more: Partial<NewSamlConnection> = {},
  ): Promise<SamlCompany> {
    idps.set(new URL(saml.issuer).origin, saml as unknown as Idp);
    const made = await company(slug, `${slug}.example`, {} as Idp, {
      saml: { metadata: saml.metadata(), ...changes },
      ...more,
    });
    return { ...made, saml };
  }

  /** @param idp the provider; a shared one for two companies. Default: one of its own */
  async function company(
    slug: string,
    domain = `${slug}.example`,
    idp?: Idp,
    options: Record<string, unknown> = {},
  ): Promise<Company> {
    const own = idp ?? await startIdp(`https://idp.${slug}.example`);
    const owner = await signIn(app, `owner@${slug}-founders.example`, open());
    const { id: org } = await createOrg(app, owner, slug);
    const { connection } = done(
      await sso.create(app.orgs.asSystem(org), {
        ...options.saml ? {} : {
          issuer: own.issuer,
          clientId: own.clientId,
          clientSecret: own.clientSecret,
        },
        ...options,
      } as NewConnection),
    );
    await prove(org, domain);
    return { org, slug, domain, id: connection.id, idp: own, owner };
  }

  /** Begins a sign-in; the result is the URL that the browser is led to. */
  const begin = (
    { id }: Pick<Company, "id">,
    browser: TestBrowser,
    fields: Record<string, string> = {},
  ) => browser.start(id, { callbackUrl: "/after", fields });

  /** Signs a person in whom the provider describes by these claims. */
  async function enter(
    at: Company,
    claims: Claims,
    browser: TestBrowser = open(),
  ): Promise<Entry> {
    at.idp.user = claims;
    return await follow(await begin(at, browser), browser);
  }

  async function follow(url: string, browser: TestBrowser): Promise<Entry> {
    let landing = await browser.visit(url);
    // Where somebody is signed in, a page of the app posts the answer once more.
    const isPosted = landing.url.pathname.startsWith("/auth/callback/");
    if (isPosted && landing.response.status === 200) landing = await browser.submit(landing);
    await landing.response.body?.cancel();
    return { ...await outcomeOf(landing, browser), landing, browser };
  }

  /** Presses the one button of the page on which a navigation has ended. */
  async function press({ url }: Landing, browser: TestBrowser): Promise<Entry> {
    const page = await browser.visit(url.href, { headers: { accept: "text/html" } });
    const landing = await browser.submit(page);
    await landing.response.body?.cancel();
    return { ...await outcomeOf(landing, browser), landing, browser };
  }

  async function outcomeOf(
    { url, response }: Landing,
    browser: TestBrowser,
  ): Promise<Pick<Entry, "outcome" | "email">> {
    assert(response.status < 500, `${url} answers ${response.status}`);
    const session = await browser.session();
    const email = session?.user?.email ?? undefined;
    const { searchParams: query, pathname } = url;
    const [error, code] = [query.get("error"), query.get("code")];
    if (pathname === "/after") return { outcome: email ? "in" : "failed", email };
    if (code === "OtherDomain") return { outcome: "other-domain", email };
    if (code === "NotAdmitted") return { outcome: "not-admitted", email };
    if (code === "NoConnection") return { outcome: "no-connection", email };
    if (code === "ConnectionFailed") return { outcome: "failed", email };
    if (error === "OAuthAccountNotLinked") return { outcome: "not-linked", email };
    if (error === "AccessDenied") return { outcome: "denied", email };
    if (code === "InvalidCheck") return { outcome: "start-again", email };
    return { outcome: "failed", email };
  }

  /**
   * Signs a person in by a link, who types the address twice: the first time, it leads to the provider
   * of its domain.
   */
  async function byMail(email: string): Promise<Person> {
    const browser = open();
    const url = await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
    assert(idps.has(new URL(url).origin), `${email} leads to a provider`);
    return await signIn(app, email, browser);
  }

  /** The user of an address, if there is one. */
  const userOf = async (email: string) => await app.adapter.getUserByEmail!(email);

  /** Role of a user in an organization. */
  async function roleOf(org: string, email: string): Promise<string | undefined> {
    const user = await userOf(email);
    if (!user) return undefined;
    const all = await app.orgs.listOrganizations(String(user.id));
    return all.find(({ id }) => id === org)?.role;
  }

  return {
    ...{ app, sso, domains, dns, asked, reached, idps, open, startIdp, prove, company },
    ...{ begin, byMail, enter, follow, press, samlCompany, userOf, roleOf },
  };
}

/** How a sign-in ended, and where. */
export interface Entry {
  outcome: Outcome;
  /** Address of the user who is signed in then; `undefined` without a session. */
  email: string | undefined;
  landing: Landing;
  browser: TestBrowser;
}
