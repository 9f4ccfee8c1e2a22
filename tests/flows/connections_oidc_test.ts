/**
 * The provider of a company is one of another project, on a port of this machine: a site under
 * development, which `AUTH_URL` says, reaches it through the checked connection.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { siteOrigin } from "../../src/symbols.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { captureConsole } from "../_console.ts";
import { startOpenIDProvider } from "../_openid_provider.ts";
import { createOrg, createOrgApp, done } from "./_organizations.ts";
import { overNetwork } from "./_rig.ts";

/** People of the provider have addresses at this domain. */
const DOMAIN = "example.com";

const ORIGIN = "http://localhost:3000";

/** @param atHome `true` when `AUTH_URL` says that the site is on this machine */
async function start(atHome: boolean) {
  const dns = new Map<string, string>();
  const app = createOrgApp("jwt", {
    connections: Connections({
      kinds: ["oidc"],
      resolveTxt: (name) => [dns.get(name) ?? ""],
      join: "member",
    }),
    ...atHome ? { [siteOrigin]: ORIGIN } : {},
  } as Partial<AuthConfig>);
  const op = await startOpenIDProvider({
    redirectUris: [`${ORIGIN}/auth/callback/sso-acme`],
    client: { post_logout_redirect_uris: [`${ORIGIN}/auth/signout/sso-acme`] },
  });
  const founder = await app.adapter.createUser!({
    id: "founder",
    email: "founder@acme.example",
    emailVerified: new Date(),
  });
  const person = { id: String(founder.id), email: founder.email, browser: app.open() };
  const { id: org } = await createOrg(app, person, "acme");
  const at = app.orgs.asSystem(org);
  const { connections, domains } = app.auth;
  const { domain: { record } } = done(await domains.add(at, DOMAIN));
  dns.set(record.name, record.value);
  assert(done(await domains.check(at, DOMAIN)).domain.isProven);
  const create = (more: object = {}) => {
    const { issuer, clientId, clientSecret } = op;
    return connections.create(at, { issuer, clientId, clientSecret, ...more });
  };
  const browser = createBrowser(ORIGIN, {
    [ORIGIN]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, app.config)
        : new Response("app"),
    [op.issuer]: overNetwork,
  });
  return { app, at, browser, connections, create, op, org };
}

Deno.test("Connections(): a person signs in at an OpenID Provider of another project", async () => {
  const { app, at, browser, connections, create, op, org } = await start(true);
  await using _op = op;
  const { connection } = done(await create());
  assertEquals(await connections.test(at, connection.id), { ok: true });
  const fields = { email: "ada@example.com" };
  const page = await browser.visit(await browser.start("sso", { fields, callbackUrl: "/after" }));
  assertEquals(page.url.origin, op.issuer);
  await page.response.body?.cancel();
  const body = new URLSearchParams({ person: "ada" });
  const { url } = await browser.visit(page.url.href, { method: "POST", body });
  assertEquals(url.href, `${ORIGIN}/after`, app.errors.map(String).join("\n"));
  assertEquals((await browser.session())?.user?.email, "ada@example.com");
  const user = (await app.adapter.getUserByEmail!("ada@example.com"))!;
  assert(user.emailVerified);
  const [found] = await app.orgs.listOrganizations(String(user.id));
  assertEquals([found?.id, found?.role], [org, "member"]);
});

Deno.test("Connections(): a sign-out goes on to an OpenID Provider of another project, and back", async () => {
  const { app, at, browser, connections, create, op } = await start(true);
  await using _op = op;
  const { connection } = done(await create({ signsOutAtProvider: true }));
  assertEquals(await connections.test(at, connection.id), { ok: true });
  const enter = () => browser.start("sso", { fields: { email: "ada@example.com" } });
  const login = await browser.visit(await enter());
  await login.response.body?.cancel();
  const body = new URLSearchParams({ person: "ada" });
  await (await browser.visit(login.url.href, { method: "POST", body })).response.body?.cancel();
  assertEquals((await browser.session())?.user?.email, "ada@example.com");

  // The package warns of its own page.
  using _warnings = captureConsole("warn", "info");
  const left = await browser.post("/signout", { callbackUrl: "/bye" });
  await left.body?.cancel();
  assertEquals(await browser.session(), null);
  const question = await browser.visit(left.headers.get("location")!);
  assertEquals(question.url.origin, op.issuer);
  // The provider knows the session by the ID token, and asks its person.
  const html = await question.response.text();
  const [, action] = /action="([^"]+)"/.exec(html)!;
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(html)!;
  const landing = await browser.visit(new URL(action!, op.issuer).href, {
    method: "POST",
    body: new URLSearchParams({ xsrf: xsrf!, logout: "yes" }),
  });
  await landing.response.body?.cancel();
  assertEquals(landing.url.href, `${ORIGIN}/bye`, app.errors.map(String).join("\n"));
  // It asks again who signs in.
  const again = await browser.visit(await enter());
  await again.response.body?.cancel();
  assertEquals([again.url.origin, await browser.session()], [op.issuer, null]);
});

Deno.test("auth.connections.create: without a site on this machine, none of it is reached", async () => {
  const { create, op } = await start(false);
  await using _op = op;
  const error = await create().then(() => undefined, (error) => error);
  assertEquals(error?.cause?.field, "issuer");
});
