/**
 * Organizations as an app configures them: what they need, the app's own tables, `maxLag`, and an app
 * without them.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AuthError } from "../../src/errors.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { endMembership } from "../../src/capabilities/organizations/members.ts";
import { wrapRecords } from "../../src/hooks/adapter.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import {
  access,
  at,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  reasonOf,
  requestOf,
  signIn,
} from "./_organizations.ts";
import { STRATEGIES } from "./_strategies.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";

Deno.test("Organizations(): says what the config lacks", async () => {
  const full = {
    providers: [],
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    sendMail: () => {},
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  };
  const { records: _records, ...bare } = MemoryAdapter();
  const cases: [Record<string, unknown>, Record<string, unknown>, string][] = [
    [{ adapter: undefined, session: {} }, {}, "`adapter`"],
    [{ adapter: bare, session: {} }, {}, "store of records"],
    [{ sendMail: undefined }, {}, "`sendMail`"],
    [{}, { access: {} }, "`organizations.access`"],
    [{}, { create: "all" }, "`organizations.create`"],
    [{}, { onLastOwner: "ignore" }, "`organizations.onLastOwner`"],
    [{}, { memberships: { of: () => [] } }, "`organizations.memberships`"],
    [{}, { maxLag: -1 }, "`organizations.maxLag`"],
    [{}, { invitationsPerHour: 0 }, "`organizations.invitationsPerHour`"],
  ];
  for (const [config, options, words] of cases) {
    const organizations = Organizations({ access, ...options });
    const auth = defineAuth(
      { ...full, ...config, organizations } as typeof full & {
        organizations: typeof organizations;
      },
    );
    const error = await assertRejects(() => auth.organizations.listOrganizations("1"), AuthError);
    assert(error.message.includes(words), `${words}: ${error.message}`);
  }
  const forged = { id: "organizations" } as ReturnType<typeof Organizations>;
  const auth = defineAuth({ ...full, organizations: forged });
  const list = () => auth.organizations.listOrganizations("1");
  await assertRejects(list, AuthError, "Organizations() of @x/auth/organizations");
});

Deno.test("an app without organizations: the functions say what to add", async () => {
  const auth = defineAuth({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  const request = new Request("https://app.example/");
  const read = () => auth.organizations.readMembership(request, "acme");
  await assertRejects(read, AuthError, "add Organizations() of @x/auth/organizations");
});

Deno.test("a membership of one config opens nothing in another", async () => {
  const [one, two] = [
    createOrgApp(),
    createOrgApp("jwt", {}, {
      access: defineAccess({
        permissions: {},
        roles: { admin: "all", member: {}, guest: {} },
      }) as never,
    }),
  ];
  const ada = await signIn(one, ADA);
  const acme = await createOrg(one, ada);
  const own = await membership(one, ada, acme.id);
  assertThrows(() => two.orgs.can(own, "project:read"), TypeError, "other roles");
  for (const foreign of [own, one.orgs.asSystem(acme.id)]) {
    const change = () => two.orgs.updateOrganization(foreign, { name: "X" });
    await assertRejects(change, TypeError, "another config");
  }
});

for (const strategy of STRATEGIES) {
  Deno.test(`organizations: the app's own tables are read, and every change is refused by name (${strategy})`, async () => {
    const organization = { id: "42", name: "Acme", slug: "acme" };
    const table = new Map<string, string>();
    const app = createOrgApp(strategy, {}, {
      memberships: {
        of: (userId) => table.has(userId) ? [{ organization, role: table.get(userId)! }] : [],
        in: (_id, { after, limit }) =>
          [...table].filter(([userId]) => after === undefined || userId > after).slice(0, limit)
            .map(([userId, role]) => ({ userId, role })),
        get: (name, userId) =>
          ["42", "acme"].includes(name) && table.has(userId)
            ? { organization, role: table.get(userId)! }
            : null,
      },
    });
    const ada = await signIn(app, ADA);
    assertEquals(reasonOf(await at(app, ada, "acme")), "not-member");
    table.set(ada.id, "admin");
    const own = await membership(app, ada, "acme");
    assertEquals([own.role, own.organization], ["admin", organization]);
    assert(app.orgs.can(own, "project:write"));
    assertEquals((await app.orgs.listOrganizations(ada.id)).map(({ id }) => id), ["42"]);
    assertEquals(done(await app.orgs.listMembers(own)).members[0]!.userId, ada.id);
    const { orgs } = app;
    const changes: [() => Promise<unknown>, string][] = [
      [() => orgs.createOrganization(ada.id, { name: "X", slug: "x" }), "create the organization"],
      [() => orgs.updateOrganization(own, { name: "X" }), "change the organization"],
      [() => orgs.deleteOrganization(own, "Acme"), "delete the organization"],
      [() => orgs.invite(own, { email: BOB, role: "guest" }), "invite a member"],
      [() => orgs.listInvitations(own), "list invitations"],
      [() => orgs.cancelInvitation(own, "x"), "cancel an invitation"],
      [() => orgs.readInvitation(requestOf(ada), "x"), "read an invitation"],
      [() => orgs.acceptInvitation(requestOf(ada, "POST"), "x"), "accept an invitation"],
      [() => orgs.changeRole(own, ada.id, "guest"), "change a role"],
      [() => orgs.removeMember(own, ada.id), "remove a member"],
      [() => orgs.leave(own), "leave the organization"],
      [() => orgs.transferOwnership(own, "x", "guest"), "transfer the ownership"],
      [() => orgs.importMembers("42", []), "import members"],
      [() => orgs.changeRole(orgs.asSystem("42"), ada.id, "guest"), "change a role"],
    ];
    for (const [change, what] of changes) {
      await assertRejects(change, AuthError, `Cannot ${what}: \`memberships\``);
    }
    table.delete(ada.id);
    assertEquals(reasonOf(await at(app, ada, "acme")), "not-member");
    await app.auth.users.delete(ada.id);
  });

  Deno.test(`organizations: with \`maxLag\` another process counts that much later, a change never (${strategy})`, async () => {
    using time = new FakeTime();
    const app = createOrgApp(strategy, {}, { maxLag: 60 });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const old = await membership(app, bob, "acme");
    let reads = 0;
    const get = app.records.get;
    app.records.get = (kind, id) => {
      if (kind.startsWith("org")) reads++;
      return get.call(app.records, kind, id);
    };
    await membership(app, bob, "acme");
    assertEquals(reads, 0);
    // As another process does it: this one does not know.
    const key = (await app.records.list(bob.id, "org.membership"))[0]!;
    await app.records.take("org.membership", key.id);
    assert((await at(app, bob, "acme")).ok);
    // A change reads all of it.
    const invited = await app.orgs.invite(old, { email: "x@example.com", role: "guest" });
    assertEquals(reasonOf(invited), "not-member");
    await time.tickAsync(60_001);
    assertEquals(reasonOf(await at(app, bob, "acme")), "not-member");
    // A change by this process counts at once.
    const eve = await join(app, ada, acme.id, "eve@example.com", "guest");
    assert((await at(app, eve, "acme")).ok);
    assertEquals(await endMembership(wrapRecords(app.records), acme.id, eve.id), true);
    assertEquals(reasonOf(await at(app, eve, "acme")), "not-member");
  });

  Deno.test(`organizations: \`session.revocation.maxLag\` delays no refusal of a change (${strategy})`, async () => {
    const app = createOrgApp(strategy, { session: { strategy, revocation: { maxLag: 600 } } });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    for (const end of ["suspend", "end"] as const) {
      const email = `${end}@example.com`;
      const admin = await join(app, ada, acme.id, email, "admin");
      const own = await membership(app, admin, acme.id);
      // As another process does it.
      const records = await app.records.list(admin.id, "session");
      if (end === "end" && strategy === "jwt") {
        for (const { id } of records) await app.records.take("session", id);
      } else await app.auth.users.suspend(admin.id);
      const invited = await app.orgs.invite(own, { email: "x@example.com", role: "guest" });
      assertEquals(reasonOf(invited), "not-member", end);
    }
  });
}
