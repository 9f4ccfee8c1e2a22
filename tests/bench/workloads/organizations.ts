/**
 * Session reads of an app with organizations, which the requests do not ask for, and of the same app
 * without them.
 *
 * @module
 */

import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { openStore } from "../_stores.ts";
import type { Prepare, Workload } from "../_workload.ts";
import { ours } from "../subjects/ours.ts";
import { jarsFor, readAtRandom, rowsOf } from "./stores.ts";

/** People with a session. */
const PEOPLE = 2_000;

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { member: { project: "all" } },
});

function reading(options: object): Prepare {
  return async ({ quick }) => {
    const store = await openStore("memory");
    const count = quick ? 300 : PEOPLE;
    await store.fill(...rowsOf(count));
    const app = ours.createApp({
      providers: [],
      adapter: store.adapter,
      sendMail() {},
      session: { strategy: "database", revocation: {} },
      ...options,
    });
    return await readAtRandom(app, await jarsFor(app, count), store.close);
  };
}

/** Organizations must not change the time of a request that does not ask for them. */
export const unasked: Workload<"without" | "with"> = {
  id: "session-organizations",
  label: "`GET session`, memory store, with `Organizations()` over without",
  targets: {},
  contenders: {
    without: reading({}),
    with: reading({ organizations: Organizations({ access }) }),
  },
};
