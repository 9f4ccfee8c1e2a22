/**
 * A page that was drawn for one user never acts for another one, whom another tab has signed in
 * meanwhile: every endpoint with a form, in every capability.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { pendingDeletion, requestDeletion } from "../../src/server/users.ts";
import { Guestbook } from "../../examples/guestbook/guestbook.ts";
import { Auth, type AuthConfig, skipCSRFCheck } from "../../mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { list as listKeys } from "../../src/capabilities/keys/functions.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { createOrganization } from "../../src/capabilities/organizations/functions.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { createFlow } from "../../src/client/flow.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { createBrowser, signInAs, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { postEndpointsIn, readCode } from "../unit/_changes.ts";
import { waitUntil } from "../_wait.ts";
import { APP, createAccountApp } from "./_accounts.ts";
import { PASSWORD } from "./_passwords.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com" };
const BOB = { id: "bob", name: "Bob", email: "bob@example.com" };
const LOOPBACK = "http://127.0.0.1/callback";

function createApp(strategy: Strategy, config: Partial<AuthConfig> = {}) {
  return createAccountApp(strategy, {
    factors: [Totp(), RecoveryCodes()],
    keys: ApiKeys({ prefix: "app", scopes: ["read"] }),
    native: NativeClients({ redirectUris: [LOOPBACK] }),
    oauthServer: OAuthServer({
      issuer: APP,
      resources: { [`${APP}/mcp`]: { scopes: ["read"] } },
      clients: { cli: { redirectUris: [LOOPBACK], grants: ["code", "device"] } },
      developerApps: {},
    }),
    organizations: Organizations({
      access: defineAccess({ permissions: { page: ["read"] }, roles: { member: {} } }),
    }),
    connections: Connections({ kinds: ["oidc"], resolveTxt: () => [], join: "member" }),
    audit: AuditLog(),
    webhooks: Webhooks({ endpoints: [] }),
    operators: Operators({
      permissionsOf: ({ id }) => id === "ada" ? ["user:read", "webhook:read"] : [],
    }),
    signOut: ProviderSignOut({ backChannel: BackChannel() }),
    capabilities: { guestbook: Guestbook({ key: "a-key-of-more-than-sixteen" }) },
    ...config,
  });
}

type App = ReturnType<typeof createApp>;

/** Signs a user in with a fresh session, as another tab of the browser does. */
async function become(app: App, browser: TestBrowser, user: typeof ADA | null): Promise<void> {
  for (const { name } of browser.cookies.list("app.example")) {
    if (name.includes("session")) {
      browser.cookies.store(new URL(APP), [`${name}=; Path=/; Max-Age=0; Secure`]);
    }
  }
  if (!user) return;
  const { setCookies } = await signInAs(app.config, { ...user, emailVerified: new Date() }, {
    origin: APP,
    proof: { methods: ["pwd"] },
  });
  browser.cookies.store(new URL(APP), setCookies);
}

type Step = Record<string, unknown> & { csrfToken?: string };

async function stepAt(browser: TestBrowser, path: string): Promise<Step> {
  const response = await browser.fetch(path, { headers: { accept: "application/json" } });
  return await response.json().catch(() => ({}));
}

/** Token of the pages that are drawn for the visitor. */
async function drawn(browser: TestBrowser): Promise<string> {
  const { csrfToken } = await stepAt(browser, "/auth/signin");
  assert(csrfToken, "no token");
  return csrfToken;
}

/** The token that names no visitor. */
async function plain(browser: TestBrowser): Promise<string> {
  return (await stepAt(browser, "/auth/csrf")).csrfToken!;
}

async function post(
  browser: TestBrowser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; location: string }> {
  const body = new URLSearchParams(fields);
  const response = await browser.fetch(path, { method: "POST", body, headers });
  const location = response.headers.get("location") ?? "";
  return { status: response.status, text: await response.text(), location };
}

/** Endpoints that take a post of another site too, and answer with a page. */
const FORMLESS = ["oauth/end-session"];

/** Endpoints that are unknown to everybody but operators, whatever a form says. */
const HIDDEN = (path: string) => path.startsWith("operators");

/** Endpoints that read no cookie: a signed message says which session ends. */
const COOKIELESS = ["saml/{slug}/logout"];

for (const strategy of STRATEGIES) {
  Deno.test(`visitor: no endpoint with a form acts for another user than its page (${strategy})`, async () => {
    const app = createApp(strategy);
    const endpoints = [...resolveConfig(app.config).endpoints.values()].flat();
    const ambient = endpoints
      .filter(({ kind, methods }) =>
        kind === "ambient" && (methods as readonly string[]).includes("POST")
      )
      .map(({ path }) => path);
    const explicit = endpoints.filter(({ kind }) => kind === "explicit").map(({ path }) => path);
    // An endpoint of a capability that is not in this app would not be walked.
    const written = postEndpointsIn(await readCode()).filter((path) => !explicit.includes(path));
    assertEquals(written.filter((path) => !ambient.includes(path)), COOKIELESS);
    assert(ambient.includes("guestbook"), "a capability of an app is walked as well");

    await become(app, app.browser, ADA);
    await createOrganization(app.config, "ada", { name: "Acme", slug: "acme" });
    const { browser } = app;
    const tokenOfAda = await drawn(browser);
    assertMatch(tokenOfAda, /^[0-9a-f]{64}\.[\w-]{22}$/);
    let shown = 0;
    for (const path of ambient.filter((path) => !FORMLESS.includes(path))) {
      const url = `/auth/${path.replace("{slug}", "acme")}`;
      await become(app, browser, ADA);
      const { csrfToken } = await stepAt(browser, url);
      if (csrfToken !== undefined) {
        shown++;
        assertEquals(csrfToken, tokenOfAda, url);
      }
      await become(app, browser, BOB);
      const fields = { step: "any", typed: "text <b>" };
      for (const csrfToken of [tokenOfAda, await plain(browser), `${await plain(browser)}.0`]) {
        const asked = await post(browser, url, { csrfToken, ...fields });
        if (HIDDEN(path)) {
          const unknown = await post(browser, "/auth/nothing", { csrfToken, ...fields });
          assertEquals(asked.status, unknown.status, url);
          continue;
        }
        assertEquals(asked.status, 409, `${url}: ${asked.text}`);
        assertStringIncludes(asked.text, "You are now signed in as bob<wbr/>@example.com");
        // Nothing that was typed is lost.
        assertStringIncludes(asked.text, 'name="typed" value="text &lt;b>"', url);
        const headers = { accept: "application/json" };
        const { status, text } = await post(browser, url, { csrfToken, ...fields }, headers);
        assertEquals([status, JSON.parse(text).error], [409, "VisitorChanged"], url);
      }
      const own = await post(browser, url, { csrfToken: await drawn(browser), ...fields });
      assert(own.status !== 409, url);
      await become(app, browser, null);
      const away = await post(browser, url, { csrfToken: tokenOfAda, ...fields });
      assert(away.status !== 409, `${url}: nobody is signed in for whom it could act`);
    }
    assert(shown >= 7, `${shown} pages were drawn`);
  });
}

/** Pages of a sign-in that waits, with what their forms post. */
const WAITING: Readonly<Record<string, readonly Record<string, string>[]>> = {
  "/auth/factor": [
    { step: "enrol", factor: "totp" },
    { step: "confirm", factor: "totp", state: "x", answer: "000000" },
    { step: "leave" },
  ],
  "/auth/account?step=keep": [{ step: "keep" }, { step: "leave" }],
};

for (const [path, forms] of Object.entries(WAITING)) {
  Deno.test(`visitor: a page of a sign-in that waits acts for no other one (${path})`, async () => {
    const isHeld = path.includes("keep");
    const app = createApp("jwt", {
      account: AccountPage({ deletion: { graceDays: 14 } }),
      factorPolicy: { required: () => !isHeld },
    });
    const { browser, config, adapter } = app;
    for (const user of [ADA, BOB]) {
      await adapter.createUser({ ...user, emailVerified: new Date() });
      await setPassword(config, user.id, PASSWORD);
      if (isHeld) await requestDeletion(config, user.id);
    }
    const begin = async ({ email }: typeof ADA) => {
      const fields = { csrfToken: await plain(browser), email, password: PASSWORD };
      const { location } = await post(browser, "/auth/callback/password", fields);
      assertStringIncludes(location, path);
      const step = await stepAt(browser, location) as Step & { account: string };
      assertEquals(step.account, email);
      return step.csrfToken!;
    };
    for (const fields of forms) {
      const ofAda = await begin(ADA);
      const ofBob = await begin(BOB);
      assertMatch(ofAda, /^[0-9a-f]{64}\.~[\w-]{22}$/);
      const { location } = await post(browser, path, { ...fields, csrfToken: ofAda });
      const isOver = location.includes("code=InvalidCheck") || location.includes("/auth/signin");
      assert(isOver, `${JSON.stringify(fields)}: ${location}`);
      // That of the other user goes on waiting, as it did.
      const { csrfToken: again } = await stepAt(browser, path);
      assertEquals(again, ofBob, JSON.stringify(fields));
      assertEquals(await browser.session(), null);
    }
    if (isHeld) assert(await pendingDeletion(config, "bob"));
    const ofBob = await begin(BOB);
    const own = await post(browser, path, { ...forms[0]!, csrfToken: ofBob });
    assertStringIncludes(own.location, isHeld ? APP : "step=confirm");
    assertEquals((await browser.session())?.user?.name, isHeld ? "Bob" : undefined);
    // The session of another tab is no part of it.
    const ofAda = await begin(ADA);
    await become(app, browser, BOB);
    const answer = await post(browser, path, { step: "leave", csrfToken: ofAda });
    assertStringIncludes(answer.location, "/auth/signin");
    assertEquals((await stepAt(browser, path)).csrfToken === ofAda, false, "it has ended");
  });
}

Deno.test("visitor: the user who continues does what the page asked, and no other", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, ADA);
  const page = await stepAt(browser, "/auth/account?step=name");
  await become(app, browser, BOB);
  const { csrfToken = "" } = page;
  const path = "/auth/account";
  const fields = { csrfToken, step: "name", name: "Countess" };
  const asked = await browser.visit(path, { method: "POST", body: new URLSearchParams(fields) });
  assertEquals((await app.adapter.getUser("bob"))?.name, "Bob");
  const done = await browser.submit(asked);
  assertEquals(done.url.search, "?done=name");
  assertEquals((await app.adapter.getUser("bob"))?.name, "Countess");
  assertEquals((await app.adapter.getUser("ada"))?.name, "Ada");
});

Deno.test("visitor: a native app and an API key of one user are not given by another", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, ADA);
  const wanted = {
    redirect_uri: LOOPBACK,
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  };
  const native = await stepAt(browser, `/auth/native/authorize?${new URLSearchParams(wanted)}`);
  const keys = await stepAt(browser, "/auth/keys");
  assertEquals([native.step, keys.step], ["native:ask", "keys:list"]);
  await become(app, browser, BOB);
  const token = (step: Step) => ({ csrfToken: step.csrfToken! });
  const signedIn = await post(browser, "/auth/native/authorize", {
    ...token(native),
    ...wanted,
    step: "continue",
  });
  assertEquals([signedIn.status, signedIn.location], [409, ""]);
  const { create } = keys as { create?: { once: string } };
  const made = await post(browser, "/auth/keys", {
    ...token(keys),
    step: "create",
    name: "Ada's",
    once: create!.once,
    days: "30",
  });
  assertEquals(made.status, 409);
  assertEquals(await listKeys(app.config, "bob"), []);
});

Deno.test("visitor: what proves something about the other user is not sent back", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, ADA);
  const csrfToken = await drawn(browser);
  await become(app, browser, BOB);
  for (const name of ["password", "current", "repeat", "code", "answer"]) {
    const asked = await post(browser, "/auth/password", { csrfToken, [name]: "hush-hush" });
    assertEquals(asked.status, 409);
    assert(!asked.text.includes("hush-hush"), name);
    assert(!asked.text.includes("<form"), name);
    assertStringIncludes(asked.text, `href="${APP}/auth/password"`);
  }
});

Deno.test("visitor: a page for nobody links no account to a user who signed in meanwhile", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, null);
  const nobody = await drawn(browser);
  assertMatch(nobody, /^[0-9a-f]{64}\.0$/);
  await become(app, browser, BOB);
  const asked = await post(browser, "/auth/signin/one", { csrfToken: nobody, callbackUrl: "/x" });
  assertEquals(asked.status, 409);
  // The user says that the account is to be linked.
  const form = { csrfToken: await drawn(browser), callbackUrl: "/x" };
  assertEquals((await post(browser, "/auth/signin/one", form)).status, 302);
  // Nothing is linked by an address or a password: they say who signs in.
  const mail = { csrfToken: nobody, email: "eve@example.com" };
  assertEquals((await post(browser, "/auth/signin/mail", mail)).status, 302);
  const typed = { csrfToken: nobody, email: "eve@example.com", password: "wrong" };
  assertEquals((await post(browser, "/auth/callback/password", typed)).status, 302);
});

Deno.test("visitor: forms of the app that name no visitor stay valid", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, BOB);
  const csrfToken = await plain(browser);
  assertMatch(csrfToken, /^[0-9a-f]{64}$/);
  assertEquals((await post(browser, "/auth/signin/one", { csrfToken })).status, 302);
  assertEquals((await post(browser, "/auth/session", { csrfToken })).status, 200);
  assertEquals((await post(browser, "/auth/signout", { csrfToken })).status, 302);
  assertEquals(await browser.session(), null);
});

Deno.test("visitor: a sign-out page that names one user does not sign out another", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, ADA);
  const { csrfToken = "" } = await stepAt(browser, "/auth/signout");
  await become(app, browser, BOB);
  assertEquals((await post(browser, "/auth/signout", { csrfToken })).status, 409);
  assertEquals((await browser.session())?.user?.name, "Bob");
  const update = await post(browser, "/auth/session", { csrfToken });
  assertEquals(update.status, 409);
});

Deno.test("visitor: a passkey is not added to another user than the page shows", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, ADA);
  const list = await stepAt(browser, "/auth/account");
  const { passkeys } = list as { passkeys?: { add: { optionsUrl: string }[] } };
  const { optionsUrl } = passkeys!.add[0]!;
  const ask = async (url: string) => {
    const referer = `${APP}/auth/account?done=x`;
    const response = await browser.fetch(`${url}&action=register`, { headers: { referer } });
    return [response.status, await response.json()] as const;
  };
  assertEquals((await ask(optionsUrl))[0], 200);
  await become(app, browser, null);
  const { providers } = await stepAt(browser, "/auth/signup") as Step & {
    providers: { optionsUrl?: string }[];
  };
  const signUp = providers.find(({ optionsUrl }) => optionsUrl)!.optionsUrl!;
  await become(app, browser, BOB);
  for (const url of [optionsUrl, signUp]) {
    const [status, body] = await ask(url);
    assertEquals([status, body.code], [409, "VisitorChanged"], url);
    // The script of the page loads the page again, for the user who is signed in.
    assertEquals(body.proofUrl, `${APP}/auth/account`);
  }
});

Deno.test("visitor: without CSRF protection, pages name their visitor as well", async () => {
  const app = createApp("jwt", { skipCSRFCheck });
  const { browser } = app;
  await become(app, browser, ADA);
  const { csrfToken = "" } = await stepAt(browser, "/auth/account?step=name");
  assertMatch(csrfToken, /^\.[\w-]{22}$/);
  const fields = { step: "name", name: "Countess" };
  await become(app, browser, BOB);
  assertEquals((await post(browser, "/auth/account", { csrfToken, ...fields })).status, 409);
  assertEquals((await post(browser, "/auth/account", fields)).status, 409);
  await become(app, browser, ADA);
  assertEquals((await post(browser, "/auth/account", { csrfToken, ...fields })).status, 302);
  assertEquals((await app.adapter.getUser("ada"))?.name, "Countess");
});

Deno.test("visitor: open pages survive a rotation of secrets", async () => {
  const old = "an-old-secret-of-at-least-32-characters";
  const app = createApp("jwt", { secret: old });
  const { browser } = app;
  await become(app, browser, ADA);
  const csrfToken = await drawn(browser);
  app.config.secret = ["a-new-secret-of-at-least-32-characters", old];
  const rotated = createBrowser(APP, { [APP]: (request) => Auth(request, { ...app.config }) });
  for (const { name, value } of browser.cookies.list("app.example")) {
    rotated.cookies.store(new URL(APP), [`${name}=${value}; Path=/; Secure`]);
  }
  const fields = { csrfToken, step: "name", name: "Countess" };
  assertEquals((await post(rotated, "/auth/account", fields)).status, 302);
});

Deno.test("visitor: the token names its user by a keyed hash, which no other secret makes", async () => {
  const names = new Set<string>();
  for (
    const secret of ["a-secret-of-at-least-32-characters 1", "a-secret-of-at-least-32-characters 2"]
  ) {
    const app = createApp("jwt", { secret });
    await become(app, app.browser, ADA);
    const token = await drawn(app.browser);
    // The part before is random, in digits that can spell any short name.
    const [, name = ""] = token.split(".");
    assert(name !== "" && !name.includes("ada"));
    names.add(name);
  }
  assertEquals(names.size, 2);
});

Deno.test("createFlow(): a step for another user is shown again, and nothing is posted twice", async () => {
  for (const losesCookie of [false, true]) {
    const app = createApp("jwt");
    const { browser } = app;
    await become(app, browser, ADA);
    const posts: string[] = [];
    const flow = createFlow({
      path: "account",
      query: "step=name",
      service: {
        origin: APP,
        fetch: (url, init = {}) => {
          if (init.method === "POST") posts.push(String(init.body));
          return browser.fetch(url, { ...init, headers: { accept: "application/json" } });
        },
      },
    });
    const stop = flow.subscribe(() => {});
    await waitUntil("the step", () => !flow.get().isBusy);
    const first = flow.get() as unknown as Step & { step: string; name: string };
    assertEquals([first.step, first.name], ["account:one", "Ada"]);
    await become(app, browser, BOB);
    if (losesCookie) {
      browser.cookies.store(new URL(APP), [
        "__Host-authjs.csrf-token=; Path=/; Max-Age=0; Secure",
      ]);
    }
    await flow.submit({ step: "name", name: "Countess" });
    const again = flow.get() as unknown as Step & { error?: string; name: string };
    assertEquals([again.error, again.name], ["VisitorChanged", "Bob"]);
    assertEquals(posts.length, 1);
    assertEquals((await app.adapter.getUser("bob"))?.name, "Bob");
    // With the name of the user before the eyes, the same form is posted for this user.
    await flow.submit({ step: "name", name: "Countess" });
    assertEquals((await app.adapter.getUser("bob"))?.name, "Countess");
    stop();
  }
});
