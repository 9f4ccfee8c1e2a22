/**
 * Organizations, teams, invitations and API keys of an app with Better Auth itself, moved: what is moved
 * goes on, and what is not has a line with its number of rows.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import type { BetterAuthOptions } from "better-auth";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { betterAuthRows, importBetterAuth } from "../../src/tools/migrate/better_auth.ts";
import { hashOnce } from "./_better_auth_hash.ts";
import { createTeamsApp, type OldMember, writeTeams } from "./_better_auth_teams.ts";
import { onEveryStore } from "./_every_store.ts";
import { access, APP, createOrgApp, done, reasonOf, requestOf, signIn } from "./_organizations.ts";

const NAMES = ["ada", "bob", "eve"] as const;

/** The old app: an organization with three members, a team, two invitations and five keys. */
async function createOldApp() {
  const database = new DatabaseSync(":memory:");
  const auth = await createTeamsApp({
    database: database as unknown as BetterAuthOptions["database"],
    secret: "the-secret-of-the-app-that-was-there",
    baseURL: APP,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, password: hashOnce },
  });
  const { adapter } = await auth.$context;
  const people: Record<string, OldMember> = {};
  for (const name of NAMES) {
    const email = `${name}@example.com`;
    const body = { name, email, password: "engines weave algebraic patterns" };
    const { headers, response } = await auth.api.signUpEmail({ body, returnHeaders: true });
    const cookie = headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
    people[name] = { id: response.user.id, headers: new Headers({ cookie }) };
    const where = [{ field: "email", value: email }];
    await adapter.update({ model: "user", where, update: { emailVerified: true } });
  }
  const { ada, bob, eve } = people as Record<(typeof NAMES)[number], OldMember>;
  const teams = await writeTeams(auth, [ada, bob, eve]);
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const tables = Object.fromEntries(names.map(({ name }) => [
    String(name),
    database.prepare(`SELECT * FROM "${name}"`).all() as object[],
  ]));
  database.close();
  const [open] = tables.session!;
  tables.session!.push({
    ...open,
    id: "over",
    token: "over",
    expiresAt: new Date(0).toISOString(),
  });
  return { tables, ...teams };
}

onEveryStore("Better Auth", (test) => {
  test("organizations, members, invitations and keys go on", async ({ config }) => {
    const old = await createOldApp();
    const app = createOrgApp("jwt", {
      ...config,
      keys: ApiKeys({ prefix: "acme", scopes: access, legacy: true }),
    });
    const moved: string[] = [];
    const options = { movedOrganization: (_: string, to: string) => void moved.push(to) };
    const rows = () => betterAuthRows(old.tables);
    const plan = await importBetterAuth(app.config, rows(), { ...options, dryRun: true });
    assertEquals(await app.adapter.getUserByEmail!("ada@example.com"), null);
    const report = await importBetterAuth(app.config, rows(), options);
    assertEquals(report, plan);
    const { organizations, members, invitations, keys } = report;
    assertEquals([organizations.written, members.written, invitations.written, keys.written], [
      ...[1, 3, 1, 2],
    ]);
    // Each table and column that is not read is one line, with its number.
    const lines = report.problems.filter(({ reason }) => reason === "table" || reason === "column")
      .map(({ table, column, rows }) => `${table}${column ? `.${column}` : ""} ${rows}`);
    for (
      const line of ["team 1", "teamMember 1", "organization.logo 1", "invitation.createdAt 2"]
    ) {
      assert(lines.includes(line), `${line} in ${lines}`);
    }
    assertEquals(new Set(lines).size, lines.length);
    const ended = report.problems.filter(({ reason }) => reason === "ended");
    assertEquals(ended.map(({ table, rows }) => `${table} ${rows}`), [
      ...["session 1", "invitation 1", "apikey 2"],
    ]);
    const others = report.problems.filter(({ rowId }) => rowId !== undefined);
    assertEquals(others.filter(({ reason }) => reason === "key").map(({ rowId }) => rowId), [
      old.keys.limited.id,
    ]);
    // The members, in their roles.
    const people = {
      ada: await signIn(app, "ada@example.com"),
      bob: await signIn(app, "bob@example.com"),
      eve: await signIn(app, "eve@example.com"),
    };
    const roleOf = async (name: keyof typeof people) => {
      const found = await app.orgs.readMembership(requestOf(people[name]), "acme");
      return found.ok ? found.role : found.reason;
    };
    assertEquals([await roleOf("ada"), await roleOf("bob"), await roleOf("eve")], [
      ...["owner", "admin", "member"],
    ]);
    const ada = await app.orgs.readMembership(requestOf(people.ada), "acme");
    assert(ada.ok);
    assertEquals([ada.organization.name, ada.organization.id], ["Acme", moved[0]!]);
    // The link of the old invitation.
    const dora = await signIn(app, "dora@example.com");
    const token = old.invited.id;
    done(await app.orgs.acceptInvitation(requestOf(dora, "POST"), token));
    // The keys of the old app open the new one, each for its owner.
    const ask = async (key: string, scope: string) => {
      const request = new Request(`${APP}/api`, { headers: { authorization: `Bearer ${key}` } });
      const wanted = { accept: ["key"], scopes: [scope] } as never;
      const who = await app.auth.authenticate(request, wanted) as {
        ok: boolean;
        id: string;
        reason?: string;
      };
      return who.ok ? who.id : reasonOf(who);
    };
    assertEquals(await ask(old.keys.user.key, "project:read"), people.ada.id);
    assertEquals(await ask(old.keys.user.key, "project:write"), "insufficient-scope");
    assertEquals(await ask(old.keys.org.key, "project:read"), moved[0]!);
    assertEquals(await ask(old.keys.limited.key, "project:read"), "unknown");
    assertEquals(await ask(old.keys.user.key.slice(0, -1) + "!", "project:read"), "unknown");

    // Repeated, it writes nothing, and brings nothing back that ended here.
    done(await app.orgs.removeMember(ada, people.eve.id));
    const functions = (app.auth as unknown as {
      keys: {
        revoke(user: string, id: string): Promise<boolean>;
        list(user: string): Promise<readonly { id: string }[]>;
      };
    }).keys;
    const [{ id }] = await functions.list(people.ada.id) as [{ id: string }];
    assertEquals(await functions.revoke(people.ada.id, id), true);
    const again = await importBetterAuth(app.config, rows(), options);
    for (const counts of [again.organizations, again.members, again.invitations, again.keys]) {
      assertEquals(counts.written, 0);
    }
    assertEquals(await roleOf("eve"), "not-member");
    assertEquals(await ask(old.keys.user.key, "project:read"), "revoked");
    done(await app.orgs.deleteOrganization(app.orgs.asSystem(moved[0]!)));
    await importBetterAuth(app.config, rows(), options);
    assertEquals(await app.orgs.listOrganizations(people.ada.id), []);
  });

  test("an app without organizations and keys gets a line for each table", async ({ config }) => {
    const old = await createOldApp();
    const { auth } = createOrgApp("jwt", config);
    const { organizations: _, ...others } = auth.config as { organizations?: unknown };
    const report = await importBetterAuth(others as never, betterAuthRows(old.tables));
    const lines = report.problems.flatMap(({ reason, table, rows }) =>
      table && reason.startsWith("no-") ? [`${reason} ${table} ${rows}`] : []
    );
    assertEquals(lines, [
      "no-organizations organization 1",
      "no-organizations member 3",
      "no-organizations invitation 2",
      "no-keys apikey 5",
    ]);
  });

  test("names of roles, and those that the app does not have", async ({ config }) => {
    const old = await createOldApp();
    const app = createOrgApp("jwt", config, { access });
    const roles = { admin: "guest", member: "none" };
    const report = await importBetterAuth(app.config, betterAuthRows(old.tables), { roles });
    assertEquals(report.members.written, 2);
    assertEquals(report.problems.filter(({ reason }) => reason === "role-unknown").length, 1);
    const [{ id } = { id: "" }] = await app.orgs.listOrganizations(
      (await app.adapter.getUserByEmail!("bob@example.com"))!.id,
    );
    const page = done(await app.orgs.listMembers(app.orgs.asSystem(id)));
    assertEquals(page.members.map(({ role }) => role).sort(), ["guest", "owner"]);
  });
});
