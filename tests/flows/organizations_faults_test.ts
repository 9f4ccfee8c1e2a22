/**
 * Organizations: a failure at every call of the store, before its effect and after it. No failure
 * leaves an organization without an owner or gives a right, and the flow succeeds when it is
 * repeated.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import type { FaultStore } from "./_fault_store.ts";
import { testEveryFault } from "./_fault_stores.ts";
import {
  at,
  createOrg,
  createOrgApp,
  done,
  membership,
  type OrgApp,
  ownersOf,
  type Person,
  reasonOf,
  requestOf,
  signIn,
  tokenTo,
} from "./_organizations.ts";

interface Rig {
  app: OrgApp;
  store: FaultStore;
  ada: Person;
  bob: Person;
  eve: Person;
  org: string;
}

interface FlowCase {
  prepare?(rig: Rig): Promise<unknown>;
  /** Returns the reason of a refusal, or `"ok"`. */
  run(rig: Rig): Promise<string>;
  /** Answers of a try after one whose effect took place, although it failed. */
  repeated?: readonly string[];
  /** Roles of Ada, Bob and Eve afterwards; `null` for no member. */
  roles: readonly [ada: string | null, bob: string | null, eve: string | null];
}

/** The flow from the memberships of new requests, as a person who tries again has them. */
const by = async (rig: Rig, person: Person) => {
  const found = await at(rig.app, person, rig.org);
  return found.ok ? found : found.reason;
};

const flows: Record<string, FlowCase> = {
  "an organization": {
    async run({ app, ada }) {
      const typed = { name: "New", slug: "new" };
      const result = await app.orgs.createOrganization(ada.id, typed);
      if (!result.ok && result.reason !== "slug-taken") return result.reason;
      // The slug belongs to the one that a failed try has created, or is free again later.
      if (result.ok) await membership(app, ada, "new");
      return "ok";
    },
    roles: ["owner", "admin", null],
  },
  "an invitation": {
    async run(rig) {
      const own = await by(rig, rig.ada);
      if (typeof own === "string") return own;
      return reasonOf(await rig.app.orgs.invite(own, { email: rig.eve.email, role: "guest" }));
    },
    roles: ["owner", "admin", null],
  },
  "an acceptance": {
    prepare: async ({ app, ada, org, eve }) =>
      done(
        await app.orgs.invite(await membership(app, ada, org), { email: eve.email, role: "guest" }),
      ),
    run: async ({ app, eve }) =>
      reasonOf(
        await app.orgs.acceptInvitation(requestOf(eve, "POST"), tokenTo(app, eve.email)),
      ),
    // It was taken, and the membership is there.
    repeated: ["ok", "invitation-expired"],
    roles: ["owner", "admin", "guest"],
  },
  "a promotion to owner": {
    async run(rig) {
      const own = await by(rig, rig.ada);
      return typeof own === "string"
        ? own
        : reasonOf(await rig.app.orgs.changeRole(own, rig.bob.id, "owner"));
    },
    roles: ["owner", "owner", null],
  },
  "a demotion of an owner": {
    prepare: async ({ app, ada, org, bob }) =>
      done(await app.orgs.changeRole(await membership(app, ada, org), bob.id, "owner")),
    async run(rig) {
      const own = await by(rig, rig.ada);
      return typeof own === "string"
        ? own
        : reasonOf(await rig.app.orgs.changeRole(own, rig.bob.id, "guest"));
    },
    roles: ["owner", "guest", null],
  },
  "a transfer": {
    async run(rig) {
      const own = await by(rig, rig.ada);
      if (typeof own === "string") return own;
      return reasonOf(await rig.app.orgs.transferOwnership(own, rig.bob.id, "member"));
    },
    repeated: ["ok", "forbidden"],
    roles: ["member", "owner", null],
  },
  "a removal": {
    async run(rig) {
      const own = await by(rig, rig.ada);
      return typeof own === "string"
        ? own
        : reasonOf(await rig.app.orgs.removeMember(own, rig.bob.id));
    },
    roles: ["owner", null, null],
  },
  "an owner who leaves": {
    prepare: async ({ app, ada, org, bob }) =>
      done(await app.orgs.changeRole(await membership(app, ada, org), bob.id, "owner")),
    async run(rig) {
      const own = await by(rig, rig.ada);
      return typeof own === "string" ? own : reasonOf(await rig.app.orgs.leave(own));
    },
    repeated: ["ok", "not-member"],
    roles: [null, "owner", null],
  },
  "a deletion": {
    async run(rig) {
      const own = await by(rig, rig.ada);
      if (typeof own === "string") {
        // One that was begun is completed by the app.
        return reasonOf(await rig.app.orgs.deleteOrganization(rig.app.orgs.asSystem(rig.org)));
      }
      return reasonOf(await rig.app.orgs.deleteOrganization(own, "Acme"));
    },
    repeated: ["ok", "not-member"],
    roles: [null, null, null],
  },
  "an import": {
    async run({ app, org, eve }) {
      const rows = [{ email: eve.email, role: "guest" }, {
        email: "new@example.com",
        role: "guest",
      }];
      await app.orgs.importMembers(org, rows);
      return "ok";
    },
    roles: ["owner", "admin", "guest"],
  },
};

testEveryFault("organization faults", flows, async (flow, store, fail, strategy) => {
  const app = createOrgApp(strategy, store.config);
  const [ada, bob, eve] = [
    await signIn(app, "ada@example.com"),
    await signIn(app, "bob@example.com"),
    await signIn(app, "eve@example.com"),
  ];
  const { id: org } = await createOrg(app, ada);
  const given = { org, role: "admin", by: null, isManaged: false, externalId: null };
  assertEquals(await addMember(app.records, bob.id, given), true);
  const rig: Rig = { app, store, ada, bob, eve, org };
  await flow.prepare?.(rig);
  const failed = await fail(() => flow.run(rig).catch(() => "failed"));
  if (!failed) return;
  const { first, title } = failed;
  const exists = flow.roles[0] !== null || flow.roles[1] !== null;
  if (exists) assert((await ownersOf(app, org)).length > 0, `no owner: ${title}`);
  if (first !== "ok") {
    const again = await flow.run(rig);
    assert((flow.repeated ?? ["ok"]).includes(again), `${again}: ${title}`);
  }
  for (const [index, person] of [ada, bob, eve].entries()) {
    const found = await at(app, person, org);
    assertEquals(found.ok ? found.role as string : null, flow.roles[index], `${index}: ${title}`);
  }
  if (!exists) assertEquals(await app.records.get("org", org), null, title);
  // Whatever a row says, a member is in the list, and in no list twice.
  if (flow.roles[0] === null) return;
  const { members } = done(await app.orgs.listMembers(await membership(app, ada, org)));
  const roles = new Map(members.map(({ userId, role }) => [userId, role as string]));
  assertEquals([ada, bob, eve].map(({ id }) => roles.get(id) ?? null), [...flow.roles], title);
});
