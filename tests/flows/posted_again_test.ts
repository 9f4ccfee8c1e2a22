/**
 * Answers that a provider posts from its own site, without the session's cookie: a sign-in that needs
 * it ends in a second post, from a page of the app.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { getProof, requireProof } from "../../src/frameworks/server.ts";
import { identify as identifySession } from "../../src/server/sessions.ts";
import { list as listAccounts } from "../../src/server/accounts.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import { createBrowser, createIdp, type Landing } from "../../src/tools/testing/mod.ts";
import { providerOf } from "../conformance/_rig.ts";
import { createWorld } from "./_connections.ts";
import { createSamlIdp } from "./_saml_idp.ts";
import { signIn } from "./_organizations.ts";

const APP = "https://app.example";
const CALLBACK = `${APP}/auth/callback/test`;
const formPost = { authorization: { params: { response_mode: "form_post" } } };

async function createApp(members: Partial<AuthConfig> = {}) {
  const idp = await createIdp({});
  idp.user = { sub: "apple-1", name: "Ada", email: "ada@relay.example", email_verified: true };
  const errors: Error[] = [];
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    adapter,
    providers: [
      providerOf(idp, formPost),
      {
        id: "mail",
        name: "Email",
        type: "email",
        sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
      },
    ],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    session: { strategy: "database", revocation: {} },
    limits: false,
    notifyNewDevice: false,
    logger: { error: (error: Error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...members,
  };
  const links: string[] = [];
  const posts: Request[] = [];
  const browser = createBrowser(APP, {
    [APP]: (request) => {
      if (request.method === "POST") posts.push(request.clone());
      return new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app");
    },
    [idp.issuer]: idp.handler,
  });
  const request = () =>
    new Request(`${APP}/page`, { headers: { cookie: browser.cookies.header(new URL(APP)) ?? "" } });
  async function byMail() {
    await browser.start("mail", { fields: { email: "ada@example.com" } });
    await (await browser.visit(links.pop()!)).response.body?.cancel();
    return (await identifySession(config, request()))!;
  }
  return { idp, config, browser, errors, posts, request, byMail, adapter };
}

/** The page between the two posts. */
async function assertAsks({ url, response }: Landing): Promise<string> {
  assertEquals([url.href, response.status], [CALLBACK, 200]);
  const html = await response.clone().text();
  assertMatch(html, /<form action="[^"]*\/auth\/callback\/test" method="post" data-answer>/);
  assertStringIncludes(html, 'name="postedAgain" value="1"');
  assertStringIncludes(html, ">Continue</button>");
  assertMatch(response.headers.get("content-security-policy")!, /script-src 'sha256-/);
  assertEquals(response.headers.getSetCookie().filter((one) => /state|session/.test(one)), []);
  return html;
}

Deno.test("form_post: a signed-in user links an account", async () => {
  const app = await createApp();
  const before = await app.byMail();
  const asked = await app.browser.signIn("test", { callbackUrl: "/after" });
  await assertAsks(asked);
  assertEquals(app.idp.count("token"), 0, "the code is not used yet");
  const landing = await app.browser.submit(asked);
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals(await identifySession(app.config, app.request()), before, "the session stays");
  const accounts = await listAccounts(app.config, before.userId);
  assertEquals(accounts.map(({ provider }) => provider), ["test"]);
  assertEquals(app.errors, []);
});

Deno.test("form_post: an account of another user is refused for the one who is signed in", async () => {
  const app = await createApp();
  await app.browser.signIn("test");
  const before = await app.byMail();
  const landing = await app.browser.submit(await app.browser.signIn("test"));
  assertStringIncludes(landing.url.href, "OAuthAccountNotLinked");
  assertEquals(await identifySession(app.config, app.request()), before);
});

Deno.test("form_post: a step-up proves the session, and begins none", async () => {
  using time = new FakeTime(1_900_000_000_000);
  const app = await createApp();
  await app.browser.signIn("test");
  const before = await identifySession(app.config, app.request());
  assert(before);
  time.tick(60 * 60 * 1000);
  app.idp.hostile.idTokenClaims = (claims: Record<string, unknown>) =>
    void (claims.auth_time = Date.now() / 1000);
  const url = await requireProof(app.request(), app.config, { maxAge: 600 });
  const page = await app.browser.visit(url!);
  const asked = await app.browser.submit(page);
  await assertAsks(asked);
  const landing = await app.browser.submit(asked);
  assertEquals(landing.url.href, `${APP}/page`);
  assertEquals(await identifySession(app.config, app.request()), before, "the session stays");
  assertEquals((await getProof(app.request(), app.config))?.at, Date.now() / 1000);
  assertEquals(await requireProof(app.request(), app.config, { maxAge: 600 }), null);
});

Deno.test("form_post: a usual sign-in ends with the first post", async () => {
  const app = await createApp();
  const landing = await app.browser.signIn("test", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals(landing.trail.map(({ status }) => status), [200, 302, 200]);
});

Deno.test("form_post: a session whose cookie comes with every form needs no second post", async () => {
  const options = { sameSite: "none", secure: true } as const;
  const app = await createApp({ cookies: { sessionToken: { options } } });
  const { userId } = await app.byMail();
  const landing = await app.browser.signIn("test", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await listAccounts(app.config, userId)).length, 1);
});

Deno.test("form_post: a session that ended meanwhile is asked for once", async () => {
  const app = await createApp();
  await app.byMail();
  const asked = await app.browser.signIn("test", { callbackUrl: "/after" });
  await (await app.browser.post("/signout")).body?.cancel();
  const landing = await app.browser.submit(asked);
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await app.browser.session())?.user?.email, "ada@relay.example");
});

Deno.test("form_post: posted again with another state, or without the attempt, an answer is refused", async () => {
  for (const change of ["state", "cookie", "provider"]) {
    const app = await createApp();
    const before = await app.byMail();
    const asked = await app.browser.signIn("test", { callbackUrl: "/after" });
    const html = await assertAsks(asked);
    const fields = Object.fromEntries(
      [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (change === "state") fields.state = "another";
    const cookie = app.browser.cookies.header(new URL(CALLBACK))!.split("; ")
      .filter((one) => change !== "cookie" || !one.includes(".state.")).join("; ");
    const path = change === "provider" ? "/auth/callback/other" : "/auth/callback/test";
    const response = await app.browser.fetch(path, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams(fields as Record<string, string>),
    });
    await response.body?.cancel();
    assert(response.status < 500);
    assertEquals(await listAccounts(app.config, before.userId), [], change);
    assertEquals(app.idp.count("token"), 0, change);
  }
});

Deno.test("form_post: nobody else's answer leads to the page", async () => {
  const app = await createApp();
  await app.byMail();
  await app.browser.start("test");
  // Another state: there is no attempt that asks for it.
  const landing = await app.browser.visit("/auth/callback/test", {
    method: "POST",
    body: new URLSearchParams({ state: "another", code: "code" }),
    from: "https://evil.example/",
  });
  await landing.response.body?.cancel();
  assertStringIncludes(landing.url.href, "InvalidCheck");
});

Deno.test("Saml(): a signed-in user links the account of the connection", async () => {
  const world = createWorld({
    connections: { kinds: ["oidc", "saml"] as const, saml: Saml() } as never,
  });
  const idp = createSamlIdp("https://saml.acme.example");
  world.idps.set("https://saml.acme.example", idp as never);
  // The user is there before the organization connects a provider.
  const bob = await signIn(world.app, "bob@acme.example", world.open());
  const acme = await world.samlCompany("acme", idp);
  const before = await bob.browser.session();
  acme.saml.parts = { said: { nameId: "1", attributes: { email: "bob@acme.example" } } };
  const asked = await bob.browser.visit(await world.begin(acme, bob.browser));
  assertEquals(asked.url.pathname, `/auth/callback/${acme.id}`);
  const landing = await bob.browser.submit(asked);
  await landing.response.body?.cancel();
  assertEquals(landing.url.pathname, "/after");
  assertEquals((await bob.browser.session())?.user, before?.user);
  // From now on, the connection signs the same user in.
  const browser = world.open();
  const later = await world.follow(await world.begin(acme, browser), browser);
  assertEquals([later.outcome, later.email], ["in", "bob@acme.example"]);
});
