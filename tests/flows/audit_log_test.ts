/**
 * The stored audit log: what it holds, what a page costs, what a change of the store leaves, what ends
 * with a user, and what a failed write does.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { prepareHmacSha256 } from "../../src/base/crypto/hash.ts";
import { entryHash } from "../../src/capabilities/audit_log/hashes.ts";
import { keysIn } from "../../src/capabilities/audit_log/settings.ts";
import { hear } from "../../src/capabilities/audit_log/write.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { waitUntil } from "../_wait.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import type { AuditLogOptions } from "../../src/capabilities/audit_log/options.ts";
import { skipCSRFCheck } from "../../src/symbols.ts";
import { AuthError } from "../../src/errors.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import Credentials from "../../src/providers/credentials.ts";
import type { AuditEntry } from "../../src/types/audit.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { AdapterExtras } from "../../src/types/adapter.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { counted } from "./_counted_store.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  reasonOf,
  signIn,
} from "./_organizations.ts";

const APP = "https://app.example";
const SECRET = "a-secret-of-at-least-32-characters";
const PASSWORD = "opensesame";
const FIFTY = Array.from({ length: 50 }, (_, number) => number);

const user = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null });

interface Options {
  readonly adapter?: AuthConfig["adapter"];
  readonly config?: Partial<AuthConfig>;
  readonly log?: AuditLogOptions;
}

function createApp({ adapter = MemoryAdapter(), config = {}, log }: Options = {}) {
  const errors: Error[] = [];
  const auth = defineAuth({
    providers: [Credentials({
      credentials: { user: {}, password: {} },
      authorize: ({ user, password }) => password === PASSWORD ? { id: String(user) } : null,
    })],
    adapter: adapter!,
    session: { strategy: "jwt", revocation: {} },
    secret: SECRET,
    trustHost: true,
    skipCSRFCheck,
    notifyNewDevice: false,
    logger: { error: (error: Error) => void errors.push(error), warn() {}, debug() {} },
    audit: AuditLog(log),
    ...config,
  } as AuthConfig);
  return { auth, adapter: adapter!, records: adapter!.records as RecordStore, errors };
}

type App = ReturnType<typeof createApp>;

/** Signs a user in with the form of the page. */
async function enter({ auth }: App, id: string, password = PASSWORD) {
  return await auth.handler(
    new Request(`${APP}/auth/callback/credentials`, {
      method: "POST",
      headers: { "user-agent": "Firefox", origin: APP },
      body: new URLSearchParams({ user: id, password }),
    }),
  );
}

/** Makes entries about a user: two in each turn. */
async function act({ auth }: App, id: string, turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await auth.users.suspend(id);
    await auth.users.resume(id);
  }
}

const namesOf = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);

/** Records of a kind, as a person with the password of the database finds them. */
async function stored(
  { records, auth }: App,
  kind: "audit.entry" | "audit.chain",
): Promise<RecordEntry[]> {
  await auth.audit.flush();
  const heads = await records.list("audit:chains", "audit.chain");
  if (kind === "audit.chain") return heads;
  const day = Math.floor(Date.now() / 86_400_000);
  return await records.list(`audit:${day}`, kind);
}

/** Writes a record in place of another one, as somebody does who has the store. */
async function forge(
  { records }: App,
  entry: RecordEntry,
  data: object,
): Promise<void> {
  const forged = {
    ...entry,
    version: entry.version + 1,
    data: { ...entry.data as object, ...data },
  };
  assert(await records.put(forged, entry.version));
}

Deno.test("audit log: a sign-in, a refusal and a change are listed, the newest first", async () => {
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  await enter(app, "ada", "wrong");
  await enter(app, "ada");
  await act(app, "ada");
  const { entries } = await app.auth.audit.list();
  assertEquals(namesOf(entries), [
    "user.resumed",
    "user.suspended",
    "session.revoked",
    "session.started",
    "signin.refused",
  ]);
  const [, , , started, refused] = entries;
  assertEquals([started!.userId, started!.device, started!.provider], [
    "ada",
    "Firefox",
    "credentials",
  ]);
  assert(started!.sessionId && started!.proof?.methods.includes("pwd"));
  assertEquals([refused!.reason, refused!.userId], ["wrong-credentials", undefined]);
  assert(entries.every(({ at }) => at instanceof Date));
  const { ok, entries: compared, faults } = await app.auth.audit.verify();
  assertEquals([ok, compared, faults], [true, 5, []]);
  assertEquals(app.errors.filter((error) => error.message.includes("audit")), []);
});

Deno.test("audit log: events.audit of the app gets the same entries, and its failure loses none", async () => {
  const heard: AuditEntry[] = [];
  const app = createApp({
    config: {
      events: {
        audit(entry) {
          heard.push(entry);
          throw new Error("the app's own log is down");
        },
      },
    },
  });
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  const { entries } = await app.auth.audit.list();
  assertEquals(namesOf(entries).reverse(), namesOf(heard));
});

onEveryStore("audit log", (test) => {
  test("fifty changes at once are one chain without a gap, and two processes write two", async (store) => {
    const first = createApp({ config: store.config });
    const second = createApp({ config: store.reopened });
    const ids = await Promise.all(
      FIFTY.slice(0, 10).map(async (n) =>
        (await store.reopened.adapter.createUser!(user(`u${n}`))).id
      ),
    );
    await Promise.all(FIFTY.map((n) => (n % 2 ? first : second).auth.users.suspend(ids[n % 10]!)));
    await Promise.all([first.auth.audit.flush(), second.auth.audit.flush()]);
    const { ok, entries, faults, heads } = await first.auth.audit.verify();
    assertEquals(faults, []);
    assertEquals([ok, entries, heads.length], [true, 50, 2]);
    assertEquals(heads.reduce((sum, { count }) => sum + count, 0), 50);
    const page = await second.auth.audit.list({ userId: ids[0]!, limit: 3 });
    const rest = await second.auth.audit.list({ userId: ids[0]!, after: page.next });
    assertEquals([page.entries.length, rest.entries.length, rest.next], [3, 2, undefined]);
    assert([...page.entries, ...rest.entries].every(({ userId }) => userId === ids[0]));
  });
}, true);

/** The methods of an adapter as functions of their own. */
function bound<T extends object>(adapter: T): T {
  return Object.fromEntries(
    Object.entries(adapter).map(([name, value]) => [
      name,
      typeof value === "function" ? value.bind(adapter) : value,
    ]),
  ) as T;
}

Deno.test("audit log: verify finds each change of the store, and says where", async (t) => {
  const cases: Record<
    string,
    (app: App, list: RecordEntry[]) => Promise<[string, number, number]>
  > = {
    async "a changed entry"(app, list) {
      const [entry] = list.slice(2);
      const body = String((entry!.data as { body: string }).body).replace("suspended", "resumed");
      await forge(app, entry!, { body: body.replace("resumed", "suspendex") });
      return ["changed", seqOf(entry!), seqOf(entry!)];
    },
    async "a changed entry with a new hash, without the key"(app, list) {
      await forge(app, list[3]!, { body: "{}", hash: "A".repeat(43) });
      return ["changed", seqOf(list[3]!), seqOf(list[3]!)];
    },
    async "an entry that is gone"(app, list) {
      await app.records.take("audit.entry", list[2]!.id);
      return ["missing", seqOf(list[2]!), seqOf(list[2]!)];
    },
    async "the end of a chain that is gone"(app, list) {
      for (const { id } of list.slice(0, 2)) await app.records.take("audit.entry", id);
      return ["missing", seqOf(list[1]!), seqOf(list[0]!)];
    },
    async "the beginning of a chain that is gone"(app, list) {
      for (const { id } of list.slice(-2)) await app.records.take("audit.entry", id);
      return ["missing", 0, 1];
    },
    async "all entries that are gone"(app, list) {
      for (const { id } of list) await app.records.take("audit.entry", id);
      return ["missing", 0, list.length - 1];
    },
    async "a head that says less"(app) {
      const [head] = await stored(app, "audit.chain");
      await forge(app, head!, { count: 2 });
      return ["changed", 2, 2];
    },
    async "a head that is gone"(app, list) {
      const [head] = await stored(app, "audit.chain");
      await app.records.take("audit.chain", head!.id);
      return ["unknown-chain", 0, seqOf(list[0]!)];
    },
    async "two entries that changed places"(app, list) {
      const [a, b] = [list[1]!, list[2]!];
      const { seq: _a, ...first } = a.data as Record<string, unknown>;
      const { seq: _b, ...second } = b.data as Record<string, unknown>;
      await forge(app, a, second);
      await forge(app, b, first);
      return ["changed", seqOf(a), seqOf(a)];
    },
    async "what is stored about the user"(app, list) {
      const part = await app.records.get("audit.user", list[1]!.id);
      await forge(app, part!, { body: '{"address":"192.0.2.9"}' });
      return ["changed", seqOf(list[1]!), seqOf(list[1]!)];
    },
    async "an entry that was given to another user"(app, list) {
      const part = await app.records.get("audit.user", list[1]!.id);
      await app.records.put({ ...part!, owner: "bob", version: 5 }, part!.version);
      return ["changed", seqOf(list[1]!), seqOf(list[1]!)];
    },
    async "data of any form"(app, list) {
      const entry = list[1]!;
      await app.records.put({ ...entry, version: 5, data: { seq: "x" } }, entry.version);
      return ["missing", seqOf(entry), seqOf(entry)];
    },
  };
  for (const [name, change] of Object.entries(cases)) {
    await t.step(name, async () => {
      const app = createApp();
      await app.adapter!.createUser!(user("ada"));
      await act(app, "ada", 3);
      const list = await stored(app, "audit.entry");
      assertEquals((await app.auth.audit.verify()).ok, true);
      const [kind, first, last] = await change(app, list);
      const { ok, faults } = await app.auth.audit.verify();
      assertEquals(ok, false);
      assert(
        faults.some((fault) => fault.kind === kind && fault.first === first && fault.last === last),
        JSON.stringify(faults),
      );
      // What somebody has changed is still listed, or left out: it breaks no page.
      await app.auth.audit.list();
      await new Response(await app.auth.audit.export()).text();
    });
  }
});

const seqOf = ({ data }: RecordEntry): number => (data as { seq: number }).seq;

Deno.test("audit log: an entry that somebody with the secret has written anew does not fit its neighbors", async () => {
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada", 2);
  const entry = (await stored(app, "audit.entry"))[2]!;
  const { prev, body } = entry.data as { prev: string; body: string };
  const [key] = await keysIn(requireConfig(app.auth.config));
  const hmac = await prepareHmacSha256(new TextEncoder().encode(key));
  const forged = { id: entry.id, prev, body: body.replace("user.", "usher.") };
  await forge(app, entry, { body: forged.body, hash: await entryHash(hmac, forged) });
  const { faults } = await app.auth.audit.verify();
  assertEquals(faults.map(({ kind, first }) => [kind, first]), [["changed", seqOf(entry)]]);
});

Deno.test("audit log: a head of an earlier day that is gone is found too", async () => {
  using time = new FakeTime("2026-03-01T10:00:00Z");
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  await app.auth.audit.flush();
  const [{ id }] = await stored(app, "audit.chain") as [RecordEntry];
  time.now = Date.parse("2026-03-05T10:00:00Z");
  await act(app, "ada");
  assertEquals((await app.auth.audit.verify()).ok, true);
  await app.records.take("audit.chain", id);
  assertEquals((await app.auth.audit.verify()).faults.map(({ kind }) => kind), ["unknown-chain"]);
});

Deno.test("audit log: an entry that is on its way is no gap", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let count = 0;
  const adapter = disturbed(async (entry, run) => {
    if (entry.kind === "audit.entry" && ++count === 2) await gate;
    return await run();
  });
  const app = createApp({ adapter });
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada", 3);
  // Another process compares meanwhile.
  const other = createApp({ adapter: { ...adapter, records: { ...adapter.records } } });
  const kept = async () => (await adapter.records.list("audit:chains", "audit.chain"))[0]?.data;
  await waitUntil(
    "the head counts what is before it",
    async () => (await kept() as { count: number } | undefined)?.count === 1,
  );
  const { ok, faults, heads } = await other.auth.audit.verify();
  assertEquals([ok, faults, heads[0]?.count], [true, [], 1]);
  open();
  await app.auth.audit.flush();
  assertEquals((await other.auth.audit.verify()).heads[0]?.count, 6);
});

Deno.test("audit log: heads that were kept elsewhere show an older copy of the store", async () => {
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  const [older] = await stored(app, "audit.chain");
  await act(app, "ada");
  const { heads } = await app.auth.audit.verify();
  // The head of before, and the entries that it counts: a comparison with itself finds nothing.
  const [head] = await stored(app, "audit.chain");
  await app.records.put({ ...older!, version: 7 }, head!.version);
  for (const { id } of (await stored(app, "audit.entry")).slice(0, 2)) {
    await app.records.take("audit.entry", id);
  }
  assertEquals((await app.auth.audit.verify()).ok, true);
  const { ok, faults } = await app.auth.audit.verify({ heads });
  assertEquals([ok, faults], [
    false,
    [{ kind: "older", chain: heads[0]!.chain, first: 2, last: 3 }],
  ]);
  // All of it is gone.
  await app.records.take("audit.chain", older!.id);
  for (const { id } of await stored(app, "audit.entry")) await app.records.take("audit.entry", id);
  assertEquals((await app.auth.audit.verify()).ok, true);
  assertEquals((await app.auth.audit.verify({ heads })).faults[0]?.kind, "older");
});

Deno.test("audit log: what is no kept head is refused, and not taken for one that is right", async () => {
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  const { heads } = await app.auth.audit.verify();
  assertEquals((await app.auth.audit.verify({ heads })).ok, true);
  const [head] = heads;
  const wrong: unknown[] = [
    [{ ...head, chain: "" }],
    [{ ...head, chain: undefined }],
    [{ ...head, chain: head!.chain.slice(1) }],
    [{ ...head, chain: head!.chain.toUpperCase().replace(/^..../, "----") }],
    [{ ...head, chain: "z".repeat(5000) }],
    [{ ...head, count: "2" }],
    [{ ...head, count: -1 }],
    [{ ...head, count: 1.5 }],
    [{ ...head, hash: undefined }],
    [head, null],
    [head!.chain],
    head,
    "heads",
    null,
  ];
  for (const heads of wrong) {
    await assertRejects(
      () => app.auth.audit.verify({ heads } as never),
      TypeError,
      "Cannot verify the audit log",
    );
  }
});

Deno.test("audit log: a comparison up to a day far ahead reads the days that can have entries", async () => {
  let calls = 0;
  const { store } = counted(MemoryAdapter(), (name) => {
    if (name === "records.list" && ++calls > 100) throw new Error("it reads days that never were");
  });
  const app = createApp({ adapter: store, log: { maxAge: 24 * 60 * 60 } });
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  const { ok, entries } = await app.auth.audit.verify({ to: new Date("9999-12-31") });
  assertEquals([ok, entries], [true, 2]);
  assertEquals((await app.auth.audit.verify({ to: new Date(8.64e15) })).entries, 2);
});

Deno.test("audit log: chains of an earlier secret are compared, and without it nobody says they are right", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser(user("ada"));
  await act(createApp({ adapter }), "ada");
  const next = "another-secret-of-at-least-32-characters";
  const rotated = createApp({ adapter, config: { secret: [next, SECRET] } });
  await act(rotated, "ada");
  const both = await rotated.auth.audit.verify();
  assertEquals([both.ok, both.entries, both.heads.length], [true, 4, 2]);
  const { ok, unverifiable, faults } = await createApp({ adapter, config: { secret: next } }).auth
    .audit.verify();
  assertEquals([ok, unverifiable.length, faults], [false, 1, []]);
});

Deno.test("audit log: a deleted user is in no entry, each entry stays, and the log verifies", async () => {
  const app = createApp();
  for (const id of ["ada", "bob"]) await app.adapter!.createUser!(user(id));
  await enter(app, "ada");
  await act(app, "ada");
  await act(app, "bob");
  const before = await app.auth.audit.list();
  const [pseudonym] = before.entries.filter(({ userId }) => userId === "ada").map((e) =>
    e.pseudonym
  );
  const salt = (await app.records.get("audit.user", before.entries.at(-1)!.id))!.data as object;
  await app.auth.users.delete("ada");
  const after = await app.auth.audit.list({ limit: 200 });
  const own = after.entries.filter((entry) => entry.pseudonym === pseudonym);
  assertEquals(namesOf(own).sort(), [
    ...["session.revoked", "session.started", "user.deleted", "user.resumed", "user.suspended"],
  ]);
  for (const entry of own) {
    const { userId, sessionId, address, device, proof } = entry;
    assertEquals([userId, sessionId, address, device, proof], [
      ...[undefined, undefined, null, null, undefined],
    ]);
  }
  assertEquals((await app.auth.audit.list({ userId: "ada" })).entries, []);
  assertEquals((await app.auth.audit.list({ userId: "bob" })).entries.length, 2);
  const verified = await app.auth.audit.verify();
  assertEquals([verified.ok, verified.entries], [true, after.entries.length]);
  // Nothing of the user is left in any record: not the id, not the browser, not the salt.
  const text = JSON.stringify([
    await stored(app, "audit.entry"),
    await stored(app, "audit.chain"),
    await new Response(await app.auth.audit.export()).text(),
  ]);
  for (const secret of ["ada", "Firefox", ...Object.values(salt)]) {
    assert(!text.includes(JSON.stringify(secret).slice(1, -1)), String(secret));
  }
});

Deno.test("audit log: what a browser of a deleted user still sends names nobody", async () => {
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  const answer = await enter(app, "ada");
  const cookie = answer.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  await app.auth.users.delete("ada");
  await app.auth.handler(new Request(`${APP}/auth/session`, { headers: { cookie } }));
  const { entries } = await app.auth.audit.list();
  assert(entries.every(({ userId }) => userId === undefined), JSON.stringify(entries));
  assertEquals(await app.records.list("ada", "audit.user"), []);
});

Deno.test("audit log: the export of a user has the user's part", async () => {
  const app = createApp();
  for (const id of ["ada", "bob"]) await app.adapter!.createUser!(user(id));
  await act(app, "ada");
  await act(app, "bob");
  const copy = await app.auth.users.export("ada");
  const own = copy?.records?.["audit.user"] as { name: string; userId: string }[];
  assertEquals(own.map(({ name, userId }) => [name, userId]), [
    ["user.resumed", "ada"],
    ["user.suspended", "ada"],
  ]);
  assert(!JSON.stringify(copy).includes("pseudonym"));
});

Deno.test("audit log: an owner sees the part of the organization, and no address of a member", async () => {
  const app = createOrgApp("jwt", { audit: AuditLog() });
  const { auth } = app as unknown as { auth: App["auth"] };
  const boss = await signIn(app, "boss@acme.example");
  await createOrg(app, boss, "acme");
  const owner = await membership(app, boss, "acme");
  done(await auth.organizations.updateOrganization(owner, { name: "Acme & Co." }));
  const part = await auth.audit.listOfOrganization(owner, { limit: 10 });
  assert(part.ok);
  assertEquals(namesOf(part.entries), ["organization.updated", "organization.created"]);
  for (const { address, device, sessionId } of part.entries) {
    assertEquals([address, device, sessionId], [null, null, undefined]);
  }
  const org = owner.organization.id;
  const at = new Date();
  const about = { userId: boss.id, sessionId: "s", address: "192.0.2.7", device: "Firefox" };
  await hear({
    config: requireConfig(app.config),
    entry: { at, name: "organization.joined", organization: org, ...about },
  });
  const again = await auth.audit.listOfOrganization(owner, { name: "organization.joined" });
  assert(again.ok);
  const [joined] = again.entries;
  assertEquals([joined!.userId, joined!.address, joined!.device, joined!.sessionId], [
    ...[boss.id, null, null, undefined],
  ]);
  const member = await join(app, boss, "acme", "member@acme.example", "member");
  const other = await membership(app, member, "acme");
  assertEquals(reasonOf(await auth.audit.listOfOrganization(other)), "forbidden");
  assertEquals((await auth.audit.list({ userId: boss.id })).entries[0]!.address, "192.0.2.7");
  const all = await auth.audit.list({ organizationId: org });
  done(await auth.organizations.deleteOrganization(auth.organizations.asSystem(org)));
  const left = await auth.audit.list({ organizationId: org });
  assertEquals(namesOf(left.entries), ["organization.deleted"]);
  const whole = (await auth.audit.list({ limit: 200 })).entries
    .filter(({ organization }) => organization === org);
  assertEquals(whole.length, all.entries.length + 1);
  assertEquals((await auth.audit.verify()).ok, true);
  assert(all.entries.every(({ organization }) => organization === org));
  assertEquals(namesOf(all.entries).includes("organization.created"), true);
  assertEquals((await auth.audit.list({ organizationId: "other" })).entries, []);
});

Deno.test("audit log: filters by name, time and actor, over days without entries", async () => {
  using time = new FakeTime("2026-03-01T10:00:00Z");
  const app = createApp();
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  time.now = Date.parse("2026-06-20T23:59:59.999Z");
  await act(app, "ada");
  time.now = Date.parse("2026-06-21T00:00:00.000Z");
  await act(app, "ada");
  const list = async (query: Parameters<App["auth"]["audit"]["list"]>[0]) =>
    (await app.auth.audit.list(query)).entries.map(({ at }) => at.toISOString().slice(0, 10));
  assertEquals(await list({}), [
    ...["2026-06-21", "2026-06-21", "2026-06-20", "2026-06-20", "2026-03-01", "2026-03-01"],
  ]);
  assertEquals(await list({ name: "user.resumed" }), ["2026-06-21", "2026-06-20", "2026-03-01"]);
  const midnight = new Date("2026-06-21T00:00:00.000Z");
  assertEquals(await list({ from: midnight }), ["2026-06-21", "2026-06-21"]);
  assertEquals(await list({ to: midnight, limit: 2 }), ["2026-06-20", "2026-06-20"]);
  assertEquals(await list({ to: midnight, userId: "ada", name: ["user.resumed"] }), [
    ...["2026-06-20", "2026-03-01"],
  ]);
  assertEquals(await list({ actor: "bob" }), []);
  // A page after a page, over the ends of days.
  const pages: string[] = [];
  let after: string | undefined;
  do {
    const page = await app.auth.audit.list({ limit: 1, after });
    pages.push(...page.entries.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  assertEquals(new Set(pages).size, 6);
  assertEquals(pages, [...pages].sort());
  assertEquals((await app.auth.audit.verify({ from: midnight })).entries, 2);
  assertEquals((await app.auth.audit.verify({ to: midnight })).entries, 4);
});

Deno.test("audit log: entries of a day end together, so what is left never looks like a gap", async () => {
  using time = new FakeTime("2026-03-01T10:00:00Z");
  const app = createApp({ log: { maxAge: 7 * 86_400 } });
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  time.now = Date.parse("2026-03-01T20:00:00Z");
  await act(app, "ada");
  const { heads } = await app.auth.audit.verify();
  for (const [now, count] of [["2026-03-08T23:58:00Z", 4], ["2026-03-09T00:00:00Z", 0]] as const) {
    time.now = Date.parse(now);
    assertEquals((await app.auth.audit.list()).entries.length, count);
    const { ok, entries } = await app.auth.audit.verify({ heads });
    assertEquals([ok, entries], [true, count]);
  }
});

Deno.test("audit log: a query that is not valid is refused, and never lists more", async () => {
  const { auth } = createApp();
  const queries: Record<string, unknown>[] = [
    { userId: "" },
    { userId: undefined },
    { userId: null },
    { organizationId: 7 },
    { actor: "a".repeat(513) },
    { name: [7] },
    { from: "2026-01-01" },
    { to: new Date(NaN) },
    { to: new Date(-1) },
    { after: "x" },
    { after: "z".repeat(5000) },
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { user: "ada" },
  ];
  for (const query of queries) {
    await assertRejects(() => auth.audit.list(query), TypeError, "Cannot read the audit log");
  }
  await assertRejects(() => auth.audit.export({ limit: 5 } as never), TypeError, "no option");
  await assertRejects(() => auth.audit.verify({ userId: "ada" } as never), TypeError, "no option");
});

Deno.test("audit log: a wrong option is refused at start", () => {
  for (
    const log of [
      ...[{ maxAge: 60 }, { maxAge: NaN }, { maxAge: "400d" }, { beforeAnswer: 1 }],
      { waitUntil: true },
    ] as never[]
  ) {
    const { error } = resolveConfig(createApp({ log }).auth.config as AuthConfig);
    assertThrows(
      () => {
        throw error;
      },
      AuthError,
      "Cannot use `audit.",
    );
  }
  const { error } = resolveConfig({ providers: [], secret: SECRET, audit: AuditLog() });
  assertMatch(error!.message, /`audit`: it needs a store of records/);
});

/** An adapter whose records fail, or wait, where the test says so. */
function disturbed(put: (entry: RecordEntry, run: () => unknown) => unknown) {
  const adapter = MemoryAdapter();
  const own = adapter.records;
  const records: RecordStore = {
    get: (...args) => own.get(...args),
    put: (entry, expected) => put(entry, () => own.put(entry, expected)) as Promise<boolean>,
    take: (...args) => own.take(...args),
    list: (...args) => own.list(...args),
    deleteOwner: (...args) => own.deleteOwner(...args),
  };
  return { ...bound(adapter), records } as typeof adapter & AdapterExtras;
}

Deno.test("audit log: a write that fails twice stops nothing, is logged, and is a gap", async () => {
  let isDown = false;
  const app = createApp({
    adapter: disturbed((entry, run) => {
      if (isDown && entry.kind === "audit.entry") throw new Error("the disk is full");
      return run();
    }),
  });
  await app.adapter!.createUser!(user("ada"));
  await act(app, "ada");
  await app.auth.audit.flush();
  isDown = true;
  await app.auth.users.suspend("ada");
  await app.auth.audit.flush();
  isDown = false;
  assertEquals(await app.auth.users.isSuspended("ada"), true);
  await app.auth.users.resume("ada");
  const { ok, faults } = await app.auth.audit.verify();
  assertEquals([ok, faults.map(({ kind, first, last }) => [kind, first, last])], [
    false,
    [["missing", 2, 2]],
  ]);
  const [error] = app.errors;
  assertMatch(error!.message, /Cannot write the entry "user.suspended" of the audit log/);
});

Deno.test("audit log: strangers fill no store, and hide nothing that names a user", async () => {
  using time = new FakeTime();
  const app = createApp({ config: { limits: false } });
  await app.adapter!.createUser!(user("ada"));
  const config = requireConfig(app.auth.config);
  const refuse = async (userId?: string) =>
    await hear({
      config,
      entry: {
        ...{ at: new Date(), name: "session.refused", reason: "unreadable" },
        ...{ address: "192.0.2.9", device: null, ...userId ? { userId } : {} },
      },
    });
  for (let number = 0; number < 1000; number++) await refuse();
  await refuse("ada");
  // Another name has a count of its own.
  await enter(app, "ada", "wrong");
  await act(app, "ada");
  const found = await Array.fromAsync(
    (await app.auth.audit.export()).pipeThrough(new TextDecoderStream()),
  );
  const entries = found.map((line) => JSON.parse(line) as { name: string; userId?: string });
  const strangers = entries.filter(({ name, userId }) => name === "session.refused" && !userId);
  assert(strangers.length >= 300 && strangers.length <= 301, `${strangers.length}`);
  assertEquals(entries.filter(({ userId }) => userId === "ada").length, 3);
  assertEquals(entries.filter(({ name }) => name === "signin.refused").length, 1);
  assertEquals(app.errors.map(({ message }) => message), [
    'Cannot store each entry "session.refused" of the audit log: strangers cause more than 300 ' +
    "in a minute",
  ]);
  time.now += 60_000;
  await refuse();
  assertEquals((await app.auth.audit.list({ limit: 1 })).entries[0]!.name, "session.refused");
  // What is left out has no place in the chain: it is no gap.
  assertEquals((await app.auth.audit.verify()).ok, true);
});

Deno.test("audit log: one user, or one organization, fills no store with refusals", async () => {
  using time = new FakeTime();
  const app = createApp();
  const config = requireConfig(app.auth.config);
  const refuse = async (about: { userId?: string; organization?: string; credential?: string }) =>
    await hear({
      config,
      entry: {
        ...{ at: new Date(), name: "credential.refused", reason: "expired" },
        ...{ address: "192.0.2.9", device: null, ...about },
      },
    });
  // A credential that the client makes up gives nobody a count of its own.
  for (let n = 0; n < 500; n++) await refuse({ userId: "mallory", credential: `key-${n}` });
  for (let n = 0; n < 500; n++) await refuse({ organization: "acme" });
  await refuse({ userId: "ada" });
  const count = async (query: object) =>
    (await app.auth.audit.list({ limit: 200, ...query })).entries.length;
  const [mallory, acme] = [
    await count({ userId: "mallory" }),
    await count({ organizationId: "acme" }),
  ];
  assert(mallory >= 60 && mallory <= 61, `${mallory}`);
  assert(acme >= 60 && acme <= 61, `${acme}`);
  assertEquals(await count({ userId: "ada" }), 1);
  // It names nobody: else a flood of users would be one of lines.
  assertEquals(app.errors.map(({ message }) => message), [
    'Cannot store each entry "credential.refused" of the audit log: one user or organization ' +
    "causes more than 60 in a minute",
  ]);
  // Counts are forgotten where many are refused: they take no more memory than those of some.
  for (let n = 0; n < 60; n++) await refuse({ userId: "eve" });
  for (let n = 0; n < 1000; n++) await refuse({ userId: `user-${n}` });
  await refuse({ userId: "eve" });
  await refuse({ userId: "eve" });
  assertEquals(await count({ userId: "eve" }), 62);
  // A change is always stored.
  await app.adapter!.createUser!(user("mallory"));
  await act(app, "mallory", 100);
  assertEquals(await count({ userId: "mallory", name: ["user.suspended"] }), 100);
  time.now += 60_000;
  await refuse({ userId: "mallory" });
  assertEquals((await app.auth.audit.list({ limit: 1 })).entries[0]!.name, "credential.refused");
});

Deno.test("audit log: no answer waits for a write, unless the app says so", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const adapter = disturbed(async (entry, run) => {
    if (entry.kind.startsWith("audit.")) await gate;
    return await run();
  });
  await adapter.createUser(user("ada"));
  const given: Promise<void>[] = [];
  const app = createApp({ adapter, log: { waitUntil: (work) => void given.push(work) } });
  // Both would hang, if they waited.
  assertEquals((await enter(app, "ada")).status, 302);
  await act(app, "ada");
  assertEquals(given.length, 4);
  let isOver = false;
  const waiting = createApp({ adapter, log: { beforeAnswer: true } });
  const suspension = waiting.auth.users.suspend("ada").then(() => void (isOver = true));
  assertEquals(isOver, false);
  open();
  await suspension;
  await Promise.all(given);
  assertEquals((await app.auth.audit.list()).entries.length, 5);
});

Deno.test("audit log: under load that does not end, an answer and a flush wait for their own entries", async () => {
  const MOST = 30;
  let heads = 0;
  let isBusy = false;
  const headsAt: Record<string, number> = {};
  const over: Promise<unknown>[] = [];
  const record = (what: string, work: Promise<unknown>) =>
    over.push(work.then(() => headsAt[what] = heads));
  const adapter = disturbed(async (entry, run) => {
    if (entry.kind === "audit.chain" && isBusy && heads < MOST) {
      heads++;
      if (heads === 5) record("flush", app.auth.audit.flush());
      // Another entry is complete before the head is.
      const before = (await adapter.records.list(owner(), "audit.entry")).length;
      over.push(app.auth.users.suspend(`u${heads}`));
      await waitUntil(
        "another entry is stored",
        async () => (await adapter.records.list(owner(), "audit.entry")).length > before,
      );
    }
    return await run();
  });
  const owner = () => `audit:${Math.floor(Date.now() / 86_400_000)}`;
  for (let number = 0; number <= MOST; number++) await adapter.createUser(user(`u${number}`));
  const app = createApp({ adapter, log: { beforeAnswer: true } });
  isBusy = true;
  record("answer", app.auth.users.suspend("u0"));
  await waitUntil("the load ends", () => heads === MOST);
  while (over.length > 0) await over.pop();
  assert(headsAt.answer! < 5, `the answer waited for ${headsAt.answer} heads`);
  assert(headsAt.flush! < 10, `the flush waited until head ${headsAt.flush}`);
  const { ok, entries } = await app.auth.audit.verify();
  assertEquals([ok, entries], [true, MOST + 1]);
});

Deno.test("audit log: calls of the store: none without it, three writes for an entry, and a page of any log", async () => {
  const calls: string[] = [];
  const run = async (withLog: boolean) => {
    const own = MemoryAdapter();
    await own.createUser(user("ada"));
    const { store } = counted(own, (name, [first]) => {
      const kind = typeof first === "object" ? (first as RecordEntry).kind : first;
      calls.push(`${name} ${kind ?? ""}`);
    });
    const app = createApp({
      adapter: store,
      config: withLog ? {} : { audit: undefined },
    });
    calls.length = 0;
    await enter(app, "ada");
    if (withLog) await app.auth.audit.flush();
    return { app, calls: calls.toSorted() };
  };
  const without = await run(false);
  const { app, calls: withLog } = await run(true);
  const more = withLog.filter((call) => call.includes("audit"));
  assertEquals(withLog.filter((call) => !call.includes("audit")), without.calls);
  assertEquals(more, [
    "records.put audit.chain", // its beginning
    "records.put audit.chain",
    "records.put audit.entry",
    "records.put audit.user",
  ]);
  await act(app, "ada", 300);
  await app.auth.audit.flush();
  const cost = async (query: object) => {
    calls.length = 0;
    await app.auth.audit.list({ limit: 20, ...query });
    return calls.length;
  };
  const { next } = await app.auth.audit.list({ limit: 200 });
  const { next: last } = await app.auth.audit.list({ limit: 200, after: next });
  for (const query of [{}, { after: next }, { after: last }]) {
    // The chain of the day, the page, and what belongs to each user.
    assertEquals(await cost(query), 22);
    // The page, and both parts of each entry.
    assertEquals(await cost({ userId: "ada", ...query }), 41);
  }
});

Deno.test("audit log: the export holds a page in memory, and stops when nobody reads it", async () => {
  const { store, ...count } = counted(MemoryAdapter());
  const app = createApp({ adapter: store });
  await store.createUser(user("ada"));
  await act(app, "ada", 600);
  await app.auth.audit.flush();
  const text = await new Response(await app.auth.audit.export()).text();
  const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.length, 1200);
  assertEquals(new Set(lines.map(({ id }) => id)).size, 1200);
  void count;
  const reader = (await app.auth.audit.export()).getReader();
  assert(!(await reader.read()).done);
  await reader.cancel();
});
