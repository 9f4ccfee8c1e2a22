/**
 * An app with Better Auth itself, whose users have all that it lets them have, and the browsers in
 * which they are signed in.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { passkey } from "@better-auth/passkey";
import { betterAuth as createBetterAuth, type BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin, twoFactor, username } from "better-auth/plugins";
import type { Pool } from "../adapters/_postgres.ts";
import type { BetterAuthProblem, BetterAuthTables } from "../../src/tools/migrate/better_auth.ts";
import {
  createAuthenticator,
  createBrowser,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { hashOnce } from "./_better_auth_hash.ts";
import { codeOf } from "./_factors.ts";

export const OLD_SECRET = "the-secret-of-the-app-that-was-there";
export const OLD_PASSWORD = "engines weave algebraic patterns";

const BASE = "/api/auth";

/** What a user has besides an address and a password. */
interface Kind {
  isProven?: boolean;
  hasTotp?: boolean;
  hasPasskey?: boolean;
  /** Id of the user at GitHub. */
  github?: string;
  username?: string;
}

/** Users by their names, which are also the names of their mailboxes. */
export const KINDS = {
  "ada": { isProven: true },
  "unproven": {},
  "factor": { isProven: true, hasTotp: true },
  "unproven.factor": { hasTotp: true },
  "key": { isProven: true, hasPasskey: true },
  "unproven.key": { hasPasskey: true },
  "linked": { isProven: true, github: "41" },
  "unproven.linked": { github: "42" },
  "named": { isProven: true, username: "Grace_H" },
  "all": { isProven: true, hasTotp: true, hasPasskey: true, github: "43", username: "Everything" },
} satisfies Record<string, Kind>;

export type Name = keyof typeof KINDS;

export const NAMES = Object.keys(KINDS) as Name[];

/** A user, as the user's own devices know them. */
export interface Person extends Kind {
  name: Name;
  email: string;
  /** Signed in, with the cookies of Better Auth. */
  browser: TestBrowser;
  authenticator: SoftwareAuthenticator;
  /** Key of the authenticator app, as Base32. */
  secret: string;
  backupCodes: string[];
}

/** The app that was there. */
export interface BetterAuthApp {
  people: Record<Name, Person>;
  /** All tables, as the database returns them. */
  tables(): Promise<Record<string, object[]>>;
  /** From now on, requests to the site are answered by another app. */
  replace(handler: (request: Request) => Promise<Response>): void;
}

export const addressOf = (name: string) => `${name}@example.com`;

/** Creates the app in a database, and lets its users sign up. */
export async function createBetterAuthApp(
  database: DatabaseSync | Pool,
  origin = "https://app.example",
): Promise<BetterAuthApp> {
  const options = {
    database: database as BetterAuthOptions["database"],
    secret: OLD_SECRET,
    baseURL: origin,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, password: hashOnce },
    plugins: [admin(), twoFactor(), username(), passkey({ rpName: "App", origin })],
  } satisfies BetterAuthOptions;
  const auth = createBetterAuth(options);
  await (await getMigrations(auth.options)).runMigrations();
  const { adapter, internalAdapter } = await auth.$context;
  let handler = auth.handler;

  const signUp = async (name: Name): Promise<Person> => {
    const kind: Kind = KINDS[name];
    const browser = createBrowser(origin, { [origin]: (request) => handler(request) }, BASE);
    const email = addressOf(name);
    const authenticator = createAuthenticator(origin);
    const call = async (path: string, body?: object) => {
      const response = await browser.fetch(BASE + path, {
        method: body ? "POST" : "GET",
        headers: { origin, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${name}, ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    };
    const { user } = await call("/sign-up/email", {
      name,
      email,
      password: OLD_PASSWORD,
      ...(kind.username ? { username: kind.username } : {}),
    });
    const person = { ...kind, name, email, browser, authenticator, secret: "", backupCodes: [] };
    if (kind.isProven) {
      const where = [{ field: "id", value: user.id }];
      await adapter.update({ model: "user", where, update: { emailVerified: true } });
    }
    if (kind.github) {
      await internalAdapter.createAccount({
        userId: user.id,
        providerId: "github",
        accountId: kind.github,
        accessToken: "at",
        scope: "read:user,user:email",
      });
    }
    if (kind.hasPasskey) {
      const asked = await call("/passkey/generate-register-options");
      const response = await authenticator.create(asked);
      await call("/passkey/verify-registration", { response, name: "Laptop" });
    }
    if (!kind.hasTotp) return person;
    const { totpURI, backupCodes } = await call("/two-factor/enable", { password: OLD_PASSWORD });
    const secret = new URL(totpURI).searchParams.get("secret")!;
    await call("/two-factor/verify-totp", { code: await codeOf(secret) });
    return { ...person, secret, backupCodes };
  };

  const people: Partial<Record<Name, Person>> = {};
  for (const name of NAMES) people[name] = await signUp(name);
  return {
    people: people as Record<Name, Person>,
    tables: () => readTables(database),
    replace: (next) => void (handler = next),
  };
}

/** All tables of Better Auth. */
export async function readTables(
  database: DatabaseSync | Pool,
): Promise<Record<string, object[]>> {
  const tables: Record<string, object[]> = {};
  for (const name of ["user", "account", "passkey", "twoFactor", "session", "verification"]) {
    const sql = `SELECT * FROM "${name}"`;
    tables[name] = database instanceof DatabaseSync
      ? database.prepare(sql).all()
      : (await database.query(sql)).rows;
  }
  return tables;
}

/** The tables as `mysql` writes them: names as they are, numbers for truth, times without a zone. */
export function asMysql(tables: Record<string, object[]>): BetterAuthTables {
  const value = (name: string, one: unknown) => {
    if (one === null) return null;
    if (/^(emailVerified|banned|twoFactorEnabled|verified|backedUp)$/.test(name)) {
      return one ? 1 : 0;
    }
    if (!/(At|Until|Expires)$/.test(name)) return one;
    const iso = new Date(one as string).toISOString();
    return iso.replace("T", " ").replace("Z", "000");
  };
  return mapColumns(tables, (name, one) => [name, value(name, one)]);
}

/** The tables of an app with Drizzle or Prisma, whose columns can be in snake case. */
export function inSnakeCase(tables: Record<string, object[]>): BetterAuthTables {
  const snake = (name: string) => name.replaceAll(/[A-Z]+/g, (part) => `_${part.toLowerCase()}`);
  const mapped = mapColumns(tables, (name, one) => [snake(name), one]);
  return Object.fromEntries(
    Object.entries(mapped).map(([name, rows]) => [`${snake(name)}s`, rows]),
  );
}

function mapColumns(
  tables: Record<string, object[]>,
  map: (name: string, value: unknown) => [string, unknown],
): Record<string, object[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([n, v]) => map(n, v)))),
    ]),
  );
}

/** Problems without what is not read, of which every run has a line for each table and column. */
export function aboutUsers(problems: readonly BetterAuthProblem[]): BetterAuthProblem[] {
  return problems.filter(({ reason }) => reason !== "table" && reason !== "column");
}
