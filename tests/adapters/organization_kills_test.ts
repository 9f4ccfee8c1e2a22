/**
 * A process that ends at any call of the store while it changes an organization: there is an owner
 * afterwards, all members are in the lists, and the change can be made again.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { organizations, slugs } from "../../src/capabilities/organizations/kinds.ts";
import { TextLineStream } from "../_lines.ts";
import { isChosen } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { failEachCallOf, type FaultStore, type OpenStore } from "../flows/_fault_store.ts";
import { localStores, serverStores } from "../flows/_fault_stores.ts";
import {
  createRig,
  type FlowCase,
  organizationFlows,
  repeatAndCheck,
  type Rig,
} from "../flows/_organization_flows.ts";
import {
  APP,
  createOrgApp,
  done,
  membership,
  type OrgApp,
  ownersOf,
  type Person,
} from "../flows/_organizations.ts";
import { STRATEGIES, type Strategy } from "../flows/_strategies.ts";
import type { SignedIn, Work } from "./_organization_killed.ts";
import { waitForBackends, withPostgres } from "./_postgres.ts";
import { openShared } from "./_shared_stores.ts";

const SECRET = "a-secret-of-at-least-32-characters";

/** Words for a flow whose process has ended. */
const KILLED = "killed";

/** The app, as another process starts it afterwards. */
function restart(before: Rig, app: OrgApp): Rig {
  app.mails.push(...before.app.mails);
  return { ...before, app };
}

/** The user can create the organization once its slug is no longer kept for one being written. */
async function assertCreatable({ app, ada, newSlug }: Rig, title: string): Promise<void> {
  await slugs.update(app.records, newSlug, (known) => {
    return known
      ? { expires: null, data: { ...known.data, at: known.data.at - 11 * 60_000 } }
      : undefined;
  });
  const again = await app.orgs.createOrganization(ada.id, { name: "New", slug: newSlug });
  assert(again.ok || again.reason === "slug-taken", title);
  const { role, organization } = await membership(app, ada, newSlug);
  assertEquals(role, "owner", title);
  assertEquals(await ownersOf(app, organization.id), [ada.id], title);
  const owned = (await app.orgs.listOrganizations(ada.id)).filter(({ slug }) => slug === newSlug);
  assertEquals(owned.map(({ id }) => id), [organization.id], title);
  const { members } = done(await app.orgs.listMembers(app.orgs.asSystem(organization.id)));
  assertEquals(members.map(({ userId }) => userId), [ada.id], title);
  const row = await slugs.get(app.records, newSlug);
  assertEquals((await organizations.get(app.records, row!.data.org))?.data.slug, newSlug, title);
}

async function checkAfter(flow: FlowCase, rig: Rig, title: string): Promise<void> {
  await repeatAndCheck(flow, rig, KILLED, title);
  if (flow === organizationFlows["an organization"]) await assertCreatable(rig, title);
}

async function endAtEachCall(openStore: OpenStore, strategy: Strategy): Promise<number> {
  const run = async (
    flow: FlowCase,
    store: FaultStore,
    fail: Parameters<Parameters<typeof failEachCallOf>[2]>[2],
  ) => {
    const rig = await createRig(createOrgApp(strategy, { ...store.config, secret: SECRET }));
    await flow.prepare?.(rig);
    const failed = await fail(() =>
      Promise.race([flow.run(rig), store.ended().then(() => KILLED)])
    );
    if (!failed) return;
    assertEquals(failed.first, KILLED, failed.title);
    const app = createOrgApp(strategy, { ...store.reopened, secret: SECRET });
    await checkAfter(flow, restart(rig, app), failed.title);
  };
  return await failEachCallOf(organizationFlows, openStore, run, ["never"]);
}

function register(name: string, openStore: OpenStore, strategy: Strategy): void {
  Deno.test(`organizations: the process can end at each call of the store (${name}, ${strategy})`, async () => {
    const points = await endAtEachCall(openStore, strategy);
    assert(points > 100, `${points} calls`);
    console.log(`${name}, ${strategy}: ${points} calls at which the process can end`);
  });
}

/** The same store, with one of so many cases. */
const inStride = (open: OpenStore, of: number, from: number): OpenStore =>
  Object.assign(() => open(), { stride: { of, from }, end: open.end });

/** Of so many calls that are a store's turn, one is among the cases that always run. */
const THINNED = 4;

// Each quarter of the calls, which together take minutes, on one store and with one strategy.
const lasting = ["SQLite", "Deno KV"].flatMap((name) =>
  STRATEGIES.map((strategy) => ({ name, strategy }))
);
for (const [from, { name, strategy }] of lasting.entries()) {
  register(name, inStride(localStores[name]!, THINNED * lasting.length, THINNED * from), strategy);
}
withPostgres("organizations after the end of a process, on PostgreSQL", (server) => {
  register(
    "PostgresAdapter",
    inStride(serverStores(server).PostgresAdapter!, THINNED * 12, 0),
    "database",
  );
});

/** One of so many calls is one at which a process of its own is killed. */
const KILLS = 240;

const cookiesOf = ({ id, email, browser }: Person): SignedIn => ({
  id,
  email,
  cookie: browser.cookies.header(new URL(APP))!,
});

/** Runs the work in a process, and kills it; returns the call at which it was. */
async function runAndKill(work: Work): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "tests/adapters/_organization_killed.ts"],
      JSON.stringify(work),
    ],
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  const said: string[] = [];
  for await (const line of lines) {
    said.push(line);
    // The process makes the call while the signal is sent.
    if (said.length === 1 && line !== "done") child.kill("SIGKILL");
  }
  const { signal } = await child.status;
  // After the last call, it may have ended by itself.
  if (said.at(-1) !== "done") assertEquals(signal, "SIGKILL");
  return said[0]!;
}

/** Number of calls of a flow, which is the same on all stores. */
async function countCalls(flow: FlowCase): Promise<number> {
  const store = await localStores.memory!();
  const rig = await createRig(createOrgApp("jwt", store.config));
  await flow.prepare?.(rig);
  store.arm(0, "never");
  await flow.run(rig);
  return store.calls.length;
}

/** Kills a process at a call, and checks the store that it has left. */
async function killAt(kind: string, location: string, name: string, number: number) {
  const { adapter, close } = await openShared(kind, location);
  const flow = organizationFlows[name]!;
  const strategy = STRATEGIES[number % STRATEGIES.length]!;
  const config = { adapter, secret: SECRET };
  const suffix = `-${crypto.randomUUID().slice(0, 8)}`;
  const rig = await createRig(createOrgApp(strategy, config), suffix);
  await flow.prepare?.(rig);
  const { app: { mails }, org, newSlug, ada, bob, eve } = rig;
  const call = await runAndKill({
    ...{ kind, location, secret: SECRET, strategy, flow: name, number, org, newSlug, mails },
    people: [cookiesOf(ada), cookiesOf(bob), cookiesOf(eve)],
  });
  const title = `${name}, killed at call ${number}, ${call}`;
  await checkAfter(flow, restart(rig, createOrgApp(strategy, config)), title);
  await close();
}

/** Kills a process at the chosen calls of every flow. */
async function killAtCalls(kind: string, from: number, location: string): Promise<void> {
  let [cases, kills] = [from, 0];
  for (const [name, flow] of Object.entries(organizationFlows)) {
    const count = await countCalls(flow);
    for (let number = 1; number <= count; number++) {
      if (!isChosen(cases++, KILLS)) continue;
      await killAt(kind, location, name, number);
      kills++;
    }
  }
  assert(kills > 0);
  console.log(`${kind}: ${kills} of ${cases - from} calls, killed at each`);
}

const test = (kind: string, run: () => Promise<void>) =>
  Deno.test(`organizations: a process can be killed at each call of the store (${kind})`, run);

for (const [index, kind] of ["sqlite", "kv"].entries()) {
  test(kind, async () => {
    const folder = await Deno.makeTempDir();
    await killAtCalls(kind, index * KILLS / 3, `${folder}/auth`);
    await Deno.remove(folder, { recursive: true });
  });
}

withPostgres("organizations after kill -9, on PostgreSQL", (server) => {
  test("postgres", async () => {
    await killAtCalls("postgres", 2 * KILLS / 3, server().connectionString);
    await waitForBackends(server());
  });
});
