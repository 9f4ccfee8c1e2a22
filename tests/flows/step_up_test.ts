import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { type AuthConfig, AuthError, encode } from "../../mod.ts";
import { AdapterError } from "../../src/errors.ts";
import Credentials from "../../src/providers/credentials.ts";
import { getProof, getSession, getToken, requireProof } from "../../src/frameworks/server.ts";
import { identify as identifySession } from "../../src/server/sessions.ts";
import { list as listAccounts } from "../../src/server/accounts.ts";
import { suspend as suspendUser } from "../../src/server/users.ts";
import { createAuthenticator, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AuditEntry } from "../../src/types/audit.ts";
import type { Proof, RequireProofOptions } from "../../src/types/proof.ts";
import { createRig as createOAuthRig, providerOf } from "../conformance/_rig.ts";
import { STRATEGIES } from "./_strategies.ts";
import { createBackChannel } from "./_back_channel.ts";
import { createEmailApp } from "./_email.ts";
import {
  codeOf,
  createFactorApp,
  enrolTotp,
  PASSWORD,
  password,
  secretOn,
  STRATEGY_CONFIGS,
  submit,
} from "./_factors.ts";
import { createRig as createPasskeyRig, run } from "./_passkeys.ts";
import { createApp, startFlow } from "./_rig.ts";

const APP = "https://app.example";
const NOW = 1_900_000_000_000;
const PAGE = "/transfer?to=grace";
const HOUR = 60 * 60 * 1000;

/** A request for the page that requires the proof. */
const requestOf = (browser: TestBrowser, init: RequestInit = {}) =>
  new Request(APP + PAGE, {
    ...init,
    headers: { ...init.headers, cookie: browser.cookies.header(new URL(APP)) ?? "" },
  });

interface App {
  browser: TestBrowser;
  config: AuthConfig;
}

/** What the app's page calls. */
const ask = ({ browser, config }: App, options: RequireProofOptions = {}) =>
  requireProof(requestOf(browser), config, options);

const proofOf = ({ browser, config }: App) => getProof(requestOf(browser), config);
const idOf = ({ browser, config }: App) => identifySession(config, requestOf(browser));

/** Visits the page of a step-up that the app asks for, and returns its HTML. */
async function stepUp(app: App, options: RequireProofOptions): Promise<string> {
  const url = await ask(app, options);
  assert(url?.includes("/auth/signin?stepUp="), String(url));
  const { response } = await app.browser.visit(url!);
  return await response.text();
}

type Claims = Record<string, unknown>;
const now = () => Math.floor(Date.now() / 1000);

/** Ada and Grace, whose names are their passwords. */
const people = Credentials({
  credentials: { username: {} },
  authorize: ({ username }) => ({
    id: String(username),
    name: String(username),
    email: `${username}@example.com`,
  }),
});

/** An app without second factors, with a list of its audit entries and events. */
function createPlainApp(config: Partial<AuthConfig>, members: Partial<AuthConfig> = {}) {
  const entries: AuditEntry[] = [];
  const app = createApp({
    providers: [people],
    adapter: MemoryAdapter(),
    events: { audit: (entry) => void entries.push(entry) },
    ...config,
    ...members,
  });
  return { ...app, entries, names: () => entries.map(({ name }) => name) };
}

for (const [strategy, config] of STRATEGY_CONFIGS) {
  Deno.test(`step-up: a stale proof moves by the second factor, the session keeps id and data (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    const secret = await enrolTotp(app.browser);
    const before = await idOf(app);
    assertEquals(await ask(app, { maxAge: 600, methods: ["mfa"] }), null);
    time.tick(HOUR);
    const url = await ask(app, { maxAge: 600, methods: ["mfa"] });
    assert(url?.startsWith(`${APP}/auth/signin?stepUp=`), String(url));

    const page = await app.browser.visit(url!);
    assertEquals(page.url.pathname + page.url.search, "/auth/factor?for=session");
    const html = await page.response.text();
    assertStringIncludes(html, "Verify it’s you");
    const wrong = await submit(app.browser, html, { answer: "000000" });
    assertEquals(wrong.url.search, "?for=session&factor=totp&error=InvalidCode");
    assertEquals((await proofOf(app))?.at, NOW / 1000);

    const { url: back } = await submit(app.browser, wrong.html, { answer: await codeOf(secret) });
    assertEquals(back.href, APP + PAGE);
    assertEquals(await ask(app, { maxAge: 600, methods: ["mfa"] }), null);
    assertEquals(await proofOf(app), {
      at: (NOW + HOUR) / 1000,
      methods: ["pwd", "otp", "mfa"],
      provider: "credentials",
    });
    assertEquals(await idOf(app), before);
    const session = await getSession(requestOf(app.browser), app.config);
    assertEquals(session?.user?.email, "ada@example.com");
    assertEquals(app.errors, []);
  });

  Deno.test(`step-up: a password again; no callback runs, no sign-in is reported (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    let signIns = 0;
    const app = createPlainApp(config, {
      callbacks: {
        jwt: ({ token, trigger }) => trigger ? { ...token, cart: crypto.randomUUID() } : token,
      },
    });
    app.config.events!.signIn = () => void signIns++;
    await app.browser.signInWithCredentials({ username: "ada" });
    const [id, token] = [await idOf(app), await getToken(requestOf(app.browser), app.config)];
    time.tick(HOUR);
    const html = await stepUp(app, { maxAge: 600 });
    assertStringIncludes(html, "Verify it’s you");
    app.entries.length = 0;
    const { url } = await submit(app.browser, html, { username: "ada" });
    assertEquals(url.href, APP + PAGE);
    assertEquals(await ask(app, { maxAge: 600 }), null);
    assertEquals(await idOf(app), id);
    assertEquals((await getToken(requestOf(app.browser), app.config))?.cart, token?.cart);
    const proof: Proof = { at: (NOW + HOUR) / 1000, methods: ["pwd"], provider: "credentials" };
    assertEquals(await proofOf(app), proof);
    assertEquals(signIns, 1);
    assertEquals(app.entries.map(({ name, userId, proof }) => ({ name, userId, proof })), [
      { name: "session.proven", userId: id!.userId, proof },
    ] as unknown[]);
    // The cookie is used up: the next sign-in begins a session.
    await app.browser.signInWithCredentials({ username: "ada" });
    assertEquals((await idOf(app))?.id === id?.id, false);
    assertEquals(app.errors, []);
  });

  Deno.test(`step-up: a wrong password changes nothing, a right one follows (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createPlainApp(config, { providers: [password] });
    await app.browser.signInWithCredentials(PASSWORD);
    const before = await proofOf(app);
    time.tick(HOUR);
    const html = await stepUp(app, { maxAge: 600 });
    const wrong = await submit(app.browser, html, { ...PASSWORD, password: "wrong" });
    assertEquals(wrong.url.searchParams.get("error"), "CredentialsSignin");
    assertEquals(await proofOf(app), before);
    assert(await ask(app, { maxAge: 600 }));
    await submit(app.browser, wrong.html, PASSWORD);
    assertEquals(await ask(app, { maxAge: 600 }), null);
  });

  Deno.test(`step-up: another user begins a session, and moves no proof (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createPlainApp(config);
    await app.browser.signInWithCredentials({ username: "ada" });
    const [id, stolen] = [await idOf(app), requestOf(app.browser)];
    time.tick(HOUR);
    const html = await stepUp(app, { maxAge: 600 });
    app.entries.length = 0;
    await submit(app.browser, html, { username: "grace" });
    assertEquals((await getSession(requestOf(app.browser), app.config))?.user?.name, "grace");
    assertEquals((await idOf(app))?.id === id?.id, false);
    assertEquals(app.names().includes("session.proven"), false);
    // Ada's session ended with Grace's sign-in, and is not the one that was proven.
    assertEquals(await getProof(new Request(stolen), app.config), null);
  });

  Deno.test(`step-up: maxAge 0 lets the user pass after the proof, and asks again later (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createPlainApp(config);
    await app.browser.signInWithCredentials({ username: "ada" });
    for (let trip = 0; trip < 3; trip++) {
      time.tick(31_000);
      const html = await stepUp(app, { maxAge: 0 });
      time.tick(60_000); // however long the user takes
      const { url } = await submit(app.browser, html, { username: "ada" });
      assertEquals(url.href, APP + PAGE);
      assertEquals(await ask(app, { maxAge: 0 }), null, "back on the page");
      time.tick(30_000);
      assertEquals(await ask(app, { maxAge: 0 }), null, "at the end of the time for the way back");
    }
    time.tick(1_000);
    assert(await ask(app, { maxAge: 0 }));
  });

  Deno.test(`step-up: a method that the user cannot prove is refused, without a loop (${strategy} session)`, async () => {
    const app = createPlainApp(config);
    await app.browser.signInWithCredentials({ username: "ada" });
    const url = await ask(app, { methods: ["mfa"] });
    const { url: page } = await app.browser.visit(url!);
    assertEquals(page.pathname, "/auth/error");
    assertEquals(page.search, "?error=AccessDenied&code=NoProof");
    const text = await (await app.browser.fetch(page.href)).text();
    assertStringIncludes(text, "Sign in with a passkey or another strong method");
    assertStringIncludes(app.errors[0]!.message, "no second factor");
    assertEquals((await proofOf(app))?.methods, ["pwd"]);
  });

  Deno.test(`step-up: a user who must have a second factor adds one, and comes back (${strategy} session)`, async () => {
    let isAdmin = false;
    const app = createFactorApp({ ...config, factorPolicy: { required: () => isAdmin } });
    await app.browser.signInWithCredentials(PASSWORD);
    isAdmin = true;
    const id = await idOf(app);
    const { response, url } = await app.browser.visit((await ask(app, { methods: ["mfa"] }))!);
    assertEquals(url.pathname, "/auth/factors");
    const list = await response.text();
    assertStringIncludes(list, "The page that you asked for needs two-step verification.");
    const [, action] = /<form action="([^"]+)"/.exec(list)!;
    const body = new URLSearchParams({
      csrfToken: await app.browser.csrf(),
      step: "enrol",
      factor: "totp",
    });
    const target = action!.replaceAll("&amp;", "&");
    const form = await (await app.browser.visit(target, { method: "POST", body })).response.text();
    const wrong = await submit(app.browser, form, { answer: "000000" });
    assertEquals(wrong.url.pathname, "/auth/factors");
    const right = await submit(app.browser, form, { answer: await codeOf(secretOn(form)) });
    assertEquals(right.url.href, APP + PAGE);
    assertEquals(await ask(app, { methods: ["mfa"] }), null, "the new factor is the proof");
    assertEquals(await idOf(app), id);
  });

  Deno.test(`step-up: fifty answers at once: one code counts once, and every password (${strategy} session)`, async () => {
    const entries: AuditEntry[] = [];
    const events = { audit: (entry: AuditEntry) => void entries.push(entry) };
    const app = createFactorApp({ ...config, events, factorPolicy: { required: () => true } });
    const plain = createPlainApp(config, { limits: false });
    // Parallel calls wait for each other, for which the clock must run.
    const past = new FakeTime(Date.now() - HOUR);
    const secret = await enrolTotp(app.browser);
    await plain.browser.signInWithCredentials({ username: "ada" });
    past.restore();
    const html = await stepUp(app, { maxAge: 600 });
    const answer = await codeOf(secret);
    await Promise.all(Array.from({ length: 50 }, () => submit(app.browser, html, { answer })));
    assertEquals(entries.filter(({ name }) => name === "session.proven").length, 1);

    const id = await idOf(plain);
    const form = await stepUp(plain, { maxAge: 600 });
    const all = Array.from({ length: 50 }, () => submit(plain.browser, form, { username: "ada" }));
    await Promise.all(all);
    assertEquals(await ask(plain, { maxAge: 600 }), null);
    assertEquals(await idOf(plain), id);
    assertEquals(plain.errors, []);
  });

  Deno.test(`step-up: no proof of a suspended, ended or waiting sign-in is enough (${strategy} session)`, async () => {
    const app = createPlainApp(config);
    const isSignIn = async () => (await ask(app))?.startsWith(`${APP}/auth/signin?callbackUrl=`);
    assertEquals(await isSignIn(), true, "nobody");
    await app.browser.signInWithCredentials({ username: "ada" });
    assertEquals(await ask(app), null);
    const copy = requestOf(app.browser);
    await suspendUser(app.config, (await idOf(app))!.userId);
    assertEquals(await isSignIn(), true, "suspended");
    assert(await requireProof(new Request(copy), app.config), "a copy of the cookie");

    const waiting = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    await waiting.browser.signInWithCredentials(PASSWORD);
    const url = await ask(waiting, {});
    assert(url?.startsWith(`${APP}/auth/signin?callbackUrl=`), "a sign-in that waits");
    const { url: page } = await waiting.browser.visit("/auth/factor?for=session");
    assertEquals(page.pathname, "/auth/signin");
  });

  Deno.test(`step-up: a sign-in that waits and a session do not mix (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    const secret = await enrolTotp(app.browser);
    const id = await idOf(app);
    time.tick(HOUR);
    const waiting = await app.browser.signInWithCredentials(PASSWORD);
    assertEquals(waiting.url.href, `${APP}/auth/factor`);
    const ofSignIn = await waiting.response.text();
    const ofSession = await stepUp(app, { maxAge: 600 });
    const proven = await submit(app.browser, ofSession, { answer: await codeOf(secret) });
    assertEquals([proven.url.href, await idOf(app)], [APP + PAGE, id]);
    time.tick(30_000);
    const begun = await submit(app.browser, ofSignIn, { answer: await codeOf(secret) });
    assertEquals(begun.url.href, `${APP}/`);
    assertEquals((await idOf(app))?.id === id?.id, false);
    for (const path of ["/auth/factor", "/auth/factor?for=session"]) {
      assertEquals((await app.browser.visit(path)).url.pathname, "/auth/signin", path);
    }
  });

  Deno.test(`step-up: a password does not stand in for a second factor (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    await enrolTotp(app.browser);
    time.tick(HOUR);
    await stepUp(app, { maxAge: 600 });
    const { url } = await app.browser.signInWithCredentials(PASSWORD);
    assertEquals(url.href, `${APP}/auth/factor`, "a sign-in that waits");
    assert(await ask(app, { maxAge: 600 }));
  });

  Deno.test(`step-up: the page of a factor is of the user who must prove again (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const adapter = MemoryAdapter();
    const factorPolicy = { required: () => true };
    const app = createFactorApp({ ...config, adapter, providers: [people], factorPolicy });
    const path = async () => (await app.browser.visit("/auth/factor?for=session")).url.pathname;
    await enrolTotp(app.browser);
    time.tick(HOUR);
    await stepUp(app, { maxAge: 600 });
    assertEquals(await path(), "/auth/factor");
    const cookies = app.browser.cookies.header(new URL(APP))!;
    const ofAda = cookies.split("; ").find((one) => one.includes("authjs.factor.step-up="))!;
    await app.browser.post("/signout");

    const { response } = await app.browser.signInWithCredentials({ username: "grace" });
    const enrolling = await submit(app.browser, await response.text(), { step: "enrol" });
    const answer = await codeOf(secretOn(enrolling.html));
    await submit(app.browser, enrolling.html, { answer });
    app.browser.cookies.store(new URL(APP), [`${ofAda}; Secure; Path=/`]);
    assertEquals(await path(), "/auth/signin", "Grace, with the cookie of Ada");
    time.tick(HOUR);
    await stepUp(app, { maxAge: 600 });
    assertEquals(await path(), "/auth/factor", "Grace");
    await adapter.records.deleteOwner((await idOf(app))!.userId, "factor");
    assertEquals(await path(), "/auth/signin", "after the factor was removed");
  });

  Deno.test(`step-up: an account of another provider is linked as ever, and proves nothing (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const rig = await createOAuthRig({
      config: { ...config, adapter: MemoryAdapter() },
      hostile: { idTokenClaims: (claims) => void (claims.auth_time = now()) },
    });
    rig.config.providers = [...rig.config.providers, { ...providerOf(rig.idp), id: "second" }];
    await rig.browser.signIn("test");
    const { userId } = (await idOf(rig))!;
    time.tick(HOUR);
    for (let signIn = 0; signIn < 2; signIn++) {
      await stepUp(rig, { maxAge: 300 });
      const { url } = await rig.browser.signIn("second", { callbackUrl: "/after" });
      assertEquals(url.pathname, "/after");
      assert(await ask(rig, { maxAge: 300 }));
      const sent = new URL(rig.idp.requests.findLast((one) => one.endpoint === "authorize")!.url);
      assertEquals(sent.searchParams.get("prompt"), null);
    }
    const accounts = await listAccounts(rig.config, userId);
    assertEquals(accounts.map(({ provider }) => provider).sort(), ["second", "test"]);
  });

  Deno.test(`step-up: a link of another user, a changed and an old one begin nothing (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createPlainApp(config);
    await app.browser.signInWithCredentials({ username: "ada" });
    time.tick(HOUR);
    const ofAda = (await ask(app, { maxAge: 600 }))!;
    const changed = ofAda.replace(/stepUp=(.{20})./, "stepUp=$1!");
    const refused = async (url: string) => {
      const { url: page } = await app.browser.visit(url);
      const names = app.browser.cookies.names("app.example");
      return [page.pathname, page.searchParams.get("code"), names.some((n) => /step-up/.test(n))];
    };
    const none = ["/auth/error", "InvalidCheck", false];
    assertEquals(await refused(changed), none, "changed");
    time.tick(11 * 60_000);
    // Its page was open for long, and asks again.
    assertEquals(await refused(ofAda), ["/transfer", null, false], "old");
    await app.browser.signInWithCredentials({ username: "grace" });
    time.tick(HOUR);
    const ofGrace = (await ask(app, { maxAge: 600 }))!;
    await app.browser.signInWithCredentials({ username: "ada" });
    assertEquals(await refused(ofGrace), none, "of another user");
    await app.browser.post("/signout");
    const { url } = await app.browser.visit(ofGrace);
    assertEquals(url.pathname, "/auth/signin", "without a session, the sign-in page");
    assertEquals(app.browser.cookies.names("app.example").some((n) => /step-up/.test(n)), false);
  });

  Deno.test(`step-up: a link by email again (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createEmailApp({ config: { ...config, records: MemoryRecords() } });
    await app.ask("ada@example.com");
    await app.browser.visit(app.mails[0]!.url);
    const id = await idOf(app);
    time.tick(HOUR);
    await submit(app.browser, await stepUp(app, { maxAge: 600 }), { email: "ada@example.com" });
    await app.browser.visit(app.mails[1]!.url);
    assertEquals(await ask(app, { maxAge: 600 }), null);
    assertEquals([await idOf(app), (await proofOf(app))?.methods], [id, ["mail"]]);
  });

  Deno.test(`step-up: a passkey again (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const rig = createPasskeyRig(config);
    const app = { config: rig.config, browser: rig.openBrowser() };
    await run(rig, app.browser, { action: "register", email: "ada@example.com" });
    time.tick(HOUR);
    const html = await stepUp(app, { maxAge: 600, methods: ["mfa"] });
    assertEquals(/Create passkey/.test(html.replace(/<script[\s\S]*<\/script>/, "")), false);
    // A new key proves nothing.
    const another = createAuthenticator(APP);
    await run({ authenticator: another }, app.browser, { action: "register" });
    assert(await ask(app, { maxAge: 600 }));
    const id = await idOf(app);
    await run(rig, app.browser, { action: "authenticate" });
    assertEquals(await ask(app, { maxAge: 600, methods: ["mfa"] }), null);
    assertEquals(await idOf(app), id);
  });

  const providers: [string, (claims: Claims) => void, RegExp | null][] = [
    ["states a login of now", (claims) => void (claims.auth_time = now()), null],
    ["states a login a minute ago", (claims) => void (claims.auth_time = now() - 60), null],
    ["states no `auth_time`", () => {}, /does not state when the user signed in there/],
    ["states an old login", (claims) => void (claims.auth_time = now() - 3600), /it is too old/],
  ];

  for (const [does, idTokenClaims, refusal] of providers) {
    Deno.test(`step-up: an OpenID provider that ${does} is ${refusal ? "refused" : "believed"} (${strategy} session)`, async () => {
      using time = new FakeTime(NOW);
      const rig = await createOAuthRig({ config: { ...config, adapter: MemoryAdapter() } });
      await rig.browser.signIn("test");
      const id = await idOf(rig);
      time.tick(HOUR);
      rig.idp.hostile.idTokenClaims = idTokenClaims;
      const { url } = await submit(rig.browser, await stepUp(rig, { maxAge: 300 }), {});
      const sent = new URL(rig.idp.requests.findLast((one) => one.endpoint === "authorize")!.url);
      assertEquals(
        [sent.searchParams.get("prompt"), sent.searchParams.get("max_age")],
        ["login", "300"],
      );
      assertEquals(await idOf(rig), id);
      if (!refusal) {
        assertEquals(url.href, APP + PAGE, rig.lines.join("\n"));
        assertEquals(await ask(rig, { maxAge: 300 }), null);
        return;
      }
      assertEquals(url.pathname, "/auth/error");
      assert(rig.lines.some((line) => refusal.test(line)), rig.lines.join("\n"));
      assert(await ask(rig, { maxAge: 300 }));
      assertEquals((await proofOf(rig))?.at, NOW / 1000);
    });
  }

  Deno.test(`step-up: another account of the provider proves nothing, and is not linked (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const adapter = MemoryAdapter();
    const rig = await createOAuthRig({
      config: { ...config, adapter },
      hostile: { idTokenClaims: (claims) => void (claims.auth_time = now()) },
    });
    await rig.browser.signIn("test");
    const [id, ada] = [await idOf(rig), rig.idp.user];
    time.tick(HOUR);
    rig.idp.user = { sub: "eve", name: "Eve", email: "eve@example.com" };
    const { url } = await submit(rig.browser, await stepUp(rig, { maxAge: 300 }), {});
    assertEquals(url.searchParams.get("error"), "OAuthAccountNotLinked");
    assertEquals(rig.browser.cookies.names("app.example").some((n) => /step-up/.test(n)), false);
    assert(await ask(rig, { maxAge: 300 }));
    assertEquals([await idOf(rig), (await proofOf(rig))?.at], [id, NOW / 1000]);
    assertEquals(
      await adapter.getUserByAccount({ provider: "test", providerAccountId: "eve" }),
      null,
    );
    // Nor does the account of another user.
    await rig.browser.post("/signout");
    await rig.browser.signIn("test");
    await rig.browser.post("/signout");
    rig.idp.user = ada;
    await rig.browser.signIn("test");
    time.tick(HOUR);
    rig.idp.user = { sub: "eve", name: "Eve", email: "eve@example.com" };
    const other = await submit(rig.browser, await stepUp(rig, { maxAge: 300 }), {});
    assertEquals(other.url.searchParams.get("error"), "OAuthAccountNotLinked");
    assert(await ask(rig, { maxAge: 300 }));
  });

  Deno.test(`step-up: a context is asked for, and believed from the ID token alone (${strategy} session)`, async () => {
    const rig = await createOAuthRig({ config: { ...config, adapter: MemoryAdapter() } });
    await rig.browser.signIn("test");
    const options = { acrValues: ["urn:acme:2", "urn:acme:3"] };
    await submit(rig.browser, await stepUp(rig, options), {});
    const sent = new URL(rig.idp.requests.findLast((one) => one.endpoint === "authorize")!.url);
    assertEquals(sent.searchParams.get("acr_values"), "urn:acme:2 urn:acme:3");
    assert(rig.lines.some((line) => /`acrValues`/.test(line)), rig.lines.join("\n"));
    assert(await ask(rig, options));
    rig.idp.hostile.idTokenClaims = (claims) => void (claims.acr = "urn:acme:3");
    await submit(rig.browser, await stepUp(rig, options), {});
    assertEquals(await ask(rig, options), null);
  });

  Deno.test(`step-up: a silent sign-in with a provider is no recent proof (${strategy} session)`, async () => {
    const claims = (value: Claims) => (token: Claims) => void Object.assign(token, value);
    const rig = await createOAuthRig({ config: { ...config, adapter: MemoryAdapter() } });
    const expectations: [Claims, isRecent: boolean, isAllowed: boolean][] = [
      [{}, false, true],
      // A provider that states the time could have asked again.
      [{ auth_time: now() - 3600 }, false, false],
      [{ auth_time: now() }, true, true],
    ];
    for (const [value, isRecent, isAllowed] of expectations) {
      rig.idp.hostile.idTokenClaims = claims(value);
      await rig.browser.post("/signout");
      await rig.browser.signIn("test");
      assertEquals(await ask(rig, { maxAge: 300 }) === null, isRecent, JSON.stringify(value));
      const silent = await ask(rig, { maxAge: 300, allowSilentSignIn: true });
      assertEquals(silent === null, isAllowed, JSON.stringify(value));
    }
  });

  Deno.test(`step-up: OAuth 2 cannot prove again, unless the app allows silent sign-ins (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const rig = await createOAuthRig({ config: { ...config, adapter: MemoryAdapter() } });
    const { issuer } = rig.idp;
    const { wellKnown: _, checks: __, ...own } = providerOf(rig.idp);
    rig.config.providers = [
      {
        ...own,
        issuer: undefined,
        type: "oauth",
        authorization: `${issuer}/authorize`,
        token: `${issuer}/token`,
        userinfo: `${issuer}/userinfo`,
      } as AuthConfig["providers"][number],
    ];
    await rig.browser.signIn("test");
    time.tick(HOUR);
    const { url } = await rig.browser.visit((await ask(rig, { maxAge: 300 }))!);
    const denied = "?error=AccessDenied&code=NoProof";
    assertEquals([url.pathname, url.search], ["/auth/error", denied]);
    assert(rig.lines.some((line) => /OAuth 2.*does not state when/.test(line)), rig.lines.join());
    const options = { maxAge: 300, allowSilentSignIn: true };
    await submit(rig.browser, await stepUp(rig, options), {});
    assertEquals(await ask(rig, options), null);
    assert(await ask(rig, { maxAge: 300 }));
  });
}

for (const strategy of STRATEGIES) {
  Deno.test(`step-up: the provider ends the session by the session of the new login (${strategy})`, async () => {
    const rig = await createBackChannel(strategy);
    const app = { config: rig.config, browser: await rig.signIn("s-1") };
    const before = await idOf(app);
    rig.idp.hostile.idTokenClaims = (claims) =>
      void Object.assign(claims, { auth_time: now(), sid: "s-2" });
    await submit(app.browser, await stepUp(app, { maxAge: 300 }), {});
    assertEquals(await ask(app, { maxAge: 300 }), null);
    assertEquals(await idOf(app), before);
    delete rig.idp.hostile.idTokenClaims;
    assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s-2" })), 200);
    assertEquals(await app.browser.session(), null);
  });
}

Deno.test("step-up: a real OpenID provider asks for the login again, and states its time", async () => {
  await using flow = await startFlow({}, {
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
  });
  await flow.signIn();
  const request = () =>
    new Request(`${flow.origin}/after`, {
      headers: { cookie: flow.browser.cookies.header(new URL(flow.origin)) ?? "" },
    });
  // The provider stated no time at the sign-in, for which it was not asked.
  const url = await requireProof(request(), flow.config, { maxAge: 300 });
  const { response } = await flow.browser.visit(url!);
  const { response: login, url: at } = await flow.browser.visit(`${flow.origin}/auth/signin/op`, {
    method: "POST",
    body: new URLSearchParams({
      csrfToken: await flow.browser.csrf(),
      callbackUrl: `${flow.origin}/after`,
    }),
  });
  await Promise.all([response.body?.cancel(), login.body?.cancel()]);
  assertEquals(at.origin, flow.op.issuer);
  assert(at.pathname.startsWith("/login/"), "the provider has a session, and asks nevertheless");
  const body = new URLSearchParams({ person: "ada" });
  const landing = await flow.browser.visit(at.href, { method: "POST", body });
  assertEquals(landing.url.href, `${flow.origin}/after`);
  const proof = await getProof(request(), flow.config);
  assert(proof?.upstream?.authTime);
  assertEquals(await requireProof(request(), flow.config, { maxAge: 300 }), null);
});

Deno.test("requireProof(): database sessions without records hold no proof", async () => {
  const app = createPlainApp({ session: { strategy: "database" } });
  await assertRejects(() => ask(app), AuthError, "`session.revocation`");
});

Deno.test("requireProof(): `maxAge` is a number from 0", async () => {
  const app = createPlainApp({});
  app.config.session = { strategy: "jwt" };
  for (const maxAge of [-1, NaN]) {
    await assertRejects(() => ask(app, { maxAge }), TypeError, "`maxAge`");
  }
});

for (const onStoreFailure of [undefined, "none"] as const) {
  const outcome = onStoreFailure ? "leads to the sign-in page" : "makes it throw";
  Deno.test(`requireProof(): a store that fails lets no one pass, and ${outcome}`, async () => {
    const records = MemoryRecords();
    let fails = false;
    const app = createPlainApp({
      session: { strategy: "jwt", revocation: {}, onStoreFailure },
      records: {
        ...records,
        get: (...key) => fails ? Promise.reject(new Error("down")) : records.get(...key),
      },
    });
    await app.browser.signInWithCredentials({ username: "ada" });
    assertEquals(await ask(app), null);
    fails = true;
    if (onStoreFailure) {
      assert((await ask(app))?.startsWith(`${APP}/auth/signin?callbackUrl=`));
      assertEquals(app.errors.at(-1)?.message, "down");
    } else await assertRejects(() => ask(app), AdapterError, "down");
    fails = false;
    assertEquals(await ask(app), null);
  });
}

Deno.test("requireProof(): a cookie of Auth.js is never enough; a password makes it known", async () => {
  const app = createPlainApp({ session: { strategy: "jwt" }, adapter: undefined });
  const salt = "__Secure-authjs.session-token";
  const value = await encode({
    token: { sub: "ada", name: "ada", cart: "c-1" },
    secret: app.config.secret!,
    salt,
  });
  app.browser.cookies.store(new URL(APP), [`${salt}=${value}; Secure; Path=/`]);
  await submit(app.browser, await stepUp(app, {}), { username: "ada" });
  const proof = await proofOf(app);
  assertEquals([proof?.methods, proof?.provider], [["pwd"], "credentials"]);
  assertEquals(await ask(app), null);
  assertEquals((await getToken(requestOf(app.browser), app.config))?.cart, "c-1");
});

Deno.test("requireProof(): without an adapter, users of providers cannot prove again", async () => {
  using time = new FakeTime(NOW);
  const rig = await createOAuthRig();
  await rig.browser.signIn("test");
  time.tick(HOUR);
  const { url } = await rig.browser.visit((await ask(rig, { maxAge: 300 }))!);
  assertEquals(url.pathname, "/auth/error");
  assert(rig.lines.some((line) => line.includes("without `adapter`")), rig.lines.join("\n"));
});

Deno.test("requireProof(): leads back to the page, to the form of a post, or where the app says", async () => {
  const app = createPlainApp({ session: { strategy: "jwt" } });
  const back = async (request: Request, options?: RequireProofOptions) =>
    new URL((await requireProof(request, app.config, options))!).searchParams.get("callbackUrl");
  assertEquals(await back(requestOf(app.browser)), PAGE);
  const headers = { referer: `${APP}/form` };
  assertEquals(await back(requestOf(app.browser, { method: "POST", headers })), `${APP}/form`);
  assertEquals(await back(requestOf(app.browser, { method: "POST" })), PAGE);
  assertEquals(await back(requestOf(app.browser), { redirectTo: "/home" }), "/home");
});

Deno.test("requireProof(): `redirectTo` passes the app's `redirect` callback", async () => {
  using time = new FakeTime(NOW);
  const app = createPlainApp({ session: { strategy: "jwt" } });
  await app.browser.signInWithCredentials({ username: "ada" });
  time.tick(HOUR);
  const html = await stepUp(app, { maxAge: 600, redirectTo: "https://evil.example/" });
  const { url } = await submit(app.browser, html, { username: "ada" });
  assertEquals(url.href, `${APP}/`);
});

Deno.test("step-up: the app's own sign-in page is told which provider to offer", async () => {
  using time = new FakeTime(NOW);
  const app = createPlainApp({ session: { strategy: "jwt" }, pages: { signIn: "/login" } });
  await app.browser.signInWithCredentials({ username: "ada" });
  time.tick(HOUR);
  const { url } = await app.browser.visit((await ask(app, { maxAge: 600 }))!);
  assertEquals([url.pathname, Object.fromEntries(url.searchParams)], ["/login", {
    callbackUrl: APP + PAGE,
    stepUp: "credentials",
  }]);
  await app.browser.signInWithCredentials({ username: "ada" });
  assertEquals(await ask(app, { maxAge: 600 }), null);
});
