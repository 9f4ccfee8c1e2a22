/**
 * Organizations: a failure at every call of the store, before its effect and after it. No failure
 * leaves an organization without an owner or gives a right, and the flow succeeds when it is
 * repeated.
 *
 * @module
 */

import { withPostgres } from "../adapters/_postgres.ts";
import type { Fail, FaultStore, OpenStore } from "./_fault_store.ts";
import { localStores, serverStores, testEveryFault, thinned } from "./_fault_stores.ts";
import {
  createRig,
  type FlowCase,
  organizationFlows,
  repeatAndCheck,
} from "./_organization_flows.ts";
import { createOrgApp } from "./_organizations.ts";
import type { Strategy } from "./_strategies.ts";

async function runFlow(
  flow: FlowCase,
  store: FaultStore,
  fail: Fail,
  strategy: Strategy,
): Promise<void> {
  const rig = await createRig(createOrgApp(strategy, store.config));
  await flow.prepare?.(rig);
  const failed = await fail(() => flow.run(rig).catch(() => "failed"));
  if (failed) await repeatAndCheck(flow, rig, failed.first, failed.title);
}

const test = (stores: Record<string, OpenStore>, strategies?: readonly Strategy[]) =>
  testEveryFault("organization faults", organizationFlows, runFlow, stores, strategies);

test(localStores);

withPostgres("organization faults on PostgreSQL", (server) => {
  const { PostgresAdapter } = serverStores(server);
  test(thinned({ PostgresAdapter: PostgresAdapter! }, 8, 0), ["database"]);
});
