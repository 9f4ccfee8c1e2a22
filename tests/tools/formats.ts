/**
 * Writes the fixtures that every later version must read, see
 * `tests/formats/_set.ts`:
 *
 *     deno task formats 0.2.0      # this library, under the version that will have it
 *     deno task formats authjs     # Auth.js, under its version
 *     deno task formats 0.2.0 --steps   # the steps alone, for a kind of record that is new
 *
 * A set of a version that `CHANGELOG.md` names is released: it is never written
 * again. Until then, the command replaces it.
 *
 * @module
 */

import { Auth as PeerAuth, customFetch as peerFetch } from "@auth/core";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig, customFetch } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { makeFactorContext, readEnrolled } from "../../src/capabilities/factors/context.ts";
import { addEnrolment } from "../../src/capabilities/factors/enrolments.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import { toPhc } from "../../src/capabilities/passwords/phc.ts";
import { mayRehash } from "../../src/capabilities/passwords/records.ts";
import { getToken } from "../../src/frameworks/server.ts";
import {
  import as importPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { suspend as suspendUser } from "../../src/server/users.ts";
import { createAuthenticator, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { VerificationToken } from "../../src/types/adapter.ts";
import type { RequestInternal } from "../../src/types/internal.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { codeOf } from "../flows/_factors.ts";
import { answer, ask, run } from "../flows/_passkeys.ts";
import { rangeOf } from "../_packages.ts";
import { startPostgres } from "../_postgres.ts";
import {
  ADA,
  APP,
  type App,
  createApp,
  FACTORS,
  PASSWORDS,
  PLAIN_APP,
  plant,
} from "../formats/_app.ts";
import {
  type Browsers,
  type Cookies,
  type FrozenSession,
  type FrozenVisit,
  type Rows,
  SETS,
  toJson,
} from "../formats/_set.ts";
import { takeFirst } from "../formats/_steps.ts";
import { fill, OWN_STORES, PEER_STORES } from "../formats/_stores.ts";

const AT = "2027-01-15T12:00:00.000Z";
const SECRET = "a-secret-of-at-least-32-characters";
const BOB = "bob@example.com";
const PASSWORD = "engines weave algebraic patterns";
const USER = { name: "Ada", email: ADA };
const AFTER = `${APP}/after`;

/** Rows that no flow writes: strings of several scripts, members of an app, a user without address. */
const MORE: Pick<Rows, "users" | "records"> = {
  users: [{
    id: "zoë-🦊",
    name: 'Zoë "李雷" O\'Brien',
    // The contract types the address as required; stores accept users without one.
    email: null as unknown as string,
    emailVerified: null,
    image: "https://example.com/zoë.png",
    ...{ role: "admin", born: new Date("1815-12-10T00:00:00.000Z"), tags: ["a", "b"] },
  }],
  records: [
    {
      kind: "example",
      id: "Zoë 🦊 'quoted'",
      owner: "zoë-🦊",
      version: 7,
      expires: null,
      data: { list: [1, -0.5, true, null, "李雷"], deep: { "": {} } },
    },
    { kind: "example.expiring", id: "x", version: 1, expires: new Date("2027-02-01"), data: null },
  ],
};

interface Recorded {
  browsers: Browsers;
  rows: Rows;
}

/** Signs people in, and keeps what is in their browsers and in the store. */
async function record(
  handle: (request: Request, config: AuthConfig) => Promise<Response>,
  fetchSymbol: symbol,
  isOurs: boolean,
): Promise<Recorded> {
  const memory = MemoryAdapter();
  const tokens: VerificationToken[] = [];
  const { records, written } = watch(MemoryRecords());
  const base: Partial<AuthConfig> = {
    secret: SECRET,
    // Without lists of sessions, a session's record holds its sealed token.
    adapter: {
      ...Object.fromEntries(CONTRACT.map((name) => [name, memory[name]])),
      createVerificationToken(row: VerificationToken) {
        tokens.push(row);
        return memory.createVerificationToken(row);
      },
    },
  };
  const kept = isOurs ? { revocation: {} } : {};
  const database = await createApp(handle, fetchSymbol, {
    ...base,
    ...isOurs ? { records } : {},
    session: { strategy: "database", ...kept },
  });
  const jwt = await createApp(handle, fetchSymbol, { ...base, session: { strategy: "jwt" } });
  const sessions: FrozenSession[] = [];
  const visits: FrozenVisit[] = [];

  const keep = async (name: string, browser: TestBrowser, config: AuthConfig, origin = APP) => {
    const { strategy = "jwt", revocation } = config.session!;
    const cookies = sessionCookies(browser, origin);
    const header = Object.entries(cookies).map((pair) => pair.join("=")).join("; ");
    const request = new Request(`${origin}/`, { headers: { cookie: header } });
    const claims = strategy === "jwt" ? await getToken(request, config) : undefined;
    const shown = await browser.session();
    if (!shown) throw new Error(`Cannot record "${name}": nobody is signed in`);
    sessions.push({
      name,
      origin,
      strategy,
      hasRecord: revocation !== undefined,
      cookies,
      shown,
      ...claims ? { claims } : {},
    });
  };

  // The first sign-in makes the user and the account of most visits.
  const ada = database.openBrowser();
  await ada.signIn("state");
  await keep("row in the store", ada, database.config);
  const credentials: [string, string, string][] = [
    ["token", "Ada", APP],
    ["token in several cookies", "Ada".repeat(1200), APP],
    ["token without TLS", "Ada", PLAIN_APP],
  ];
  for (const [name, person, origin] of credentials) {
    const browser = jwt.openBrowser(origin);
    await browser.signInWithCredentials({ name: person });
    await keep(name, browser, jwt.config, origin);
  }
  if (isOurs) {
    const revocable = await createApp(handle, fetchSymbol, {
      ...base,
      records,
      session: { strategy: "jwt", ...kept },
    });
    const browser = revocable.openBrowser();
    await browser.signIn("state");
    await keep("token with a record", browser, revocable.config);
    const early = jwt.openBrowser();
    await early.signIn("state");
    const later = revocable.openBrowser();
    plant(later, APP, sessionCookies(early, APP));
    await keep("token from before records, with a record", later, revocable.config);
  }

  /** Adds a request that the browser has not sent. */
  const hold = (
    { config }: App,
    browser: TestBrowser,
    visit: Omit<FrozenVisit, "cookies" | "guards" | "strategy" | "hasRecord">,
    kind: RegExp | undefined,
  ) => {
    const cookies = cookiesOf(browser, APP);
    const guards = Object.keys(cookies).filter((name) => kind?.test(name));
    if (kind && guards.length === 0) {
      throw new Error(`Cannot record "${visit.name}": no cookie guards it`);
    }
    const { strategy = "jwt", revocation } = config.session!;
    visits.push({ ...visit, strategy, hasRecord: revocation !== undefined, cookies, guards });
  };

  const csrfToken = await ada.csrf();
  const signOut = { url: `${APP}/auth/signout`, form: { csrfToken }, lands: `${APP}/` };
  hold(database, ada, { name: "sign-out", ...signOut, user: null }, /csrf-token/);
  const returning = jwt.openBrowser();
  await returning.visit(`${APP}/auth/signin?callbackUrl=${encodeURIComponent(AFTER)}`);
  const form = { csrfToken: await returning.csrf(), name: "Ada" };
  const url = `${APP}/auth/callback/credentials`;
  hold(jwt, returning, { name: "callback URL", url, form, lands: AFTER, user: USER }, /csrf-token/);

  const mailed = database.openBrowser();
  await mailed.start("mail", { fields: { email: ADA }, callbackUrl: AFTER });
  const [mail] = database.mails;
  const posted = { url: `${APP}/auth/callback/mail`, lands: AFTER, user: USER };
  // The form of the page that asks for a click, in a browser that did not request the mail.
  const other = database.openBrowser();
  const fields = { token: mail!.token, email: ADA, callbackUrl: AFTER };
  const confirmed = { csrfToken: await other.csrf(), ...fields };
  hold(
    database,
    other,
    { name: "confirmed link by email", ...posted, form: confirmed },
    /csrf-token/,
  );
  if (isOurs) {
    hold(database, mailed, { name: "link by email", ...posted, url: mail!.url }, /\.email\./);
    const typed = { csrfToken: await mailed.csrf(), code: mail!.code! };
    hold(database, mailed, { name: "code by email", ...posted, form: typed }, /\.email\./);
    for (const check of ["state", "pkce", "nonce"]) {
      const browser = database.openBrowser();
      const url = await browser.start(check, { callbackUrl: AFTER });
      const kind = check === "pkce" ? /pkce\.code_verifier\./ : new RegExp(`\\.${check}\\.`);
      hold(
        database,
        browser,
        { name: `provider, by ${check}`, url, lands: AFTER, user: USER },
        kind,
      );
    }
    const device = createAuthenticator(APP);
    await run({ authenticator: device }, ada, { action: "register" });
    const ceremonies: [string, object, Record<string, string>][] = [
      ["passkey", USER, { action: "authenticate" }],
      // An address that was not proven is not kept.
      ["new passkey", {}, { action: "register", email: "grace@example.com" }],
    ];
    for (const [name, user, query] of ceremonies) {
      const browser = database.openBrowser();
      const authenticator = query.action === "register" ? createAuthenticator(APP) : device;
      const fields = await answer(await ask(browser, query), authenticator);
      const form = { ...fields, callbackUrl: AFTER };
      const url = `${APP}/auth/callback/passkey`;
      hold(database, browser, { name, url, form, lands: AFTER, user }, /\.challenge\./);
    }
  }

  const users = [(await memory.getUserByEmail(ADA))!];
  if (isOurs) {
    const session = { strategy: "database" as const, ...kept };
    const guarded = await createApp(handle, fetchSymbol, {
      ...base,
      records,
      session,
      factors: FACTORS,
    });
    await holdFactors(guarded, users[0]!.id, (browser, answer) => {
      const { name, ...form } = answer;
      const url = `${APP}/auth/factor`;
      const visit = { name, url, form, lands: AFTER, user: USER, hasFactors: true };
      hold(guarded, browser, visit, /authjs\.(factor|device)$/);
    });
    const withPasswords = await createApp(handle, fetchSymbol, {
      ...base,
      records,
      session: { strategy: "jwt", revocation: {} },
      providers: [PASSWORDS],
    });
    for (const [name, hash] of Object.entries({ "Dora": undefined, "Emil": await pbkdf2Hash() })) {
      const email = `${name.toLowerCase()}@example.com`;
      const { id } = await memory.createUser({
        id: crypto.randomUUID(),
        name,
        email,
        emailVerified: new Date(),
      });
      if (hash) await importPassword(withPasswords.config, id, hash);
      else {
        await setPassword(withPasswords.config, id, PASSWORD);
        await mayRehash(resolveConfig(withPasswords.config), id);
      }
      users.push((await memory.getUser(id))!);
      const browser = withPasswords.openBrowser();
      const form = { csrfToken: await browser.csrf(), email, password: PASSWORD };
      const url = `${APP}/auth/callback/password`;
      const user = { name, email };
      const visit = { name: `password of ${name}`, url, form, lands: `${APP}/`, user };
      hold(withPasswords, browser, { ...visit, hasPasswords: true }, /csrf-token/);
    }
    const bob = await memory.createUser({
      id: crypto.randomUUID(),
      name: "Bob",
      email: BOB,
      emailVerified: new Date(),
    });
    users.push(bob);
    const browser = database.openBrowser();
    await browser.start("mail", { fields: { email: BOB }, callbackUrl: AFTER });
    await suspendUser(database.config, bob.id);
    const url = database.mails.at(-1)!.url;
    const lands = `${APP}/auth/error?error=AccessDenied`;
    hold(database, browser, { name: "suspended user", url, lands, user: null }, undefined);
  }
  const ofAll = async <T>(list: (id: string) => T[] | PromiseLike<T[]>): Promise<T[]> =>
    (await Promise.all(users.map(async ({ id }) => await list(id)))).flat();
  const rows: Rows = {
    users: [...users, ...isOurs ? MORE.users : []],
    accounts: await ofAll(memory.listAccounts),
    sessions: await ofAll(memory.listSessions),
    verificationTokens: tokens,
    authenticators: await ofAll(memory.listAuthenticatorsByUserId),
    records: isOurs ? [...await written(), ...MORE.records] : [],
  };
  return { browsers: { at: AT, secret: SECRET, sessions, visits }, rows };
}

/** The answer to a second factor, as its form posts it. */
interface Answer extends Record<string, string> {
  /** Name of the visit. */
  name: string;
}

/**
 * Sign-ins that wait for a second factor, in a known browser. The user is locked for all
 * others, so the cookie of the known browser is needed too.
 */
async function holdFactors(
  app: App,
  userId: string,
  hold: (browser: TestBrowser, answer: Answer) => void,
): Promise<void> {
  const records = app.config.records!;
  const resolved = resolveConfig(app.config);
  const request = { origin: APP, request: new Request(APP) } as RequestInternal;
  let secret = "";
  let codes: readonly string[] = [];
  for (const factor of FACTORS) {
    const enrolled = await readEnrolled(resolved, { id: userId, email: ADA });
    const context = makeFactorContext({ config: resolved, request }, enrolled, factor, "enrolment");
    const enrolling = await factor.enrol(context);
    secret = enrolling.secret ?? secret;
    codes = enrolling.codes ?? codes;
    await addEnrolment(records, userId, crypto.randomUUID(), factor, enrolling.data);
  }
  const begin = async (browser: TestBrowser) => {
    const { url, response } = await browser.signIn("state", { callbackUrl: AFTER });
    await response.body?.cancel();
    if (url.pathname !== "/auth/factor") throw new Error(`The sign-in does not wait: ${url}`);
  };
  const known = app.openBrowser();
  await begin(known);
  await known.post("/factor", { factor: "recovery", answer: codes[0]! });
  await known.post("/signout");
  const device = Object.fromEntries(
    Object.entries(cookiesOf(known, APP)).filter(([name]) => name.endsWith("authjs.device")),
  );
  const stranger = app.openBrowser();
  await begin(stranger);
  for (let tries = 0; tries < 10; tries++) {
    await stranger.post("/factor", { factor: "totp", answer: "wrong" });
  }
  const answers: [name: string, factor: string, answer: () => Promise<string> | string][] = [
    ["authenticator app", "totp", () => codeOf(secret)],
    ["recovery code", "recovery", () => codes[1]!],
    ["mail code", "mail", () => /^\d{4} \d{4}$/m.exec(app.texts.at(-1)!)![0]],
  ];
  for (const [name, factor, answer] of answers) {
    const browser = app.openBrowser();
    plant(browser, APP, device);
    await begin(browser);
    if (factor === "mail") await browser.post("/factor", { factor, step: "send" });
    const csrfToken = await browser.csrf();
    hold(browser, { name, csrfToken, factor, answer: await answer() });
  }
}

/** A hash as runtimes without scrypt make it. */
async function pbkdf2Hash(): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iterations = 10;
  const key = new TextEncoder().encode(PASSWORD);
  const base = await crypto.subtle.importKey("raw", key, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  const hash = new Uint8Array(await crypto.subtle.deriveBits(algorithm, base, 256));
  return toPhc({ name: "pbkdf2", iterations, salt, hash });
}

/** A store that knows which of its records are left. */
function watch(store: RecordStore) {
  const keys = new Map<string, [kind: string, id: string]>();
  const records: RecordStore = {
    ...store,
    put(entry, expected) {
      keys.set(`${entry.kind} ${entry.id}`, [entry.kind, entry.id]);
      return store.put(entry, expected);
    },
  };
  const written = async () => {
    const found = await Promise.all([...keys.values()].map((key) => store.get(...key)));
    return found.filter((entry) => entry !== null);
  };
  return { records, written };
}

function cookiesOf(browser: TestBrowser, origin: string): Cookies {
  const { hostname } = new URL(origin);
  return Object.fromEntries(browser.cookies.list(hostname).map(({ name, value }) => [name, value]));
}

function sessionCookies(browser: TestBrowser, origin: string): Cookies {
  const all = Object.entries(cookiesOf(browser, origin));
  return Object.fromEntries(all.filter(([name]) => name.includes("session-token")));
}

/** Refuses to write a set anew that was released. */
async function refuseReleased(set: string, isReleased: boolean): Promise<void> {
  if (!isReleased || !await exists(new URL(`${set}/`, SETS))) return;
  throw new Error(
    `Cannot write tests/formats/${set}: the set is released, and later versions must read it`,
  );
}

/** The steps, and the store that their first halves leave. */
async function stepFiles(): Promise<Record<string, string>> {
  const { at, held, sql } = await takeFirst(AT, SECRET);
  return { "steps.json": toJson({ at, secret: SECRET, held }), "steps.sql": sql };
}

/** What our package records with a clock that stands still, or that of Auth.js. */
async function recordAll(isOurs: boolean): Promise<Recorded> {
  using _time = new FakeTime(AT);
  if (isOurs) return await record(Auth, customFetch, true);
  // The types of both packages differ in members that the app does not use.
  return await record(PeerAuth as unknown as typeof Auth, peerFetch, false);
}

async function exists(folder: URL): Promise<boolean> {
  return await Deno.stat(folder).then(() => true, () => false);
}

if (import.meta.main) {
  const [name = "", only] = Deno.args;
  const isOurs = /^\d+\.\d+\.\d+$/.test(name);
  if (!isOurs && name !== "authjs") throw new Error("Give a version, such as 0.2.0, or authjs");
  const root = new URL("../../", import.meta.url);
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", root));
  const peerVersion = await rangeOf("@auth/core");
  const set = isOurs ? name : `authjs-${peerVersion}`;
  // The sets of Auth.js are those of released versions.
  await refuseReleased(set, !isOurs || changelog.includes(`\n## ${name}\n`));
  if (only === "--steps") {
    for (const [file, text] of Object.entries(await stepFiles())) {
      await Deno.writeTextFile(new URL(`${set}/${file}`, SETS), text);
    }
    Deno.exit();
  }
  await using server = await startPostgres();
  const steps = isOurs ? await stepFiles() : {};
  const { browsers, rows } = await recordAll(isOurs);
  const files: Record<string, string> = {
    "browser.json": toJson(browsers),
    "rows.json": toJson(rows),
  };
  for (const { file, open } of isOurs ? OWN_STORES : PEER_STORES) {
    // Servers start by the real clock.
    await using store = await open(server.connectionString);
    using _time = new FakeTime(AT);
    await fill(store, rows);
    files[file] = await store.dump();
  }
  Object.assign(files, steps);
  const folder = new URL(`${set}/`, SETS);
  if (await exists(folder)) await Deno.remove(folder, { recursive: true });
  await Deno.mkdir(folder);
  for (const [file, text] of Object.entries(files)) {
    await Deno.writeTextFile(new URL(file, folder), text);
  }
  console.log(`Written to ${folder.pathname}`);
}
