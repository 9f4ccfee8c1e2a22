/**
 * Companies on Better Auth: its plugins for single sign-on, directories and organizations, with tables of
 * its own in SQLite, and requests to its HTTP API. All that its documents say for safety is on: domains
 * must be verified, assertions signed, and old algorithms refused.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { scim } from "@better-auth/scim";
import { sso } from "@better-auth/sso";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin, organization } from "better-auth/plugins";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { Company, CompanySite, Directory, Entered } from "./_company_site.ts";
import { createSamlIdp } from "../flows/_saml_idp.ts";

const APP = "https://app.example";
const BASE = "/api/auth";
const PASSWORD = "engines weave algebraic patterns";

interface Peer extends Company {
  readonly org: string;
  readonly providerId: string;
}

/** Creates the site. */
export async function createPeerSite(): Promise<CompanySite> {
  const database = new DatabaseSync(":memory:");
  const handlers = new Map<string, (request: Request) => Promise<Response>>();
  const links = new Map<string, string>();
  const directories = ["acme", "evil"].map((slug) => ({ slug, token: `token-of-${slug}` }));
  const options = {
    secret: "a-secret-of-at-least-32-characters",
    baseURL: APP,
    database,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    trustedOrigins: () => [APP, ...handlers.keys()],
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password: string) => Promise.resolve(`cheap ${password}`),
        verify: ({ hash, password }: { hash: string; password: string }) =>
          Promise.resolve(hash === `cheap ${password}`),
      },
    },
    emailVerification: {
      sendVerificationEmail: ({ user, url }: { user: { email: string }; url: string }) =>
        Promise.resolve(void links.set(user.email, url)),
    },
    plugins: [
      admin(),
      organization(),
      sso({
        domainVerification: { enabled: true },
        organizationProvisioning: { defaultRole: "member" },
        saml: { algorithms: { onDeprecated: "reject" }, requireTimestamps: true },
      }),
      scim({
        connections: directories.map(({ slug, token }) => ({
          id: slug,
          credentials: [{ type: "bearer", id: slug, token }],
        })),
      } as never),
    ],
  } satisfies BetterAuthOptions;
  await (await getMigrations(options)).runMigrations();
  const auth = betterAuth(options);
  const { adapter } = await auth.$context;
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const handler = handlers.get(new URL(request.url).origin);
    return handler ? handler(request) : Promise.reject(new TypeError("Cannot reach the host"));
  };
  const handle = (request: Request) =>
    new URL(request.url).pathname.startsWith(BASE)
      ? auth.handler(request)
      : Promise.resolve(new Response("app"));
  const open = () =>
    createBrowser(
      APP,
      { ...Object.fromEntries(handlers), [APP]: handle },
      BASE,
    );
  const call = async (browser: TestBrowser, path: string, body?: object) => {
    const response = await browser.fetch(BASE + path, {
      method: body ? "POST" : "GET",
      headers: { origin: APP, ...body ? { "content-type": "application/json" } : {} },
      ...body ? { body: JSON.stringify(body) } : {},
    });
    const text = await response.text();
    return { ok: response.ok, status: response.status, text };
  };
  const must = async (browser: TestBrowser, path: string, body?: object) => {
    const { ok, text } = await call(browser, path, body);
    if (!ok) throw new Error(`${path}: ${text}`);
    // deno-lint-ignore no-explicit-any -- a test reads what it expects
    return JSON.parse(text || "null") as any;
  };
  const sessionOf = async (browser: TestBrowser) => {
    const { text } = await call(browser, "/get-session");
    return JSON.parse(text || "null")?.user as { id: string; email: string } | undefined;
  };
  const signUp = async (email: string) => {
    const first = open();
    await must(first, "/sign-up/email", { name: email, email, password: PASSWORD });
    await must(first, "/send-verification-email", { email });
    await (await first.fetch(links.get(email)!)).body?.cancel();
    const browser = open();
    await must(browser, "/sign-in/email", { email, password: PASSWORD });
    return { browser, id: (await sessionOf(browser))!.id };
  };
  const find = (model: string, where: Record<string, string>) =>
    adapter.findOne<{ id: string; role?: string }>({
      model,
      where: Object.entries(where).map(([field, value]) => ({ field, value })),
    });
  const register = async (
    owner: TestBrowser,
    { org, providerId, domain }: Pick<Peer, "domain" | "org" | "providerId">,
    config: object,
  ) => {
    const common = { providerId, domain, organizationId: org };
    await must(owner, "/sso/register", { ...common, ...config });
    // As its own check of the DNS does.
    await adapter.update({
      model: "ssoProvider",
      where: [{ field: "providerId", value: providerId }],
      update: { domainVerified: true },
    });
  };
  const oidcConfig = (
    { issuer, clientId, clientSecret }: Awaited<ReturnType<typeof createIdp>>,
  ) => ({
    issuer,
    oidcConfig: {
      ...{ clientId, clientSecret, pkce: true },
      discoveryEndpoint: `${issuer}/.well-known/openid-configuration`,
    },
  });
  const begin = async ({ providerId }: Peer, browser: TestBrowser): Promise<string> => {
    const answer = await call(browser, "/sign-in/sso", { providerId, callbackURL: "/after" });
    return answer.ok ? JSON.parse(answer.text).url : `${APP}/refused`;
  };
  const follow = async (url: string, browser: TestBrowser): Promise<Entered> => {
    const landing = await browser.visit(url);
    await landing.response.body?.cancel();
    const user = await sessionOf(browser);
    return { email: user?.email, id: user?.id, trail: landing.trail.map((one) => one.url) };
  };
  const root = await signUp("root@site.example");
  await adapter.update({
    model: "user",
    where: [{ field: "id", value: root.id }],
    update: { role: "admin" },
  });

  return {
    open,
    signUp: async (email) => (await signUp(email)).id,
    async company(slug, kind) {
      const owner = await signUp(`owner@${slug}-founders.example`);
      const { id: org } = await must(owner.browser, "/organization/create", { name: slug, slug });
      const domain = `${slug}.example`;
      const peer = { org, providerId: `sso-${slug}`, domain };
      if (kind === "oidc") {
        const idp = await createIdp({ issuer: `https://idp.${slug}.example` });
        handlers.set(new URL(idp.issuer).origin, idp.handler);
        await register(owner.browser, peer, oidcConfig(idp));
        return { ...peer, kind, slug, owner: owner.browser, idp };
      }
      const saml = createSamlIdp(`https://saml.${slug}.example`);
      handlers.set(new URL(saml.issuer).origin, saml.handler);
      const entityID = `${APP}${BASE}/sso/saml2/sp/metadata?providerId=${peer.providerId}`;
      await register(owner.browser, peer, {
        issuer: saml.issuer,
        samlConfig: {
          ...{ issuer: entityID, entryPoint: saml.ssoUrl, audience: entityID },
          ...{ callbackUrl: `${APP}${BASE}/sso/saml2/sp/acs/${peer.providerId}` },
          idpMetadata: { metadata: saml.metadata() },
          spMetadata: { entityID },
          wantAssertionsSigned: true,
          identifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
          mapping: { email: "email", name: "email" },
        },
      });
      return { ...peer, kind, slug, owner: owner.browser, saml };
    },
    begin: (at, browser) => begin(at as Peer, browser),
    follow,
    async changeIssuer(at) {
      const idp = await createIdp({ issuer: `https://idp2.${at.slug}.example` });
      handlers.set(new URL(idp.issuer).origin, idp.handler);
      const { providerId, owner } = at as Peer & { owner: TestBrowser };
      await must(owner, "/sso/update-provider", { providerId, ...oidcConfig(idp) });
      await adapter.update({
        model: "ssoProvider",
        where: [{ field: "providerId", value: providerId }],
        update: { domainVerified: true },
      });
      return idp;
    },
    async roleOf(at, id) {
      const { org } = at as Peer;
      return (await find("member", { userId: id, organizationId: org }))?.role;
    },
    async remove(at, { id, email }) {
      const { org, owner } = at as Peer & { owner: TestBrowser };
      await must(owner, "/organization/remove-member", {
        memberIdOrEmail: email,
        organizationId: org,
      });
      void id;
    },
    async ban(id) {
      await must(root.browser, "/admin/ban-user", { userId: id });
    },
    directory(slug): Promise<Directory> {
      const { token } = directories.find((one) => one.slug === slug)!;
      return Promise.resolve({ token, url: `${APP}${BASE}/scim/v2` });
    },
    send: handle,
    isSignedIn: async (browser) => await sessionOf(browser) !== undefined,
    close() {
      globalThis.fetch = realFetch;
      database.close();
    },
  };
}
