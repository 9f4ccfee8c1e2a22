/**
 * Races at the token endpoint: any number of requests with one code or refresh token begins one line of
 * tokens (GHSA-392p-2q2v-4372, GHSA-7w99-5wm4-3g79), and none of them outlives the end of its user.
 *
 * @module
 */

import { assert } from "@std/assert";
import { withPostgres } from "../../adapters/_postgres.ts";
import { isChosen } from "../../_stride.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { ENDS, HELD, raceEnd, raceGift, raceHeld, raceOnce, raceRefresh } from "./_token_races.ts";

/** The end begins at the first call of the store, or at one of so many after it. */
const ORDERS = 24;

function register(name: string, open: OpenDumpStore, stride: number): void {
  for (const what of ["code", "refresh token"] as const) {
    Deno.test(`races, ${name}: of fifty requests with one ${what} at once, one begins tokens`, async () => {
      const store = await open();
      try {
        await raceOnce(store.adapter, what);
      } finally {
        await store.close();
      }
    });
  }
  for (const [index, end] of Object.keys(ENDS).entries()) {
    Deno.test(`races, ${name}: tokens that are made during a ${end} open nothing`, async () => {
      const store = await open();
      try {
        let made = 0;
        for (let order = 0; order < ORDERS; order++) {
          if (isChosen(order + index, stride)) made += await raceEnd(store.adapter, end, order);
        }
        if (stride === 1) assert(made > 0, "some requests were answered before the end");
      } finally {
        await store.close();
      }
    });
    if (end !== "consent removed") {
      Deno.test(`races, ${name}: access that is given during a ${end} is undone`, async () => {
        const store = await open();
        try {
          await raceGift(store.adapter, end);
        } finally {
          await store.close();
        }
      });
    }
    Deno.test(`races, ${name}: what is written after a ${end} is undone`, async () => {
      const store = await open();
      try {
        for (const kind of HELD) await raceHeld(store.adapter, end, kind);
        await raceRefresh(store.adapter, end);
      } finally {
        await store.close();
      }
    });
  }
}

const { memory, ...others } = LOCAL_STORES;
register("memory", memory!, 1);
for (const [name, open] of Object.entries(others)) register(name, open, 6);
withPostgres("races on PostgreSQL", (server) => register("PostgreSQL", postgresStore(server), 6));
