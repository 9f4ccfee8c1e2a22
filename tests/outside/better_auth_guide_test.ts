/**
 * Follows the guide for users of Better Auth literally, in a folder with a database that Better
 * Auth itself has written, and lets everybody sign in with the config of the guide.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import type { BetterAuthOptions } from "better-auth";
import type { AuthConfig } from "../../mod.ts";
import { listInvitations, readMembership } from "../../src/capabilities/organizations/functions.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import type { betterAuthRows } from "../../src/tools/migrate/better_auth.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { captureMail, createBrowser } from "../../src/tools/testing/mod.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { createPool } from "../_pool.ts";
import { isChosen } from "../_stride.ts";
import {
  type BetterAuthApp,
  createBetterAuthApp,
  NAMES,
  OLD_SECRET,
} from "../flows/_better_auth.ts";
import { checkEverybody } from "../flows/_better_auth_people.ts";
import { createTeamsApp, writeTeams } from "../flows/_better_auth_teams.ts";
import { follow, stepsOf } from "./_guides.ts";

const ORIGIN = "http://localhost:8000";

const guide = await Deno.readTextFile(
  new URL("../../docs/from-better-auth.md", import.meta.url),
);

/** Those of the organization: its owner, an admin and a member. */
const TEAM = ["ada", "linked", "named"] as const;

/** What a database of Better Auth has. */
interface OldApp extends BetterAuthApp, Awaited<ReturnType<typeof writeTeams>> {}

/**
 * A database of Better Auth, one of whose users has an account that the new app does not know. Some are
 * an organization, with invitations and API keys.
 */
async function writeDatabase(path: string): Promise<OldApp> {
  const database = new DatabaseSync(path);
  const app = await createBetterAuthApp(database, ORIGIN);
  const idOf = (name: string) =>
    String(database.prepare('SELECT id FROM "user" WHERE name = ?').get(name)!.id);
  const times = `datetime('now'), datetime('now')`;
  database.prepare(
    `INSERT INTO account (id, "userId", "providerId", "accountId", "createdAt", "updatedAt")
     VALUES ('kick', ?, 'kick', '4', ${times})`,
  ).run(idOf("ada"));
  const auth = await createTeamsApp({
    database: database as unknown as BetterAuthOptions["database"],
    secret: OLD_SECRET,
    baseURL: ORIGIN,
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
  const [owner, admin, member] = TEAM.map((name) => {
    const cookie = app.people[name].browser.cookies.header(new URL(ORIGIN));
    return { id: idOf(name), headers: new Headers({ cookie }) };
  });
  const teams = await writeTeams(auth, [owner!, admin!, member!]);
  database.close();
  return { ...app, ...teams };
}

/** The members have their roles, the invitation waits, and the keys open what they opened. */
async function checkTeam({ people, keys }: OldApp, config: AuthConfig): Promise<void> {
  const [owner, ...others] = await Promise.all(TEAM.map(async (name) => {
    const cookie = people[name].browser.cookies.header(new URL(ORIGIN));
    return await readMembership(config, new Request(ORIGIN, { headers: { cookie } }), "acme");
  }));
  assert(owner?.ok);
  assertEquals([owner, ...others].map((found) => found.ok && found.role), [
    ...["owner", "admin", "member"],
  ]);
  const waiting = await listInvitations(config, owner);
  assert(waiting.ok);
  assertEquals(waiting.invitations.map(({ email }) => email), ["dora@example.com"]);
  const authenticate = defineAuth(config).authenticate as (
    request: Request,
    wanted: object,
  ) => Promise<{ ok: boolean }>;
  const opens = Object.values(keys).map(async ({ key }) => {
    const request = new Request(ORIGIN, { headers: { authorization: `Bearer ${key}` } });
    return (await authenticate(request, { accept: ["key"], scopes: ["project:read"] })).ok;
  });
  assertEquals(await Promise.all(opens), [true, true, false]);
}

/** The config that the reader wrote, with the files of this repository as its package. */
async function readConfig(folder: string): Promise<AuthConfig> {
  const { exports } = JSON.parse(await Deno.readTextFile("deno.json"));
  const text = (await Deno.readTextFile(`${folder}/config.ts`))
    .replaceAll(/from "@x\/auth([^"]*)"/g, (_, subpath: string) => {
      const file: string = exports[`.${subpath}`];
      return `from ${JSON.stringify(new URL(`../../${file}`, import.meta.url).href)}`;
    })
    .replaceAll('"app.db"', JSON.stringify(`${folder}/app.db`));
  await Deno.writeTextFile(`${folder}/config_here.ts`, text);
  const { config } = await import(`file://${folder}/config_here.ts`);
  const [, secret] = /^AUTH_SECRET=(.+)$/m.exec(await Deno.readTextFile(`${folder}/.env`))!;
  return { ...config, secret, trustHost: true };
}

Deno.test("docs/from-better-auth.md: its steps bring everybody, with its own config", async () => {
  let app: OldApp;
  await follow(guide, {}, {
    async before(folder) {
      app = await writeDatabase(`${folder}/better-auth.db`);
      await Deno.writeTextFile(`${folder}/.env`, `BETTER_AUTH_SECRET=${OLD_SECRET}\n`);
    },
    async after(folder) {
      const config = await readConfig(folder);
      const auth = defineAuth(config);
      const inbox = captureMail(auth);
      const answer = DenoAuth(auth).handler(() => new Response("app"));
      const handle = async (request: Request) => await answer(request);
      app.replace(handle);
      // The passwords of the guide take as long to check as those of an app.
      const typing = NAMES.filter((_, index) => isChosen(index, 3));
      const moved = {
        config,
        get links() {
          return inbox.mails.filter(({ url }) => url !== undefined);
        },
        open: () => createBrowser(ORIGIN, { [ORIGIN]: handle }),
      };
      await checkEverybody(app, moved, typing);
      await checkTeam(app, config);
      (config.adapter as Disposable)[Symbol.dispose]();
    },
  });
});

Deno.test("docs/from-better-auth.md: it explains every reason", async () => {
  const source = await Deno.readTextFile(
    new URL("../../src/tools/migrate/better_auth_types.ts", import.meta.url),
  );
  const reasons = [...source.matchAll(/^ {2}\| "([a-z-]+)";?$/gm)].map(([, reason]) => reason!);
  assert(reasons.length > 15);
  const part = guide.slice(guide.indexOf("## When something is wrong"));
  assertEquals(reasons.filter((reason) => !part.includes(`\`${reason}\``)), []);
});

withPostgres("docs/from-better-auth.md", (server) => {
  Deno.test("docs/from-better-auth.md: its file for PostgreSQL reads the tables", async () => {
    const [step] = stepsOf(guide).filter((one) => one.kind === "write");
    assert(step && "text" in step && step.text.includes('from "pg"'));
    const pool = createPool(server().connectionString);
    const app = await createBetterAuthApp(pool, ORIGIN);
    const path = await Deno.makeTempFile({ suffix: ".ts", dir: import.meta.dirname });
    try {
      const url = JSON.stringify(server().connectionString);
      await Deno.writeTextFile(path, step.text.replace('Deno.env.get("DATABASE_URL")', url));
      const { readTables } = await import(`file://${path}`);
      const tables: Parameters<typeof betterAuthRows>[0] = await readTables();
      const numbers = (all: typeof tables) =>
        Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, rows?.length]));
      assertEquals(numbers(tables), numbers(await app.tables()));
    } finally {
      await Deno.remove(path);
      await pool.end();
    }
  });
});
