/**
 * Organizations of an app that runs as several processes on one store: what one process has changed,
 * another one refuses at its next request, or within `maxLag`; one invitation makes one member; one
 * of two owners who leave at once stays.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { TextLineStream } from "../_lines.ts";
import { isChosen } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  done,
  membership,
  type OrgApp,
  ownersOf,
  type Person,
  signIn,
  tokenTo,
} from "../flows/_organizations.ts";
import { STRATEGIES, type Strategy } from "../flows/_strategies.ts";
import type { Accepted, Command, Read } from "./_organization_process.ts";
import { withPostgres } from "./_postgres.ts";
import { openShared } from "./_shared_stores.ts";

const SECRET = "a-secret-of-at-least-32-characters";

/** Seconds of `maxLag`. */
const MAX_LAG = 30;

/** Starts another process of the app. */
function startProcess(kind: string, location: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "tests/adapters/_organization_process.ts"],
      ...[kind, location, SECRET],
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = child.stdout.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream()).getReader();
  return {
    async do<T>(command: Command): Promise<T> {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(command)}\n`));
      const { value } = await lines.read();
      assert(value, "the process has answered");
      return JSON.parse(value);
    },
    async close() {
      await writer.close();
      await child.status;
      await lines.cancel();
    },
  };
}

type Process = ReturnType<typeof startProcess>;

interface End {
  /** Ends the right of an admin. */
  run(app: OrgApp, org: string, userId: string): Promise<unknown>;
  /** What the other process says at once. */
  reason: string;
  /** What it answers to a change while it may show what it has cached. */
  change: string;
  /** `true` where `maxLag` does not matter. */
  isImmediate?: true;
}

const ENDS: Readonly<Record<string, End>> = {
  "a lowered role": {
    run: async (app, org, userId) =>
      done(await app.orgs.changeRole(app.orgs.asSystem(org), userId, "guest")),
    reason: "guest",
    change: "forbidden",
  },
  "a removal": {
    run: async (app, org, userId) =>
      done(await app.orgs.removeMember(app.orgs.asSystem(org), userId)),
    reason: "not-member",
    change: "not-member",
  },
  "a suspension": {
    run: (app, _org, userId) => app.auth.users.suspend(userId),
    reason: "not-member",
    change: "not-member",
    isImmediate: true,
  },
  "the end of the organization": {
    run: async (app, org) => done(await app.orgs.deleteOrganization(app.orgs.asSystem(org))),
    reason: "not-member",
    change: "not-member",
  },
  "a raised policy": {
    run: async (app, org) =>
      done(
        await app.orgs.updateOrganization(app.orgs.asSystem(org), { policy: { methods: ["mfa"] } }),
      ),
    reason: "proof-too-weak",
    change: "proof-too-weak",
  },
};

const cookieOf = ({ browser }: Person) => browser.cookies.header(new URL(APP))!;

async function refusesElsewhere(app: OrgApp, strategy: Strategy, other: Process): Promise<void> {
  const owner = await signIn(app, `owner-${strategy}@example.com`);
  for (
    const [index, [name, { run, reason, change, isImmediate }]] of Object.entries(ENDS).entries()
  ) {
    const { id: org } = await createOrg(app, owner, `${strategy}-${index}`);
    const admin = await signIn(app, `admin-${strategy}-${index}@example.com`);
    const given = { org, role: "admin", by: null, isManaged: false, externalId: null };
    assertEquals(await addMember(app.records, admin.id, given, Infinity), true);
    const read = (maxLag: number, afterMs: number) =>
      other.do<Read>({ does: "read", strategy, maxLag, cookie: cookieOf(admin), org, afterMs });
    const before = { role: "admin", invites: "ok" };
    assertEquals([await read(0, 0), await read(MAX_LAG, 0)], [before, before], name);
    await run(app, org, admin.id);
    const after = reason === "guest" ? { role: reason, invites: change } : { role: reason };
    assertEquals(await read(0, 0), after, name);
    // A membership in hand is no right: every change reads it again.
    const lately = isImmediate ? after : { role: "admin", invites: change };
    assertEquals(await read(MAX_LAG, (MAX_LAG - 1) * 1000), lately, name);
    assertEquals(await read(MAX_LAG, 1000), after, name);
  }
}

async function acceptsOnce(app: OrgApp, strategy: Strategy, processes: Process[]): Promise<void> {
  const owner = await signIn(app, `owner-${strategy}@example.com`);
  const { id: org } = await createOrg(app, owner, `accept-${strategy}`);
  const eve = await signIn(app, `eve-${strategy}@example.com`);
  done(
    await app.orgs.invite(await membership(app, owner, org), { email: eve.email, role: "guest" }),
  );
  const common = { strategy, maxLag: 0, cookie: cookieOf(eve) };
  // Each has opened the store before.
  for (const one of processes) await one.do({ ...common, does: "read", org, afterMs: 0 });
  const token = tokenTo(app, eve.email);
  const told = await Promise.all(
    processes.map((one) =>
      one.do<Accepted>({ ...common, does: "accept", token, times: 50 / processes.length })
    ),
  );
  const reasons = told.flatMap(({ reasons }) => reasons);
  assertEquals(reasons.length, 50);
  assert(reasons.includes("ok"));
  assert(reasons.every((one) => ["ok", "invitation-expired"].includes(one)), reasons.join());
  const sum = (of: "mails" | "joined") => told.reduce((all, one) => all + one[of], 0);
  // Who accepts has done it themselves: no email tells of it.
  assertEquals([sum("mails"), sum("joined")], [0, 1]);
  assertEquals((await app.records.list(eve.id, "org.membership")).length, 1);
  assertEquals((await app.records.list(`org:${org}`, "org.member")).length, 2);
  assertEquals(await app.records.list(`org:${org}`, "org.invitation"), []);
  assertEquals((await membership(app, eve, org)).role, "guest");
}

/** Rounds in which two owners act at once; without all cases a third of them. */
const ROUNDS = Array.from({ length: 25 }, (_, round) => round).filter((one) => isChosen(one, 3));

async function keepsAnOwner(app: OrgApp, strategy: Strategy, processes: Process[]): Promise<void> {
  const owners = [
    await signIn(app, `first-${strategy}@example.com`),
    await signIn(app, `second-${strategy}@example.com`),
  ] as const;
  for (const round of ROUNDS) {
    const { id: org } = await createOrg(app, owners[0], `leave-${strategy}-${round}`);
    const given = { org, role: "owner", by: null, isManaged: false, externalId: null };
    assertEquals(await addMember(app.records, owners[1].id, given, Infinity), true);
    const reasons = await Promise.all(
      owners.map((owner, index) =>
        processes[index]!.do<string>({
          does: "leave",
          strategy,
          maxLag: 0,
          cookie: cookieOf(owner),
          org,
        })
      ),
    );
    assertEquals(reasons.toSorted(), ["last-owner", "ok"], `round ${round}`);
    const stays = owners[reasons.indexOf("last-owner")]!;
    assertEquals(await ownersOf(app, org), [stays.id], `round ${round}`);
    assertEquals((await membership(app, stays, org)).role, "owner", `round ${round}`);
  }
}

function register(kind: string, location: () => Promise<string>): void {
  Deno.test(`organizations in several processes (${kind}): one refuses what another has ended, an invitation makes one member, and an owner stays`, async () => {
    const file = await location();
    const { adapter, close } = await openShared(kind, file);
    // The tables are there before another process opens them.
    await adapter.getUserByEmail!("none@example.com");
    const processes = [startProcess(kind, file), startProcess(kind, file)];
    for (const strategy of STRATEGIES) {
      const app = createOrgApp(strategy, { adapter, secret: SECRET });
      await refusesElsewhere(app, strategy, processes[0]!);
      await acceptsOnce(app, strategy, processes);
      await keepsAnOwner(app, strategy, processes);
    }
    await Promise.all(processes.map((one) => one.close()));
    await close();
  });
}

const folder = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));
register("sqlite", () => Promise.resolve(`${folder}/sqlite`));
register("kv", () => Promise.resolve(`${folder}/kv`));
withPostgres(
  "organizations in several processes on PostgreSQL",
  (server) => register("postgres", () => Promise.resolve(server().connectionString)),
);
