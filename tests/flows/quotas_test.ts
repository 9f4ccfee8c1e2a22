/**
 * The most records of an owner, each raced by fifty calls and more: none of them passes its limit, and
 * what has ended counts no more. And what a user makes strangers get by email, counted per user.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { addFactor } from "../../src/capabilities/factors/enrolling.ts";
import {
  listEnrolments,
  MAX_ENROLMENTS,
  newEnrolmentId,
} from "../../src/capabilities/factors/enrolments.ts";
import { keys, services } from "../../src/capabilities/keys/kinds.ts";
import { addMember, MAX_OWNERS } from "../../src/capabilities/organizations/members.ts";
import { quotaKind, withinQuota } from "../../src/records/quota.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { requireConfig } from "../../src/server/environment.ts";
import {
  createKeyApp,
  membership as keyMembership,
  reasonOf,
  signIn as signInAs,
} from "../unit/capabilities/keys/_keys.ts";
import { createAddressApp, signIn as signInByMail } from "./_addresses.ts";
import { onEveryStore } from "./_every_store.ts";
import { createOrg, createOrgApp, done, membership, ownersOf, signIn } from "./_organizations.ts";

const TIMES = 50;

const times = <T>(run: (number: number) => Promise<T>, count = TIMES) =>
  Promise.all(Array.from({ length: count }, (_, number) => run(number)));

/** How often each outcome came. */
const tally = (results: readonly { ok: boolean; reason?: string }[]) => {
  const counts: Record<string, number> = {};
  for (const one of results) counts[reasonOf(one)] = (counts[reasonOf(one)] ?? 0) + 1;
  return counts;
};

const KEY = { name: "CI", scopes: ["project:read"] } as const;

onEveryStore("quotas", (test) => {
  test("a user has 100 keys, and 100 that are rotated", async ({ config }) => {
    const app = createKeyApp({}, config);
    const ada = await signInAs(app, "ada");
    const create = () => app.auth.keys.createFor(ada.id, KEY);
    assertEquals(tally(await times(create, 200)), { "ok": 100, "too-many": 100 });
    assertEquals((await keys.list(app.records, ada.id)).length, 100);
    const rotate = async () => {
      const current = (await app.auth.keys.list(ada.id)).filter(({ isRotated }) => !isRotated);
      return await Promise.all(current.map(({ id }) => app.auth.keys.rotate(ada.id, id)));
    };
    assertEquals(tally(await rotate()), { ok: 100 });
    assertEquals(tally(await rotate()), { "too-many": 100 });
    assertEquals((await keys.list(app.records, ada.id)).length, 200);
    // A place is free as soon as a key has ended.
    const found = await app.auth.keys.list(ada.id);
    await app.auth.keys.revoke(ada.id, found.find(({ isRotated }) => !isRotated)!.id);
    assertEquals(tally(await times(create)), { "ok": 1, "too-many": TIMES - 1 });
    const places = await app.records.list(ada.id, "quota");
    assert(places.length > 0 && places.every(({ data }) => Object.keys(data!).length === 0));
  });

  test("an organization has 250 keys and 100 services", async ({ config }) => {
    const app = createKeyApp({}, config);
    const ada = await signInAs(app, "ada", { membership: { organization: "acme", role: "owner" } });
    const own = await keyMembership(app, ada);
    const owner = `org:${own.organization.id}`;
    const { keys: functions } = app.auth;
    const key = done(await functions.createForOrganization(own, KEY));
    const service = done(await functions.createService(own, KEY));
    // The others, as they are stored.
    const [one, two] = [
      (await keys.get(app.records, key.key.id))!,
      (await services.get(app.records, service.service.id))!,
    ];
    const idOf = (of: string, number: number) => of.slice(0, -3) + String(number).padStart(3, "0");
    for (let i = 0; i < 240; i++) {
      await keys.add(app.records, idOf(one.id, i), { userId: owner, ...one });
      if (i < 90) await services.add(app.records, idOf(two.id, i), { userId: owner, ...two });
    }
    const made = await times(() => functions.createForOrganization(own, KEY));
    assertEquals(tally(made), { "ok": 9, "too-many": TIMES - 9 });
    const begun = await times(() => functions.createService(own, KEY));
    assertEquals(tally(begun), { "ok": 9, "too-many": TIMES - 9 });
    assertEquals((await keys.list(app.records, owner)).length, 250);
    assertEquals((await services.list(app.records, owner)).length, 100);
  });

  test("a user has so many organizations, and creates so many an hour", async ({ config }) => {
    for (
      const [organizationsPerUser, most] of [
        [{ perHour: 1000, total: 7 }, 7],
        [{ perHour: 7 }, 7],
        [{}, 10],
        [undefined, 10],
        [false, TIMES],
      ] as const
    ) {
      const app = createOrgApp("jwt", config, { organizationsPerUser: organizationsPerUser! });
      const ada = await signIn(app, `ada-${crypto.randomUUID()}@example.com`);
      const create = (slug: string) => app.orgs.createOrganization(ada.id, { name: "Acme", slug });
      const slugs = Array.from({ length: TIMES }, () => crypto.randomUUID());
      const results = await Promise.all(slugs.map(create));
      assertEquals(results.filter(({ ok }) => ok).length, most);
      assertEquals((await app.orgs.listOrganizations(ada.id)).length, most);
      if (most === TIMES) continue;
      assertEquals(tally(results)["too-many"], TIMES - most);
      // Another user has an own count.
      const bob = await signIn(app, `bob-${crypto.randomUUID()}@example.com`);
      const slug = crypto.randomUUID();
      done(await app.orgs.createOrganization(bob.id, { name: "Acme", slug }));
    }
  });

  test("an organization that has ended, or has another owner, counts no more", async ({ config }) => {
    const organizationsPerUser = { perHour: 1000, total: 3 };
    const app = createOrgApp("jwt", config, { organizationsPerUser });
    const ada = await signIn(app, "ada@example.com");
    const create = async (slug: string) =>
      await app.orgs.createOrganization(ada.id, { name: "Acme", slug });
    const [first, second] = [done(await create("a")), done(await create("b"))];
    done(await create("c"));
    assertEquals(reasonOf(await create("d")), "too-many");
    done(await app.orgs.deleteOrganization(app.orgs.asSystem(first.organization.id)));
    done(await create("d"));
    assertEquals(reasonOf(await create("e")), "too-many");
    const bob = await signIn(app, "bob@example.com");
    const given = {
      org: second.organization.id,
      role: "admin",
      by: null,
      isManaged: false,
      externalId: null,
    };
    await addMember(app.records, bob.id, given, Infinity);
    const own = await membership(app, ada, second.organization.id);
    done(await app.orgs.transferOwnership(own, bob.id, "admin"));
    done(await create("e"));
  });

  test("a slug that is taken costs nothing of the hour", async ({ config }) => {
    const app = createOrgApp("jwt", config, { organizationsPerUser: { perHour: 2 } });
    const ada = await signIn(app, "ada@example.com");
    const create = async (slug: string) =>
      reasonOf(await app.orgs.createOrganization(ada.id, { name: "Acme", slug }));
    assertEquals(await create("a"), "ok");
    for (let i = 0; i < 5; i++) assertEquals(await create("a"), "slug-taken");
    assertEquals(await create("b"), "ok");
    assertEquals(await create("c"), "too-many");
  });

  test("an organization has 20 owners", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id: org } = await createOrg(app, ada);
    const people = await times(async (number) => {
      const user = { id: `p${number}`, email: `p${number}@example.com`, emailVerified: new Date() };
      const { id } = await app.adapter.createUser!(user);
      const given = { org, role: "admin", by: null, isManaged: false, externalId: null };
      await addMember(app.records, String(id), given, Infinity);
      return String(id);
    });
    const own = await membership(app, ada, org);
    const results = await Promise.all(people.map((id) => app.orgs.changeRole(own, id, "owner")));
    assertEquals(tally(results), { "ok": MAX_OWNERS - 1, "too-many": TIMES - MAX_OWNERS + 1 });
    assertEquals((await ownersOf(app, org)).length, MAX_OWNERS);
  });

  test("a user has 20 enrolments of second factors", async ({ config }) => {
    const factor = Totp();
    const app = createOrgApp("jwt", { ...config, factors: [factor] });
    const caller = { config: requireConfig(app.config) };
    await app.adapter.createUser!({ id: "ada", email: "a@example.com", emailVerified: new Date() });
    const results = await times(async () => {
      const user = { id: "ada", label: "Ada" };
      const confirmed = { id: newEnrolmentId(), factor, data: "sealed" };
      return await addFactor(caller, user, confirmed).then(() => true, () => false);
    });
    assertEquals(results.filter(Boolean).length, MAX_ENROLMENTS);
    assertEquals((await listEnrolments(app.records, "ada")).length, MAX_ENROLMENTS);
  });

  test("a user sends so many invitations an hour, over all organizations", async ({ config }) => {
    const app = createOrgApp("jwt", config, { invitationsPerHour: 12 });
    const [ada, bob] = [await signIn(app, "ada@example.com"), await signIn(app, "bob@example.com")];
    const own: Awaited<ReturnType<typeof membership>>[] = [];
    for (const slug of ["a", "b", "c", "d", "e"]) {
      own.push(await membership(app, ada, (await createOrg(app, ada, slug)).id));
    }
    app.mails.length = 0;
    const invite = (number: number) =>
      app.orgs.invite(own[number % own.length]!, {
        email: `stranger-${number}@example.com`,
        role: "guest",
      });
    assertEquals(tally(await times(invite)), { "ok": 12, "too-many": TIMES - 12 });
    assertEquals(app.mails.length, 12);
    // An organization of another user is not counted for it.
    const other = await membership(app, bob, (await createOrg(app, bob, "f")).id);
    const email = "one@example.com";
    done(await app.orgs.invite(other, { email, role: "guest" }));
    // An organization has the limit too, whoever invites.
    const joined = { org: other.organization.id, by: null, isManaged: false, externalId: null };
    for (let i = 0; i < 3; i++) {
      const eve = await signIn(app, `eve${i}@example.com`);
      await addMember(app.records, eve.id, { ...joined, role: "owner" }, Infinity);
      const eves = await membership(app, eve, other.organization.id);
      const results = await times(
        (number) => app.orgs.invite(eves, { email: `e${i}-${number}@example.com`, role: "guest" }),
        5,
      );
      assertEquals(results.filter(({ ok }) => ok).length, i < 2 ? 5 : 1);
    }
  });

  test("a user sends so many codes an hour to addresses of others", async ({ config }) => {
    const app = createAddressApp({ ...config as object, limits: {} });
    await signInByMail(app);
    const auth = defineAuth(app.config);
    const cookie = app.browser.cookies.header(new URL(app.origin))!;
    const form = () =>
      new Request(`${app.origin}/settings`, {
        method: "POST",
        headers: { cookie, origin: app.origin },
      });
    const change = (number: number) =>
      auth.addresses.beginChange(form(), `stranger-${number}@example.com`, new Headers())
        .then(() => ({ ok: true }), () => ({ ok: false, reason: "too-many" }));
    assertEquals(tally(await times(change)), { "ok": 20, "too-many": TIMES - 20 });
    const strangers = app.mails.filter(({ to }) => to.startsWith("stranger-"));
    assertEquals(strangers.length, 20);
  });

  test("a place is free again when nothing was written, and when the process has stopped", async ({ config }) => {
    const { records } = createOrgApp("jwt", config);
    const written = new Set<string>();
    const quota = {
      ...{ owner: "ada", of: "things", most: 3 },
      list: () => Promise.resolve([...written]),
    };
    const within = (id: string, fails = false) =>
      withinQuota(records, quota, id, () => {
        if (fails) return Promise.reject(new Error("The store is down"));
        written.add(id);
        return Promise.resolve("ok");
      }).catch(() => "failed");
    const failed = await times((i) => within(`${i}`, true));
    assert(failed.includes("failed") && !failed.includes("ok"));
    const results = await times((i) => within(`${i}`));
    assertEquals(results.filter((one) => one === "ok").length, 3);
    written.clear();
    // As a process leaves it that has stopped in between.
    const stopped = (at: number) =>
      quotaKind.update(records, quota, () => ({
        userId: "ada",
        expires: new Date(Date.now() + 60_000),
        data: { a: at, b: at, c: at },
      }));
    await stopped(Date.now());
    assertEquals(await within("d"), "too-many");
    await stopped(Date.now() - 61_000);
    assertEquals(await within("d"), "ok");
  });
}, true);
