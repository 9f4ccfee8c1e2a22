/**
 * The authorization server: a failure at every call of the store, before its effect and after it.
 * Nothing is used twice, nothing is left that opens anything, and the client or the user can try
 * again or start over.
 *
 * @module
 */

import { withPostgres } from "../../adapters/_postgres.ts";
import type { OpenStore } from "../../flows/_fault_store.ts";
import { localStores, serverStores, testEveryFault, thinned } from "../../flows/_fault_stores.ts";
import type { Strategy } from "../../flows/_strategies.ts";
import { FAULT_FLOWS, runFaultFlow } from "./_fault_flows.ts";

const test = (stores: Record<string, OpenStore>, strategies?: readonly Strategy[]) =>
  testEveryFault("oauth server faults", FAULT_FLOWS, runFaultFlow, stores, strategies);

test(localStores);

withPostgres("oauth server faults on PostgreSQL", (server) => {
  const { PostgresAdapter } = serverStores(server);
  test(thinned({ PostgresAdapter: PostgresAdapter! }, 8, 0), ["database"]);
});
