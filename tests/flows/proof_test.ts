import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { type AuthConfig, customFetch, type JWT } from "../../mod.ts";
import { AdapterError } from "../../src/errors.ts";
import Credentials from "../../src/providers/credentials.ts";
import { getProof, getToken } from "../../src/frameworks/server.ts";
import {
  identify as identifySession,
  list as listSessions,
  revoke as revokeSession,
} from "../../src/server/sessions.ts";
import {
  type AuthenticatorLies,
  createAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AuthenticationMethod } from "../../src/types/proof.ts";
import { createRig as createOAuthRig, providerOf } from "../conformance/_rig.ts";
import { createEmailApp, formOf } from "./_email.ts";
import { createRig as createOAuth1Rig } from "./_oauth1_rig.ts";
import { createRig as createPasskeyRig, run } from "./_passkeys.ts";
import { createApp } from "./_rig.ts";

const APP = "https://app.example";
const COOKIE = "__Secure-authjs.session-token";
const NOW = 1_900_000_000;
const DAY = 24 * 60 * 60 * 1000;

const requestOf = (browser: TestBrowser) =>
  new Request(APP, { headers: { cookie: browser.cookies.header(new URL(APP)) } });

const proofOf = (browser: TestBrowser, config: AuthConfig) => getProof(requestOf(browser), config);

const strategies: [string, Partial<AuthConfig>][] = [
  ["token", { session: { strategy: "jwt" } }],
  ["database", { session: { strategy: "database", revocation: { maxLag: 0 } } }],
];

const password = Credentials({
  authorize: () => ({ id: "1", name: "Ada", email: "ada@x.example" }),
});

for (const [strategy, config] of strategies) {
  Deno.test(`proof: credentials are "pwd" (${strategy} session)`, async () => {
    using time = new FakeTime(NOW * 1000 + 700);
    const app = createApp({ providers: [password], adapter: MemoryAdapter(), ...config });
    assertEquals(await proofOf(app.browser, app.config), null);
    await app.browser.signInWithCredentials({});
    time.tick(60_000);
    assertEquals(await proofOf(app.browser, app.config), {
      at: NOW,
      methods: ["pwd"],
      provider: "credentials",
    });
    assertEquals(app.errors, []);
  });

  Deno.test(`proof: a link and a code by email are "mail" (${strategy} session)`, async () => {
    for (const by of ["link", "code"]) {
      const app = createEmailApp({
        provider: { code: true },
        config: { ...config, records: MemoryRecords() },
      });
      await app.ask("ada@example.com");
      if (by === "link") await app.browser.visit(app.mails[0]!.url);
      else {
        const page = await app.browser.visit("/auth/verify-request?provider=mail&type=email");
        const { action, fields } = formOf(await page.response.text());
        const body = new URLSearchParams({ ...fields, code: app.mails[0]!.code! });
        await app.browser.visit(action, { method: "POST", body });
      }
      const proof = await proofOf(app.browser, app.config);
      assertEquals([proof?.methods, proof?.provider], [["mail"], "mail"], by);
    }
  });

  Deno.test(`proof: OpenID Connect is "fed", with claims of the ID token (${strategy} session)`, async () => {
    let authTime: number | undefined;
    const rig = await createOAuthRig({
      config: { ...config, adapter: MemoryAdapter() },
      hostile: {
        idTokenClaims(claims) {
          const auth_time = authTime = claims.iat as number;
          Object.assign(claims, { acr: "urn:acme:2", amr: ["pwd", "otp"], auth_time, sid: "s-1" });
        },
      },
    });
    await rig.browser.signIn("test");
    const proof = await proofOf(rig.browser, rig.config);
    assertEquals(proof, {
      at: proof!.at,
      methods: ["fed"],
      provider: "test",
      upstream: { acr: "urn:acme:2", amr: ["pwd", "otp"], authTime, sid: "s-1" },
    });
  });
}

Deno.test('proof: plain OAuth is "fed", without claims of its unverified ID token', async () => {
  const claims = { acr: "2", amr: ["mfa"], auth_time: 1, sid: "s-1" };
  const rig = await createOAuthRig({
    idp: { user: { sub: "1", name: "Ada", ...claims } },
    hostile: { idTokenClaims: (token) => void Object.assign(token, claims) },
  });
  const { id, name, clientId, clientSecret, issuer } = providerOf(rig.idp);
  const site = { id, name, clientId, clientSecret, [customFetch]: rig.idp.fetch };
  rig.config.providers = [{
    ...site,
    type: "oauth",
    authorization: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
  }];
  await rig.browser.signIn("test");
  const proof = await proofOf(rig.browser, rig.config);
  assertEquals(proof, { at: proof!.at, methods: ["fed"], provider: "test" });
});

Deno.test('proof: OAuth 1.0 is "fed"', async () => {
  const rig = createOAuth1Rig();
  await rig.browser.signIn("test");
  const proof = await proofOf(rig.browser, rig.config);
  assertEquals(proof, { at: proof!.at, methods: ["fed"], provider: "test" });
});

const lax = { requireUserVerification: false };
const passkeys: [string, boolean, AuthenticatorLies, AuthenticationMethod[]][] = [
  ["one device, verified user", false, {}, ["hwk", "user", "mfa"]],
  ["one device, touch only", false, { userVerified: false }, ["hwk", "user"]],
  ["several devices, verified user", true, {}, ["swk", "user", "mfa"]],
  ["several devices, touch only", true, { userVerified: false }, ["swk", "user"]],
];

for (const [name, synced, lies, methods] of passkeys) {
  Deno.test(`proof: passkey of ${name}: ${methods}`, async () => {
    const rig = createPasskeyRig({ session: { strategy: "jwt" } });
    const { default: Passkey } = await import(
      "../../src/capabilities/passkeys/passkey_provider.ts"
    );
    rig.config.providers = [
      Passkey({ verifyAuthenticationOptions: lax, verifyRegistrationOptions: lax }),
    ];
    rig.authenticator = createAuthenticator(APP, { synced });
    const browser = rig.openBrowser();
    await run(rig, browser, { action: "register", email: "ada@example.com" }, lies);
    assertEquals((await proofOf(browser, rig.config))?.methods, methods, "registration");
    const another = rig.openBrowser();
    await run(rig, another, { action: "authenticate" }, lies);
    const proof = await proofOf(another, rig.config);
    assertEquals([proof?.methods, proof?.provider], [methods, "passkey"], "sign-in");
  });
}

Deno.test("proof: a registration without a test of presence is not of a present user", async () => {
  const rig = createPasskeyRig({ session: { strategy: "jwt" } });
  const { default: Passkey } = await import("../../src/capabilities/passkeys/passkey_provider.ts");
  const verifyRegistrationOptions = { ...lax, requireUserPresence: false };
  rig.config.providers = [Passkey({ verifyRegistrationOptions })];
  const browser = rig.openBrowser();
  const lies = { userPresent: false, userVerified: false };
  await run(rig, browser, { action: "register", email: "ada@example.com" }, lies);
  assertEquals((await proofOf(browser, rig.config))?.methods, ["hwk"]);
});

for (const [strategy, config] of strategies) {
  Deno.test(`proof: linking an account, adding a passkey and a further sign-in do not change it (${strategy} session)`, async () => {
    using time = new FakeTime(NOW * 1000);
    const rig = await createOAuthRig({ config: { ...config, adapter: MemoryAdapter() } });
    const second = { ...providerOf(rig.idp), id: "second" };
    const { default: Passkey } = await import(
      "../../src/capabilities/passkeys/passkey_provider.ts"
    );
    rig.config.providers = [...rig.config.providers, second, Passkey];
    rig.config.experimental = { enableWebAuthn: true };
    await rig.browser.signIn("test");
    const before = await proofOf(rig.browser, rig.config);
    assertEquals(before, { at: NOW, methods: ["fed"], provider: "test" });
    time.tick(60_000);
    await rig.browser.signIn("second");
    assertEquals(await proofOf(rig.browser, rig.config), before);
    const authenticator = createAuthenticator(APP);
    await run({ authenticator }, rig.browser, { action: "register" });
    assertEquals(authenticator.credentials.length, 1);
    assertEquals(await proofOf(rig.browser, rig.config), before);
    await rig.browser.signIn("test");
    assertEquals(await proofOf(rig.browser, rig.config), before);
    await rig.browser.post("/signout");
    await rig.browser.signIn("test");
    assertEquals(await proofOf(rig.browser, rig.config), { ...before!, at: NOW + 60 });
  });

  Deno.test(`proof: renewal and update keep it (${strategy} session)`, async () => {
    using time = new FakeTime(NOW * 1000);
    const app = createApp({ providers: [password], adapter: MemoryAdapter(), ...config });
    await app.browser.signInWithCredentials({});
    const before = await proofOf(app.browser, app.config);
    time.tick(2 * DAY);
    const response = await app.browser.fetch("/auth/session");
    assert(response.headers.getSetCookie().some((line) => line.startsWith(COOKIE)), "renewed");
    await response.body?.cancel();
    assertEquals(await proofOf(app.browser, app.config), before);
    const csrfToken = await app.browser.csrf();
    const updated = await app.browser.fetch("/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: { name: "Countess" } }),
    });
    assert(await updated.json());
    assertEquals(await proofOf(app.browser, app.config), before);
    assertEquals(before?.at, NOW);
  });

  Deno.test(`proof: GET session shows nothing of it (${strategy} session)`, async () => {
    const app = createApp({ providers: [password], adapter: MemoryAdapter(), ...config });
    await app.browser.signInWithCredentials({});
    const text = await (await app.browser.fetch("/auth/session")).text();
    const { expires } = JSON.parse(text);
    assertEquals(JSON.parse(text), { user: { name: "Ada", email: "ada@x.example" }, expires });
    assertEquals(text.match(/pwd|proof|credentials/), null);
  });
}

const kept: [string, Partial<AuthConfig>, string[]][] = [
  ["token", { session: { strategy: "jwt", revocation: { maxLag: 0 } } }, ["R.get"]],
  ["database", strategies[1]![1], ["A.getSessionAndUser"]],
];

for (const [strategy, config, calls] of kept) {
  Deno.test(`proof: GET session calls the store as before, getProof() may ask for the record (${strategy} session)`, async () => {
    const seen: string[] = [];
    const recorded = <T extends object>(kind: string, store: T): T =>
      Object.fromEntries(
        Object.entries(store).map(([name, member]) => [
          name,
          typeof member !== "function" ? member : (...args: unknown[]) => {
            seen.push(`${kind}.${name}`);
            return member(...args);
          },
        ]),
      ) as T;
    const adapter = recorded("A", MemoryAdapter());
    const records = recorded("R", MemoryRecords());
    const app = createApp({ providers: [password], adapter, records, ...config });
    await app.browser.signInWithCredentials({});
    seen.length = 0;
    assert(await app.browser.session());
    assertEquals(seen, calls);
    seen.length = 0;
    assertEquals((await proofOf(app.browser, app.config))?.methods, ["pwd"]);
    assertEquals(seen, strategy === "token" ? calls : [...calls, "R.get"]);
  });

  Deno.test(`proof: is null after the sign-out, and of a session that was revoked (${strategy} session)`, async () => {
    const app = createApp({ providers: [password], adapter: MemoryAdapter(), ...config });
    await app.browser.signInWithCredentials({});
    const copy = requestOf(app.browser);
    assert(await getProof(copy, app.config));
    await app.browser.post("/signout");
    assertEquals(await proofOf(app.browser, app.config), null);
    assertEquals(await getProof(new Request(copy), app.config), null, "a copy of the cookie");

    await app.browser.signInWithCredentials({});
    const identity = (await identifySession(app.config, requestOf(app.browser)))!;
    const [listed] = await listSessions(app.config, identity.userId);
    assertEquals(Object.keys(listed!).filter((name) => name === "proof"), []);
    assert(await proofOf(app.browser, app.config));
    await revokeSession(app.config, identity.userId, identity.id);
    assertEquals(await proofOf(app.browser, app.config), null);
  });
}

Deno.test("proof: is null for a token of another secret", async () => {
  const app = createApp({ providers: [password] });
  await app.browser.signInWithCredentials({});
  const secret = "another-secret-of-at-least-32-characters";
  assertEquals(await proofOf(app.browser, { ...app.config, secret }), null);
});

for (const onStoreFailure of [undefined, "none"] as const) {
  const outcome = onStoreFailure ? "null, and the failure is logged" : "unknown: getProof() throws";
  Deno.test(`proof: while the store fails, it is ${outcome}`, async () => {
    const records = MemoryRecords();
    const app = createApp({
      providers: [password],
      adapter: MemoryAdapter(),
      records: {
        ...records,
        get: (...key) => fails ? Promise.reject(new Error("down")) : records.get(...key),
      },
      session: { strategy: "database", revocation: {}, onStoreFailure },
    });
    let fails = false;
    await app.browser.signInWithCredentials({});
    fails = true;
    if (onStoreFailure) assertEquals(await proofOf(app.browser, app.config), null);
    else await assertRejects(() => proofOf(app.browser, app.config), AdapterError, "down");
    // The caller has the error that is thrown.
    assertEquals(app.errors.map(({ message }) => message), onStoreFailure ? ["down"] : []);
    fails = false;
    assertEquals((await proofOf(app.browser, app.config))?.methods, ["pwd"]);
  });
}

type Forge = (token: JWT, session?: object) => JWT | null;
const forged = { at: NOW, methods: ["mfa"], provider: "passkey" };
const forges: [string, Forge][] = [
  ["returns another one", (token) => ({ ...token, session_proof: forged })],
  ["returns none", ({ session_proof: _, ...token }) => token],
  ["changes it in place", (token) => Object.assign(token, { session_proof: forged })],
  ["changes its members in place", (token) => {
    const { methods } = (token.session_proof ?? { methods: [] }) as { methods: string[] };
    methods.push("mfa");
    return token;
  }],
  ["merges the browser's data", (token, session) => ({ ...token, ...session })],
];

for (const [name, forge] of forges) {
  Deno.test(`proof: a jwt callback that ${name} does not change it`, async () => {
    const app = createApp({
      providers: [password],
      session: { updateAge: 0 },
      callbacks: { jwt: ({ token, session }) => forge(token, session) },
    });
    await app.browser.signInWithCredentials({});
    const before = await proofOf(app.browser, app.config);
    assertEquals([before?.methods, before?.provider], [["pwd"], "credentials"]);
    await app.browser.session();
    assertEquals(await proofOf(app.browser, app.config), before);
    const csrfToken = await app.browser.csrf();
    const updated = await app.browser.fetch("/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: { session_proof: forged } }),
    });
    assert(await updated.json());
    assertEquals(await proofOf(app.browser, app.config), before);
  });
}

Deno.test("proof: claims of the app named auth_time, amr, acr and proof stay the app's", async () => {
  const own = { auth_time: "yesterday", amr: "magic", acr: 7, proof: { of: "work" } };
  const app = createApp({
    providers: [password],
    callbacks: {
      jwt: ({ token }) => ({ ...token, ...own }),
      session: ({ session, token }) => ({ ...session, acr: token.acr }),
    },
  });
  await app.browser.signInWithCredentials({});
  assertEquals((await app.browser.session() as unknown as { acr: number }).acr, 7);
  const { auth_time, amr, acr, proof } = (await getToken(requestOf(app.browser), app.config))!;
  assertEquals({ auth_time, amr, acr, proof }, own as unknown);
  assertEquals((await proofOf(app.browser, app.config))?.methods, ["pwd"]);
});

Deno.test("proof: of a database session without records, the methods are unknown", async () => {
  const app = createApp({
    providers: [password],
    adapter: MemoryAdapter(),
    session: { strategy: "database" },
  });
  assertEquals(await proofOf(app.browser, app.config), null);
  await app.browser.signInWithCredentials({});
  const unknown = { at: 0, methods: [], provider: null };
  assertEquals(await proofOf(app.browser, app.config), unknown);
});

Deno.test("proof: of a database session that began before records were kept, the methods are unknown", async () => {
  const adapter = MemoryAdapter();
  const app = createApp({ providers: [password], adapter, session: { strategy: "database" } });
  await app.browser.signInWithCredentials({});
  const kept: AuthConfig = { ...app.config, session: { strategy: "database", revocation: {} } };
  const unknown = { at: 0, methods: [], provider: null };
  assertEquals(await proofOf(app.browser, kept), unknown);
  assertEquals(await proofOf(app.browser, kept), unknown, "with the record that it got");
});

Deno.test("proof: a new sign-in replaces it", async () => {
  using time = new FakeTime(NOW * 1000);
  const app = createApp({ providers: [password] });
  await app.browser.signInWithCredentials({});
  time.tick(60_000);
  await app.browser.signInWithCredentials({});
  assertEquals((await proofOf(app.browser, app.config))?.at, NOW + 60);
});

Deno.test("proof: a small claim of the token", async () => {
  const app = createApp({ providers: [password] });
  await app.browser.signInWithCredentials({});
  const claims = await getToken(requestOf(app.browser), app.config);
  const text = JSON.stringify(claims!.session_proof);
  assert(text.length <= 64, text);
});
