/**
 * What people and programs do over time, in two halves: what the first half leaves in the store,
 * in browsers and with programs, the second half needs. So the halves can run in processes of two
 * versions, or the second one years later, on a store that was kept (`tests/formats/`).
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { createAuthenticator, type Idp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { waitUntil } from "../_wait.ts";
import { formOf } from "../flows/_email.ts";
import { codeOf, secretOn } from "../flows/_factors.ts";
import { run } from "../flows/_passkeys.ts";
import { APP, CALLBACK, CLIENT, REGISTRATION, RESOURCE } from "./app.mjs";

/** Cookie name → value. */
export type Cookies = Record<string, string>;

/** An email of the app. */
export interface Mail {
  to: string;
  text: string;
}

/** The app, as people and programs reach it. */
export interface StepApp {
  /** Emails that were sent, the newest last. */
  mails: Mail[];
  /** The provider. */
  idp: Idp;
  /** A browser with these cookies. */
  open(cookies?: Cookies): TestBrowser;
  /** Sends a request to the app. */
  fetch(request: Request): Promise<Response>;
}

/** What a first half leaves with people and programs: JSON. */
// deno-lint-ignore no-explicit-any -- each step knows its own
export type Held = any;

/** One step. */
export interface Step {
  name: string;
  /** Capabilities of the app that it needs. */
  needs: readonly string[];
  /** Kinds of records that the second half reads. */
  kinds: readonly string[];
  begin(app: StepApp): Promise<Held>;
  /** Fails unless everything of the first half counts. */
  finish(app: StepApp, held: Held): Promise<void>;
}

/** Longest wait for an email, in milliseconds: a step of which one is missing fails alone. */
const LIMIT = 20_000;

/** What an email about a sign-in in a new browser says; others may come meanwhile. */
const NEW_BROWSER = /It came from a browser/;

export const PASSWORD = "engines weave algebraic patterns";

let people = 0;
/** An address that no other step has. */
const newAddress = () => `person-${++people}-${crypto.randomUUID().slice(0, 8)}@people.example`;

export function cookiesOf(browser: TestBrowser): Cookies {
  const found = browser.cookies.list(new URL(APP).hostname);
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

/** Calls a function of the app, from a page of a browser. */
export async function call(
  app: StepApp,
  name: string,
  args: unknown[] = [],
  cookies: Cookies = {},
): Promise<Held> {
  const cookie = Object.entries(cookies).map((pair) => pair.join("=")).join("; ");
  const body = JSON.stringify({ name, args });
  const headers = { cookie };
  const response = await app.fetch(new Request(`${APP}/call`, { method: "POST", body, headers }));
  const answer = await response.json();
  assert(!answer.error, answer.error);
  return answer.value;
}

/** A result of a function that takes place. */
export async function done(...args: Parameters<typeof call>): Promise<Held> {
  const result = await call(...args);
  assert(result.ok, `${args[1]}: ${JSON.stringify(result)}`);
  return result;
}

/** The newest text of an email to an address that matches, from a number of emails on. */
export async function mailed(
  { mails }: StepApp,
  to: string,
  pattern: RegExp,
  from = 0,
): Promise<string> {
  return await waitUntil(`an email to ${to} has ${pattern}`, () => {
    const texts = mails.slice(from).filter((mail) => mail.to === to).map(({ text }) => text);
    return pattern.exec(texts.findLast((text) => pattern.test(text)) ?? "")?.[0];
  }, { limit: LIMIT });
}

/** Reads a page to its end. */
export async function page(landing: { url: URL; response: Response }) {
  return { url: landing.url, html: await landing.response.text() };
}

interface Person {
  browser: TestBrowser;
  email: string;
  id: string;
}

/** Signs a person in by a link; the first time, this makes a user. */
export async function enter(app: StepApp, email = newAddress()): Promise<Person> {
  const browser = app.open();
  await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
  await page(await browser.visit(await mailed(app, email, /https:\S+token=\S+/)));
  assertEquals((await browser.session())?.user?.email, email);
  const { id } = await call(app, "adapter.getUserByEmail", [email]);
  return { browser, email, id };
}

/** Makes a user with a password, and the browser of the first sign-in. */
export async function signUp(app: StepApp): Promise<Person> {
  const email = newAddress();
  const browser = app.open();
  await page(await browser.submit("/auth/password?callbackUrl=/", { email }));
  const link = await mailed(app, email, /https:\S+token=\S+/);
  const { fields } = formOf((await page(await browser.visit(link))).html);
  // Earlier versions want the password twice.
  const typed = { ...fields as Record<string, string>, password: PASSWORD, repeat: PASSWORD };
  const body = new URLSearchParams(typed);
  await page(await browser.visit("/auth/password", { method: "POST", body }));
  assertEquals((await browser.session())?.user?.email, email);
  const { id } = await call(app, "adapter.getUserByEmail", [email]);
  return { browser, email, id };
}

export async function typePassword(browser: TestBrowser, email: string) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), email, password: PASSWORD });
  return await page(await browser.visit("/auth/callback/password", { method: "POST", body }));
}

/** Adds an authenticator app; returns its key. */
async function addTotp(browser: TestBrowser): Promise<string> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const csrfToken = await browser.csrf();
    const body = new URLSearchParams({ csrfToken, step: "enrol", factor: "totp" });
    const begun = await browser.visit("/auth/factors", { method: "POST", body });
    const html = await begun.response.clone().text();
    // Earlier versions answer the form itself, and later ones lead to a page that those do not have.
    if (!html.includes("otpauth:")) continue;
    const key = secretOn(html);
    await page(await browser.submit(begun, { answer: await codeOf(key) }));
    return key;
  }
  throw new Error("The page of an authenticator app is not shown");
}

/** Adds codes by email. */
async function addMailCode(app: StepApp, browser: TestBrowser, email: string): Promise<void> {
  const csrfToken = await browser.csrf();
  const body = new URLSearchParams({ csrfToken, step: "enrol", factor: "mail" });
  const begun = await browser.visit("/auth/factors", { method: "POST", body });
  await page(await browser.submit(begun, { answer: await mailed(app, email, /^\d{4} \d{4}$/m) }));
}

/** Signs a user of the provider in. */
export async function signInAtProvider(
  app: StepApp,
  user: Idp["user"],
  browser = app.open(),
): Promise<TestBrowser> {
  app.idp.user = user;
  await page(await browser.signIn("idp", { callbackUrl: "/after" }));
  return browser;
}

/** What `GET /api` says of a credential. */
export async function who(app: StepApp, accept: string, secret: string): Promise<Held> {
  const headers = { authorization: `Bearer ${secret}` };
  const response = await app.fetch(new Request(`${APP}/api?accept=${accept}`, { headers }));
  return await response.json();
}

/** Posts JSON or a form below the base path. */
export async function send(
  app: StepApp,
  path: string,
  body: Record<string, unknown> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Held> {
  const isForm = body instanceof URLSearchParams;
  const response = await app.fetch(
    new Request(`${APP}/auth/${path}`, {
      method: "POST",
      headers: { ...isForm ? {} : { "content-type": "application/json" }, ...headers },
      body: isForm ? body : JSON.stringify(body),
    }),
  );
  return { status: response.status, ...await response.json() };
}

/** Asks for tokens at an endpoint. */
export async function tokens(
  app: StepApp,
  path: string,
  fields: Record<string, string>,
): Promise<Held> {
  return await send(app, path, new URLSearchParams(fields));
}

/** Asks for tokens that are given. */
export async function given(
  app: StepApp,
  path: string,
  fields: Record<string, string>,
): Promise<Held> {
  const answer = await tokens(app, path, fields);
  assertEquals(answer.status, 200, JSON.stringify(answer));
  return answer;
}

const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/** A redirect that a browser gets and does not follow. */
async function led(
  browser: TestBrowser,
  url: string,
  fields?: Record<string, string>,
): Promise<string> {
  const body = fields && new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
  const init: RequestInit = body ? { method: "POST", body } : {};
  const response = await browser.fetch(url, { ...init, redirect: "manual" });
  const text = await response.text();
  const location = response.headers.get("location");
  assert(location, `${url}: ${response.status} ${text.slice(0, 500)}`);
  return new URL(location, APP).href;
}

const codeIn = (url: string): string => {
  const code = new URL(url).searchParams.get("code");
  assert(code, url);
  return code;
};

/** A code for a client without cookies, as the page of a browser gives it. */
export async function nativeCode(browser: TestBrowser): Promise<Record<string, string>> {
  const fields = {
    redirect_uri: CALLBACK,
    code_challenge: await sha256Base64url(VERIFIER),
    code_challenge_method: "S256",
  };
  const to = await led(browser, "/auth/native/authorize", { ...fields, step: "continue" });
  const code_verifier = VERIFIER;
  return {
    grant_type: "authorization_code",
    code: codeIn(to),
    code_verifier,
    redirect_uri: CALLBACK,
  };
}

/** Signs in as a client without cookies does. */
async function enterNatively(app: StepApp, email: string): Promise<Held> {
  const body = { email, password: PASSWORD };
  const sent = { method: "POST", path: "callback/password", body };
  const { tokens } = await send(app, "native/call", sent);
  assert(tokens, "the sign-in gives tokens");
  return tokens;
}

const ASKED = {
  response_type: "code",
  scope: "project:read offline_access",
  state: "state-1",
  redirect_uri: CALLBACK,
  code_challenge_method: "S256",
  resource: RESOURCE,
};

/** A code of the authorization server, for a client of the user. */
export async function oauthCode(
  browser: TestBrowser,
  client_id: string,
): Promise<Record<string, string>> {
  const code_challenge = await sha256Base64url(VERIFIER);
  const query = new URLSearchParams({ ...ASKED, client_id, code_challenge });
  const code = codeIn(await authorized(browser, `/auth/oauth/authorize?${query}`));
  return {
    grant_type: "authorization_code",
    code,
    code_verifier: VERIFIER,
    client_id,
    redirect_uri: CALLBACK,
  };
}

/** Where the authorization endpoint leads, with a yes where it asks. */
async function authorized(browser: TestBrowser, url: string): Promise<string> {
  const response = await browser.fetch(url, {
    redirect: "manual",
    headers: { accept: "text/html" },
  });
  const html = await response.text();
  if (response.status !== 200) return response.headers.get("location")!;
  const form = html.split("<form").find((part) => part.includes('value="allow"'));
  assert(form, html.slice(0, 500));
  const { fields } = formOf(`<form${form}`);
  const body = new URLSearchParams({ ...fields as Record<string, string>, step: "allow" });
  const answer = await browser.fetch("/auth/oauth/authorize", {
    method: "POST",
    body,
    redirect: "manual",
  });
  await answer.body?.cancel();
  return answer.headers.get("location")!;
}

const refreshOf = (refresh_token: string, client_id: string) => ({
  grant_type: "refresh_token",
  refresh_token,
  client_id,
});

/** An organization of a person's. */
async function createOrg(app: StepApp, { id }: Person): Promise<{ id: string; slug: string }> {
  const slug = `team-${crypto.randomUUID().slice(0, 13)}`;
  const { organization } = await done(app, "organizations.createOrganization", [
    id,
    { name: "Team", slug },
  ]);
  return { id: organization.id, slug };
}

/** The steps. */
export const STEPS: readonly Step[] = [
  {
    name: "a session, and the password of its user",
    needs: [],
    kinds: ["session", "password"],
    async begin(app) {
      const { browser, email, id } = await signUp(app);
      return { cookies: cookiesOf(browser), email, id };
    },
    async finish(app, { cookies, email, id }) {
      const browser = app.open(cookies);
      assertEquals((await browser.session())?.user?.email, email);
      const other = app.open();
      await typePassword(other, email);
      assertEquals((await other.session())?.user?.email, email);
      assertEquals(await call(app, "sessions.revokeAll", [id]), 2);
      for (const ended of [browser, other]) assertEquals(await ended.session(), null);
    },
  },
  {
    name: "a link by email",
    needs: [],
    kinds: [],
    async begin(app) {
      const email = newAddress();
      const browser = app.open();
      await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
      const link = await mailed(app, email, /https:\S+token=\S+/);
      return { cookies: cookiesOf(browser), email, link };
    },
    async finish(app, { cookies, email, link }) {
      const browser = app.open(cookies);
      await page(await browser.visit(link));
      assertEquals((await browser.session())?.user?.email, email);
    },
  },
  {
    name: "an account at a provider, with its tokens and its session there",
    needs: ["account", "tokens", "signOut"],
    kinds: ["account", "tokens", "upstream.session", "session.upstream"],
    async begin(app) {
      const { browser, email } = await enter(app);
      const id = crypto.randomUUID();
      const user = { sub: id, sid: `sid-${id}`, name: "Ada", email, email_verified: true };
      await signInAtProvider(app, user, browser);
      const cookies = cookiesOf(browser);
      const { accessToken } = await call(
        app,
        "getAccessToken",
        ["$request", { provider: "idp" }, "$headers"],
        cookies,
      );
      assert(accessToken);
      return { cookies, email, sub: id, accessToken };
    },
    async finish(app, { cookies, email, sub, accessToken }) {
      const browser = app.open(cookies);
      assertEquals((await browser.session())?.user?.email, email);
      const read = await call(
        app,
        "getAccessToken",
        ["$request", { provider: "idp" }, "$headers"],
        cookies,
      );
      assertEquals(read.accessToken, accessToken);
      const { id } = await call(app, "adapter.getUserByEmail", [email]);
      const accounts = await call(app, "accounts.list", [id]);
      assertEquals(accounts.map((one: Held) => one.providerAccountId), [sub]);
      const logout_token = await app.idp.logoutToken({ sub, sid: `sid-${sub}` });
      const ended = await app.fetch(
        new Request(`${APP}/auth/signout/idp`, {
          method: "POST",
          body: new URLSearchParams({ logout_token }),
        }),
      );
      assertEquals(ended.status, 200, await ended.text());
      assertEquals(await browser.session(), null);
    },
  },
  {
    name: "an account, as its provider calls it",
    // Earlier pages do not show it.
    needs: ["newDevice"],
    kinds: ["account.profile"],
    async begin(app) {
      const { browser } = await enter(app);
      const email = newAddress();
      const user = { sub: crypto.randomUUID(), name: "Ada", email, email_verified: true };
      await signInAtProvider(app, user, browser);
      return { cookies: cookiesOf(browser), email };
    },
    async finish(app, { cookies, email }) {
      const shown = await page(await app.open(cookies).visit("/auth/account?step=accounts"));
      assert(shown.html.includes(email), "the account is shown with its address there");
    },
  },
  {
    name: "a session that a provider has ended",
    needs: ["tokens", "signOut"],
    kinds: ["upstream.ended"],
    async begin(app) {
      const id = crypto.randomUUID();
      const logout_token = await app.idp.logoutToken({ sid: `sid-${id}` });
      const response = await app.fetch(
        new Request(`${APP}/auth/signout/idp`, {
          method: "POST",
          body: new URLSearchParams({ logout_token }),
        }),
      );
      await response.body?.cancel();
      return { id, email: newAddress() };
    },
    async finish(app, { id, email }) {
      const user = { sub: id, sid: `sid-${id}`, name: "Ada", email, email_verified: true };
      const browser = await signInAtProvider(app, user);
      assertEquals(await browser.session(), null);
    },
  },
  {
    name: "a second factor, and a device that is trusted",
    needs: [],
    kinds: ["factor", "trusted"],
    async begin(app) {
      const { browser, email } = await signUp(app);
      const key = await addTotp(browser);
      await (await browser.post("/signout")).body?.cancel();
      assertEquals((await typePassword(browser, email)).url.pathname, "/auth/factor");
      const answer = await codeOf(key, Date.now() + 30_000);
      await page(await browser.submit("/auth/factor", { answer, trust: "1" }));
      assertEquals((await browser.session())?.user?.email, email);
      await (await browser.post("/signout")).body?.cancel();
      return { cookies: cookiesOf(browser), email, key };
    },
    async finish(app, { cookies, email }) {
      const known = app.open(cookies);
      await typePassword(known, email);
      assertEquals((await known.session())?.user?.email, email);
      const other = app.open();
      assertEquals((await typePassword(other, email)).url.pathname, "/auth/factor");
      assertEquals(await other.session(), null);
    },
  },
  {
    name: "a sign-in that waits for a second factor",
    needs: [],
    kinds: ["pending", "factor"],
    async begin(app) {
      const { email, browser } = await signUp(app);
      const key = await addTotp(browser);
      const waits = app.open();
      assertEquals((await typePassword(waits, email)).url.pathname, "/auth/factor");
      // A code counts once, so this is the next one, which is accepted before its time and at it.
      const answer = await codeOf(key, Date.now() + 30_000);
      return { cookies: cookiesOf(waits), email, answer };
    },
    async finish(app, { cookies, email, answer }) {
      const browser = app.open(cookies);
      await page(await browser.submit("/auth/factor", { answer }));
      assertEquals((await browser.session())?.user?.email, email);
    },
  },
  {
    name: "a sign-in that waits for a code by email",
    // Earlier pages are others.
    needs: ["newDevice"],
    kinds: ["factor.attempt"],
    async begin(app) {
      const { email } = await signUp(app);
      // Who came by a link has proven the address already.
      const browser = app.open();
      await typePassword(browser, email);
      await addMailCode(app, browser, email);
      const waits = app.open();
      assertEquals((await typePassword(waits, email)).url.pathname, "/auth/factor");
      const before = app.mails.length;
      await (await waits.post("/factor", { factor: "mail", step: "send" })).body?.cancel();
      const answer = await mailed(app, email, /^\d{4} \d{4}$/m, before);
      return { cookies: cookiesOf(waits), email, answer };
    },
    async finish(app, { cookies, email, answer }) {
      const browser = app.open(cookies);
      await (await browser.post("/factor", { factor: "mail", answer })).body?.cancel();
      assertEquals((await browser.session())?.user?.email, email);
    },
  },
  {
    name: "a reset of second factors that waits",
    needs: ["account"],
    kinds: ["factor.reset"],
    async begin(app) {
      const { browser, id } = await signUp(app);
      await addTotp(browser);
      const due = await call(app, "factors.reset", [id]);
      return { id, due };
    },
    async finish(app, { id, due }) {
      assertEquals(await call(app, "factors.pendingReset", [id]), due);
      assertEquals(await call(app, "factors.cancelReset", [id]), true);
    },
  },
  {
    name: "a user who is suspended, and one who was",
    needs: [],
    kinds: ["access"],
    async begin(app) {
      const [out, back] = [await signUp(app), await signUp(app)];
      for (const { id } of [out, back]) await call(app, "users.suspend", [id]);
      await call(app, "users.resume", [back.id]);
      return { out: out.email, back: back.email };
    },
    async finish(app, { out, back }) {
      const browser = app.open();
      await typePassword(browser, out);
      assertEquals(await browser.session(), null);
      await typePassword(browser, back);
      assertEquals((await browser.session())?.user?.email, back);
    },
  },
  {
    name: "a sign-in in a new browser, of which its user was told",
    needs: ["newDevice"],
    kinds: ["device.new"],
    async begin(app) {
      const [told, untold] = [await signUp(app), await signUp(app)];
      await typePassword(app.open(), told.email);
      await mailed(app, told.email, NEW_BROWSER);
      return { told: told.email, untold: untold.email };
    },
    async finish(app, { told, untold }) {
      const before = app.mails.length;
      await typePassword(app.open(), told);
      await typePassword(app.open(), untold);
      await mailed(app, untold, NEW_BROWSER);
      const since = app.mails.slice(before).filter(({ text }) => NEW_BROWSER.test(text));
      assertEquals(since.map(({ to }) => to), [untold]);
    },
  },
  {
    name: "a change of address that waits for its code",
    needs: ["account"],
    kinds: ["address.change"],
    async begin(app) {
      const { browser } = await signUp(app);
      const next = newAddress();
      await page(await postAddress(browser, { step: "request", email: next }));
      const code = (await mailed(app, next, /^\d{4} \d{4}$/m)).replace(" ", "");
      return { cookies: cookiesOf(browser), next, code };
    },
    async finish(app, { cookies, next, code }) {
      const browser = app.open(cookies);
      await page(await postAddress(browser, { step: "confirm", code }));
      assertEquals((await browser.session())?.user?.email, next);
    },
  },
  {
    name: "a change of address that can be undone",
    needs: ["account"],
    kinds: ["address.undo", "address.held"],
    async begin(app) {
      const { browser, email, id } = await signUp(app);
      const next = newAddress();
      await page(await postAddress(browser, { step: "request", email: next }));
      const code = (await mailed(app, next, /^\d{4} \d{4}$/m)).replace(" ", "");
      await page(await postAddress(browser, { step: "confirm", code }));
      // Without it there is no email to wait for.
      assertEquals((await browser.session())?.user?.email, next);
      const link = await mailed(app, email, /https:\S+undo\S*/);
      return { email, id, link };
    },
    async finish(app, { email, id, link }) {
      // The address is held: nobody else gets it.
      const other = app.open();
      await other.start("mail", { fields: { email }, callbackUrl: "/after" });
      const opened = app.mails.findLast((mail) => mail.to === email && /token=/.test(mail.text));
      if (opened) await page(await other.visit(/https:\S+token=\S+/.exec(opened.text)![0]));
      assertEquals(await other.session(), null);
      const browser = app.open();
      await page(await browser.submit(await browser.visit(link), {}));
      const user = await call(app, "adapter.getUserByEmail", [email]);
      assertEquals(user?.id, id);
    },
  },
  {
    name: "a deletion that waits",
    needs: ["deletion"],
    kinds: ["user.deletion"],
    async begin(app) {
      const { browser, id, email } = await signUp(app);
      const csrfToken = await browser.csrf();
      const body = new URLSearchParams({ csrfToken, step: "delete", confirm: email });
      await page(await browser.visit("/auth/account", { method: "POST", body }));
      const due = await call(app, "users.pendingDeletion", [id]);
      assert(due, "the deletion waits");
      return { id, due };
    },
    async finish(app, { id, due }) {
      assertEquals(await call(app, "users.pendingDeletion", [id]), due);
      assertEquals(await call(app, "users.cancelDeletion", [id]), true);
    },
  },
  {
    name: "a passkey with a name",
    needs: ["passkeys"],
    kinds: ["passkey.name"],
    async begin(app) {
      const { browser, id } = await signUp(app);
      await run({ authenticator: createAuthenticator(APP) }, browser, { action: "register" });
      const [{ id: key }] = await call(app, "passkeys.list", [id]);
      await call(app, "passkeys.rename", [id, key, "Key"]);
      return { id, keys: await call(app, "passkeys.list", [id]) };
    },
    async finish(app, { id, keys }) {
      const shown = (listed: Held) => listed.map(({ id, name }: Held) => ({ id, name }));
      assertEquals(shown(keys), [{ id: keys[0].id, name: "Key" }]);
      assertEquals(shown(await call(app, "passkeys.list", [id])), shown(keys));
    },
  },
  {
    name: "an organization with a member",
    needs: ["organizations"],
    kinds: ["org", "org.slug", "org.member", "org.membership"],
    async begin(app) {
      const owner = await enter(app);
      const member = await enter(app);
      const org = await createOrg(app, owner);
      const rows = [{ email: member.email, role: "member" }];
      await call(app, "organizations.importMembers", [org.id, rows]);
      const browsers = [cookiesOf(owner.browser), cookiesOf(member.browser)];
      return { org, browsers, ids: [owner.id, member.id] };
    },
    async finish(app, { org: { id, slug }, browsers, ids: [owner, member] }) {
      for (const [index, role] of ["owner", "member"].entries()) {
        const membership = await done(
          app,
          "organizations.readMembership",
          ["$request", slug],
          browsers[index],
        );
        assertEquals([membership.role, membership.organization.id], [role, id]);
      }
      const { members } = await done(
        app,
        "organizations.listMembers",
        [{ $membership: slug }],
        browsers[0],
      );
      const found = members.map((one: Held) => `${one.userId} ${one.role}`).toSorted();
      assertEquals(found, [`${owner} owner`, `${member} member`].toSorted());
    },
  },
  {
    name: "an invitation",
    needs: ["organizations"],
    kinds: ["org.invitation"],
    async begin(app) {
      const owner = await enter(app);
      const org = await createOrg(app, owner);
      const email = newAddress();
      const args = [{ $membership: org.slug }, { email, role: "admin" }];
      await done(app, "organizations.invite", args, cookiesOf(owner.browser));
      const link = await mailed(app, email, /https:\S+token=\S+/);
      return { email, slug: org.slug, token: new URL(link).searchParams.get("token") };
    },
    async finish(app, { email, slug, token }) {
      const cookies = cookiesOf((await enter(app, email)).browser);
      await done(app, "organizations.acceptInvitation", ["$post", token], cookies);
      const { role } = await done(app, "organizations.readMembership", ["$request", slug], cookies);
      assertEquals(role, "admin");
    },
  },
  {
    name: "a member who is expected",
    needs: ["organizations"],
    kinds: ["org.pending", "org.expected"],
    async begin(app) {
      const owner = await enter(app);
      const { id, slug } = await createOrg(app, owner);
      const email = newAddress();
      await call(app, "organizations.importMembers", [id, [{ email, role: "admin" }]]);
      return { email, slug };
    },
    async finish(app, { email, slug }) {
      const cookies = cookiesOf((await enter(app, email)).browser);
      const { role } = await done(app, "organizations.readMembership", ["$request", slug], cookies);
      assertEquals(role, "admin");
    },
  },
  {
    name: "a key of a user, and one that was revoked",
    needs: ["keys"],
    kinds: ["key", "key.ended", "anchor"],
    async begin(app) {
      const { browser, id } = await enter(app);
      const make = async (name: string) =>
        await done(app, "keys.create", ["$post", { name, scopes: "all" }], cookiesOf(browser));
      const [alive, ended] = [await make("alive"), await make("ended")];
      assertEquals(await call(app, "keys.revoke", [id, ended.key.id]), true);
      const refused = await who(app, "key", ended.secret);
      return { id, alive: alive.secret, ended: ended.secret, refused };
    },
    async finish(app, { id, alive, ended, refused }) {
      assertEquals((await who(app, "key", alive)).id, id);
      assertEquals(await who(app, "key", ended), refused);
      assertNotEquals(refused.refused, "key-unknown");
    },
  },
  {
    name: "a service with a key",
    needs: ["organizations", "keys"],
    kinds: ["service", "key", "key.maker"],
    async begin(app) {
      const owner = await enter(app);
      const { slug } = await createOrg(app, owner);
      const cookies = cookiesOf(owner.browser);
      const at = { $membership: slug };
      const { service } = await done(
        app,
        "keys.createService",
        [at, { name: "robot", scopes: "all" }],
        cookies,
      );
      const options = { name: "key", scopes: "all", service: service.id };
      const { secret } = await done(app, "keys.createForOrganization", [at, options], cookies);
      return { cookies, slug, service: service.id, secret, owner: owner.id };
    },
    async finish(app, { cookies, slug, service, secret, owner }) {
      const seen = await who(app, "key", secret);
      assertEquals([seen.id, seen.via], [service, "key"], JSON.stringify(seen));
      const listed = await done(app, "keys.listServices", [{ $membership: slug }], cookies);
      assertEquals(listed.services.map((one: Held) => [one.id, one.createdBy]), [[service, owner]]);
    },
  },
  {
    name: "tokens of a client without cookies",
    needs: ["native"],
    kinds: ["native", "anchor"],
    async begin(app) {
      const { email, id } = await signUp(app);
      return { id, ...await enterNatively(app, email) };
    },
    async finish(app, { id, accessToken, refreshToken }) {
      assertEquals((await who(app, "bearer", accessToken)).id, id);
      const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
      const { access_token } = await given(app, "native/token", fields);
      assertEquals((await who(app, "bearer", access_token)).id, id);
    },
  },
  {
    name: "a code of a client without cookies",
    needs: ["native"],
    kinds: ["native.code"],
    async begin(app) {
      const { browser, id } = await signUp(app);
      return { id, fields: await nativeCode(browser) };
    },
    async finish(app, { id, fields }) {
      const { access_token } = await given(app, "native/token", fields);
      assertEquals((await who(app, "bearer", access_token)).id, id);
    },
  },
  {
    name: "a code of a client without cookies that was used",
    needs: ["native"],
    kinds: ["native.spent"],
    async begin(app) {
      const { browser } = await signUp(app);
      const fields = await nativeCode(browser);
      const { access_token } = await given(app, "native/token", fields);
      return { fields, access_token };
    },
    async finish(app, { fields, access_token }) {
      assert(!(await who(app, "bearer", access_token)).refused, "the token counts");
      // The same request is one whose answer was lost: a copy has another verifier.
      const copied = { ...fields, code_verifier: "a".repeat(43) };
      assertEquals((await tokens(app, "native/token", copied)).status, 400);
      assert((await who(app, "bearer", access_token)).refused, "the second use ends the session");
    },
  },
  {
    name: "a nonce of a client without cookies",
    needs: ["native"],
    kinds: ["native.nonce"],
    async begin(app) {
      const { nonce } = await send(app, "native/nonce", {});
      return { nonce, sub: crypto.randomUUID(), email: newAddress() };
    },
    async finish(app, { nonce, sub, email }) {
      app.idp.user = { sub, name: "Ada", email, email_verified: true };
      const idToken = await app.idp.idToken({ aud: "com.example.app", nonce });
      const answer = await send(app, "native/id-token", { provider: "idp", idToken, nonce });
      assert(answer.tokens, JSON.stringify(answer));
    },
  },
  {
    name: "a client that registered itself, and the grant that it has",
    needs: ["oauthServer"],
    kinds: ["oauth.client", "oauth.grant", "oauth.refresh", "oauth.key", "anchor"],
    async begin(app) {
      const { browser, id } = await enter(app);
      const metadata = {
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        client_name: "A client",
      };
      const authorization = `Bearer ${REGISTRATION}`;
      const { client_id } = await send(app, "oauth/register", metadata, { authorization });
      const fields = await oauthCode(browser, client_id);
      const { access_token, refresh_token } = await given(app, "oauth/token", fields);
      return { id, client_id, access_token, refresh_token };
    },
    async finish(app, { id, client_id, access_token, refresh_token }) {
      assertEquals((await who(app, "token", access_token)).id, id);
      const next = await given(app, "oauth/token", refreshOf(refresh_token, client_id));
      assertEquals((await who(app, "token", next.access_token)).id, id);
      const grants = await call(app, "oauthServer.listGrants", [id]);
      assertEquals(grants.map((one: Held) => one.name), ["A client"]);
    },
  },
  {
    name: "a code of the authorization server",
    needs: ["oauthServer"],
    kinds: ["oauth.code"],
    async begin(app) {
      const { browser, id } = await enter(app);
      return { id, fields: await oauthCode(browser, CLIENT) };
    },
    async finish(app, { id, fields }) {
      const { access_token } = await given(app, "oauth/token", fields);
      assertEquals((await who(app, "token", access_token)).id, id);
    },
  },
  {
    name: "a code of the authorization server that was used",
    needs: ["oauthServer"],
    kinds: ["oauth.used"],
    async begin(app) {
      const { browser } = await enter(app);
      const fields = await oauthCode(browser, CLIENT);
      const { refresh_token } = await given(app, "oauth/token", fields);
      return { fields, refresh_token, at: Date.now() };
    },
    async finish(app, { fields, refresh_token, at }) {
      // Two requests at once are honest; what comes later ends the grant.
      const isLater = Date.now() - at > 10_000;
      assertEquals((await tokens(app, "oauth/token", fields)).status, 400);
      const answer = await tokens(app, "oauth/token", refreshOf(refresh_token, CLIENT));
      assertEquals(answer.error, isLater ? "invalid_grant" : undefined);
    },
  },
  {
    name: "a request that was pushed",
    needs: ["oauthServer"],
    kinds: ["oauth.request"],
    async begin(app) {
      const { browser, id } = await enter(app);
      const code_challenge = await sha256Base64url(VERIFIER);
      const asked = new URLSearchParams({ ...ASKED, client_id: CLIENT, code_challenge });
      const { request_uri } = await send(app, "oauth/par", asked);
      assert(request_uri);
      return { id, cookies: cookiesOf(browser), request_uri };
    },
    async finish(app, { id, cookies, request_uri }) {
      const query = new URLSearchParams({ client_id: CLIENT, request_uri });
      const to = await authorized(app.open(cookies), `/auth/oauth/authorize?${query}`);
      const { access_token } = await given(app, "oauth/token", {
        grant_type: "authorization_code",
        code: codeIn(to),
        code_verifier: VERIFIER,
        client_id: CLIENT,
        redirect_uri: CALLBACK,
      });
      assertEquals((await who(app, "token", access_token)).id, id);
    },
  },
  {
    name: "a device that waits for its user",
    needs: ["oauthServer"],
    kinds: ["oauth.device", "oauth.user-code"],
    async begin(app) {
      const { browser, id } = await enter(app);
      const fields = { client_id: "tv", scope: "project:read", resource: RESOURCE };
      const { device_code, user_code } = await send(
        app,
        "oauth/device",
        new URLSearchParams(fields),
      );
      assert(device_code);
      return { id, cookies: cookiesOf(browser), device_code, user_code };
    },
    async finish(app, { id, cookies, device_code, user_code }) {
      const browser = app.open(cookies);
      for (const step of ["open", "allow"]) {
        const fields = { csrfToken: await browser.csrf(), step, user_code };
        const body = new URLSearchParams(fields);
        await page(await browser.visit("/auth/device", { method: "POST", body }));
      }
      const { access_token } = await given(app, "oauth/token", {
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        device_code,
        client_id: "tv",
      });
      assertEquals((await who(app, "token", access_token)).id, id);
    },
  },
];

export async function postAddress(browser: TestBrowser, typed: Record<string, string>) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...typed });
  return await browser.visit("/auth/address", { method: "POST", body });
}
