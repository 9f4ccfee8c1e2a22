/**
 * Calls of the store: a page of members takes the same number however many there are, a membership
 * takes three reads and none within `maxLag`, and requests that ask for none pay nothing.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { members, memberships, ownerOfOrg } from "../../src/capabilities/organizations/kinds.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { failing } from "./_fault_store.ts";
import {
  APP,
  at,
  createOrg,
  createOrgApp,
  done,
  membership,
  type OrgApp,
  requestOf,
  signIn,
} from "./_organizations.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const ADA = "ada@example.com";

/** An app whose calls of the store are counted. */
function countedApp(
  strategy: Strategy,
  adapter = MemoryAdapter() as Parameters<typeof failing>[0]["adapter"],
  options: { maxLag?: number } = {},
) {
  const stays = () => Promise.resolve();
  const { config, calls } = failing({ adapter }, {
    countUsers: () => Promise.resolve(0),
    close: stays,
  });
  /** The calls that an act makes. */
  const during = async (act: () => Promise<unknown>): Promise<string[]> => {
    calls.length = 0;
    await act();
    return [...calls];
  };
  return { app: createOrgApp(strategy, config, options), during };
}

/** Members whose rows are complete: more than the pages that are read. */
const COMPLETE = 20;

/**
 * Writes members directly into the table; they are users of another system. Those after the first
 * pages are made by the database, since only their number counts.
 */
async function fill(
  { database }: ReturnType<typeof SqliteAdapter>,
  org: string,
  count: number,
): Promise<void> {
  const columns = "auth_records (kind, id, owner, version, expires, data)";
  const insert = database.prepare(`INSERT INTO ${columns} VALUES (?, ?, ?, 1, NULL, ?)`);
  const since = new Date().toISOString();
  const truth = { org, role: "guest", since, by: null, isManaged: false, externalId: null };
  const row = (userId: string) => JSON.stringify({ userId, at: Date.now() });
  database.exec("BEGIN");
  for (let index = 0; index < Math.min(count, COMPLETE); index++) {
    const userId = `user-${index}`;
    const key = { org, userId };
    insert.run(memberships.name, await memberships.idOf(key), userId, JSON.stringify(truth));
    insert.run(members.name, await members.idOf(key), ownerOfOrg(org), row(userId));
  }
  // Their ids come after those of the others, which have no tilde.
  database.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2)
     INSERT INTO ${columns}
     SELECT ?3, '~' || n, 'user-' || n, 1, NULL, ?4 FROM numbers WHERE n < ?2 UNION ALL
     SELECT ?5, '~' || n, ?6, 1, NULL, replace(?7, '#', n) FROM numbers WHERE n < ?2`,
  ).run(
    ...[COMPLETE, count, memberships.name, JSON.stringify(truth)],
    ...[members.name, ownerOfOrg(org), row("user-#")],
  );
  database.exec("COMMIT");
  const { found } = database.prepare("SELECT count(*) AS found FROM auth_records WHERE kind = ?")
    .get(members.name) as { found: number };
  assert(found >= count, `${found} members`);
}

/** The calls for the first page, and for a later one. */
async function listingCalls(count: number): Promise<string[][]> {
  const adapter = SqliteAdapter(":memory:");
  const { app, during } = countedApp("jwt", adapter);
  const ada = await signIn(app, ADA);
  const { id: org } = await createOrg(app, ada);
  await fill(adapter, org, count);
  const own = await membership(app, ada, org);
  const found: string[][] = [];
  let after: string | undefined;
  for (let page = 0; page < 2; page++) {
    const calls = await during(async () => {
      const { members, next } = done(await app.orgs.listMembers(own, { after, limit: 5 }));
      assertEquals(members.length, 5);
      after = next;
    });
    found.push(calls.toSorted());
  }
  adapter.close();
  return found;
}

Deno.test("organizations: a page of 100,000 members takes as many calls of the store as one of 10", async () => {
  const [few, many] = [await listingCalls(10), await listingCalls(100_000)];
  assertEquals(many, few);
  assertEquals(few[1], few[0]);
  // The page, the truth about five members, and the question who asks.
  assertEquals(few[0]!.filter((call) => call === "records.list").length, 1);
  assert(few[0]!.length <= 16, `${few[0]!.length} calls: ${few[0]}`);
  console.log(`${few[0]!.length} calls for a page of 5 members: ${few[0]}`);
});

/** Calls for the session alone, for the first membership, and for one of a second request. */
async function membershipCalls(strategy: Strategy, maxLag: number, name: "id" | "slug") {
  const { app, during } = countedApp(strategy, undefined, { maxLag });
  const ada = await signIn(app, ADA);
  const org = await createOrg(app, ada);
  const session = await during(() => app.auth.getSession(requestOf(ada)));
  const first = await during(() => membership(app, ada, org[name]));
  const second = await during(() => membership(app, ada, org[name]));
  const request = requestOf(ada);
  await app.orgs.readMembership(request, org[name]);
  const same = await during(() => app.orgs.readMembership(request, org[name]));
  const [before, ...others] = [session, first, second].map(({ length }) => length);
  return { ofMembership: others.map((count) => count - before!), same: same.length };
}

for (const strategy of STRATEGIES) {
  Deno.test(`organizations: readMembership takes two reads by id and three by slug, and none within maxLag (${strategy})`, async () => {
    for (const [name, reads] of [["id", 2], ["slug", 3]] as const) {
      assertEquals(await membershipCalls(strategy, 0, name), {
        ofMembership: [reads, reads],
        same: 0,
      });
      assertEquals(await membershipCalls(strategy, 60, name), {
        ofMembership: [reads, 0],
        same: 0,
      });
    }
  });

  Deno.test(`organizations: requests that ask for no membership make the calls of an app without them (${strategy})`, async () => {
    const { app, during } = countedApp(strategy);
    const ada = await signIn(app, ADA);
    await createOrg(app, ada);
    const { organizations: _, ...config } = app.auth.config as OrgApp["auth"]["config"] & {
      organizations: unknown;
    };
    const without = defineAuth(config as Parameters<typeof defineAuth>[0]);
    const get = (path: string, { cookies = true } = {}) =>
      new Request(`${APP}${path}`, {
        headers: cookies ? { cookie: requestOf(ada).headers.get("cookie")! } : {},
      });
    const visits: Record<
      string,
      (auth: Pick<typeof without, "handler" | "getSession">) => unknown
    > = {
      "a session": (auth) => auth.getSession(get("/page")),
      "no session": (auth) => auth.getSession(get("/page", { cookies: false })),
      "the action session": (auth) => auth.handler(get("/auth/session")),
      "the sign-in page": (auth) => auth.handler(get("/auth/signin")),
      "the sign-in page of a visitor": (auth) =>
        auth.handler(get("/auth/signin", { cookies: false })),
      "the page for sign-out": (auth) => auth.handler(get("/auth/signout")),
    };
    for (const [name, visit] of Object.entries(visits)) {
      const [own, other] = [
        await during(async () => await visit(app.auth)),
        await during(async () => await visit(without)),
      ];
      assertEquals(own, other, name);
    }
    const session = await during(async () => await visits["a session"]!(app.auth));
    assert(session.length > 0, "the session is read from the store");
    assertEquals((await at(app, ada, "acme")).ok, true);
  });
}
