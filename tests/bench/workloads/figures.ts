/**
 * Figures that are no ratios: calls of a store one after the other, and the time
 * to end many sessions.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DenoKvAdapter } from "../../../adapters/deno_kv.ts";
import {
  list as listSessions,
  revokeAll as revokeAllSessions,
} from "../../../src/server/sessions.ts";
import { openBrowser } from "../_browser.ts";
import { countRoundTrips } from "../_round_trips.ts";
import { openStore, type StoreName, userOf } from "../_stores.ts";
import { nameOf } from "../_users.ts";
import type { Prepare, Workload } from "../_workload.ts";
import { ours } from "../subjects/ours.ts";
import { createMailApp, nameIn } from "./forms.ts";
import { createOidcApp, createProvider, signInAt } from "./oidc.ts";

/** A workload whose only contender measures one number, with an upper bound. */
export interface Figure extends Workload<"ours"> {
  readonly unit: string;
  readonly most: number;
}

/** Sessions of the person who is signed out everywhere. */
const SESSIONS = 1_000;

const measured = (value: number) => ({ facts: { value }, run: () => Promise.resolve() });

/** Second sign-in of a person with an OpenID Provider, and sessions in the store. */
const kvRoundTrips: Prepare = async () => {
  const kv = await Deno.openKv(":memory:");
  const counter = countRoundTrips(kv);
  const idp = await createProvider();
  const app = createOidcApp(ours, idp, undefined, { adapter: DenoKvAdapter(counter.kv) });
  const browser = await openBrowser(app);
  await signInAt(app, idp, browser, 1);
  const before = counter.roundTrips();
  const jar = await signInAt(app, idp, browser, 1);
  const value = counter.roundTrips() - before;
  assertEquals(await nameIn(app, jar), nameOf(1));
  kv.close();
  return measured(value);
};

/** Ends all sessions of a person, each of which a real sign-in began. */
function endSessions(kind: StoreName): Prepare {
  return async ({ quick }) => {
    const store = await openStore(kind);
    await store.fill([userOf(1), userOf(2)], []);
    const { config, signIn } = await createMailApp(ours, {
      adapter: store.adapter,
      session: { strategy: "database", revocation: {} },
    });
    const end = async (index: number, count: number) => {
      for (let begun = 0; begun < count; begun++) await signIn(index);
      const { id } = userOf(index);
      assertEquals((await listSessions(config, id)).length, count);
      const start = performance.now();
      await revokeAllSessions(config, id);
      const milliseconds = performance.now() - start;
      assertEquals((await listSessions(config, id)).length, 0);
      assertEquals((await store.adapter.listSessions(id)).length, 0);
      return milliseconds;
    };
    // The first call loads what later calls find.
    await end(1, 10);
    const value = await end(2, quick ? 20 : SESSIONS);
    await store.close();
    return measured(value);
  };
}

const endOn = (kind: StoreName, store: string): Figure => ({
  id: `end-sessions-${kind}`,
  label: `end ${SESSIONS.toLocaleString("en")} sessions of a person, ${store}`,
  targets: {},
  unit: " ms",
  most: 100,
  contenders: { ours: endSessions(kind) },
});

export const figures: Figure[] = [
  {
    id: "kv-round-trips",
    label: "round trips to Deno KV, one after the other, OIDC sign-in of a known user",
    targets: {},
    unit: "",
    most: 4,
    contenders: { ours: kvRoundTrips },
  },
  endOn("memory", "memory"),
  endOn("sqlite", "SQLite file"),
  endOn("kv", "Deno KV file"),
];
