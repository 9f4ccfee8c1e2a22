/**
 * The pages of the audit log: owners see what happened in their organization, and each person what
 * happened to the own account. No id, no address of people outside, and nothing without the log.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { kindOf, KINDS } from "../../src/capabilities/audit_log/activity_kinds.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { activityEnglish } from "../../pages/activity/english.ts";
import type { ShownActivity } from "../../pages/activity/step.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth } from "../../mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { audit } from "../../src/hooks/audit.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  type Person,
  signIn,
} from "./_organizations.ts";
import { createOperatorApp, enter, readJson, visit } from "./_operators.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";
const PAGE = "organization/acme/activity";

const WITH_LOG = { audit: AuditLog(), account: AccountPage() };

async function read(app: OrgApp, { browser }: Pick<Person, "browser">, path: string) {
  const headers = {
    accept: "application/json",
    cookie: browser.cookies.header(new URL(APP)) ?? "",
  };
  const url = path.startsWith("http") ? path : `${APP}/auth/${path}`;
  const response = await Auth(new Request(url, { headers }), app.config);
  const text = await response.text();
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  return { status: response.status, text, body: JSON.parse(text) as any };
}

const named = (person: ShownActivity["who"]) => person && (person.is ?? `${person.name}`);

/** An entry in one line. */
const lineOf = ({ kind, who, by }: ShownActivity) =>
  [kind, named(who), by && `by ${named(by)}`].filter(Boolean).join(" ");

async function withApp(
  openStore: OpenStore,
  run: (app: OrgApp) => Promise<void>,
): Promise<void> {
  const store = await openStore();
  try {
    await run(createOrgApp("jwt", { ...WITH_LOG, ...store.config } as Partial<AuthConfig>));
  } finally {
    await store.close();
    await openStore.end?.();
  }
}

function register(stores: Record<string, OpenStore>): void {
  for (const [name, openStore] of Object.entries(stores)) {
    Deno.test(`activity: owners see what happened in the organization, without ids (${name})`, () =>
      withApp(openStore, async (app) => {
        const ada = await signIn(app, ADA);
        const acme = await createOrg(app, ada);
        const bob = await join(app, ada, acme.id, BOB, "member");
        const eve = await join(app, ada, acme.id, EVE, "guest");
        const dan = await join(app, ada, acme.id, "dan@example.com", "guest");
        await app.adapter.updateUser!({ id: eve.id, name: "Eve" });
        const own = await membership(app, ada, acme.id);
        done(await app.orgs.changeRole(own, bob.id, "admin"));
        done(await app.orgs.removeMember(own, eve.id));
        done(await app.orgs.leave(await membership(app, dan, acme.id)));
        await app.auth.users.delete(bob.id);
        const { status, body, text } = await read(app, ada, PAGE);
        assertEquals([status, body.step], [200, "activity:organization"]);
        // The newest is first, but entries of one moment have no order.
        const lines = body.entries.map(lineOf).toSorted();
        assertEquals(
          lines,
          [
            `invited by ${ADA}`,
            `invited by ${ADA}`,
            `invited by ${ADA}`,
            "joined Eve",
            "joined deleted",
            "joined outside",
            "left outside",
            "left deleted",
            `memberRemoved Eve by ${ADA}`,
            `organizationCreated ${ADA}`,
            `roleChanged deleted by ${ADA}`,
          ].toSorted(),
        );
        for (const { id } of [ada, bob, eve, dan, acme]) {
          // Some stores count: a short id would be found in a time.
          assertEquals(id.length > 8 && text.includes(id), false, "no id");
        }
        for (const address of [BOB, EVE, "dan@example.com", "d…@"]) {
          assertEquals(text.includes(address), false, address);
        }
        assertEquals(/pseudonym|sessionId|device|browser|proof/i.test(text), false);
      }));

    Deno.test(`activity: a person sees what happened to the own account, in pages (${name})`, () =>
      withApp(openStore, async (app) => {
        const [ada, bob] = [await signIn(app, ADA), await signIn(app, BOB)];
        for (let time = 0; time < 60; time++) {
          await app.auth.users[time % 2 ? "resume" : "suspend"](bob.id);
        }
        const again = await signIn(app, BOB);
        const first = await read(app, again, "activity");
        assertEquals([first.status, first.body.step], [200, "activity:own"]);
        assertEquals(first.body.entries.length, 50);
        assertEquals(first.body.previousUrl, undefined);
        const second = await read(app, again, first.body.nextUrl);
        const kinds = [first, second].flatMap(({ body }) => body.entries.map(lineOf));
        assertEquals(kinds.filter((one) => one === "suspended").length, 30);
        assertEquals(kinds.filter((one) => one === "resumed").length, 30);
        assertEquals(kinds.filter((one) => one === "signedIn").length, 2);
        assertEquals(kinds.includes("userCreated"), true);
        const before = await read(app, again, second.body.previousUrl);
        assertEquals(before.body.entries, first.body.entries);
        const others = (await read(app, ada, "activity")).body.entries.map(lineOf);
        assertEquals(others.includes("suspended"), false, "no other person's");
        for (const after of ["x", "%00", "a,b", "9".repeat(5000), ",", ""]) {
          const { status, body } = await read(app, again, `activity?after=${after}`);
          assertEquals([status, body.entries.length], [200, 50], after);
        }
      }));
  }
}

register(localStores);
withPostgres("activity on PostgreSQL", (server) => register(serverStores(server)));

Deno.test("activity: only owners open the page of an organization, and the tab is theirs alone", async () => {
  const app = createOrgApp("jwt", WITH_LOG);
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const bob = await join(app, ada, acme.id, BOB, "admin");
  const eve = await signIn(app, EVE);
  assertEquals((await read(app, bob, PAGE)).status, 403);
  assertEquals((await read(app, eve, PAGE)).status, 404);
  assertEquals((await read(app, ada, "organization/other/activity")).status, 404);
  const visit = async ({ browser }: Pick<Person, "browser">, path: string) => {
    const { response, url } = await browser.visit(`/auth/${path}`);
    return { path: url.pathname, html: await response.text() };
  };
  const stranger = { browser: app.open() };
  for (const path of [PAGE, "activity"]) {
    assertEquals((await visit(stranger, path)).path, "/auth/signin", path);
  }
  const ofAda = await visit(ada, "organization/acme");
  assertMatch(ofAda.html, /\/organization\/acme\/activity">Activity<\/a>/);
  assertEquals((await visit(bob, "organization/acme")).html.includes("/activity"), false);
  const page = await visit(ada, PAGE);
  assertMatch(page.html, /aria-current="page">Activity</);
  assertMatch(page.html, /<strong>Joined the organization<\/strong>/);
  assertMatch((await visit(eve, "account")).html, /\/auth\/activity"[^>]*>View activity</);
  assertMatch((await visit(eve, "activity")).html, /<strong>Signed in<\/strong>/);
  // A role that was taken away counts at once.
  const own = await membership(app, ada, acme.id);
  done(await app.orgs.changeRole(own, bob.id, "owner"));
  assertEquals((await read(app, bob, PAGE)).status, 200);
  done(await app.orgs.changeRole(own, bob.id, "admin"));
  assertEquals((await read(app, bob, PAGE)).status, 403);
});

Deno.test("activity: without the log there is no page, no tab and no row", async () => {
  const app = createOrgApp("jwt", { account: AccountPage() });
  const ada = await signIn(app, ADA);
  await createOrg(app, ada);
  for (const path of [PAGE, "activity"]) {
    const { response } = await ada.browser.visit(`/auth/${path}`);
    assert([400, 404].includes(response.status), path);
    assertEquals((await response.text()).includes("Activity"), false, path);
  }
  for (const path of ["organization/acme", "account"]) {
    const { response } = await ada.browser.visit(`/auth/${path}`);
    assertEquals((await response.text()).includes("/activity"), false, path);
  }
  const without = createOrgApp("jwt", { audit: AuditLog() });
  const bob = await signIn(without, BOB);
  const { response } = await bob.browser.visit("/auth/activity");
  assert([400, 404].includes(response.status), "without an account page");
  await response.body?.cancel();
});

Deno.test("activity: every text belongs to a kind of entry", () => {
  const used = new Set([...Object.values(KINDS), kindOf("of a later version")]);
  for (const kind of Object.keys(activityEnglish.kinds)) {
    assert(used.has(kind as ShownActivity["kind"]), kind);
  }
});

Deno.test("a page of activity compares a bounded number of entries, and has a next one", async () => {
  const memory = MemoryAdapter();
  let reads = 0;
  const records = new Proxy(memory.records!, {
    get(target, name, receiver) {
      if (name === "get" || name === "list") reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  const app = createOperatorApp({
    adapter: { ...memory, records },
    audit: AuditLog({ beforeAnswer: true }),
    account: AccountPage(),
  });
  const ada = await enter(app, "ada");
  await app.auth.users.suspend("ada");
  await app.auth.users.resume("ada");
  const config = requireConfig(app.auth.config as never);
  // No page shows them.
  for (let index = 0; index < 300; index++) {
    await audit({ config }, { name: "session.updated", userId: "ada" });
  }
  const again = await enter(app, "ada");
  assertEquals(again.id, ada.id);
  reads = 0;
  const { body } = await readJson(app, again, "/auth/activity");
  assert(reads < 500, `${reads}`);
  const next = new URL(body.nextUrl, APP);
  const older = await readJson(app, again, next.pathname + next.search);
  const shown = older.body.entries.map(({ kind }: ShownActivity) => kind);
  assert(shown.includes("suspended"), `${shown}`);
});

Deno.test("activity: who opens it too often gets a page with a sentence, before the log is read", async () => {
  const memory = MemoryAdapter();
  const lists: string[] = [];
  const records = new Proxy(memory.records!, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver);
      if (name !== "list") return method;
      return (...args: unknown[]) => {
        lists.push(JSON.stringify(args));
        return (method as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const app = createOperatorApp({
    adapter: { ...memory, records },
    audit: AuditLog({ beforeAnswer: true }),
    account: AccountPage(),
    limits: undefined as never,
  });
  const ada = await enter(app, "ada", { role: "owner", organization: "acme" });
  const bob = await enter(app, "bob");
  const paths = ["/auth/activity", "/auth/organization/acme/activity"];
  const found = await Promise.all(
    Array.from({ length: 100 }, (_, index) => visit(app, ada, paths[index % 2]!)),
  );
  const refused = found.filter(({ status }) => status === 429);
  assertEquals(refused.length, 40);
  for (const { text, headers } of refused) {
    assertMatch(text, /That was too often\./);
    assertEquals([headers.get("retry-after"), text.includes("Signed in")], ["1", false]);
  }
  assert(lists.some((one) => one.includes("audit.")));
  lists.length = 0;
  const { status, body } = await readJson(app, ada, "/auth/activity");
  assertEquals([status, body.entries, body.isTooMany], [429, [], true]);
  assertEquals(lists.filter((one) => one.includes("audit.")), []);
  assertEquals((await visit(app, bob, "/auth/activity")).status, 200);
});
