/**
 * The matrix of stolen sessions: which cookie a thief has, which change of the account they try,
 * and what becomes of it. `stolen_session_test.ts` checks it, `tests/tools/stolen_session.ts`
 * prints it.
 *
 * The thief has every cookie of the owner's browser, except that of a trusted device where the
 * row does not say so; forms that the owner has opened and not sent; an account of their own at
 * each provider, and a passkey of their own. They have neither the owner's password (but where a
 * change says so), nor an authenticator app, a mailbox or a session at a provider of the owner.
 *
 * @module
 */

import type { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth } from "../../mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import { reset as resetFactors } from "../../src/capabilities/factors/functions.ts";
import { createFor, list as listKeys } from "../../src/capabilities/keys/functions.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { makeKey, newestSecret } from "../../src/limits/window.ts";
import { devices, userCodes } from "../../src/capabilities/oauth_server/device_kinds.ts";
import { giveGrant } from "../../src/capabilities/oauth_server/grants.ts";
import { requests } from "../../src/capabilities/oauth_server/kinds.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { listGrants } from "../../src/capabilities/oauth_server/grant_functions.ts";
import { type OAuthCall, oauthCall } from "../../src/capabilities/oauth_server/settings.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { impersonate } from "../../src/server/sign_in.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  signInAs,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import type { WebAuthnOptionsResponse } from "../../src/types/webauthn.ts";
import { providerAt } from "../_idp.ts";
import { type AccountApp, APP, createAccountApp } from "../flows/_accounts.ts";
import { codeTo } from "../flows/_addresses.ts";
import { formOf } from "../flows/_email.ts";
import { codeOf, secretOn } from "../flows/_factors.ts";
import { ADA, OTHER, PASSWORD } from "../flows/_passwords.ts";

/** How the app keeps sessions. */
export type Mode = "jwt" | "jwt without records" | "database";

/** Every way to keep sessions. */
export const MODES: readonly Mode[] = ["jwt", "jwt without records", "database"];

/** What becomes of a change; `"–"` where it does not exist. */
export type Outcome = "allowed" | "refused" | "–";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Address that the owner, or the thief, wants. */
export const NEW = "countess@example.com";

/** Password that the thief sets. */
export const THEFT = "thieves weave sacks of feathers";

/** The operator who acts for the owner. */
const OPERATOR = "olga";

const OPERATORS = Operators({ permissionsOf: ({ id }) => id === OPERATOR ? ["user:act"] : [] });

/** The owner at the first provider, which has an account that is linked. */
const OWNER_AT_ONE = { sub: "1", name: "Ada" };

/** The thief at each provider; no account there is linked. */
const THIEF_AT = {
  one: { sub: "thief-at-one", name: "Ada" },
  two: { sub: "thief-at-two", name: "Ada" },
};

const idps = {
  one: await createIdp({ issuer: "https://one.example", user: OWNER_AT_ONE }),
  two: await createIdp({ issuer: "https://two.example", user: THIEF_AT.two }),
};

/** A cookie that a thief has. */
export interface Row {
  /** Name of the row. */
  cookie: string;
  /** `true` when the owner has enrolled an authenticator app and recovery codes. */
  hasFactor: boolean;
  /** How the session began. */
  began: "password" | "both" | "trusted" | "before" | "acting";
  /** Age of the session when the thief uses it, in milliseconds. */
  age: number;
  /** `true` when the thief has the cookie of the trusted device too. */
  takesDevice?: true;
  /** `true` when the owner has proven both factors again in this session, after the copy. */
  isProvenAgain?: true;
}

/** The cookies. */
export const ROWS: readonly Row[] = [
  {
    cookie: "no second factor, 11 minutes old",
    hasFactor: false,
    began: "password",
    age: 11 * MINUTE,
  },
  { cookie: "no second factor, 20 days old", hasFactor: false, began: "password", age: 20 * DAY },
  { cookie: "one factor, on a trusted device, fresh", hasFactor: true, began: "trusted", age: 0 },
  {
    cookie: "one factor, on a trusted device, 20 days old",
    hasFactor: true,
    began: "trusted",
    age: 20 * DAY,
  },
  {
    cookie: "one factor, on a trusted device, fresh, with the cookie of the device",
    hasFactor: true,
    began: "trusted",
    age: 0,
    takesDevice: true,
  },
  {
    cookie: "from before the second factor was enrolled",
    hasFactor: true,
    began: "before",
    age: 6 * MINUTE,
  },
  { cookie: "two factors, 11 minutes old", hasFactor: true, began: "both", age: 11 * MINUTE },
  {
    cookie: "two factors, 11 minutes old, with the cookie of the trusted device",
    hasFactor: true,
    began: "both",
    age: 11 * MINUTE,
    takesDevice: true,
  },
  { cookie: "two factors, 20 days old", hasFactor: true, began: "both", age: 20 * DAY },
  { cookie: "another person acts for the user, fresh", hasFactor: true, began: "acting", age: 0 },
  {
    cookie: "two factors, 20 days old; the owner proves again after the copy",
    hasFactor: true,
    began: "both",
    age: 20 * DAY,
    isProvenAgain: true,
  },
  { cookie: "no second factor, 5 minutes old", hasFactor: false, began: "password", age: 0 },
  { cookie: "two factors, 5 minutes old", hasFactor: true, began: "both", age: 0 },
];

/** What the thief took from the owner's browser, beside the cookies. */
interface Loot {
  /** Options of a passkey ceremony that the owner began. */
  registration?: WebAuthnOptionsResponse;
  /** Form of an authenticator app that the owner began, and the key on it. */
  enrolment?: { state: string; secret: string };
  /** Code of a change of address that the owner began. */
  code: string;
}

/** The owner's account, and a thief with a cookie of it. */
export interface Scene {
  row: Row;
  mode: Mode;
  app: AccountApp;
  time: FakeTime;
  /** The owner's browser with the session. */
  owner: TestBrowser;
  /** The thief's browser, with the cookies of the owner's. */
  thief: TestBrowser;
  /** The thief's passkey. */
  key: SoftwareAuthenticator;
  loot: Loot;
  /** Ids of the owner's passkey, and of the enrolment of the authenticator app. */
  ids: { passkey: string; factor: string };
  /** Key of the owner's authenticator app; empty without one. */
  secret: string;
  /** A browser of the thief with nothing but the cookie of a trusted device, if they have one. */
  openClean(): TestBrowser;
  /** Gives the thief's browser the cookies that they took, and no others. */
  reset(): void;
  /** Everything that is stored, except what merely observes. */
  dump(): Promise<string>;
}

/** Cookies of the owner's browser that a thief has no use for, or only with the row. */
const DEVICE = /authjs\.trusted/;

/** Kinds of records that observe or that work once: counters, locks, challenges and last uses. */
const OBSERVING: ReadonlySet<string> = new Set([
  "factor.attempt",
  "limit",
  "lock",
  "oauth.request",
  "pending",
  "used",
]);

/** A store of records that keeps a list of all of them, since stores list by owner only. */
export function listed(store: RecordStore): { store: RecordStore; all(): RecordEntry[] } {
  const known = new Map<string, RecordEntry>();
  const keyOf = (kind: string, id: string) => `${kind} ${id}`;
  return {
    all: () => [...known.values()].filter(({ expires }) => !expires || +expires > Date.now()),
    store: {
      get: (kind, id) => store.get(kind, id),
      list: (...args) => store.list(...args),
      async put(entry, expected) {
        const isWritten = await store.put(entry, expected);
        if (isWritten) known.set(keyOf(entry.kind, entry.id), entry);
        return isWritten;
      },
      async take(kind, id) {
        known.delete(keyOf(kind, id));
        return await store.take(kind, id);
      },
      async deleteOwner(owner, kind, exceptId) {
        for (const [key, entry] of known) {
          const isMeant = entry.owner === owner && (kind === undefined || entry.kind === kind) &&
            entry.id !== exceptId;
          if (isMeant) known.delete(key);
        }
        return await store.deleteOwner(owner, kind, exceptId);
      },
    },
  };
}

/** A memory adapter whose content can be written down. */
function dumpable() {
  const memory = MemoryAdapter();
  const { store, all } = listed(memory.records);
  const users = new Set<string>();
  const adapter: ReturnType<typeof MemoryAdapter> = {
    ...memory,
    records: store,
    async createUser(user) {
      const created = await memory.createUser(user);
      users.add(created.id);
      return created;
    },
    async createUserWithAccount(user, account) {
      const created = await memory.createUserWithAccount(user, account);
      if (created) users.add(created.id);
      return created;
    },
  };
  const dump = async () => {
    const rows: unknown[] = [];
    for (const id of users) {
      rows.push(
        await memory.getUser(id),
        await memory.listAccounts(id),
        await memory.listAuthenticatorsByUserId(id),
        // Their expiry moves with their use.
        (await memory.listSessions(id)).map(({ sessionToken }) => sessionToken).sort(),
      );
    }
    const records = all().filter(({ kind }) => !OBSERVING.has(kind))
      .map(({ kind, id, owner, data, version, expires }) => {
        if (kind !== "session") return { kind, id, owner, data, version, expires };
        const { lastSeenAt: _, address: __, ...kept } = data as Record<string, unknown>;
        return { kind, id, owner, data: kept };
      });
    rows.push(records.sort((a, b) => `${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1));
    return JSON.stringify(rows, null, 1);
  };
  return { adapter, dump };
}

function createStolenApp(mode: Mode, config: Partial<AuthConfig> = {}) {
  const { adapter, dump } = dumpable();
  const app = createAccountApp(mode === "database" ? "database" : "jwt", {
    adapter,
    factors: [Totp(), RecoveryCodes()],
    factorPolicy: { trustedDevice: { maxAge: 30 * DAY / 1000 } },
    // An account that is not linked is that of no user, so that a sign-in with it shows nothing.
    signUp: "invited",
    ...(mode === "jwt without records" ? { account: undefined, session: { strategy: "jwt" } } : {
      keys: ApiKeys({ prefix: "app", scopes: ["read"] }),
      native: NativeClients({ redirectUris: [LOOPBACK] }),
      oauthServer: OAuthServer({
        issuer: APP,
        resources: { [`${APP}/mcp`]: { scopes: ["read"] } },
        clients: {
          cli: { redirectUris: [LOOPBACK], grants: ["code", "refresh", "device"] },
        },
      }),
    }),
    ...config,
  });
  app.config.providers = [
    ...config.providers ?? app.config.providers.slice(0, 3),
    ...Object.entries(idps).map(([id, idp]) => providerAt(idp, id, { name: `Site ${id}` })),
  ];
  const open = () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, app.config)
          : new Response("app"),
      [idps.one.issuer]: idps.one.handler,
      [idps.two.issuer]: idps.two.handler,
    });
  return { app: { ...app, open }, dump };
}

/** Answers of the browser's requests, not followed. */
export interface Answer {
  status: number;
  /** Where it leads; empty without a redirect. */
  location: string;
  text: string;
}

async function toAnswer(response: Response): Promise<Answer> {
  const location = response.headers.get("location");
  return {
    status: response.status,
    location: location ? new URL(location, APP).href : "",
    text: await response.text(),
  };
}

/** Posts fields with the CSRF token of the browser. */
export async function send(
  browser: TestBrowser,
  path: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
  return await toAnswer(await browser.fetch(path, { method: "POST", body }));
}

/** Fetches a page. */
export async function get(browser: TestBrowser, url: string): Promise<Answer> {
  return await toAnswer(await browser.fetch(url));
}

/** Signs in with a password; returns where the answer leads. */
export async function enterWith(browser: TestBrowser, password: string): Promise<Answer> {
  const fields = { email: ADA, password, callbackUrl: "/after" };
  return await send(browser, "/auth/callback/password", fields);
}

/** Signs in with a passkey; returns where the answer leads, and nothing without a key. */
export async function enterWithKey(
  browser: TestBrowser,
  key: SoftwareAuthenticator,
): Promise<Answer | undefined> {
  if (key.credentials.length === 0) return undefined;
  const asked = await get(browser, "/auth/webauthn-options/passkey?action=authenticate");
  const { options } = JSON.parse(asked.text);
  // The thief's browser ignores whose keys are asked for.
  delete options.allowCredentials;
  const data = JSON.stringify(await key.get(options));
  return await send(browser, "/auth/callback/passkey", {
    action: "authenticate",
    data,
    callbackUrl: "/after",
  });
}

/** Goes through the provider as a person who is signed in there; returns the last answer. */
async function enterAt(
  browser: TestBrowser,
  provider: "one" | "two",
  user: typeof OWNER_AT_ONE = THIEF_AT[provider],
): Promise<Answer> {
  const begun = await send(browser, `/auth/signin/${provider}`, { callbackUrl: "/after" });
  if (!begun.location.startsWith(idps[provider].issuer)) return begun;
  const before = idps[provider].user;
  idps[provider].user = user;
  try {
    const { location } = await get(browser, begun.location);
    return await get(browser, location);
  } finally {
    idps[provider].user = before;
  }
}

/** Signs the owner in with the first factor. */
export async function enterFirst(browser: TestBrowser, hasPassword: boolean): Promise<Answer> {
  return hasPassword
    ? await enterWith(browser, PASSWORD)
    : await enterAt(browser, "one", OWNER_AT_ONE);
}

/** Types the code of the authenticator app on the page of a sign-in or of a session. */
async function typeCode(
  { time }: Pick<Scene, "time">,
  browser: TestBrowser,
  secret: string,
  fields: Record<string, string> = {},
  query = "",
): Promise<Answer> {
  // Each code is accepted once.
  time.tick(31_000);
  const answer = await codeOf(secret);
  return await send(browser, `/auth/factor${query}`, { factor: "totp", answer, ...fields });
}

/** Enrols an authenticator app, with recovery codes; returns the key of the app. */
async function enrol(browser: TestBrowser, page = "/auth/factors"): Promise<string> {
  const { location } = await send(browser, page, { step: "enrol", factor: "totp" });
  const { text } = await get(browser, location);
  const secret = secretOn(text);
  await send(browser, page, { ...formOf(text).fields, answer: await codeOf(secret) });
  return secret;
}

/** Adds a passkey as the page does. */
async function addKey(browser: TestBrowser, key: SoftwareAuthenticator): Promise<void> {
  const asked = await get(browser, PASSKEY_OPTIONS);
  const data = JSON.stringify(await key.create(JSON.parse(asked.text).options));
  await send(browser, "/auth/callback/passkey", { action: "register", data });
}

const PASSKEY_OPTIONS = "/auth/webauthn-options/passkey?action=register";

/** What the owner has opened and not sent, which needs a fresh proof. */
async function openForms({ app, owner, mode }: Scene): Promise<Loot> {
  const asked = await get(owner, PASSKEY_OPTIONS);
  const { location } = await send(owner, "/auth/factors", { step: "enrol", factor: "totp" });
  const begun = location.includes("step=confirm") ? await get(owner, location) : undefined;
  if (mode !== "jwt without records") {
    await send(owner, "/auth/address", { step: "request", email: NEW });
  }
  const state = begun && formOf(begun.text).fields.state;
  return {
    ...(asked.status === 200 ? { registration: JSON.parse(asked.text) } : {}),
    ...(begun && state ? { enrolment: { state, secret: secretOn(begun.text) } } : {}),
    code: codeTo(app, NEW),
  };
}

/** Copies the cookies of a browser for the app. */
function copyCookies(from: TestBrowser, to: TestBrowser, isTaken = (_: string) => true): void {
  const lines = from.cookies.list(new URL(APP).hostname)
    .filter(({ name }) => isTaken(name))
    .map(({ name, value }) => `${name}=${value}; Path=/; Secure; HttpOnly`);
  to.cookies.store(new URL(APP), lines);
}

/** Makes the owner's account, a session of it, and a thief with its cookies. */
export async function steal(
  row: Row,
  mode: Mode,
  time: FakeTime,
  { hasPassword = true, overrides = {} }: {
    /** `false` for an owner who signs in at the first provider. Default `true`. */
    hasPassword?: boolean;
    /** Members of the config. */
    overrides?: Partial<AuthConfig>;
  } = {},
): Promise<Scene> {
  // Where sessions have no records, nobody can act for a user, and a token says so all the same.
  const hasOperators = row.began === "acting" && mode !== "jwt without records";
  const { app, dump } = createStolenApp(mode, {
    ...hasOperators ? { operators: OPERATORS } : {},
    ...overrides,
  });
  const { adapter, config } = app;
  const { id } = await adapter.createUser({
    id: "ada",
    name: "Ada",
    email: ADA,
    emailVerified: new Date(),
  });
  if (hasPassword) await setPassword(config, id, PASSWORD);
  await adapter.linkAccount({
    userId: id,
    type: "oidc",
    provider: "one",
    providerAccountId: OWNER_AT_ONE.sub,
  });
  const [desk, owner, thief] = [app.open(), app.open(), app.open()];
  const scene: Scene = {
    row,
    mode,
    app,
    time,
    owner,
    thief,
    key: createAuthenticator(APP),
    loot: { code: "" },
    ids: { passkey: "", factor: "" },
    secret: "",
    dump,
    openClean() {
      const clean = app.open();
      if (row.takesDevice) copyCookies(owner, clean, (name) => DEVICE.test(name));
      return clean;
    },
    reset() {},
  };
  // Another browser of the owner, in which the account is set up.
  const { location } = await enterFirst(desk, hasPassword);
  const { began, hasFactor } = row;
  // With a policy that requires a factor, the first sign-in enrols one.
  if (location.endsWith("/auth/factor")) scene.secret = await enrol(desk, "/auth/factor");
  await addKey(desk, app.authenticator);
  scene.ids.passkey = (await adapter.listAuthenticatorsByUserId(id))[0]!.credentialID;
  if (hasFactor && began !== "before" && !scene.secret) scene.secret = await enrol(desk);
  await enterFirst(owner, hasPassword);
  if (began === "both" || began === "trusted" || began === "acting") {
    const trust = began === "trusted" || row.takesDevice;
    await typeCode(scene, owner, scene.secret, trust ? { trust: "1" } : {});
  }
  if (row.age > 0) time.tick(5 * MINUTE);
  // The owner opens some forms, and leaves them.
  scene.loot = await openForms(scene);
  if (began === "trusted") {
    // A sign-in with an account of the user who is signed in would keep the session.
    await send(owner, "/auth/signout");
    await enterFirst(owner, hasPassword);
  }
  if (began === "acting") {
    const proof = { methods: ["pwd" as const, "otp" as const, "mfa" as const] };
    const options = { origin: APP, env: {}, proof };
    if (hasOperators) {
      const { headers } = await signInAs(config, { id: OPERATOR, name: "Olga" }, options);
      headers.set("origin", APP);
      const request = new Request(APP, { method: "POST", headers });
      const begun = await impersonate(request, config, id, { reason: "Ticket 7" });
      owner.cookies.store(new URL(APP), begun.headers.getSetCookie());
    } else {
      const acting = { ...options, proof: { ...proof, actor: "support" } };
      const { setCookies } = await signInAs(config, { id, email: ADA }, acting);
      owner.cookies.store(new URL(APP), setCookies);
    }
  }
  if (began === "before") scene.secret = await enrol(desk);
  const known = await adapter.records.list(id, "factor");
  scene.ids.factor = known.find(({ data }) => (data as { factor: string }).factor === "totp")?.id ??
    "";
  const isTaken = (name: string) => row.takesDevice === true || !DEVICE.test(name);
  const copy = app.open();
  copyCookies(owner, copy, isTaken);
  scene.reset = () => {
    const gone = thief.cookies.list(new URL(APP).hostname)
      .map(({ name }) => `${name}=; Path=/; Secure; Max-Age=0`);
    thief.cookies.store(new URL(APP), gone);
    copyCookies(copy, thief);
  };
  if (row.age > 5 * MINUTE) time.tick(row.age - 5 * MINUTE);
  if (row.isProvenAgain) {
    const { location } = await send(owner, "/auth/account", { step: "export" });
    await (await owner.visit(location)).response.body?.cancel();
    await typeCode(scene, owner, scene.secret, {}, "?for=session");
  }
  scene.reset();
  app.mails.length = 0;
  app.entries.length = 0;
  return scene;
}

/** A change of the account that a thief tries. */
export interface Change {
  /** Name of the column. */
  name: string;
  /** Needs the account page, which needs records. */
  ofAccountPage?: true;
  /** Concerns second factors, so that the user must have one. */
  ofFactor?: true;
  /** Needs a user without a password. */
  ofNoPassword?: true;
  /** Adds a way to sign in, so that no clean browser may sign in after a refusal. */
  addsWay?: true;
  /** Cookies with which it is allowed by design, although the proof is not fresh. */
  byDesign?(row: Row): boolean;
  /** Cookies with which it is refused or does not exist, although the proof is fresh. */
  never?: "refused" | ((row: Row) => "refused" | undefined);
  /** Subject of the mail that tells the owner; `null` where nothing is changed. */
  tells: RegExp | null;
  /** What happened before, apart from the thief. */
  prepare?(scene: Scene): Promise<unknown>;
  /** Tries it. */
  run(scene: Scene): Promise<Answer>;
  /** Returns `true` for the answer of a change that was made. */
  isDone(answer: Answer): boolean;
}

const ends = (location: RegExp) => (answer: Answer) => location.test(answer.location);

/** The callback of a provider, visited with the session but begun without it. */
async function driveCallback({ app, thief }: Scene): Promise<Answer> {
  const clean = app.open();
  const authorize = await clean.start("two", { callbackUrl: "/after" });
  const { location } = await get(clean, authorize);
  copyCookies(clean, thief, (name) => !/session-token|csrf-token/.test(name));
  return await get(thief, location);
}

/** The answer to a ceremony of the owner, or to one for another purpose. */
async function finishKey({ thief, key, loot }: Scene): Promise<Answer> {
  type Options = Parameters<typeof key.create>[0];
  const { registration } = loot;
  let options = registration?.action === "register" ? registration.options : undefined;
  if (!options) {
    const asked = await get(thief, "/auth/webauthn-options/passkey?action=authenticate");
    options = {
      challenge: JSON.parse(asked.text).options?.challenge ?? "AAAA",
      rp: { id: "app.example", name: "App" },
      user: { id: "AQ", name: ADA, displayName: "Ada" },
      pubKeyCredParams: [{ alg: -7, type: "public-key" }],
    } satisfies Options;
  }
  const credential = await key.create(options);
  return await send(thief, "/auth/callback/passkey", {
    action: "register",
    data: JSON.stringify(credential),
    callbackUrl: "/after",
  });
}

/** A change on the page of the account. */
function onAccountPage(
  name: string,
  step: string,
  fields: (scene: Scene) => Promise<Record<string, string>> | Record<string, string>,
  tells: RegExp,
  isDone: Change["isDone"] = ends(/\/auth\/account\?done=/),
): Change {
  return {
    name,
    ofAccountPage: true,
    tells,
    run: async (scene) =>
      await send(scene.thief, "/auth/account", { step, ...await fields(scene) }),
    isDone,
  };
}

const onFactorsPage = ({ thief }: Scene, fields: Record<string, string>) =>
  send(thief, "/auth/factors", fields);

const changePassword = ({ thief }: Scene, current: string) =>
  send(thief, "/auth/password", { current, password: THEFT, repeat: THEFT });

/** Only in these rows the code is still valid that the owner asked for in this session. */
const hasCode = ({ began, age }: Row) =>
  age < 20 * DAY && began !== "acting" && began !== "trusted";

/** A change of an API key of the owner. */
function onKeysPage(
  name: string,
  step: string,
  tells: RegExp | null,
  isDone: Change["isDone"],
): Change {
  return {
    name,
    ofAccountPage: true,
    tells,
    async prepare({ app }) {
      const keys = await listKeys(app.config, "ada");
      if (keys.length === 0) await createFor(app.config, "ada", { name: "CI", scopes: ["read"] });
    },
    async run({ app, thief }) {
      const [key] = await listKeys(app.config, "ada");
      const typed = { name: "Mine", "scope.read": "1", days: "90" };
      return await send(thief, "/auth/keys", { step, id: key!.id, ...typed });
    },
    isDone,
  };
}

/** Where the app of a thief waits for a code. */
const LOOPBACK = "http://127.0.0.1/callback";

const showsKey = ({ status, text }: Answer) => status === 200 && /app_k1_\w{65}/.test(text);

/** What a client of the thief asks for. */
const ASKED = {
  client: "cli",
  redirectUri: LOOPBACK,
  targets: { [`${APP}/mcp`]: ["read"] },
  challenge: "A".repeat(43),
  ...{ state: null, nonce: null, prompt: [], maxAge: null, acr: [], jkt: null, hint: null },
};

/** Id of a question that the owner has opened, and not answered. */
const QUESTION = "Q".repeat(43);

/** The code of a device that the owner has typed. */
const USER_CODE = "BCDFGHJK";

function callOf({ app }: Scene): OAuthCall {
  const request = new Request(APP);
  return oauthCall({ request, origin: APP }, requireConfig(app.config));
}

/** Every change. */
export const CHANGES: readonly Change[] = [
  {
    name: "give an app access",
    ofAccountPage: true,
    tells: /An app got access/,
    async prepare(scene) {
      const { config: { records } } = callOf(scene);
      const expires = new Date(Date.now() + 10 * MINUTE);
      const data = { ...ASKED, createdAt: Date.now(), pushed: null, notBefore: null };
      await requests.add(records, QUESTION, { userId: "ada", expires, data });
    },
    run: async ({ thief }) =>
      await send(thief, "/auth/oauth/authorize", { step: "allow", request: QUESTION }),
    isDone: ends(/^http:\/\/127\.0\.0\.1\/callback\?code=/),
  },
  {
    name: "give an app on a device access",
    ofAccountPage: true,
    tells: /An app got access/,
    async prepare(scene) {
      const { config, config: { records } } = callOf(scene);
      const endsAt = Date.now() + 10 * MINUTE;
      const expires = new Date(endsAt);
      const id = await makeKey(newestSecret(config), "user code", USER_CODE);
      await devices.add(records, USER_CODE, {
        userId: "ada",
        expires,
        data: {
          ...{ client: "cli", targets: ASKED.targets, jkt: null, state: "waiting" },
          ...{ decision: null, interval: 5, askedAt: 0, endsAt, address: null, agent: null },
        },
      });
      await userCodes.add(records, id, { expires, data: { device: USER_CODE } });
    },
    run: async ({ thief }) =>
      await send(thief, "/auth/device", { step: "allow", user_code: USER_CODE }),
    isDone: ends(/\/auth\/device\?done=allowed$/),
  },
  {
    name: "end the access of an app",
    ofAccountPage: true,
    tells: null,
    async prepare(scene) {
      const { app } = scene;
      if ((await listGrants(app.config, "ada")).length > 0) return;
      const key = { userId: "ada", client: "cli", organization: null };
      const proof = { at: 0, methods: [], provider: null };
      const given = { clientName: "CLI", proof, targets: ASKED.targets, host: "127.0.0.1" };
      await giveGrant(callOf(scene), key, given);
    },
    async run({ app, thief }) {
      const [grant] = await listGrants(app.config, "ada");
      return await send(thief, "/auth/apps", { step: "end", id: grant!.id });
    },
    isDone: ends(/\/auth\/apps\?done=ended$/),
  },
  {
    name: "sign in to an app",
    ofAccountPage: true,
    tells: null,
    run: async ({ thief }) =>
      await send(thief, "/auth/native/authorize", {
        step: "continue",
        redirect_uri: LOOPBACK,
        code_challenge: "A".repeat(43),
        code_challenge_method: "S256",
      }),
    isDone: ends(/^http:\/\/127\.0\.0\.1\/callback\?code=/),
  },
  {
    name: "add a passkey: options",
    addsWay: true,
    tells: null,
    run: async ({ thief }) => await get(thief, PASSKEY_OPTIONS),
    isDone: ({ status }) => status === 200,
  },
  {
    name: "add a passkey: options, without a dialog",
    addsWay: true,
    tells: null,
    run: async ({ thief }) => await get(thief, `${PASSKEY_OPTIONS}&mediation=conditional`),
    isDone: ({ status }) => status === 200,
  },
  {
    name: "add a passkey: a ceremony that the owner began, or a forged one",
    addsWay: true,
    tells: /A passkey was added/,
    async run(scene) {
      return await finishKey(scene);
    },
    isDone: ends(/\/after$/),
  },
  {
    name: "link an account: POST signin",
    addsWay: true,
    tells: /An account was connected/,
    run: async ({ thief }) => await enterAt(thief, "two"),
    isDone: ends(/\/after$/),
  },
  {
    name: "link an account: the callback, begun without the session",
    addsWay: true,
    tells: /An account was connected/,
    run: driveCallback,
    isDone: ends(/\/after$/),
  },
  {
    name: "link an account: a further one at a provider that is linked",
    addsWay: true,
    tells: /An account was connected/,
    run: async ({ thief }) => await enterAt(thief, "one"),
    isDone: ends(/\/after$/),
  },
  {
    name: "set a password, without one",
    ofNoPassword: true,
    addsWay: true,
    tells: /password/i,
    run: async ({ thief }) =>
      await send(thief, "/auth/password", { password: THEFT, repeat: THEFT }),
    isDone: ends(/\/after$/),
  },
  {
    name: "change the password, with a wrong present one",
    addsWay: true,
    tells: null,
    never: "refused",
    run: async (scene) => await changePassword(scene, OTHER),
    isDone: ends(/[?&]done=1/),
  },
  {
    name: "change the password, with the right present one",
    addsWay: true,
    // The present password is a fresh proof, and without a second factor the only one.
    byDesign: ({ hasFactor }) => !hasFactor,
    tells: /password/i,
    run: async (scene) => await changePassword(scene, PASSWORD),
    isDone: ends(/[?&]done=1/),
  },
  {
    name: "change the address: ask for a code",
    ofAccountPage: true,
    // The mail goes to the new address: nothing has changed yet.
    tells: null,
    run: async ({ thief }) =>
      await send(thief, "/auth/address", { step: "request", email: "thief@example.com" }),
    isDone: ends(/\/auth\/address(\?(?!.*error=)|$)/),
  },
  {
    name: "change the address: the code of the owner's own change",
    ofAccountPage: true,
    // The owner wants this address, and its mailbox has the code.
    byDesign: hasCode,
    // The code of that row has expired.
    never: ({ isProvenAgain }) => isProvenAgain ? "refused" : undefined,
    tells: /address/i,
    run: async ({ thief, loot }) =>
      await send(thief, "/auth/address", { step: "confirm", code: loot.code || "00000000" }),
    isDone: ends(/[?&]done=changed/),
  },
  {
    name: "change the address: give up the old one",
    ofAccountPage: true,
    ofFactor: true,
    tells: null,
    // The second factor of these users is younger than three days.
    never: "refused",
    run: async ({ thief }) =>
      await send(thief, "/auth/address", {
        step: "request",
        email: "thief@example.com",
        lost: "1",
      }),
    isDone: ends(/\/auth\/address(\?(?!.*error=)|$)/),
  },
  {
    name: "change the address: stop an undo",
    ofAccountPage: true,
    ofFactor: true,
    tells: null,
    run: async ({ thief }) => await send(thief, "/auth/address", { step: "keep" }),
    isDone: ends(/\/auth\/address(\?(?!.*error=)|$)/),
  },
  {
    name: "change the address: cancel",
    ofAccountPage: true,
    byDesign: ({ began }) => began !== "acting",
    tells: null,
    run: async ({ thief }) => await send(thief, "/auth/address", { step: "cancel" }),
    isDone: ends(/\/auth\/address(\?(?!.*error=)|$)/),
  },
  {
    name: "add a second factor: begin",
    tells: null,
    run: async (scene) => await onFactorsPage(scene, { step: "enrol", factor: "totp" }),
    isDone: ends(/[?&]step=confirm/),
  },
  {
    name: "add a second factor: confirm one that the owner began",
    tells: /two-step verification method was added/,
    async run(scene) {
      const { state, secret } = scene.loot.enrolment ??
        { state: "x", secret: "AAAAAAAAAAAAAAAA" };
      const answer = await codeOf(secret);
      return await onFactorsPage(scene, { step: "confirm", factor: "totp", state, answer });
    },
    isDone: ends(/[?&](done=added|step=codes)/),
  },
  {
    name: "make recovery codes",
    tells: /two-step verification method/,
    // They stand in for another factor.
    never: ({ hasFactor }) => hasFactor ? undefined : "refused",
    run: async (scene) => await onFactorsPage(scene, { step: "enrol", factor: "recovery" }),
    isDone: ends(/[?&]step=codes/),
  },
  {
    name: "remove a second factor",
    ofFactor: true,
    tells: /two-step verification method was removed/,
    run: async (scene) => await onFactorsPage(scene, { step: "remove", id: scene.ids.factor }),
    isDone: ends(/[?&]done=removed/),
  },
  {
    name: "rename a second factor",
    ofFactor: true,
    // A name of a factor opens nothing, and no mail tells of it.
    tells: null,
    run: async (scene) =>
      await onFactorsPage(scene, { step: "rename", id: scene.ids.factor, name: "Mine" }),
    isDone: ends(/[?&]done=renamed/),
  },
  {
    name: "cancel a reset of the second factors",
    ofFactor: true,
    byDesign: ({ began }) => began !== "acting",
    tells: null,
    prepare: async ({ app }) => await resetFactors(app.config, "ada"),
    run: async (scene) => await onFactorsPage(scene, { step: "cancel-reset" }),
    isDone: ends(/[?&]done=reset-cancelled/),
  },
  onKeysPage("create an API key", "create", /An API key was created/, showsKey),
  onKeysPage("rotate an API key", "rotate", /An API key was created/, showsKey),
  onKeysPage("revoke an API key", "revoke", null, ends(/[?&]done=revoked/)),
  onAccountPage("rename the user", "name", () => ({ name: "Eve" }), /name of your account/),
  onAccountPage(
    "rename a passkey",
    "passkey-rename",
    ({ ids }) => ({ id: ids.passkey, name: "Mine" }),
    /passkey of your account was renamed/,
  ),
  onAccountPage(
    "remove a passkey",
    "passkey-remove",
    ({ ids }) => ({ id: ids.passkey }),
    /passkey was removed/,
  ),
  onAccountPage(
    "unlink an account",
    "unlink",
    () => ({ provider: "one", id: OWNER_AT_ONE.sub }),
    /account was disconnected/,
  ),
  onAccountPage("remove the password", "password-remove", () => ({}), /password .*was removed/),
  onAccountPage(
    "end one session",
    "session-end",
    async ({ app }) => {
      // The owner's other browser, which was the first.
      const sessions = await listSessions(app.config, "ada");
      const first = sessions.sort((a, b) => +a.createdAt! - +b.createdAt!)[0];
      return { id: first?.id ?? "" };
    },
    /Devices were signed out of your account/,
  ),
  onAccountPage(
    "end all other sessions",
    "sessions-end",
    () => ({}),
    /Devices were signed out of your account/,
  ),
  onAccountPage(
    "export",
    "export",
    () => ({}),
    /copy of your account’s data/,
    ({ status, text }) => status === 200 && text.includes('"sessions"'),
  ),
  onAccountPage(
    "delete the account",
    "delete",
    () => ({ confirm: ADA }),
    /Your account was deleted/,
    ({ status, text }) => status === 200 && text.includes("was deleted"),
  ),
];

/** `true` for a cookie whose proof is fresh: the known limits. */
export function isFresh({ age, began }: Row): boolean {
  return age === 0 && (began === "password" || began === "both");
}

/** What must become of a change. */
export function expected(change: Change, row: Row, mode: Mode): Outcome {
  if (change.ofAccountPage && mode === "jwt without records") return "–";
  if (change.ofFactor && !row.hasFactor) return "–";
  const { never } = change;
  if ((typeof never === "function" ? never(row) : never) === "refused") return "refused";
  return isFresh(row) || change.byDesign?.(row) ? "allowed" : "refused";
}

/** Returns `true` for an answer that leads to the step-up, or to an error. */
export function isRefusal({ status, location, text }: Answer): boolean {
  if (location) {
    const { pathname, searchParams } = new URL(location);
    return pathname.startsWith("/auth/") &&
      (searchParams.has("stepUp") || searchParams.has("error"));
  }
  return status >= 400 && status < 500 && text !== "";
}

/** URL of the step-up in an answer; `undefined` without one. */
export function proofUrlIn({ location, text }: Answer): string | undefined {
  if (location.includes("/auth/signin?stepUp=")) return location;
  return /"proofUrl":"([^"]+)"/.exec(text)?.[1];
}

/** Follows the link to the step-up, and tries to pass it with what the thief has. */
export async function tryToPass(scene: Scene, url: string): Promise<Answer[]> {
  const { thief, key } = scene;
  const answers: Answer[] = [];
  await (await thief.visit(url)).response.body?.cancel();
  const factorPage = "/auth/factor?for=session";
  for (const answer of ["000000", "", await codeOf("AAAAAAAAAAAAAAAA")]) {
    answers.push(await send(thief, factorPage, { factor: "totp", answer }));
  }
  answers.push(
    await send(thief, factorPage, { factor: "recovery", answer: "AAAA-AAAA-AAAA-AAAA" }),
    await send(thief, factorPage, { step: "enrol", factor: "totp" }),
    await enterWith(thief, OTHER),
    await enterAt(thief, "one"),
    await enterAt(thief, "two"),
  );
  // A key that no user has.
  const answered = await enterWithKey(thief, key);
  if (answered) answers.push(answered);
  return answers;
}

/** Tries to sign in elsewhere with everything that the thief may have added. */
export async function tryToEnter(scene: Scene): Promise<string[]> {
  const { key } = scene;
  const ways: [string, (clean: TestBrowser) => Promise<unknown>][] = [
    ["password", (clean) => enterWith(clean, THEFT)],
    ["account at one", (clean) => enterAt(clean, "one")],
    ["account at two", (clean) => enterAt(clean, "two")],
    ["passkey", (clean) => enterWithKey(clean, key)],
  ];
  const open: string[] = [];
  for (const [way, enter] of ways) {
    const clean = scene.openClean();
    await enter(clean);
    // A sign-in that waits for a second factor got past the first one.
    const isWaiting = clean.cookies.list(new URL(APP).hostname)
      .some(({ name }) => /authjs\.factor/.test(name));
    if (isWaiting || await clean.session()) open.push(way);
  }
  return open;
}

/** What became of a change that a thief has tried. */
export interface Tried {
  outcome: Outcome;
  answer: Answer;
  /** Content of the store before and after. */
  before: string;
  after: string;
  /** Subjects of the mails to the owner. */
  subjects: string[];
}

/** Tries a change. */
export async function attempt(scene: Scene, change: Change): Promise<Tried> {
  const { app } = scene;
  scene.reset();
  await change.prepare?.(scene);
  app.mails.length = 0;
  const before = await scene.dump();
  const answer = await change.run(scene);
  const after = await scene.dump();
  const subjects = app.mails.filter(({ to }) => to === ADA).map(({ subject }) => subject);
  return {
    outcome: change.isDone(answer) ? "allowed" : "refused",
    answer,
    before,
    after,
    subjects,
  };
}

/** The scenes of a row: one for all refusals, and a new one after each change. */
export function scenesOf(row: Row, mode: Mode, time: FakeTime) {
  // One at a time, since each ages with the clock of all.
  let kept: { scene: Scene; hasPassword: boolean } | undefined;
  return {
    async of({ ofNoPassword }: Change): Promise<Scene> {
      const hasPassword = !ofNoPassword;
      if (kept?.hasPassword !== hasPassword) {
        kept = { scene: await steal(row, mode, time, { hasPassword }), hasPassword };
      }
      return kept.scene;
    },
    spoil(): void {
      kept = undefined;
    },
  };
}
