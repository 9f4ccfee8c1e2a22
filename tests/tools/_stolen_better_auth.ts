/**
 * The matrix of stolen sessions for Better Auth, with its own defaults: plugins for two factors,
 * for an OAuth provider, for administrators, and for passkeys where its package is in the import
 * map. Hashes of passwords are cheap here, mails are thrown away.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import type { FakeTime } from "@std/testing/time";
import { betterAuth, type BetterAuthPlugin } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin, genericOAuth, twoFactor } from "better-auth/plugins";
import {
  createAuthenticator,
  createBrowser,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { Change, Outcome, Row } from "../conformance/_stolen_session.ts";
import { codeOf } from "../flows/_factors.ts";

const APP = "https://app.example";
const BASE = "/api/auth";
const EMAIL = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const OTHER = "looms weave flowers and leaves";
const THEFT = "thieves weave sacks of feathers";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What became of a change, and why it was not run, or what decided. */
export interface Measured {
  outcome: Outcome;
  note?: string;
}

/** The plugin for passkeys; `undefined` where its package is not in the import map. */
async function passkeyPlugin(): Promise<BetterAuthPlugin | undefined> {
  // Not a literal, so that the type check does not ask for the package.
  const name = "@better-auth/passkey";
  try {
    return (await import(name)).passkey({ rpID: "app.example", rpName: "App", origin: APP });
  } catch {
    return undefined;
  }
}

interface Scene {
  owner: TestBrowser;
  thief: TestBrowser;
  key: SoftwareAuthenticator;
  database: DatabaseSync;
  hasPasskeys: boolean;
  ids: { passkey: string };
  /** Key of an authenticator app that the owner has begun to add. */
  begun: string;
  /** Options of a passkey ceremony that the owner has begun. */
  options: string;
  reset(): void;
}

interface Reply {
  ok: boolean;
  location: string;
  text: string;
}

async function call(browser: TestBrowser, path: string, body?: object): Promise<Reply> {
  const response = await browser.fetch(BASE + path, {
    method: body ? "POST" : "GET",
    headers: { origin: APP, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const location = response.headers.get("location") ?? "";
  const ok = response.ok || (location !== "" && !location.includes("error"));
  return { ok, location, text: await response.text() };
}

async function createApp(plugin: BetterAuthPlugin | undefined) {
  const database = new DatabaseSync(":memory:");
  const auth = betterAuth({
    database,
    secret: "a-secret-of-at-least-32-characters",
    baseURL: APP,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password) => Promise.resolve(`cheap ${password}`),
        verify: ({ hash, password }) => Promise.resolve(hash === `cheap ${password}`),
      },
    },
    emailVerification: { sendVerificationEmail: async () => {} },
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    plugins: [
      twoFactor(),
      admin(),
      genericOAuth({
        config: [{
          providerId: "two",
          clientId: "id",
          clientSecret: "secret",
          authorizationUrl: "https://two.example/authorize",
          tokenUrl: "https://two.example/token",
          getToken: () => Promise.resolve({ accessToken: "at" }),
          getUserInfo: () =>
            Promise.resolve({
              id: "thief-at-two",
              name: "Ada",
              email: "thief@example.com",
              emailVerified: true,
            }),
        }],
      }),
      ...(plugin ? [plugin] : []),
    ],
  });
  await (await getMigrations(auth.options)).runMigrations();
  return { auth, database, open: () => createBrowser(APP, { [APP]: auth.handler }, BASE) };
}

async function signIn(browser: TestBrowser, password = PASSWORD): Promise<Reply> {
  return await call(browser, "/sign-in/email", { email: EMAIL, password });
}

async function typeCode(
  time: FakeTime,
  browser: TestBrowser,
  secret: string,
  trustDevice: boolean,
): Promise<void> {
  time.tick(31_000);
  const code = await codeOf(secret);
  const { ok, text } = await call(browser, "/two-factor/verify-totp", { code, trustDevice });
  if (!ok) throw new Error(`The owner could not type a code: ${text}`);
}

async function begin(browser: TestBrowser): Promise<string> {
  const { text } = await call(browser, "/two-factor/enable", { password: PASSWORD });
  return new URL(JSON.parse(text).totpURI ?? "otpauth://x").searchParams.get("secret") ?? "";
}

async function enrol(time: FakeTime, browser: TestBrowser): Promise<string> {
  const secret = await begin(browser);
  await typeCode(time, browser, secret, false);
  return secret;
}

async function addKey(browser: TestBrowser, key: SoftwareAuthenticator): Promise<string> {
  const { text } = await call(browser, "/passkey/generate-register-options");
  const response = await key.create(JSON.parse(text));
  const stored = await call(browser, "/passkey/verify-registration", { response });
  if (!stored.ok) throw new Error(`The owner could not add a passkey: ${stored.text}`);
  return JSON.parse(stored.text).id;
}

const DEVICE = /trust/;

function copyCookies(from: TestBrowser, to: TestBrowser, isTaken: (name: string) => boolean): void {
  const lines = from.cookies.list("app.example").filter(({ name }) => isTaken(name))
    .map(({ name, value }) => `${name}=${value}; Path=/; Secure; HttpOnly`);
  to.cookies.store(new URL(APP), lines);
}

async function steal(
  row: Row,
  time: FakeTime,
  plugin: BetterAuthPlugin | undefined,
): Promise<Scene> {
  const { database, open } = await createApp(plugin);
  const [desk, owner, thief] = [open(), open(), open()];
  const created = await call(desk, "/sign-up/email", {
    name: "Ada",
    email: EMAIL,
    password: PASSWORD,
  });
  const userId = JSON.parse(created.text).user.id;
  database.exec('UPDATE "user" SET "emailVerified" = 1');
  // A linked account of the owner, as a link writes it.
  database.exec(
    'INSERT INTO "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt") ' +
      `SELECT 'linked', 'ada-at-two', 'two', "id", "createdAt", "updatedAt" FROM "user"`,
  );
  const passkey = plugin ? await addKey(desk, createAuthenticator(APP)) : "";
  const { began, hasFactor } = row;
  let secret = hasFactor && began !== "before" ? await enrol(time, desk) : "";
  if (began === "acting") {
    const boss = { name: "Boss", email: "boss@example.com", password: PASSWORD };
    await call(owner, "/sign-up/email", boss);
    database.exec(`UPDATE "user" SET "role" = 'admin' WHERE "email" = 'boss@example.com'`);
    const acting = await call(owner, "/admin/impersonate-user", { userId });
    if (!acting.ok) throw new Error(`The administrator could not act: ${acting.text}`);
  } else {
    await signIn(owner);
    const trusts = began === "trusted" || row.takesDevice === true;
    if (began === "both" || began === "trusted") await typeCode(time, owner, secret, trusts);
    if (began === "trusted") {
      await call(owner, "/sign-out", {});
      await signIn(owner);
    }
  }
  if (row.age > 0) time.tick(5 * MINUTE);
  const begun = began === "acting" ? "" : await begin(owner);
  const { ok, text } = plugin
    ? await call(owner, "/passkey/generate-register-options")
    : { ok: false, text: "" };
  if (began === "before") secret = await enrol(time, desk);
  // A session that nobody uses ends after seven days, so its owner uses it.
  for (let left = row.age - 5 * MINUTE; left > 0; left -= 6 * DAY) {
    time.tick(Math.min(left, 6 * DAY));
    await call(owner, "/get-session");
  }
  const copy = open();
  copyCookies(owner, copy, (name) => row.takesDevice === true || !DEVICE.test(name));
  const scene: Scene = {
    owner,
    thief,
    key: createAuthenticator(APP),
    database,
    hasPasskeys: plugin !== undefined,
    ids: { passkey },
    begun,
    options: ok ? text : "",
    reset() {
      const gone = thief.cookies.list("app.example")
        .map(({ name }) => `${name}=; Path=/; Secure; Max-Age=0`);
      thief.cookies.store(new URL(APP), gone);
      copyCookies(copy, thief, () => true);
    },
  };
  scene.reset();
  const session = await call(scene.thief, "/get-session");
  if (!session.text.includes(EMAIL)) throw new Error(`The cookie is not valid: ${row.cookie}`);
  scene.reset();
  return scene;
}

/** Number of rows in a table. */
function count({ database }: Scene, table: string): number {
  return Number(database.prepare(`SELECT COUNT(*) AS n FROM "${table}"`).get()!.n);
}

/** Goes through the provider, and counts the accounts: an error is a redirect too. */
async function link(scene: Scene, authorize: string): Promise<Reply> {
  const before = count(scene, "account");
  const state = new URL(authorize).searchParams.get("state") ?? "";
  const reply = await call(scene.thief, `/callback/two?code=code&state=${state}`);
  return { ...reply, ok: reply.ok && count(scene, "account") > before };
}

/** Id of the owner's account, which the list of accounts shows with any session. */
function accountOf(database: DatabaseSync, provider: string): string {
  const found = database.prepare(
    'SELECT a."id" FROM "account" a JOIN "user" u ON u."id" = a."userId" ' +
      'WHERE u."email" = ? AND a."providerId" = ?',
  ).get(EMAIL, provider);
  return String(found!.id);
}

type Run = (scene: Scene, row: Row) => Promise<Reply>;

/** Changes that Better Auth has, by the names of the matrix. */
const RUNS: Record<string, Run> = {
  "add a passkey: options": async ({ thief }) =>
    await call(thief, "/passkey/generate-register-options"),
  "add a passkey: a ceremony that the owner began, or a forged one": async (scene) => {
    const { thief, key, options } = scene;
    // A ceremony of the thief's own, where the session gets one.
    const asked = await call(thief, "/passkey/generate-register-options");
    const known = asked.ok ? asked.text : options;
    const created = known ? JSON.parse(known) : {
      challenge: "AAAA",
      rp: { id: "app.example", name: "App" },
      user: { id: "AQ", name: EMAIL, displayName: "Ada" },
      pubKeyCredParams: [{ alg: -7, type: "public-key" }],
    };
    const response = await key.create(created);
    return await call(thief, "/passkey/verify-registration", { response });
  },
  "link an account: POST signin": async (scene) => {
    const body = { provider: "two", callbackURL: "/after" };
    const begun = await call(scene.thief, "/link-social", body);
    return begun.ok ? await link(scene, JSON.parse(begun.text).url) : begun;
  },
  "link an account: the callback, begun without the session": async (scene) => {
    const cookies = scene.thief.cookies.list("app.example");
    const gone = cookies.map(({ name }) => `${name}=; Path=/; Secure; Max-Age=0`);
    scene.thief.cookies.store(new URL(APP), gone);
    const body = { provider: "two", callbackURL: "/after" };
    const begun = await call(scene.thief, "/sign-in/social", body);
    const lines = cookies.map(({ name, value }) => `${name}=${value}; Path=/; Secure; HttpOnly`);
    scene.thief.cookies.store(new URL(APP), lines);
    const owned = () =>
      Number(
        scene.database.prepare(
          'SELECT COUNT(*) AS n FROM "account" a JOIN "user" u ON u."id" = a."userId" ' +
            'WHERE u."email" = ?',
        ).get(EMAIL)!.n,
      );
    const before = owned();
    const reply = await link(scene, JSON.parse(begun.text).url);
    // It signs the thief up, as another user.
    return { ...reply, ok: owned() > before };
  },
  "change the password, with a wrong present one": async ({ thief }) =>
    await call(thief, "/change-password", { currentPassword: OTHER, newPassword: THEFT }),
  "change the password, with the right present one": async ({ thief }) =>
    await call(thief, "/change-password", { currentPassword: PASSWORD, newPassword: THEFT }),
  "change the address: ask for a code": async ({ thief }) =>
    await call(thief, "/change-email", { newEmail: "thief@example.com" }),
  "add a second factor: begin": async ({ thief }) =>
    await call(thief, "/two-factor/enable", { password: OTHER }),
  "add a second factor: confirm one that the owner began": async ({ thief, begun }) => {
    const code = begun ? await codeOf(begun) : "000000";
    return await call(thief, "/two-factor/verify-totp", { code });
  },
  "make recovery codes": async ({ thief }) =>
    await call(thief, "/two-factor/generate-backup-codes", { password: OTHER }),
  "remove a second factor": async ({ thief }) =>
    await call(thief, "/two-factor/disable", { password: OTHER }),
  "rename the user": async ({ thief }) => await call(thief, "/update-user", { name: "Eve" }),
  "rename a passkey": async ({ thief, ids }) =>
    await call(thief, "/passkey/update-passkey", { id: ids.passkey, name: "Mine" }),
  "remove a passkey": async ({ thief, ids }) =>
    await call(thief, "/passkey/delete-passkey", { id: ids.passkey }),
  "unlink an account": async ({ thief, database }) =>
    await call(thief, "/unlink-account", { accountId: accountOf(database, "two") }),
  "remove the password": async ({ thief, database }) =>
    await call(thief, "/unlink-account", { accountId: accountOf(database, "credential") }),
  "end one session": async ({ thief, database }) => {
    // The list of sessions has the tokens that this takes.
    const listed = await call(thief, "/list-sessions");
    if (!listed.ok) return listed;
    const [first] = database.prepare('SELECT "token" FROM "session"').all();
    return await call(thief, "/revoke-session", { token: String(first!.token) });
  },
  "end all other sessions": async ({ thief }) => await call(thief, "/revoke-other-sessions", {}),
  "delete the account": async ({ thief }) => await call(thief, "/delete-user", {}),
};

/** Why a change was not run. */
const ABSENT: Record<string, string> = {
  "add a passkey: options, without a dialog": "not offered",
  "link an account: a further one at a provider that is linked": "the same call as the first",
  "set a password, without one": "a function of the server, without an endpoint",
  "change the address: the code of the owner's own change": "a link, which needs no session",
  "change the address: cancel": "not offered",
  "rename a second factor": "it has no name",
  "cancel a reset of the second factors": "not offered",
  "export": "not offered",
};

/** Its reasons in words, where its code is not enough. */
const WORDS: Record<string, string> = {
  "email_does_not_match": "it links only accounts with the address of the user",
  "INVALID_PASSWORD": "it asks for the password",
  "SESSION_EXPIRED": "the session must have begun within a day",
  "SESSION_NOT_FRESH": "the session must have begun within a day",
};

const NEEDS_PASSKEYS = /passkey/;

/** Runs the row; each change that was allowed is followed by a new account. */
export async function measureBetterAuth(
  row: Row,
  changes: readonly Change[],
  time: FakeTime,
): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>();
  const plugin = await passkeyPlugin();
  let scene: Scene | undefined;
  for (const { name, ofFactor } of changes) {
    const note = ABSENT[name] ??
      (row.isProvenAgain ? "a session cannot prove again" : undefined) ??
      (NEEDS_PASSKEYS.test(name) && !plugin ? "its package is not in the import map" : undefined) ??
      (ofFactor && !row.hasFactor ? "the user has none" : undefined);
    const run = RUNS[name];
    if (note !== undefined || !run) {
      measured.set(name, { outcome: "–", note: note ?? "not measured" });
      continue;
    }
    scene ??= await steal(row, time, plugin);
    scene.reset();
    const { ok, location, text } = await run(scene, row);
    if (ok) {
      scene.database.close();
      scene = undefined;
    }
    const why = /[?&]error=([^&]+)/.exec(location)?.[1] ?? /"code":"([^"]+)"/.exec(text)?.[1];
    measured.set(
      name,
      ok ? { outcome: "allowed" } : { outcome: "refused", note: WORDS[why ?? ""] ?? why },
    );
  }
  scene?.database.close();
  return measured;
}
