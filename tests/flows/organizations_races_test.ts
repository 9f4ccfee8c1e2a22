/**
 * Organizations: parallel requests. One invitation makes one member, one slug names one organization,
 * and an organization has an owner at each moment.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { inviteList } from "../../src/capabilities/organizations/invitation_list.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { shuffled } from "./_shuffled_store.ts";
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
import { STRATEGIES, type Strategy } from "./_strategies.ts";
import { isChosen } from "../_stride.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";

const TIMES = 50;

/** Orders of the calls that a test takes. */
const ORDERS = isChosen(1, 2) ? 200 : 60;

const times = <T>(count: number, run: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, number) => run(number)));

/** Makes a stored user a member, without an invitation. */
const add = async (app: OrgApp, org: string, { id }: Person, role: string) =>
  assertEquals(
    await addMember(
      app.records,
      id,
      { org, role, by: null, isManaged: false, externalId: null },
      Infinity,
    ),
    true,
  );

/** Acts of two owners on themselves, or to each other, at once. */
const DUELS: Record<string, (app: OrgApp, own: Member, other: Person) => Promise<{ ok: boolean }>> =
  {
    "leave": (app, own) => app.orgs.leave(own),
    "demote each other": (app, own, other) => app.orgs.changeRole(own, other.id, "guest"),
    "demote themselves": (app, own) => app.orgs.changeRole(own, own.userId!, "member"),
    "remove each other": (app, own, other) => app.orgs.removeMember(own, other.id),
    "give the ownership to each other": (app, own, other) =>
      app.orgs.transferOwnership(own, other.id, "admin"),
    "are deleted": async (app, own) => {
      const isDone = await app.auth.users.delete(own.userId!).then(() => true, () => false);
      return { ok: isDone };
    },
  };

type Member = Awaited<ReturnType<typeof membership>>;

/** Registers the tests on each store. */
function register(stores: Record<string, OpenStore>, strategies: readonly Strategy[]): void {
  for (const [name, openStore] of Object.entries(stores)) {
    for (const strategy of strategies) registerOne(name, openStore, strategy);
  }
}

let places = 0;

function registerOne(name: string, openStore: OpenStore, strategy: Strategy): void {
  // Each race on every third store and kind of session, in turn.
  let number = places++;
  const test = (title: string, run: (app: OrgApp) => Promise<void>) => {
    if (!isChosen(number++, 3)) return;
    Deno.test(`organization races: ${title} (${name}, ${strategy})`, async () => {
      const store = await openStore();
      try {
        await run(createOrgApp(strategy, store.config));
      } finally {
        await store.close();
        await openStore.end?.();
      }
    });
  };

  test("a list that is posted fifty times at once sends one email to each address", async (app) => {
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const own = await membership(app, ada, acme.id);
    app.mails.length = 0;
    const results = await times(
      TIMES,
      () => inviteList(app.config, own, [EVE, BOB], "guest"),
    );
    const answers = results.flatMap((one) => done(one).answers.map(({ answer }) => answer));
    assertEquals(answers.filter((one) => one === "invited").length, 2);
    assertEquals(new Set(answers), new Set(["invited", "already-invited"]));
    assertEquals(app.mails.map(({ to }) => to).toSorted(), [BOB, EVE]);
    assertEquals((await app.records.list(`org:${acme.id}`, "org.invitation")).length, 2);
  });

  test("an invitation that is accepted fifty times at once makes one member", async (app) => {
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await signIn(app, EVE);
    done(
      await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }),
    );
    const token = tokenTo(app, EVE);
    app.mails.length = app.entries.length = 0;
    const results = await times(
      TIMES,
      () => app.orgs.acceptInvitation(requestOf(eve, "POST"), token),
    );
    const reasons = new Set(results.map(reasonOf));
    assert(reasons.has("ok"));
    assert([...reasons].every((reason) => ["ok", "invitation-expired"].includes(reason)));
    assertEquals(app.mails, [], "who accepts needs no email about it");
    assertEquals(app.entries.filter((one) => one.name === "organization.joined").length, 1);
    assertEquals((await app.records.list(eve.id, "org.membership")).length, 1);
    assertEquals((await app.records.list(`org:${acme.id}`, "org.member")).length, 2);
    assertEquals((await app.records.list(`org:${acme.id}`, "org.invitation")).length, 0);
  });

  test("an invitation that is cancelled and accepted at once is one of both", async (app) => {
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const own = await membership(app, ada, acme.id);
    for (let round = 0; round < 10; round++) {
      const email = `p${round}@example.com`;
      const person = await signIn(app, email);
      const { invitation } = done(await app.orgs.invite(own, { email, role: "guest" }));
      const token = tokenTo(app, email);
      const [accepted] = await Promise.all([
        app.orgs.acceptInvitation(requestOf(person, "POST"), token),
        app.orgs.cancelInvitation(own, invitation.id),
      ]);
      const isMember = (await at(app, person, acme.id)).ok;
      assertEquals(isMember, accepted.ok);
      assertEquals(await app.records.get("org.invitation", invitation.id), null);
    }
  });

  test("a slug that is asked for fifty times at once names one organization", async (app) => {
    const ada = await signIn(app, ADA);
    const results = await times(
      TIMES,
      (number) => app.orgs.createOrganization(ada.id, { name: `Acme ${number}`, slug: "acme" }),
    );
    const made = results.flatMap((one) => one.ok ? [one.organization] : []);
    assertEquals(made.length, 1);
    assertEquals(new Set(results.map(reasonOf)), new Set(["ok", "slug-taken"]));
    assertEquals((await membership(app, ada, "acme")).organization, made[0]);
    assertEquals((await app.orgs.listOrganizations(ada.id)).length, 1);
  });

  test("a slug that organizations move to at once is that of one", async (app) => {
    const ada = await signIn(app, ADA);
    const orgs = await times(10, (number) => createOrg(app, ada, `a${number}`));
    const results = await Promise.all(
      orgs.map(async ({ id }) =>
        await app.orgs.updateOrganization(await membership(app, ada, id), { slug: "best" })
      ),
    );
    assertEquals(results.filter(({ ok }) => ok).length, 1);
    const { organization } = await membership(app, ada, "best");
    const slugs = (await app.orgs.listOrganizations(ada.id)).filter(({ slug }) => slug === "best");
    assertEquals(slugs.map(({ id }) => id), [organization.id]);
  });

  for (const [what, duel] of Object.entries(DUELS)) {
    test(`two owners who ${what} at once leave an owner`, async (app) => {
      for (let round = 0; round < (what === "are deleted" ? 4 : 12); round++) {
        const ada = await signIn(app, `a${what === "are deleted" ? round : ""}@example.com`);
        const bob = await signIn(app, `b${what === "are deleted" ? round : ""}@example.com`);
        const acme = await createOrg(app, ada, `acme-${round}`);
        await add(app, acme.id, bob, "owner");
        assertEquals(await ownersOf(app, acme.id), [ada.id, bob.id]);
        const [adas, bobs] = [
          await membership(app, ada, acme.id),
          await membership(app, bob, acme.id),
        ];
        const results = await Promise.all([duel(app, adas, bob), duel(app, bobs, ada)]);
        const owners = await ownersOf(app, acme.id);
        assert(owners.length >= 1, `round ${round}: ${results.map(reasonOf)}`);
        assert(results.filter(({ ok }) => ok).length <= 1 || what.startsWith("give"));
        const people = [ada, bob].filter(({ id }) => owners.includes(id));
        assertEquals(people.length, owners.length);
        for (const person of people) {
          assertEquals((await membership(app, person, acme.id)).role, "owner");
        }
      }
    });
  }

  test("a member who is promoted and removed at once is one of both", async (app) => {
    const [ada, bob, eve] = [
      await signIn(app, ADA),
      await signIn(app, BOB),
      await signIn(app, EVE),
    ];
    for (let round = 0; round < 12; round++) {
      const acme = await createOrg(app, ada, `acme-${round}`);
      await add(app, acme.id, bob, "admin");
      await add(app, acme.id, eve, "member");
      const [own, bobs] = [
        await membership(app, ada, acme.id),
        await membership(app, bob, acme.id),
      ];
      await Promise.all([
        app.orgs.changeRole(own, eve.id, "owner"),
        app.orgs.removeMember(bobs, eve.id),
        app.orgs.leave(own),
      ]);
      const owners = await ownersOf(app, acme.id);
      assert(owners.length >= 1);
      const found = await at(app, eve, acme.id);
      assertEquals(found.ok, owners.includes(eve.id));
      const rows = await app.records.list(eve.id, "org.membership");
      const isStored = rows.some(({ data }) => (data as { org: string }).org === acme.id);
      assertEquals(isStored, owners.includes(eve.id), `round ${round}`);
    }
  });

  test("an organization that is deleted while people join has no member", async (app) => {
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const own = await membership(app, ada, acme.id);
    const people: Person[] = [];
    for (let i = 0; i < 8; i++) people.push(await signIn(app, `p${i}@example.com`));
    for (const { email } of people) done(await app.orgs.invite(own, { email, role: "guest" }));
    const tokens = people.map(({ email }) => tokenTo(app, email));
    const [deleted] = await Promise.all([
      app.orgs.deleteOrganization(own, "Acme"),
      ...people.map((person, index) =>
        app.orgs.acceptInvitation(requestOf(person, "POST"), tokens[index]!)
      ),
    ]);
    done(deleted);
    assertEquals(await app.records.get("org", acme.id), null);
    for (const person of [ada, ...people]) {
      assertEquals(reasonOf(await at(app, person, acme.id)), "not-member");
      assertEquals(await app.records.list(person.id, "org.membership"), []);
    }
    for (const kind of ["org.member", "org.invitation"]) {
      assertEquals(await app.records.list(`org:${acme.id}`, kind), [], kind);
    }
  });

  test("a user who is deleted while joining is no member", async (app) => {
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const own = await membership(app, ada, acme.id);
    for (let round = 0; round < 4; round++) {
      const person = await signIn(app, `p${round}@example.com`);
      done(await app.orgs.invite(own, { email: person.email, role: "member" }));
      await Promise.all([
        app.orgs.acceptInvitation(requestOf(person, "POST"), tokenTo(app, person.email)),
        app.auth.users.delete(person.id),
      ]);
      assertEquals(await app.records.list(person.id, "org.membership"), []);
      const { members } = done(await app.orgs.listMembers(own));
      assertEquals(members.map(({ userId }) => userId), [ada.id]);
    }
  });
}

register(localStores, STRATEGIES);
withPostgres(
  "organization races on PostgreSQL",
  (server) => register(serverStores(server), ["jwt"]),
);

for (const [what, duel] of Object.entries(DUELS)) {
  if (what === "are deleted") continue;
  Deno.test(`organization races: two owners who ${what} leave an owner, in ${ORDERS} orders of the calls`, async () => {
    const app = createOrgApp("jwt", { records: shuffled(MemoryRecords()) });
    const [ada, bob] = [await signIn(app, ADA), await signIn(app, BOB)];
    for (let round = 0; round < ORDERS; round++) {
      const acme = await createOrg(app, ada, `acme-${round}`);
      await add(app, acme.id, bob, "owner");
      const [adas, bobs] = [
        await membership(app, ada, acme.id),
        await membership(app, bob, acme.id),
      ];
      const results = await Promise.all([duel(app, adas, bob), duel(app, bobs, ada)]);
      const owners = await ownersOf(app, acme.id);
      const reasons = `round ${round}: ${results.map(reasonOf)}, ${owners.length} owners`;
      assert(owners.length >= 1, reasons);
      for (const person of [ada, bob]) {
        const found = await at(app, person, acme.id);
        assertEquals(found.ok && found.role === "owner", owners.includes(person.id), reasons);
        if (!found.ok || owners.includes(person.id)) continue;
        const { role } = found;
        assert(["admin", "member", "guest"].includes(role), reasons);
      }
    }
  });
}

Deno.test(`organization races: promotion, removal and leaving at once, in ${ORDERS} orders of the calls`, async () => {
  const app = createOrgApp("jwt", { records: shuffled(MemoryRecords()) });
  const [ada, bob, eve] = [await signIn(app, ADA), await signIn(app, BOB), await signIn(app, EVE)];
  for (let round = 0; round < ORDERS; round++) {
    const acme = await createOrg(app, ada, `acme-${round}`);
    await add(app, acme.id, bob, "admin");
    await add(app, acme.id, eve, "member");
    const [own, bobs] = [await membership(app, ada, acme.id), await membership(app, bob, acme.id)];
    const results = await Promise.all([
      app.orgs.changeRole(own, eve.id, "owner"),
      app.orgs.removeMember(bobs, eve.id),
      app.orgs.leave(own),
    ]);
    const owners = await ownersOf(app, acme.id);
    assert(owners.length >= 1, `round ${round}: ${results.map(reasonOf)}`);
    assertEquals((await at(app, eve, acme.id)).ok, owners.includes(eve.id), `round ${round}`);
    for (const id of owners) assert([ada.id, eve.id].includes(id));
    const rows = await app.records.list(eve.id, "org.membership");
    const isStored = rows.some(({ data }) => (data as { org: string }).org === acme.id);
    assertEquals(isStored, owners.includes(eve.id), `round ${round}`);
  }
});

Deno.test(`organization races: an owner who is demoted at the same time demotes no other, in ${ORDERS} orders of the calls`, async () => {
  const app = createOrgApp("jwt", { records: shuffled(MemoryRecords()) });
  const [ada, bob, eve] = [await signIn(app, ADA), await signIn(app, BOB), await signIn(app, EVE)];
  for (let round = 0; round < ORDERS; round++) {
    const acme = await createOrg(app, ada, `acme-${round}`);
    await add(app, acme.id, bob, "owner");
    await add(app, acme.id, eve, "owner");
    const [adas, bobs] = [await membership(app, ada, acme.id), await membership(app, bob, acme.id)];
    const results = await Promise.all([
      app.orgs.changeRole(adas, bob.id, "guest"),
      round % 2 ? app.orgs.changeRole(bobs, ada.id, "guest") : app.orgs.removeMember(bobs, ada.id),
    ]);
    assertEquals(results.filter(({ ok }) => ok).length, 1, results.map(reasonOf).join());
    assertEquals((await ownersOf(app, acme.id)).length, 2);
  }
});
