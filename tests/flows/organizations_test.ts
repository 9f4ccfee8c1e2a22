/**
 * Organizations: what cannot go wrong, with both session strategies.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { FakeTime } from "@std/testing/time";
import { AccessDenied, AuthError, MissingCSRF } from "../../src/errors.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import type { PolicyData } from "../../src/capabilities/organizations/kinds.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { Membership } from "../../src/capabilities/organizations/membership.ts";
import {
  APP,
  at,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  ownersOf,
  reasonOf,
  requestOf,
  setPolicy,
  signIn,
  tokenTo,
  trail,
} from "./_organizations.ts";
import { STRATEGIES } from "./_strategies.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";

for (const strategy of STRATEGIES) {
  const test = (title: string, run: () => Promise<void>) =>
    Deno.test(`organizations: ${title} (${strategy})`, run);

  test("the one who creates an organization is its owner, and may do all", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    for (const name of [acme.id, "acme"]) {
      const found = await membership(app, ada, name);
      assertEquals([found.role, found.userId, found.organization], ["owner", ada.id, acme]);
      assert(app.orgs.can(found, "billing:manage"));
    }
    const listed = await app.orgs.listOrganizations(ada.id);
    assertEquals(listed.map(({ slug, role }) => [slug, role]), [["acme", "owner"]]);
    assertEquals(trail(app), ["organization.created"]);
  });

  test("a membership cannot be made by hand", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const real = await membership(app, ada, acme.id);
    const forged = [
      { ok: true, organization: acme, userId: ada.id, role: "owner" },
      Object.create(real),
      { ...real },
      Object.create(Membership.prototype),
      Object.setPrototypeOf({}, Membership.prototype),
      structuredClone(JSON.parse(JSON.stringify(real))),
    ];
    for (const one of forged as typeof real[]) {
      assertThrows(() => app.orgs.can(one, "project:read"), TypeError, "no membership");
      await assertRejects(() => app.orgs.leave(one), TypeError, "no membership");
    }
    const Class = real.constructor as typeof Membership;
    assertThrows(() => new Class(Symbol("membership"), {} as never), TypeError, "only");
    assertThrows(() => Class.stateIn(Symbol("membership"), real), TypeError, "no membership");
    assertThrows(() => Object.assign(real, { role: "owner" }), TypeError, "role");
    assertEquals(JSON.stringify(real), '{"ok":true}');
  });

  test("a stranger gets the same 404 for an organization that does not exist", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const eve = await signIn(app, EVE);
    const acme = await createOrg(app, ada);
    const answers = new Set<string>();
    const missing = "org_abcdefghijklmnopqrstuv";
    for (
      const name of [acme.id, "acme", "none", missing, "a/b", "A".repeat(9999), "__proto__"]
    ) {
      const found = await at(app, eve, name);
      assert(!found.ok);
      const { status, headers } = found.response();
      const body = await found.response().text();
      answers.add(JSON.stringify([found.reason, status, [...headers], body]));
    }
    assertEquals(answers.size, 1);
    assert([...answers][0]!.includes("404"));
    // Without a session, the sign-in page, also for what exists.
    for (const name of ["acme", "none"]) {
      const found = await at(app, { browser: app.open() }, name);
      assert(!found.ok);
      const location = new URL(found.response().headers.get("location")!);
      assertEquals(location.pathname + location.search, "/auth/signin?callbackUrl=%2Fpage");
    }
  });

  test("strangers and members take the same reads, at most three", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const eve = await signIn(app, EVE);
    const acme = await createOrg(app, ada);
    const get = app.records.get;
    const reads: string[] = [];
    app.records.get = (kind, id) => {
      if (kind.startsWith("org")) reads.push(kind);
      return get.call(app.records, kind, id);
    };
    const count = async (person: typeof ada, name: string) => {
      reads.length = 0;
      await at(app, person, name);
      return reads.toSorted().join();
    };
    const bySlug = "org,org.membership,org.slug";
    for (const person of [ada, eve]) {
      assertEquals(await count(person, "acme"), bySlug);
      assertEquals(await count(person, "none"), bySlug);
      assertEquals(await count(person, acme.id), "org,org.membership");
    }
    // Once per request object.
    reads.length = 0;
    const request = requestOf(ada);
    const [one, two] = await Promise.all([
      app.orgs.readMembership(request, "acme"),
      app.orgs.readMembership(request, "acme"),
    ]);
    assertEquals([one === two, reads.length], [true, 3]);
  });

  test("the session is read once for the app and its membership", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    await createOrg(app, ada);
    let reads = 0;
    const get = app.records.get;
    app.records.get = (kind, id) => {
      if (kind === "session") reads++;
      return get.call(app.records, kind, id);
    };
    const request = requestOf(ada);
    await app.auth.getSession(request);
    const before = reads;
    await app.orgs.readMembership(request, "acme");
    await app.auth.getSession(request);
    assertEquals(reads, before);
  });

  test("a role gives, takes and invites to those in `grants` only", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const eve = await join(app, ada, acme.id, EVE, "guest");
    const byBob = () => membership(app, bob, acme.id);
    const { orgs } = app;
    for (const role of ["owner", "admin"] as const) {
      const invited = await orgs.invite(await byBob(), { email: "x@example.com", role });
      assert(["role-beyond-own", "proof-too-weak"].includes(reasonOf(invited)), role);
      assertEquals(reasonOf(await orgs.changeRole(await byBob(), eve.id, role)), "role-beyond-own");
    }
    // A role that is not defined is an error, which names the one that was meant.
    const typo = "gest" as "guest";
    const owner = await membership(app, ada, acme.id);
    for (
      const change of [
        async () => orgs.invite(await byBob(), { email: "x@example.com", role: typo }),
        async () => orgs.changeRole(await byBob(), eve.id, typo),
        () => orgs.transferOwnership(owner, bob.id, typo),
      ]
    ) {
      const error = await assertRejects(change, AuthError, 'did you mean "guest"?');
      assertEquals(error.cause?.field, "role");
    }
    done(await orgs.changeRole(await byBob(), eve.id, "member"));
    assertEquals((await membership(app, eve, acme.id)).role, "member");
    // Nobody of a role that the admin cannot give.
    for (const user of [ada.id, bob.id]) {
      assertEquals(
        reasonOf(await orgs.changeRole(await byBob(), user, "guest")),
        "role-beyond-own",
      );
      assertEquals(reasonOf(await orgs.removeMember(await byBob(), user)), "role-beyond-own");
    }
    // Without the permission, nothing.
    const byEve = await membership(app, eve, acme.id);
    assertEquals(reasonOf(await orgs.removeMember(byEve, bob.id)), "forbidden");
    assertEquals(reasonOf(await orgs.invite(byEve, { email: BOB, role: "guest" })), "forbidden");
    assertEquals(reasonOf(await orgs.updateOrganization(byEve, { name: "X" })), "forbidden");
    assertEquals(reasonOf(await orgs.deleteOrganization(byEve, "Acme")), "forbidden");
    assertEquals(reasonOf(await orgs.transferOwnership(byEve, bob.id, "admin")), "forbidden");
    done(await orgs.removeMember(await byBob(), eve.id));
    assertEquals(reasonOf(await at(app, eve, acme.id)), "not-member");
    assertEquals(await ownersOf(app, acme.id), [ada.id]);
  });

  test("a membership in hand does not outlive a removal, a demotion, a suspension or a session", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const cases: Record<string, (id: string) => Promise<unknown>> = {
      "removed": async (id) =>
        done(await app.orgs.removeMember(await membership(app, ada, acme.id), id)),
      "demoted": async (id) =>
        done(await app.orgs.changeRole(await membership(app, ada, acme.id), id, "guest")),
      "suspended": (id) => app.auth.users.suspend(id),
      "signed out elsewhere": (id) => app.auth.sessions.revokeAll(id),
      "deleted": (id) => app.auth.users.delete(id),
    };
    for (const [name, change] of Object.entries(cases)) {
      const email = `${name.replaceAll(" ", "-")}@example.com`;
      const admin = await join(app, ada, acme.id, email, "admin");
      const old = await membership(app, admin, acme.id);
      await change(admin.id);
      app.mails.length = 0;
      const invited = await app.orgs.invite(old, { email: EVE, role: "member" });
      assert(
        ["not-member", "forbidden"].includes(reasonOf(invited)),
        `${name}: ${reasonOf(invited)}`,
      );
      assertEquals(app.mails.filter(({ to }) => to === EVE), [], name);
      if (name === "demoted") continue;
      assertEquals(reasonOf(await at(app, admin, acme.id)), "not-member", name);
    }
  });

  test("a person who acts for the user sees what the user sees, and changes nothing", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    // The page of an invitation of another organization.
    const other = await createOrg(app, bob, "other");
    done(
      await app.orgs.invite(await membership(app, bob, other.id), { email: ADA, role: "guest" }),
    );
    const browser = app.open();
    const proof = { methods: ["mail" as const], actor: "support" };
    const options = { origin: APP, env: {}, proof };
    const { setCookies } = await signInAs(app.config, { id: ada.id, email: ADA }, options);
    browser.cookies.store(new URL(APP), setCookies);
    const support = { browser };
    const own = await membership(app, support, acme.id);
    assertEquals([own.role, own.userId], ["owner", ada.id]);
    assertEquals(done(await app.orgs.listMembers(own)).members.length, 2);
    const { orgs } = app;
    const changes = [
      await orgs.invite(own, { email: EVE, role: "member" }),
      await orgs.changeRole(own, bob.id, "owner"),
      await orgs.removeMember(own, bob.id),
      await orgs.leave(own),
      await orgs.updateOrganization(own, { name: "X" }),
      await orgs.transferOwnership(own, bob.id, "admin"),
      await orgs.deleteOrganization(own, "Acme"),
      await orgs.acceptInvitation(requestOf(support, "POST"), tokenTo(app, ADA)),
    ];
    assertEquals(new Set(changes.map(reasonOf)), new Set(["forbidden"]));
    assertEquals(await ownersOf(app, acme.id), [ada.id]);
  });

  test("another site's form changes nothing", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const headers = {
      cookie: ada.browser.cookies.header(new URL(APP)),
      origin: "https://evil.example",
    };
    const request = new Request(`${APP}/page`, { method: "POST", headers });
    const found = await app.orgs.readMembership(request, acme.id);
    assert(found.ok);
    const invitation = { email: EVE, role: "admin" } as const;
    await assertRejects(() => app.orgs.invite(found, invitation), MissingCSRF);
  });

  test("the last owner stays: leaving, demotion and removal are refused", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const own = await membership(app, ada, acme.id);
    assertEquals(reasonOf(await app.orgs.leave(own)), "last-owner");
    assertEquals(reasonOf(await app.orgs.changeRole(own, ada.id, "admin")), "last-owner");
    assertEquals(reasonOf(await app.orgs.removeMember(own, ada.id)), "last-owner");
    assertEquals((await membership(app, ada, acme.id)).role, "owner");
    // A second owner makes all three possible.
    const bob = await join(app, ada, acme.id, BOB, "admin");
    done(await app.orgs.changeRole(own, bob.id, "owner"));
    assertEquals(await ownersOf(app, acme.id), [ada.id, bob.id]);
    done(await app.orgs.leave(own));
    assertEquals(await ownersOf(app, acme.id), [bob.id]);
    assertEquals(reasonOf(await at(app, ada, acme.id)), "not-member");
  });

  test("the ownership moves in one step, and both are notified", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    app.mails.length = 0;
    const own = await membership(app, ada, acme.id);
    assertEquals(reasonOf(await app.orgs.transferOwnership(own, "nobody", "admin")), "not-member");
    done(await app.orgs.transferOwnership(own, bob.id, "admin"));
    assertEquals(await ownersOf(app, acme.id), [bob.id]);
    assertEquals((await membership(app, ada, acme.id)).role, "admin");
    assertEquals((await membership(app, bob, acme.id)).role, "owner");
    assertEquals(app.mails.map(({ to }) => to).sort(), [ADA, BOB]);
    assertEquals(trail(app).at(-1), "organization.ownership-moved");
  });

  test("owners need a fresh proof; they are led to it, and back", async () => {
    using time = new FakeTime();
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    await time.tickAsync(11 * 60 * 1000);
    const own = await membership(app, ada, acme.id);
    const { orgs } = app;
    const tries = [
      await orgs.changeRole(own, bob.id, "admin"),
      await orgs.removeMember(own, bob.id),
      await orgs.leave(own),
      await orgs.transferOwnership(own, bob.id, "admin"),
      await orgs.deleteOrganization(own, "Acme"),
      await orgs.updateOrganization(own, { policy: { proofMaxAge: 60 } }),
      await orgs.invite(own, { email: EVE, role: "owner" }),
    ];
    for (const refused of tries) {
      assert(!refused.ok);
      assertEquals([refused.reason, refused.status], ["proof-too-weak", 303]);
      assertEquals(new URL(refused.location!).pathname, "/auth/signin");
    }
    // A change that concerns no owner goes on.
    done(await orgs.invite(own, { email: EVE, role: "member" }));
    assertEquals(await ownersOf(app, acme.id), [ada.id]);
  });

  test("the policy is part of every membership", async () => {
    using time = new FakeTime();
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const system = app.orgs.asSystem(acme.id);
    const reason = async (policy: Parameters<typeof app.orgs.updateOrganization>[1]["policy"]) => {
      await setPolicy(app, acme.id, (policy ?? {}) as PolicyData);
      return reasonOf(await at(app, ada, acme.id));
    };
    assertEquals(await reason({ methods: ["mfa"] }), "proof-too-weak");
    assertEquals(await reason({ methods: ["mail"] }), "ok");
    assertEquals(await reason({ providers: ["company"] }), "provider-required");
    assertEquals(await reason({ providers: ["mail"] }), "ok");
    assertEquals(await reason({ domains: ["acme.example"] }), "domain-not-allowed");
    assertEquals(await reason({ domains: ["example.com"] }), "ok");
    assertEquals(await reason({ proofMaxAge: 600, sessionMaxAge: 3600 }), "ok");
    await time.tickAsync(601_000);
    const stale = await at(app, ada, acme.id);
    assert(!stale.ok && stale.status === 303 && stale.reason === "proof-too-weak");
    assertEquals(await reason({ sessionMaxAge: 3600 }), "ok");
    await time.tickAsync(3600_000);
    assertEquals(reasonOf(await at(app, ada, acme.id)), "session-too-old");
    assertEquals(await reason(null), "ok");
    // A membership in hand does not outlive a stricter policy.
    const old = await membership(app, ada, acme.id);
    await setPolicy(app, acme.id, { providers: ["company"] });
    const invited = await app.orgs.invite(old, { email: BOB, role: "guest" });
    assertEquals(reasonOf(invited), "provider-required");
    const wrong = { methods: [] as string[] } as unknown as { proofMaxAge: 1 };
    for (const policy of [{ proofMaxAge: 1 }, wrong]) {
      await assertRejects(
        () => app.orgs.updateOrganization(system, { policy }),
        AuthError,
        "policy",
      );
    }
  });

  test("a slug names one organization, and moves with its name", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const taken = await app.orgs.createOrganization(ada.id, { name: "Other", slug: "acme" });
    assertEquals(reasonOf(taken), "slug-taken");
    const other = await createOrg(app, ada, "other");
    const own = await membership(app, ada, acme.id);
    assertEquals(reasonOf(await app.orgs.updateOrganization(own, { slug: "other" })), "slug-taken");
    done(await app.orgs.updateOrganization(own, { slug: "acme-2", name: "Acme 2" }));
    assertEquals(reasonOf(await at(app, ada, "acme")), "not-member");
    assertEquals((await membership(app, ada, "acme-2")).organization.name, "Acme 2");
    assertEquals((await membership(app, ada, "other")).organization.id, other.id);
    done(await app.orgs.createOrganization(ada.id, { name: "New", slug: "acme" }));
    for (const slug of ["", "A", "a_b", "-a", "a-", "a".repeat(64), "org_abcdefghijklmnopqrstuv"]) {
      const error = await assertRejects(
        () => app.orgs.createOrganization(ada.id, { name: "X", slug }),
        AuthError,
        "slug",
      );
      assertEquals(error.cause?.field, "slug");
    }
    for (const name of ["", " ", "a".repeat(65), "a\u202eb"]) {
      const create = () => app.orgs.createOrganization(ada.id, { name, slug: "x" });
      assertEquals((await assertRejects(create, AuthError, "name")).cause?.field, "name");
    }
  });

  test("a deleted organization is none at once, for everyone", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    done(await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }));
    const eve = await signIn(app, EVE);
    const [own, bobs] = [await membership(app, ada, acme.id), await membership(app, bob, acme.id)];
    const wrong = () => app.orgs.deleteOrganization(own, "acme");
    assertEquals((await assertRejects(wrong, AuthError)).cause?.field, "name");
    done(await app.orgs.deleteOrganization(own, "Acme"));
    for (const person of [ada, bob]) {
      assertEquals(reasonOf(await at(app, person, acme.id)), "not-member");
      assertEquals(reasonOf(await at(app, person, "acme")), "not-member");
      assertEquals(await app.orgs.listOrganizations(person.id), []);
    }
    assertEquals(reasonOf(await app.orgs.listMembers(bobs)), "not-member");
    const accepted = await app.orgs.acceptInvitation(requestOf(eve, "POST"), tokenTo(app, EVE));
    assertEquals(reasonOf(accepted), "invitation-expired");
    for (const kind of ["org.member", "org.invitation", "org.pending"]) {
      assertEquals(await app.records.list(`org:${acme.id}`, kind), []);
    }
    done(await app.orgs.createOrganization(bob.id, { name: "Acme", slug: "acme" }));
  });

  test("a role that the app no longer defines permits nothing, and an owner can take it away", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const [row] = await app.records.list(bob.id, "org.membership");
    const data = { ...row!.data as object, role: "wizard" };
    await app.records.put({ ...row!, version: row!.version + 1, data }, row!.version);
    const found = await membership(app, bob, acme.id);
    assertEquals(found.role as string, "wizard");
    for (const permission of ["project:read", "member:invite"] as const) {
      assertEquals(app.orgs.can(found, permission), false);
    }
    await membership(app, bob, acme.id);
    const logged = app.errors.filter(({ message }) => message.includes("wizard"));
    assertEquals(logged.length, 1);
    const own = await membership(app, ada, acme.id);
    done(await app.orgs.changeRole(own, bob.id, "guest"));
    assertEquals((await membership(app, bob, acme.id)).role, "guest");
  });

  test("members are listed a page at a time, and a row without a truth is not shown", async () => {
    using time = new FakeTime();
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const people = [ada];
    for (let i = 0; i < 4; i++) {
      people.push(await join(app, ada, acme.id, `m${i}@example.com`, "member"));
    }
    const own = await membership(app, ada, acme.id);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = done(await app.orgs.listMembers(own, { limit: 2, after }));
      seen.push(...page.members.map(({ userId }) => userId));
      after = page.next;
    } while (after);
    assertEquals(seen.sort(), people.map(({ id }) => id).sort());
    const [row] = await app.records.list(people[1]!.id, "org.membership");
    await app.records.take("org.membership", row!.id);
    const list = async () =>
      done(await app.orgs.listMembers(await membership(app, ada, acme.id))).members;
    assertEquals((await list()).length, 4);
    assertEquals((await app.records.list(`org:${acme.id}`, "org.member")).length, 5);
    await time.tickAsync(11 * 60 * 1000);
    assertEquals((await list()).length, 4);
    assertEquals((await app.records.list(`org:${acme.id}`, "org.member")).length, 4);
    await assertRejects(() => app.orgs.listMembers(own, { limit: 101 }), RangeError, "limit");
  });

  test("only those may create who the app lets", async () => {
    const nobody = createOrgApp(strategy, {}, { create: "nobody" });
    const ada = await signIn(nobody, ADA);
    const typed = { name: "Acme", slug: "acme" };
    assertEquals(reasonOf(await nobody.orgs.createOrganization(ada.id, typed)), "forbidden");
    const some = createOrgApp(strategy, {}, {
      create: ({ email }) => {
        if (email === EVE) throw new Error("no");
        return email === ADA;
      },
    });
    for (const [email, reason] of [[ADA, "ok"], [BOB, "forbidden"], [EVE, "forbidden"]] as const) {
      const { id } = await signIn(some, email);
      const slug = email.slice(0, 3);
      assertEquals(reasonOf(await some.orgs.createOrganization(id, { name: "X", slug })), reason);
    }
    await assertRejects(
      () => some.orgs.createOrganization("none", typed),
      AuthError,
      "no such user",
    );
    const bob = await some.adapter.getUserByEmail!(ADA);
    await some.auth.users.suspend(String(bob!.id));
    const suspended = await some.orgs.createOrganization(String(bob!.id), { ...typed, slug: "b" });
    assertEquals(reasonOf(suspended), "forbidden");
  });

  test("the app itself acts by name, and the audit log says so", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    const system = app.orgs.asSystem(acme.id);
    assertEquals([system.userId, system.role as string], [null, "owner"]);
    done(await app.orgs.changeRole(system, bob.id, "admin"));
    const entry = app.entries.at(-1)!;
    assertEquals(
      [entry.name, entry.bySystem, entry.actor, entry.userId, entry.organization],
      ["organization.role-changed", true, undefined, bob.id, acme.id],
    );
    assertEquals(reasonOf(await app.orgs.removeMember(system, ada.id)), "last-owner");
    const none = app.orgs.asSystem("org_abcdefghijklmnopqrstuv");
    assertEquals(reasonOf(await app.orgs.changeRole(none, bob.id, "admin")), "not-member");
    const byAda = await membership(app, ada, acme.id);
    done(await app.orgs.changeRole(byAda, bob.id, "guest"));
    assertEquals([app.entries.at(-1)!.actor, app.entries.at(-1)!.bySystem], [ada.id, undefined]);
  });

  test("a deletion of the last owner is refused with the list, and another one leaves", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    const error = await assertRejects(() => app.auth.users.delete(ada.id), AccessDenied, "Acme");
    assertEquals(error.cause?.organizations, [acme]);
    assert(await app.adapter.getUser!(ada.id));
    assertEquals((await membership(app, ada, acme.id)).role, "owner");
    await app.auth.users.delete(bob.id);
    assertEquals(await app.records.list(bob.id, "org.membership"), []);
    const { members } = done(await app.orgs.listMembers(await membership(app, ada, acme.id)));
    assertEquals(members.map(({ userId }) => userId), [ada.id]);
    assertEquals((await app.records.list(`org:${acme.id}`, "org.member")).length, 1);
  });

  test("a deletion of the last owner deletes the organization, or makes another owner", async () => {
    const deleting = createOrgApp(strategy, {}, { onLastOwner: "delete" });
    const ada = await signIn(deleting, ADA);
    const acme = await createOrg(deleting, ada);
    await deleting.auth.users.delete(ada.id);
    assertEquals(await deleting.records.get("org", acme.id), null);

    let next: string | undefined;
    const moving = createOrgApp(strategy, {}, { onLastOwner: () => next });
    const eve = await signIn(moving, EVE);
    const other = await createOrg(moving, eve);
    const bob = await join(moving, eve, other.id, BOB, "guest");
    await assertRejects(() => moving.auth.users.delete(eve.id), AccessDenied);
    next = "nobody";
    await assertRejects(() => moving.auth.users.delete(eve.id), AccessDenied);
    assertEquals(await ownersOf(moving, other.id), [eve.id]);
    next = bob.id;
    await moving.auth.users.delete(eve.id);
    assertEquals(await ownersOf(moving, other.id), [bob.id]);
    assertEquals((await membership(moving, bob, other.id)).role, "owner");
  });

  test("a deletion that waits is refused when it is asked for", async () => {
    const app = createOrgApp(strategy, { account: AccountPage({ deletion: { graceDays: 14 } }) }, {
      onLastOwner: "refuse",
    });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    await assertRejects(() => app.auth.users.requestDeletion(ada.id), AccessDenied, "Acme");
    assertEquals((await membership(app, ada, acme.id)).role, "owner");
    assert(await app.auth.users.requestDeletion(bob.id) > new Date());
    // Nothing is changed before the time has come.
    const { members } = done(await app.orgs.listMembers(await membership(app, ada, acme.id)));
    assertEquals(members.length, 2);
  });

  test("an organization has at most twenty owners", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const system = app.orgs.asSystem(acme.id);
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { id } = await app.adapter.createUser!({
        id: `u${i}`,
        email: `u${i}@example.com`,
        emailVerified: new Date(),
      });
      const given = { org: acme.id, role: "member", by: null, isManaged: false, externalId: null };
      assertEquals(await addMember(app.records, id, given, Infinity), true);
      ids.push(id);
    }
    const reasons = [];
    for (const id of ids) reasons.push(reasonOf(await app.orgs.changeRole(system, id, "owner")));
    assertEquals(reasons.filter((reason) => reason === "ok").length, 19);
    assertEquals(reasons.at(-1), "too-many");
    assertEquals((await ownersOf(app, acme.id)).length, 20);
  });

  test("an export has the memberships of the user, and none of others", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    const copy = await app.auth.users.export(bob.id);
    const list = copy!.records!["org.membership"] as { org: string; role: string }[];
    assertEquals(list.map(({ org, role }) => [org, role]), [[acme.id, "member"]]);
  });
}
