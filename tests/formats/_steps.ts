/**
 * The steps of `tests/beside/`, frozen: their first halves are taken once, and what they leave in
 * the store, in browsers and with programs is kept. Second halves are taken from copies of it.
 *
 * | File | Content |
 * |---|---|
 * | `steps.sql` | the store, an adapter with the methods of Auth.js alone: all else is a record |
 * | `steps.json` | what people and programs hold, by the name of the step |
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import type { VerificationToken } from "../../src/types/adapter.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { ResolvedConfig } from "../../src/types/internal.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { type Held, type Mail, type Step, type StepApp, STEPS } from "../beside/_steps.ts";
import { APP, capabilities, createApp, withContract } from "../beside/app.mjs";
import { AT_ONCE } from "./_at_once.ts";
import { startClock } from "./_clock.ts";
import { INSIDE } from "./_inside.ts";
import { dumpSqlite } from "./_stores.ts";

/** Content of `steps.json`. */
export interface FrozenSteps {
  /** Time at which the last of the first halves was taken. */
  at: string;
  secret: string;
  held: Record<string, Held>;
}

/** Milliseconds between the halves: a lock lives for 15 seconds, and two uses of a code within 10 are honest. */
export const BETWEEN_MS = 12_000;

/** The app on a store of its own. */
export interface StepRig extends Disposable {
  app: StepApp;
  config: ResolvedConfig;
  records: RecordStore;
  /** Every record. */
  entries(): RecordEntry[];
  /** Addresses of all users, as they are stored. */
  users(): { id: string; email: string | null }[];
  /** Tokens of links, as they are stored. */
  tokens(): VerificationToken[];
  dump(): string;
}

/** Opens the app, on an empty store or on one that was frozen. */
export async function openSteps(secret: string, sql?: string): Promise<StepRig> {
  const db = new DatabaseSync(":memory:");
  if (sql !== undefined) db.exec(sql);
  const idp = await createIdp();
  const mails: Mail[] = [];
  const store = withContract(SqliteAdapter(db));
  const handle: (request: Request) => Promise<Response> = await createApp({
    ...store,
    strategy: "jwt",
    names: await capabilities("contract"),
    secret,
    send: (mail: Mail) => void mails.push(mail),
    reach: idp.fetch,
    logger: { error() {}, warn() {}, debug() {} },
  });
  const config: AuthConfig = {
    ...store,
    providers: [],
    secret,
    trustHost: true,
    session: { strategy: "jwt", revocation: {} },
  };
  return {
    app: {
      mails,
      idp,
      fetch: handle,
      open(cookies = {}) {
        const browser = createBrowser(APP, { [APP]: handle, [idp.issuer]: idp.handler });
        for (const [name, value] of Object.entries(cookies)) {
          browser.cookies.plant(APP, `${name}=${value}; Path=/; Secure`);
        }
        return browser;
      },
    },
    config: requireConfig(config),
    records: store.records,
    entries: () =>
      db.prepare("SELECT kind, id, owner, version, expires, data FROM auth_records").all()
        .map(({ kind, id, owner, version, expires, data }) => ({
          kind: String(kind),
          id: String(id),
          ...owner === null ? {} : { owner: String(owner) },
          version: Number(version),
          expires: expires === null ? null : new Date(expires as number),
          data: JSON.parse(String(data)),
        })),
    users: () =>
      db.prepare("SELECT id, email FROM auth_users").all().map(({ id, email }) => ({
        id: String(id),
        email: email === null ? null : String(email),
      })),
    tokens: () =>
      db.prepare("SELECT identifier, token, expires FROM auth_verification_tokens").all()
        .map(({ identifier, token, expires }) => ({
          identifier: String(identifier),
          token: String(token),
          expires: new Date(expires as number),
        })),
    dump: () => dumpSqlite(db),
    [Symbol.dispose]: () => db.close(),
  };
}

/** A step, or one that needs the inside of the library. */
export interface Half {
  name: string;
  kinds: readonly string[];
  begin(rig: StepRig): Promise<Held>;
  finish(rig: StepRig, held: Held): Promise<void>;
}

const toHalf = ({ name, kinds, begin, finish }: Step): Half => ({
  name,
  kinds,
  begin: ({ app }) => begin(app),
  finish: ({ app }, held) => finish(app, held),
});

/** All steps. */
export const HALVES: readonly Half[] = [
  ...STEPS.map(toHalf),
  ...AT_ONCE.map(toHalf),
  ...INSIDE.map(({ kind, begin, finish }) => ({
    name: `inside: ${kind}`,
    kinds: [kind],
    begin: async ({ config }: StepRig) => await begin(config) ?? null,
    finish: ({ config }: StepRig) => finish(config),
  })),
];

/**
 * Takes all first halves.
 *
 * @param from time at which the first one begins
 * @returns time at which the last one ended, what is held, and the store
 */
export async function takeFirst(from: string, secret: string): Promise<{
  at: string;
  held: Record<string, Held>;
  entries: RecordEntry[];
  sql: string;
}> {
  using _clock = startClock(from);
  using rig = await openSteps(secret);
  const held: Record<string, Held> = {};
  for (const { name, begin } of HALVES) held[name] = JSON.parse(JSON.stringify(await begin(rig)));
  const at = new Date().toISOString();
  return { at, held, entries: rig.entries(), sql: rig.dump() };
}
