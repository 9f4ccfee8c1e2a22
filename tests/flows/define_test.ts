/**
 * Functions for apps without a wrapper, unbound and bound by `defineAuth`.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import type { AuthConfig } from "../../mod.ts";
import { CredentialsSignin, MissingCSRF } from "../../src/errors.ts";
import { getToken as openToken } from "../../src/jwt.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { getProof, getSession, getToken, signIn, signOut } from "../../src/frameworks/server.ts";
import {
  has as hasPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";

const APP = "https://app.example";
const silent = { error: () => {}, warn: () => {}, debug: () => {} };

const credentials = Credentials({
  authorize: ({ password }) =>
    password === "right" ? { id: "1", name: "Ada", email: "ada@example.com" } : null,
});

/** An app without a wrapper: the actions, a home page and the app's forms. */
function startApp(session: { updateAge?: number } = {}) {
  const auth = defineAuth({
    providers: [credentials, GitHub({ clientId: "c", clientSecret: "s" })],
    secret: SECRET,
    trustHost: true,
    logger: silent,
    session,
    callbacks: {
      jwt: ({ token, user }) => ({ ...token, role: user ? "admin" : String(token.role) }),
      session: ({ session, token }) => ({ ...session, role: token.role }),
    },
  });
  // Apps may destructure it.
  const { handler, getSession, getToken, getProof, signIn, signOut } = auth;
  const routes: Record<string, (request: Request) => Promise<Response>> = {
    "/in": (request) => signIn(request, "credentials", { redirectTo: "/home", password: "right" }),
    "/wrong": (request) => signIn(request, "credentials", { password: "wrong" }),
    "/github": (request) => signIn(request, "github", {}, { prompt: "consent" }),
    "/choose": (request) => signIn(request, undefined, { redirectTo: "/x" }),
    "/out": (request) => signOut(request, { redirectTo: "/home" }),
    "/home": async (request) => {
      const headers = new Headers();
      const session = await getSession(request, headers);
      const claims = await getToken(request);
      const proof = await getProof(request);
      return Response.json({
        name: session?.user?.name,
        role: session?.role,
        sub: claims?.sub,
        claimed: claims?.role,
        provider: proof?.provider,
      }, { headers });
    },
  };
  const browser = createBrowser(APP, {
    [APP]: (request) => (routes[new URL(request.url).pathname] ?? handler)(request),
  });
  const home = async () => await (await browser.fetch("/home")).json();
  return { auth, browser, home };
}

Deno.test("defineAuth(): signs in, reads the results of the callbacks, and signs out", async () => {
  const { browser, home } = startApp();
  assertEquals(await home(), {});
  const landing = await browser.visit("/in");
  assertEquals(landing.url.pathname, "/home");
  const ada = { name: "Ada", role: "admin", sub: "1", claimed: "admin", provider: "credentials" };
  assertEquals(await landing.response.json(), ada);
  assertEquals((await browser.session() as { role?: string }).role, "admin");
  const out = await browser.visit("/out", { method: "POST" });
  assertEquals(out.url.pathname, "/home");
  assertEquals(await out.response.json(), {});
});

Deno.test("defineAuth(): signIn returns redirects to the provider, the page and the error", async () => {
  const { browser } = startApp();
  const at = async (path: string) => new URL((await browser.fetch(path)).headers.get("location")!);
  const github = await at("/github");
  assertEquals(github.origin + github.pathname, "https://github.com/login/oauth/authorize");
  assertEquals(github.searchParams.get("prompt"), "consent");
  assertEquals(github.searchParams.get("redirect_uri"), `${APP}/auth/callback/github`);
  assertEquals((await at("/choose")).href, `${APP}/auth/signin?callbackUrl=%2Fx`);
  const wrong = await assertRejects(() => browser.fetch("/wrong"), CredentialsSignin);
  assertEquals(wrong.code, "credentials");
  assertEquals(await browser.session(), null);
});

Deno.test("signIn() hands `authorize` all headers of the person's request, under the public origin", async () => {
  const seen: Request[] = [];
  const config = {
    providers: [
      Credentials({ authorize: (_fields, request) => (seen.push(request), { id: "1" }) }),
    ],
    secret: SECRET,
    trustHost: true,
    logger: silent,
  };
  const headers = {
    origin: APP,
    "x-forwarded-for": "192.0.2.1",
    "cf-connecting-ip": "192.0.2.1",
    "user-agent": "browser",
    "content-type": "application/x-www-form-urlencoded",
  };
  const request = new Request(`${APP}/login?step=2`, { method: "POST", headers, body: "a=1" });
  await signIn(request, config, "credentials", { password: "right" });
  const [{ url, method, headers: sent }] = seen as [Request];
  assertEquals([url, method], [`${APP}/login?step=2`, "POST"]);
  for (const name of ["x-forwarded-for", "cf-connecting-ip", "user-agent"] as const) {
    assertEquals(sent.get(name), headers[name]);
  }
  assertEquals(sent.get("content-type"), "application/json");
  assertEquals(await seen[0]!.json(), { password: "right", callbackUrl: "/" });
});

Deno.test("getSession() extends a session that is due through the headers of the response", async () => {
  const due = startApp({ updateAge: 0 });
  await (await due.browser.visit("/in")).response.body?.cancel();
  const renewed = await due.browser.fetch("/home");
  assertMatch(renewed.headers.getSetCookie().join(), /^__Secure-authjs\.session-token=ey/);
  await renewed.body?.cancel();
  const fresh = startApp();
  await (await fresh.browser.visit("/in")).response.body?.cancel();
  const unchanged = await fresh.browser.fetch("/home");
  assertEquals(unchanged.headers.getSetCookie(), []);
  await unchanged.body?.cancel();
});

Deno.test("getSession(), getToken(), getProof(): return null for an invalid cookie, never throw", async () => {
  const headers = { cookie: "__Secure-authjs.session-token=nonsense" };
  const request = new Request(`${APP}/`, { headers });
  const config = { providers: [], secret: SECRET, trustHost: true, logger: silent };
  const answer = new Headers();
  assertEquals(await getSession(request, config, answer), null);
  assertMatch(answer.getSetCookie().join(), /session-token=;.*Max-Age=0/i);
  assertEquals(await getToken(request, config), null);
  assertEquals(await getProof(request, config), null);
  const unusable = { ...config, secret: "", trustHost: false };
  assertEquals(await getSession(request, unusable), null);
  assertEquals(await getToken(request, unusable), null);
  assertEquals(await getProof(request, unusable), null);
});

Deno.test("signIn() and signOut() refuse forms that another site posted", async () => {
  const config = { providers: [credentials], secret: SECRET, trustHost: true, logger: silent };
  const auth = defineAuth(config);
  const foreign: [string, string][] = [
    ["origin", "https://evil.example"],
    ["origin", "null"],
    ["sec-fetch-site", "cross-site"],
  ];
  for (const header of foreign) {
    const request = new Request(`${APP}/in`, { method: "POST", headers: [header] });
    const fields = { password: "right" };
    await assertRejects(() => signIn(request, config, "credentials", fields), MissingCSRF);
    await assertRejects(() => auth.signIn(request, "credentials", fields), MissingCSRF);
    await assertRejects(() => signOut(request, config), MissingCSRF);
    await assertRejects(() => auth.signOut(request), MissingCSRF);
  }
  const own = new Request(`${APP}/in`, { method: "POST", headers: { origin: APP } });
  const response = await signIn(own, config, "credentials", { password: "right" });
  assertMatch(response.headers.getSetCookie().join(), /session-token=ey/);
});

Deno.test("defineAuth(): trusts host and proxy by the same rules as wrappers", async () => {
  const config = { providers: [credentials], secret: SECRET, logger: silent };
  const status = async (url: string, trustHost?: AuthConfig["trustHost"]) =>
    (await defineAuth({ ...config, trustHost }).handler(new Request(url))).status;
  assertEquals(await status("http://localhost:8000/auth/session"), 200);
  assertEquals(await status("https://app.example/auth/session"), 500);
  assertEquals(await status("https://app.example/auth/session", true), 200);
  const behind = () =>
    new Request("http://10.0.0.7/auth/providers", {
      headers: { "x-forwarded-proto": "https", "x-forwarded-host": "app.example" },
    });
  const callbackUrl = async (trustHost: AuthConfig["trustHost"]) => {
    const response = await defineAuth({ ...config, trustHost }).handler(behind());
    return (await response.json()).credentials.callbackUrl;
  };
  const path = "/auth/callback/credentials";
  assertEquals(await callbackUrl({ forwardedHops: 1 }), APP + path);
  assertEquals(await callbackUrl(true), `https://10.0.0.7${path}`);
});

/** An app whose users manage sessions, accounts and passkeys. */
async function startStore(strategy: "jwt" | "database") {
  const adapter = MemoryAdapter();
  const { id } = await adapter.createUser({
    id: "1",
    email: "ada@example.com",
    emailVerified: null,
  });
  const auth = defineAuth({
    providers: [credentials, Passkey, GitHub({ clientId: "c", clientSecret: "s" })],
    adapter,
    session: { strategy, revocation: {} },
    experimental: { enableWebAuthn: true },
    secret: SECRET,
    trustHost: true,
    logger: silent,
  });
  const browser = () => createBrowser(APP, { [APP]: (request) => auth.handler(request) });
  const enter = async () => {
    const one = browser();
    await (await one.signInWithCredentials({ password: "right" })).response.body?.cancel();
    const cookie = one.cookies.header(new URL(APP), { crossSite: false, method: "GET" })!;
    return new Request(APP, { headers: { cookie } });
  };
  return { adapter, auth, id, enter };
}

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`defineAuth(): ${strategy} sessions are listed and ended`, async () => {
    const { auth, id, enter } = await startStore(strategy);
    const first = await enter();
    const second = await enter();
    const third = await enter();
    const current = await auth.sessions.identify(first);
    assertEquals(current?.userId, id);
    // A session is read once per request, so this uses a new request.
    const isThere = async (request: Request) =>
      await auth.getSession(new Request(request)) !== null;
    assertEquals((await auth.sessions.list(id)).length, 3);
    const other = (await auth.sessions.identify(second))!;
    assertEquals(await auth.sessions.revoke(id, other.id), true);
    assertEquals([await isThere(first), await isThere(second)], [true, false]);
    assertEquals(await auth.getToken(second), null);
    // `getToken` of `@x/auth/jwt` asks no store, so it still opens the token.
    const opened = await openToken({ req: second, secret: SECRET, secureCookie: true });
    assertEquals(opened?.sub, strategy === "jwt" ? id : undefined);
    assertEquals(await auth.sessions.revokeOthers(id, current!.id), 1);
    assertEquals([await isThere(first), await isThere(third)], [true, false]);
    assertEquals((await auth.getToken(first))?.sub, strategy === "jwt" ? id : undefined);
    assertEquals(await auth.sessions.revokeAll(id), 1);
    assertEquals(await isThere(first), false);
  });
}

Deno.test("defineAuth(): accounts and passkeys are listed, named and removed", async () => {
  const { adapter, auth, id } = await startStore("jwt");
  const github = { userId: id, provider: "github", providerAccountId: "7", type: "oauth" as const };
  await adapter.linkAccount(github);
  const key = { userId: id, provider: "passkey", providerAccountId: "key" };
  await adapter.linkAccount({ ...key, type: "webauthn" });
  await adapter.createAuthenticator({
    userId: id,
    credentialID: "key",
    providerAccountId: "key",
    credentialPublicKey: "public",
    counter: 0,
    credentialBackedUp: false,
    credentialDeviceType: "singleDevice",
  });
  const names = async () => (await auth.accounts.list(id)).map(({ provider }) => provider).sort();
  assertEquals(await names(), ["github", "passkey"]);
  await auth.passkeys.rename(id, "key", "Phone");
  assertEquals((await auth.passkeys.list(id)).map(({ name }) => name), ["Phone"]);
  assertEquals(await auth.passkeys.remove(id, "key"), true);
  assertEquals(await names(), ["github"]);
  assertEquals(await auth.accounts.unlink(id, github), false);
  assertEquals(await auth.accounts.unlink(id, github, { hasOtherWayIn: true }), true);
  await auth.users.delete(id);
  assertEquals(await adapter.getUser(id), null);
});

Deno.test("identifySession() works with the secret that is generated on a developer's machine", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const auth = defineAuth({
    providers: [credentials],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    logger: silent,
  });
  const local = "http://localhost:8000";
  const browser = createBrowser(local, { [local]: (request) => auth.handler(request) });
  await (await browser.signInWithCredentials({ password: "right" })).response.body?.cancel();
  const cookie = browser.cookies.header(new URL(local), { crossSite: false, method: "GET" })!;
  const current = await auth.sessions.identify(new Request(local, { headers: { cookie } }));
  assertEquals(current?.userId, "1");
  assertEquals((await auth.sessions.list("1")).length, 1);
  assertEquals(await auth.sessions.identify(new Request("https://app.example")), null);
  assert(await auth.getSession(new Request(local, { headers: { cookie } })));
});

Deno.test("server functions take the result of defineAuth() as they take its config", async () => {
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [Password({ page: false, cost: { ln: 4 } })],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: new Date() });
  assertEquals(await setPassword(auth, "1", "engines weave algebra"), null);
  assertEquals(await hasPassword(auth, "1"), true);
  assertEquals(await listSessions(auth, "1"), []);
  assertEquals(await getSession(new Request("https://app.example"), auth), null);
});
