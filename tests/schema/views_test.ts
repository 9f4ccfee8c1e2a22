/**
 * The views over the records that an app with every capability has written, on real servers: they
 * show what the functions of the library count, and join with a table of the app.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import type { RecordStore } from "../../src/types/records.ts";
import { begin, openApp } from "./_app.ts";
import { forEachDialect, type Row, type TestDatabase } from "./_databases.ts";
import { apply, runSchema } from "./_run.ts";

/** Members of the config that have views. */
const ALL = { organizations: {}, keys: {}, factors: [{}], oauthServer: {} };

const NAMES = ["organizations", "memberships", "invitations", "api_keys", "factors", "grants"];

/** What a column of `tests/views.txt` is in the databases. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ["text", "longtext", "varchar", "blob"],
  time: ["timestamp with time zone", "datetime"],
  json: ["jsonb", "json", "longtext"],
};

/** A time as text, in the form of the records. */
const iso = (value: unknown) =>
  value === null ? null : new Date(value as string | Date).toISOString();

const text = (value: unknown) => value === null ? null : String(value);

/** Changes a record as another version of it. */
async function change(
  records: RecordStore,
  kind: string,
  id: string,
  // deno-lint-ignore no-explicit-any -- data of any kind
  next: (data: any) => object,
  expires?: Date,
): Promise<void> {
  const found = await records.get(kind, id);
  assert(found, `there is no record ${kind} ${id}`);
  const entry = { ...found, version: found.version + 1, data: next(found.data) as never };
  assert(await records.put({ ...entry, expires: expires ?? found.expires }, found.version));
}

/** A database with the tables and all views. */
async function withViews(db: TestDatabase) {
  const adapter = db.adapter();
  const config = { providers: [], adapter, ...ALL };
  await apply(db.run, (await runSchema(config, ["--views", "--json"])).text);
  const from = async (name: string, where = ""): Promise<Row[]> =>
    await db.run(`SELECT * FROM auth_${name} ${where}`);
  return { adapter, config, from, records: adapter.records! };
}

forEachDialect("schema: views", 2, (title, open) => {
  Deno.test(`schema: ${title}: the views show what the library counts`, async () => {
    await using db = await open();
    const { adapter, config, from, records } = await withViews(db);
    const app = await openApp(adapter);

    const { org, ids: [owner, member] } = await begin(app, "an organization with a member");
    const [shown] = await from("organizations", `WHERE id = '${org.id}'`);
    const stored = (await records.get("org", org.id))!.data as Row;
    assertEquals({ ...shown, created_at: iso(shown!.created_at) }, {
      id: org.id,
      name: "Team",
      slug: org.slug,
      created_at: stored.createdAt,
    });
    const membersOf = async (id: string) =>
      (await from("memberships", `WHERE organization_id = '${id}'`))
        .map(({ user_id, role, since }) => [user_id, role, since === null ? null : "since"])
        .toSorted();
    assertEquals(
      await membersOf(org.id),
      [[owner, "owner", "since"], [member, "member", "since"]].toSorted(),
    );

    const invited = await begin(app, "an invitation");
    const [invitation, ...others] = await from("invitations");
    assertEquals(others, []);
    const { id: inviting, slug } =
      (await from("organizations", `WHERE slug = '${invited.slug}'`))[0]!;
    assertEquals([invitation!.organization_id, invitation!.role, slug], [
      inviting,
      "admin",
      invited.slug,
    ]);
    const recorded = await records.get("org.invitation", invitation!.id);
    assertEquals(iso(invitation!.expires_at), recorded!.expires!.toISOString());
    assertEquals(invitation!.invited_by, (recorded!.data as Row).inviter);
    assert(!JSON.stringify(invitation).includes("@"), "an address is in the view");

    const key = await begin(app, "a key of a user, and one that was revoked");
    const service = await begin(app, "a service with a key");
    const keys = await from("api_keys", "ORDER BY owner_kind DESC");
    assertEquals(
      keys.map((row) => [row.owner_kind, row.owner, row.name, row.scopes, row.expires_at]),
      // A driver may read JSON.
      [["user", key.id, "alive"], ["service", service.service, "key"]].map((row, index) => [
        ...row,
        typeof keys[index]!.scopes === "string" && keys[index]!.scopes.startsWith('"')
          ? '"all"'
          : "all",
        keys[index]!.expires_at,
      ]),
    );
    for (const { id, expires_at, last_used_at } of keys) {
      const data = (await records.get("key", id))!.data as Row;
      assertEquals([iso(expires_at), iso(last_used_at)], [data.expires, data.lastUsedAt]);
    }

    await begin(app, "a second factor, and a device that is trusted");
    const factors = await from("factors");
    assert(factors.some(({ kind }) => kind === "totp"), JSON.stringify(factors));
    for (const { user_id, kind, added_at } of factors) {
      const found = await records.list(user_id, "factor");
      const own = found.map(({ data }) => data as Row).filter((data) => data.factor === kind);
      assert(own.some(({ createdAt }) => createdAt === iso(added_at)));
    }

    const grant = await begin(app, "a client that registered itself, and the grant that it has");
    const grants = await from("grants");
    assertEquals(grants.map((row) => [row.user_id, row.client_id, row.client_name]), [
      [grant.id, grant.client_id, "A client"],
    ]);
    const [found] = await records.list(grant.id, "oauth.grant");
    assertEquals(grants[0]!.id, found!.id);
    assertEquals(iso(grants[0]!.created_at), (found!.data as Row).createdAt);
    assertEquals(grants[0]!.organization_id, null);

    // A table of the app joins with them.
    await db.run("DROP TABLE IF EXISTS projects");
    await db.run("CREATE TABLE projects (organization_id VARCHAR(40) NOT NULL, title VARCHAR(40))");
    await db.run(`INSERT INTO projects VALUES ('${org.id}', 'Tea'), ('${inviting}', 'Coffee')`);
    assertEquals(
      (await db.run(`SELECT p.title, o.name, m.role FROM projects AS p
        JOIN auth_organizations AS o ON o.id = p.organization_id
        JOIN auth_memberships AS m ON m.organization_id = o.id
        WHERE m.user_id = '${member}'`)).map((row) => ({ ...row })),
      [{ title: "Tea", name: "Team", role: "member" }],
    );
    await db.run("DROP TABLE projects");

    // Without the anchor of their user, which a suspension removes, keys and grants are over.
    for (const id of [key.id, grant.id]) {
      const [anchor] = await records.list(id, "anchor");
      assert(await records.take("anchor", anchor!.id));
    }
    assertEquals((await from("api_keys")).map(({ owner_kind }) => owner_kind), ["service"]);
    assertEquals(await from("grants"), []);
    assertEquals((await records.list(grant.id, "oauth.grant")).length, 1);

    // Nothing of an organization that is being deleted counts.
    await change(records, "org", inviting, (data) => ({ ...data, isEnding: true }));
    assertEquals(await from("invitations"), []);
    assertEquals(await membersOf(inviting), []);
    assertEquals(await from("organizations", `WHERE id = '${inviting}'`), []);
    assertEquals(
      await runSchema(config, ["--diff", "--views"]),
      { code: 0, text: "", said: "" },
    );
  });

  Deno.test(`schema: ${title}: owners are those of the list, and names are any text`, async () => {
    await using db = await open();
    const { adapter, from, records } = await withViews(db);
    const app = await openApp(adapter);
    const { org, ids: [owner, member] } = await begin(app, "an organization with a member");
    const roles = async () =>
      Object.fromEntries((await from("memberships")).map((row) => [row.user_id, row.role]));
    assertEquals(await roles(), { [owner]: "owner", [member]: "member" });

    // Left over from changes of owners that were not completed: see `roleIn`.
    const { records: ofMember } = { records: await records.list(member, "org.membership") };
    await change(
      records,
      "org.membership",
      ofMember[0]!.id,
      (data) => ({ ...data, role: "owner" }),
    );
    assertEquals(await roles(), { [owner]: "owner" });
    await change(records, "org", org.id, (data) => ({ ...data, owners: [owner, member] }));
    assertEquals(await roles(), { [owner]: "owner", [member]: "owner" });

    // Users whose ids differ in their case, or in a space at their end, are two.
    const odd = [member.toUpperCase(), `${member} `, "o'neil\\", "茶 🍵"];
    for (const [index, userId] of odd.entries()) {
      const data = (await records.list(owner, "org.membership"))[0]!.data as Row;
      const entry = { kind: "org.membership", id: `odd-${index}`, version: 1, expires: null };
      assert(
        await records.put({ ...entry, owner: userId, data: { ...data, role: "guest" } }, null),
      );
    }
    assertEquals(
      await roles(),
      {
        [owner]: "owner",
        [member]: "owner",
        ...Object.fromEntries(odd.map((id) => [id, "guest"])),
      },
    );
    for (const name of ['Tea "Club" \\ é 茶 🍵', "null", "a'b%_\t/", "{}"]) {
      await change(records, "org", org.id, (data) => ({ ...data, name }));
      assertEquals((await from("organizations"))[0]!.name, name);
    }
  });

  Deno.test(`schema: ${title}: what has expired is not shown`, async () => {
    await using db = await open();
    const { adapter, from, records } = await withViews(db);
    const app = await openApp(adapter);
    await begin(app, "an invitation");
    await begin(app, "a key of a user, and one that was revoked");
    const [past, future] = [new Date(Date.now() - 5000), new Date(Date.now() + 60_000)];
    const [[invitation], [key]] = [await from("invitations"), await from("api_keys")];
    for (const [expires, count] of [[past, 0], [future, 1]] as const) {
      await change(
        records,
        "key",
        key!.id,
        (data) => ({ ...data, expires: expires.toISOString() }),
      );
      assertEquals((await from("api_keys")).length, count);
      if (expires === future) break;
      // A store answers no record that has expired, so this one is the last change.
      await change(records, "org.invitation", invitation!.id, (data) => data, future);
      assertEquals((await from("invitations")).length, 1);
      await change(records, "org.invitation", invitation!.id, (data) => data, expires);
      assertEquals((await from("invitations")).length, 0);
    }
  });

  Deno.test(`schema: ${title}: nothing is changed through a view`, async () => {
    await using db = await open();
    const { adapter } = await withViews(db);
    const app = await openApp(adapter);
    await begin(app, "an organization with a member");
    const count = async () => text((await db.run("SELECT count(*) AS n FROM auth_records"))[0]!.n);
    const before = await count();
    for (const name of NAMES) {
      const view = `auth_${name}`;
      await assertRejects(() => db.run(`DELETE FROM ${view}`), Error, "", view);
      const lines = (await Deno.readTextFile("tests/views.txt")).split("\n");
      const own = lines.filter((line) => line.startsWith(`${view}.`));
      for (const line of own) {
        const [, column] = /\.(\w+) /.exec(line)!;
        const changes = [
          `UPDATE ${view} SET ${column} = NULL`,
          `INSERT INTO ${view} (${column}) VALUES (NULL)`,
        ];
        for (const change of changes) await assertRejects(() => db.run(change), Error, "", change);
      }
    }
    assertEquals(await count(), before);
  });

  Deno.test(`schema: ${title}: --diff --views prints a view that is missing or of another shape`, async () => {
    await using db = await open();
    const { config } = await withViews(db);
    for (const name of NAMES) {
      await db.run(`DROP VIEW auth_${name}`);
      if (name === "factors") await db.run(`CREATE VIEW auth_${name} AS SELECT 1 AS user_id`);
      assertEquals((await runSchema(config, ["--diff"])).code, 0, "views were not asked for");
      const { code, text } = await runSchema(config, ["--diff", "--views", "--json"]);
      const { missing } = JSON.parse(text) as { missing: string[] };
      assertEquals(code, 1);
      assert(missing.every((statement) => statement.includes(`auth_${name}`)), text);
      // PostgreSQL replaces no view by one with other columns.
      if (name === "factors") await db.run(`DROP VIEW auth_${name}`);
      await apply(db.run, text);
      assertEquals((await runSchema(config, ["--diff", "--views"])).code, 0);
    }
  });

  Deno.test(`schema: ${title}: columns of the views are those of tests/views.txt`, async () => {
    await using db = await open();
    await withViews(db);
    const frozen = (await Deno.readTextFile("tests/views.txt")).trim().split("\n");
    const found: { name: string; type: string }[] = [];
    for (const name of NAMES) {
      const view = `auth_${name}`;
      const query = {
        sqlite: `SELECT name, NULL AS type FROM pragma_table_info('${view}')`,
        postgres: `SELECT column_name AS name, data_type AS type FROM information_schema.columns
          WHERE table_name = '${view}' ORDER BY ordinal_position`,
        mysql: `SELECT COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS
          WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${view}' ORDER BY ORDINAL_POSITION`,
      }[db.dialect];
      for (const row of await db.run(query)) {
        found.push({ name: `${view}.${row.name}`, type: row.type });
      }
    }
    const names = frozen.map((line) => line.split(" ")[0]);
    assertEquals(found.map(({ name }) => name), names, "views that apps join with have changed");
    for (const [index, { name, type }] of found.entries()) {
      const kind = frozen[index]!.split(" ")[1]!;
      // SQLite has no types in a view.
      assert(type === null || TYPES[kind]!.includes(type), `${name}: ${type} is no ${kind}`);
    }
  });
});

Deno.test("schema: a view is printed with what writes its records", async () => {
  const { SqliteAdapter } = await import("../../adapters/sqlite.ts");
  const names: Record<string, string[]> = {
    organizations: ["organizations", "memberships", "invitations"],
    keys: ["api_keys"],
    factors: ["factors"],
    oauthServer: ["grants"],
  };
  for (const [member, views] of Object.entries(names)) {
    using adapter = SqliteAdapter(":memory:");
    const config = { providers: [], adapter, [member]: [{}] };
    const { text } = await runSchema(config, ["--views"]);
    const found = [...text.matchAll(/CREATE VIEW auth_(\w+)/g)].map(([, name]) => name);
    assertEquals(found, views);
    const without = await runSchema(config);
    assertEquals(without.text.includes("VIEW"), false);
  }
});
