/**
 * Addresses: a failure at every call of the store, before its effect and after it. The flow
 * succeeds when it is repeated; then the user has one address, which opens the account, and no
 * other browser has a session.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { list as listSessions } from "../../src/server/sessions.ts";
import {
  ADA,
  type AddressApp,
  ask,
  change,
  codeTo,
  createAddressApp,
  NEW,
  signIn,
  undo,
  undoLinkTo,
} from "./_addresses.ts";
import type { FaultStore } from "./_fault_store.ts";
import { testEveryFault } from "./_fault_stores.ts";

interface Rig extends AddressApp {
  store: FaultStore;
  /** Browser that is signed in as the user too. */
  thief: AddressApp["browser"];
}

/** Posts a form; returns the outcome in the URL that the answer leads to. */
async function outcomeOf({ browser, origin }: Rig, fields: Record<string, string>) {
  const answer = await browser.post("/address", fields);
  await answer.body?.cancel();
  const { searchParams } = new URL(answer.headers.get("location") ?? "/", origin);
  return searchParams.get("done") ?? searchParams.get("error");
}

const confirm = (rig: Rig) => outcomeOf(rig, { step: "confirm", code: codeTo(rig, NEW) });

interface FlowCase {
  prepare(rig: Rig): Promise<unknown>;
  /** Returns what the last try must return. */
  run(rig: Rig): Promise<unknown>;
  expected: unknown;
  /** Addresses that must be told afterwards. */
  told: readonly string[];
  /** The address of the user afterwards, and one that is free. */
  has: string;
  lacks: string;
  /** Live sessions afterwards. */
  sessions: number;
}

const flows: Record<string, FlowCase> = {
  "a request and its code": {
    prepare: () => Promise.resolve(),
    async run(rig) {
      const asked = await outcomeOf(rig, { step: "request", email: NEW });
      // An earlier try has stored the address, and this one goes on with it.
      return asked === "same" ? "changed" : await confirm(rig);
    },
    expected: "changed",
    told: [NEW, ADA],
    has: NEW,
    lacks: ADA,
    sessions: 1,
  },
  "a code": {
    prepare: (rig) => ask(rig),
    run: confirm,
    expected: "changed",
    told: [NEW, ADA],
    has: NEW,
    lacks: ADA,
    sessions: 1,
  },
  "an undo": {
    prepare: (rig) => change(rig),
    run: async (rig) => (await undo(rig.open(), undoLinkTo(rig, ADA))).url.searchParams.get("done"),
    expected: "undone",
    told: [ADA],
    has: ADA,
    lacks: NEW,
    sessions: 0,
  },
};

testEveryFault("address faults", flows, async (flow, store, fail, strategy) => {
  const app = createAddressApp(store.config, strategy);
  const rig: Rig = { ...app, store, thief: app.open() };
  await signIn(rig);
  const id = await store.userId(ADA);
  await signIn(rig, rig.thief);
  await flow.prepare(rig);
  await rig.browser.csrf();
  const failed = await fail(() => flow.run(rig));
  if (!failed) return;
  const { first, title } = failed;
  const { config } = rig;
  // A failure whose effect was repeated at once is none.
  if (first !== flow.expected) {
    const isHalf = await store.userId(flow.has) === id && await store.userId(flow.lacks) === id;
    assert(!isHalf, title);
    assertEquals(await flow.run(rig), flow.expected, title);
  }
  assertEquals(await store.userId(flow.has), id, title);
  assertEquals(await store.userId(flow.lacks), undefined, title);
  assertEquals(await rig.thief.session(), null, title);
  assertEquals((await listSessions(config, id!)).length, flow.sessions, title);
  const told = rig.mails.map(({ to }) => to);
  for (const address of flow.told) assert(told.includes(address), `${address}: ${title}`);
  const later = rig.open();
  await signIn(rig, later, flow.has);
  assert(await later.session(), `the address opens the account: ${title}`);
  assertEquals(await store.userId(flow.has), id, title);
});
