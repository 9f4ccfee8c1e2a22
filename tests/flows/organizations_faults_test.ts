/**
 * Organizations: a failure at every call of the store, before its effect and after it. No failure
 * leaves an organization without an owner or gives a right, and the flow succeeds when it is
 * repeated.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { withPostgres } from "../adapters/_postgres.ts";
import type { Fail, FaultStore, OpenStore } from "./_fault_store.ts";
import { localStores, serverStores, testEveryFault, thinned } from "./_fault_stores.ts";
import {
  createRig,
  type FlowCase,
  organizationFlows,
  repeatAndCheck,
} from "./_organization_flows.ts";
import {
  createOrg,
  createOrgApp,
  done,
  membership,
  requestOf,
  signIn,
  tokenTo,
} from "./_organizations.ts";
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

Deno.test("organization faults: what is done to an invitation is audited once, whatever fails behind it", async () => {
  for (const step of ["accept", "decline", "cancel"] as const) {
    let calls = 0;
    let first = 0;
    for (let number = 0; number <= calls; number = Math.max(number + 1, first)) {
      const store = await localStores.memory!();
      const app = createOrgApp("jwt", store.config);
      const ada = await signIn(app, "ada@example.com");
      const { id: org } = await createOrg(app, ada);
      const eve = await signIn(app, "eve@example.com");
      const own = await membership(app, ada, org);
      const { invitation } = done(
        await app.orgs.invite(own, { email: "eve@example.com", role: "guest" }),
      );
      const token = tokenTo(app, "eve@example.com");
      const csrfToken = await eve.browser.csrf();
      const run = async () => {
        if (step === "accept") await app.orgs.acceptInvitation(requestOf(eve, "POST"), token);
        else if (step === "cancel") await app.orgs.cancelInvitation(own, invitation.id);
        else {
          const body = new URLSearchParams({ csrfToken, step, id: invitation.id });
          const init = { method: "POST", body };
          const { response } = await eve.browser.visit("/auth/organizations", init);
          await response.body?.cancel();
        }
      };
      app.entries.length = 0;
      store.arm(number, "before");
      await run().catch(() => {});
      calls = Math.max(calls, store.calls.length);
      // Before this one, an acceptance checks what it has written.
      if (number === 0 && step === "accept") first = store.calls.indexOf("records.take") + 1;
      store.arm(0, "before");
      await run().catch(() => {});
      const name = step === "accept" ? "organization.joined" : "organization.invitation-cancelled";
      const title = `${step}: call ${number} of ${calls}`;
      assertEquals(app.entries.filter((one) => one.name === name).length, 1, title);
      assertEquals(await app.records.get("org.invitation", invitation.id), null, title);
      await store.close();
    }
    assert(calls > 5);
  }
});
