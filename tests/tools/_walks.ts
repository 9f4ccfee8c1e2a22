/**
 * Requests of an app with every part that they need, on the memory store: what each of them
 * costs once its code is loaded.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { joinChunks, parseCookies } from "../../src/http/cookie.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { addEnrolment, newEnrolmentId } from "../../src/capabilities/factors/enrolments.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { makeFactorContext, readEnrolled } from "../../src/capabilities/factors/context.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { requireConfig } from "../../src/server/environment.ts";
import type { RequestInternal } from "../../src/types/internal.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  signInAs,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { counted } from "../flows/_counted_store.ts";
import { formOf } from "../flows/_email.ts";
import { codeOf } from "../flows/_factors.ts";
import { answer, ask } from "../flows/_passkeys.ts";
import { STRATEGIES, type Strategy } from "../flows/_strategies.ts";
import { createWalkCounter, type WalkCounter, type Walked } from "./_walk_counter.ts";

const APP = "https://app.example";

const SRC = new URL("../../src/", import.meta.url).href;

/** The library, without its tools, its store, and the pages, whose functions run for each element. */
const isLibrary = (url: string) => url.startsWith(SRC) && !url.startsWith(`${SRC}tools/`);

const PASSWORD = "engines weave algebraic patterns";

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: "all", member: { project: "all" } },
});

/** The app. Limits count in the memory of the process, and take no part in any walk. */
async function createApp(strategy: Strategy, note: (name: string) => void) {
  const idp = await createIdp();
  const { store: adapter } = counted(MemoryAdapter(), (name, args) => note(nameOf(name, args)));
  const mails: { to: string; url: string }[] = [];
  const totp = Totp();
  const auth = defineAuth({
    providers: [
      providerAt(idp, "idp"),
      Passkey,
      Password({ cost: { ln: 1, r: 1, p: 1, iterations: 1 } }),
      { id: "mail", name: "Email", type: "email", sendVerificationRequest() {} },
    ],
    adapter,
    session: { strategy, revocation: {} },
    account: AccountPage(),
    factors: [totp, RecoveryCodes()],
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    organizations: Organizations({ access }),
    oauthServer: OAuthServer({
      issuer: APP,
      resources: { [`${APP}/mcp`]: { name: "Projects", scopes: ["project:read"] } },
      clients: { partner: { name: "Partner", redirectUris: ["https://client.example/callback"] } },
    }),
    sendMail: ({ to, link }) => void mails.push({ to, url: link?.url ?? "" }),
    experimental: { enableWebAuthn: true },
    texts: { en: { scopes: { "project:read": "Read projects", "project:write": "Write" } } },
    secret: `a-secret-of-at-least-32-characters ${crypto.randomUUID()}`,
    trustHost: true,
    theme: { name: "App" },
    notifyNewDevice: false,
    limits: false,
    logger: {
      error(error) {
        throw error;
      },
      warn() {},
      debug() {},
    },
  });
  const open = () =>
    createBrowser(APP, { [APP]: (request) => auth.handler(request), [idp.issuer]: idp.handler });
  return { auth, adapter, idp, mails, open, totp };
}

/** Name of a call of the store; that of a record has its kind. */
function nameOf(name: string, [first, second]: readonly unknown[]): string {
  if (!name.startsWith("records.")) return name;
  const isOfOwner = name === "records.list" || name === "records.deleteOwner";
  const kind = name === "records.put" ? (first as RecordEntry).kind : isOfOwner ? second : first;
  return `${name} ${kind}`;
}

type App = Awaited<ReturnType<typeof createApp>>;

/** A person with a session. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly browser: TestBrowser;
}

async function createPerson({ auth, adapter, open }: App): Promise<Person> {
  const id = crypto.randomUUID();
  const email = `${id}@people.example`;
  const user = { id, name: "Ada Lovelace", email, emailVerified: new Date() };
  await adapter.createUser(user);
  const browser = open();
  const { setCookies } = await signInAs(auth, user, { origin: APP });
  browser.cookies.store(new URL(APP), setCookies);
  return { id, email, browser };
}

/** A request that is counted, and the check of its answer. */
interface Prepared {
  /** Browser whose session the request has. */
  readonly browser?: TestBrowser;
  run(): Promise<Response>;
  check(response: Response, body: string): void;
}

/** A walk: what stands before the request is not counted. */
type Walk = (app: App) => Promise<Prepared>;

const leads = (to: string) => ({ status, headers }: Response, body: string): void => {
  assertEquals(status, 302, body.slice(0, 500));
  assertEquals(new URL(headers.get("location")!, APP).pathname, to);
};

const shows = (text: string) => ({ status }: Response, body: string): void => {
  assertEquals(status, 200, body.slice(0, 500));
  assert(body.includes(text), body.slice(0, 2000));
};

const html = { headers: { accept: "text/html" }, redirect: "manual" } as const;

/** Posts a form, without following its answer. */
const posting = (browser: TestBrowser, path: string, fields: Record<string, string>) => () =>
  browser.fetch(path, { ...html, method: "POST", body: new URLSearchParams(fields) });

async function createOrg(app: App): Promise<{ owner: Person; id: string; slug: string }> {
  const owner = await createPerson(app);
  const slug = `team-${crypto.randomUUID().slice(0, 13)}`;
  const { organizations } = app.auth;
  const made = await organizations.createOrganization(owner.id, { name: "Team", slug });
  assert(made.ok);
  return { owner, id: made.organization.id, slug };
}

/** Puts a person's authenticator app, and password, into the store. */
async function enrol({ auth, adapter, totp }: App, { id, email }: Person): Promise<string> {
  await auth.passwords.set(id, PASSWORD);
  const config = requireConfig(auth.config);
  const request = { origin: APP, request: new Request(APP) } as RequestInternal;
  const enrolled = await readEnrolled(config, { id, email });
  const { secret, data } = await totp.enrol(
    makeFactorContext({ config, request }, enrolled, totp, "setup"),
  );
  await addEnrolment(adapter.records, id, newEnrolmentId(), totp, data);
  return secret!;
}

/** A person, and the end of a ceremony with the person's authenticator. */
async function createPasskey(app: App) {
  const { browser } = await createPerson(app);
  const authenticator = createAuthenticator(APP);
  const finish = async (action: "authenticate" | "register") =>
    posting(browser, "/auth/callback/passkey", {
      callbackUrl: "/after",
      ...await answer(await ask(browser, { action }), authenticator),
    });
  return { browser, finish };
}

/** The walks, by what they are. */
export const WALKS: Readonly<Record<string, Walk>> = {
  "session read": async (app) => {
    const { browser, email } = await createPerson(app);
    return { browser, run: () => browser.fetch("/auth/session"), check: shows(email) };
  },
  "OIDC callback, a new user": async ({ idp, open }) => {
    const sub = crypto.randomUUID();
    idp.user = { sub, name: "Ada", email: `${sub}@people.example`, email_verified: true };
    const browser = open();
    const url = await browser.start("idp", { callbackUrl: "/after" });
    const atProvider = await browser.fetch(url, { redirect: "manual" });
    const back = atProvider.headers.get("location")!;
    return { run: () => browser.fetch(back, { redirect: "manual" }), check: leads("/after") };
  },
  "password with a TOTP: its code": async (app) => {
    const person = await createPerson(app);
    const secret = await enrol(app, person);
    const browser = app.open();
    const { response } = await browser.signInWithCredentials(
      { email: person.email, password: PASSWORD },
      "password",
    );
    const { action, fields } = formOf(await response.text());
    const typed = { ...fields, answer: await codeOf(secret) };
    return { run: posting(browser, action, typed), check: leads("/") };
  },
  "API key": async (app) => {
    const { browser } = await createPerson(app);
    const headers = { cookie: browser.cookies.header(new URL(APP)) ?? "", origin: APP };
    const request = new Request(`${APP}/api`, { method: "POST", headers });
    const made = await app.auth.keys.create(request, { name: "key", scopes: "all" });
    assert(made.ok);
    const run = async () => {
      const authorization = `Bearer ${made.secret}`;
      const who = await app.auth.authenticate(
        new Request(`${APP}/api`, { headers: { authorization } }),
        { accept: ["key"] },
      );
      return new Response(who.ok ? who.id : "refused");
    };
    // The first use of a key is noted.
    await run();
    return { run, check: (_, body) => assert(body !== "refused") };
  },
  "consent page": async (app) => {
    const { browser } = await createPerson(app);
    const query = new URLSearchParams({
      client_id: "partner",
      redirect_uri: "https://client.example/callback",
      response_type: "code",
      scope: "project:read",
      state: "state-1",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    const run = () => browser.fetch(`/auth/oauth/authorize?${query}`, html);
    return { browser, run, check: shows("Partner") };
  },
  "organization page": async (app) => {
    const { owner, id, slug } = await createOrg(app);
    const people = [await createPerson(app), await createPerson(app)];
    const rows = people.map(({ email }) => ({ email, role: "member" as const }));
    await app.auth.organizations.importMembers(id, rows);
    const { browser } = owner;
    const run = () => browser.fetch(`/auth/organization/${slug}`, html);
    return { browser, run, check: shows(people[0]!.email) };
  },
  "invitation accepted": async (app) => {
    const { owner, slug } = await createOrg(app);
    const { browser, email } = await createPerson(app);
    const form = { csrfToken: await owner.browser.csrf(), step: "invite", email, role: "member" };
    await posting(owner.browser, `/auth/organization/${slug}`, form)();
    const mail = app.mails.findLast(({ to }) => to === email);
    assert(mail, "the invitation left");
    const page = await browser.fetch(mail.url, html);
    const { action, fields } = formOf(await page.text());
    const run = posting(browser, action, { ...fields, step: "accept" });
    return { browser, run, check: leads(`/auth/organization/${slug}`) };
  },
  "passkey, of the user signed in": async (app) => {
    const { browser, finish } = await createPasskey(app);
    const registered = await (await finish("register"))();
    leads("/after")(registered, await registered.text());
    return { browser, run: await finish("authenticate"), check: leads("/after") };
  },
  "passkey, added": async (app) => {
    const { browser, finish } = await createPasskey(app);
    return { browser, run: await finish("register"), check: leads("/after") };
  },
  "account page": async (app) => {
    const { browser, email } = await createPerson(app);
    return { browser, run: () => browser.fetch("/auth/account", html), check: shows(email) };
  },
};

/** A walk that was measured. */
export interface MeasuredWalk extends Walked {
  readonly name: string;
  readonly strategy: Strategy;
}

/** Measures all walks, each with both kinds of sessions. */
export async function measureWalks(): Promise<MeasuredWalk[]> {
  const measured: MeasuredWalk[] = [];
  using counter = await createWalkCounter(isLibrary);
  for (const strategy of STRATEGIES) {
    const app = await createApp(strategy, counter.note);
    for (const [name, walk] of Object.entries(WALKS)) {
      // The first one loads code, and fills caches.
      await measure(counter, await walk(app));
      measured.push({ name, strategy, ...await measure(counter, await walk(app)) });
    }
  }
  return measured;
}

async function measure(counter: WalkCounter, prepared: Prepared): Promise<Walked> {
  const { browser, run, check } = prepared;
  const header = browser?.cookies.header(new URL(APP)) ?? "";
  const cookie = joinChunks(parseCookies(header), "__Secure-authjs.session-token");
  assertEquals(browser !== undefined, Boolean(cookie), "a session, where the walk has one");
  const [walked, [response, body]] = await counter.count(cookie || undefined, async () => {
    const response = await run();
    return [response, await response.text()] as const;
  });
  check(response, body);
  return walked;
}
