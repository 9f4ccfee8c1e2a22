/**
 * Changes of organizations, for failures and kills in the middle of each.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import {
  at,
  createOrg,
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

/** Three people, and an organization of the first one. */
export interface Rig {
  app: OrgApp;
  ada: Person;
  bob: Person;
  eve: Person;
  /** Id of the organization, in which Ada is the owner and Bob an admin. */
  org: string;
  /** Slug of another organization that a flow creates. */
  newSlug: string;
}

/** A change of the organization. */
export interface FlowCase {
  /** Comes before it. */
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

/** All changes that take several calls of the store. */
export const organizationFlows: Record<string, FlowCase> = {
  "an organization": {
    async run({ app, ada, newSlug: slug }) {
      const typed = { name: "New", slug };
      const result = await app.orgs.createOrganization(ada.id, typed);
      if (!result.ok && result.reason !== "slug-taken") return result.reason;
      // The slug belongs to the one that a failed try has created, or is free again later.
      if (result.ok) await membership(app, ada, slug);
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

/** Signs three people in, and makes an organization. */
export async function createRig(app: OrgApp, suffix = ""): Promise<Rig> {
  const [ada, bob, eve] = [
    await signIn(app, `ada${suffix}@example.com`),
    await signIn(app, `bob${suffix}@example.com`),
    await signIn(app, `eve${suffix}@example.com`),
  ];
  const { id: org } = await createOrg(app, ada, `acme${suffix}`);
  const given = { org, role: "admin", by: null, isManaged: false, externalId: null };
  assertEquals(await addMember(app.records, bob.id, given, Infinity), true);
  return { app, ada, bob, eve, org, newSlug: `new${suffix}` };
}

/** Repeats a flow that was interrupted, and checks that it had and has no other effects. */
export async function repeatAndCheck(
  flow: FlowCase,
  rig: Rig,
  first: string,
  title: string,
): Promise<void> {
  const { app, ada, bob, eve, org } = rig;
  const exists = flow.roles[0] !== null || flow.roles[1] !== null;
  if (exists) assert((await ownersOf(app, org)).length > 0, `no owner: ${title}`);
  await assertListed(rig, title);
  if (first !== "ok") {
    const again = await flow.run(rig);
    assert((flow.repeated ?? ["ok"]).includes(again), `${again}: ${title}`);
  }
  for (const [index, person] of [ada, bob, eve].entries()) {
    const found = await at(app, person, org);
    assertEquals(found.ok ? found.role as string : null, flow.roles[index], `${index}: ${title}`);
  }
  await assertListed(rig, title);
  if (exists) return;
  assertEquals(await app.records.get("org", org), null, title);
  for (const { id } of [ada, bob, eve]) {
    assertEquals(await app.records.list(id, "org.membership"), [], title);
  }
  assertEquals(await app.records.list(`org:${org}`, "org.member"), [], title);
}

/** Everyone who is a member is in both lists, with the same role; nobody else is. */
async function assertListed({ app, ada, bob, eve, org }: Rig, title: string): Promise<void> {
  const page = await app.orgs.listMembers(app.orgs.asSystem(org));
  const listed = new Map(page.ok ? page.members.map((one) => [one.userId, one.role]) : []);
  if (page.ok) assertEquals(listed.size, page.members.length, `twice in the list: ${title}`);
  for (const [index, person] of [ada, bob, eve].entries()) {
    const found = await at(app, person, org);
    const role = found.ok ? found.role : undefined;
    assertEquals(listed.get(person.id), role, `list of members, ${index}: ${title}`);
    const own = (await app.orgs.listOrganizations(person.id)).find(({ id }) => id === org);
    assertEquals(own?.role, role, `list of organizations, ${index}: ${title}`);
  }
}
