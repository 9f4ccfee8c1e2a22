/**
 * The import of members: repeated, it changes nothing, a dry run says what the real run does, and
 * nobody but members of an import is removed.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { AuthError } from "../../src/errors.ts";
import type { ImportRow } from "../../src/capabilities/organizations/mod.ts";
import {
  access,
  at,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  ownersOf,
  reasonOf,
  signIn,
  trail,
} from "./_organizations.ts";
import { STRATEGIES } from "./_strategies.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";
const NEW = "new@example.com";

for (const strategy of STRATEGIES) {
  const test = (title: string, run: () => Promise<void>) =>
    Deno.test(`organization import: ${title} (${strategy})`, run);

  test("a dry run says what the real run does, and a second run changes nothing", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    const eve = await signIn(app, EVE);
    const rows: ImportRow[] = [
      { email: "Bob@Example.com", role: "admin", externalId: "1" },
      { email: EVE, role: "guest" },
      { email: NEW, role: "member" },
      { email: ADA, role: "guest" },
      { email: "none", role: "guest" },
      { email: "x@example.com", role: "boss" },
      { email: "y@example.com", role: "owner" },
      { email: EVE, role: "admin" },
      { email: "gone@example.com", role: "guest", active: false },
    ];
    app.mails.length = app.entries.length = 0;
    const dry = await app.orgs.importMembers(acme.id, rows, { dryRun: true });
    assertEquals([app.mails.length, app.entries.length], [0, 0]);
    assertEquals(reasonOf(await at(app, eve, acme.id)), "not-member");
    app.entries.length = 0;
    const real = await app.orgs.importMembers(acme.id, rows);
    assertEquals(JSON.stringify(dry), JSON.stringify(real));
    assertEquals(real, {
      added: [
        { email: EVE, role: "guest", isPending: false },
        { email: NEW, role: "member", isPending: true },
      ],
      changed: [{ email: BOB, role: "admin", previousRole: "member", isPending: false }],
      removed: [],
      unchanged: 1,
      refused: [
        { row: 4, reason: "owner" },
        { row: 5, reason: "invalid-address" },
        { row: 6, reason: "unknown-role" },
        { row: 7, reason: "owner" },
        { row: 8, reason: "duplicate" },
      ],
    });
    assertEquals(app.mails.map(({ to, subject }) => [to, subject]), [
      [BOB, "Your role in Acme has changed (App)"],
      [EVE, "You are a member of Acme (App)"],
    ]);
    assertEquals(trail(app), ["organization.role-changed", "organization.member-added"]);
    assert(app.entries.every(({ bySystem }) => bySystem));
    assertEquals((await membership(app, bob, acme.id)).role, "admin");
    assertEquals((await membership(app, eve, acme.id)).role, "guest");
    const second = await app.orgs.importMembers(acme.id, rows);
    assertEquals([second.added, second.changed, second.removed, second.unchanged], [[], [], [], 4]);
    assertEquals(await ownersOf(app, acme.id), [ada.id]);
  });

  test("an address that nobody has proven counts from the sign-in that proves it", async () => {
    const app = createOrgApp(strategy, { signUp: "invited" });
    await app.adapter.createUser!({ id: "a", email: ADA, emailVerified: new Date() });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    await app.orgs.importMembers(acme.id, [{ email: NEW, role: "member", externalId: "7" }]);
    const rows = await app.records.list(`org:${acme.id}`, "org.pending");
    assert(!JSON.stringify(rows).includes("new@"), "the address is sealed");
    app.mails.length = 0;
    const person = await signIn(app, NEW);
    assertEquals((await membership(app, person, acme.id)).role, "member");
    assertEquals(app.mails.map(({ to }) => to), [NEW]);
    assertEquals(await app.records.list(`org:${acme.id}`, "org.pending"), []);
    const again = await app.orgs.importMembers(acme.id, [
      { email: NEW, role: "member", externalId: "7" },
    ]);
    assertEquals(again.unchanged, 1);
    // Nothing is left that makes the person a member once more.
    done(await app.orgs.removeMember(await membership(app, ada, acme.id), person.id));
    await signIn(app, NEW);
    assertEquals(reasonOf(await at(app, person, acme.id)), "not-member");
  });

  test("`removeMissing` removes members of an import alone, and never an owner", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "member");
    const eve = await signIn(app, EVE);
    const first = [{ email: EVE, role: "guest" }, { email: NEW, role: "guest" }];
    await app.orgs.importMembers(acme.id, first);
    const dry = await app.orgs.importMembers(acme.id, [], { removeMissing: true, dryRun: true });
    const real = await app.orgs.importMembers(acme.id, [], { removeMissing: true });
    assertEquals(JSON.stringify(dry), JSON.stringify(real));
    assertEquals(real.removed, [
      { email: EVE, role: "guest", isPending: false },
      { email: NEW, role: "guest", isPending: true },
    ]);
    assertEquals((await membership(app, ada, acme.id)).role, "owner");
    assertEquals((await membership(app, bob, acme.id)).role, "member");
    assertEquals(reasonOf(await at(app, eve, acme.id)), "not-member");
    // One that became an owner is the import's no more.
    await app.orgs.importMembers(acme.id, [{ email: EVE, role: "guest" }]);
    done(await app.orgs.changeRole(await membership(app, ada, acme.id), eve.id, "owner"));
    await app.orgs.importMembers(acme.id, [], { removeMissing: true });
    assertEquals((await membership(app, eve, acme.id)).role, "owner");
    // A row that says so removes one, too; a row that cannot be used removes nobody.
    await app.orgs.importMembers(acme.id, [{ email: BOB, role: "guest" }]);
    const broken = [{ email: BOB, role: "boss" }];
    const kept = await app.orgs.importMembers(acme.id, broken, { removeMissing: true });
    assertEquals(kept.removed, []);
    const gone = [{ email: BOB, role: "guest", active: false }];
    assertEquals((await app.orgs.importMembers(acme.id, gone)).removed.length, 1);
    assertEquals(reasonOf(await at(app, bob, acme.id)), "not-member");
    assertEquals((await app.orgs.importMembers(acme.id, gone)).removed.length, 0);
  });

  test("CSV text and streams of rows are read, and what cannot be is refused", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const csv = '\ufeffName,"Email",ROLE,externalId,active\r\n"Bob ""B"", Jr.\nX",' +
      `${BOB},member,"1,2",\r\n,${EVE},guest,,no\r\n\r\n,${NEW},admin,,true`;
    const { added, unchanged, refused } = await app.orgs.importMembers(acme.id, csv);
    assertEquals(added.map(({ email, role }) => [email, role]), [[BOB, "member"], [NEW, "admin"]]);
    assertEquals([unchanged, refused], [1, []]);
    async function* stream() {
      yield await Promise.resolve({ email: BOB, role: "member", externalId: "1,2" });
    }
    assertEquals((await app.orgs.importMembers(acme.id, stream())).unchanged, 1);
    for (const text of ["", "email\nx", 'email,role\n"x,y', 'email,role\nx"y,z']) {
      await assertRejects(() => app.orgs.importMembers(acme.id, text), AuthError, "CSV");
    }
    for (const id of ["none", "org_abcdefghijklmnopqrstuv", "acme"]) {
      await assertRejects(() => app.orgs.importMembers(id, []), AuthError, "no such organization");
    }
  });

  test("a suspended user is not added", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await signIn(app, EVE);
    await app.auth.users.suspend(eve.id);
    const rows = [{ email: EVE, role: "guest" }];
    const dry = await app.orgs.importMembers(acme.id, rows, { dryRun: true });
    assertEquals(dry.refused, [{ row: 1, reason: "suspended" }]);
    assertEquals(await app.orgs.importMembers(acme.id, rows), dry);
    assertEquals(await app.records.list(eve.id, "org.membership"), []);
  });
}

Deno.test("organization import: five thousand rows, twice", async () => {
  const app = createOrgApp();
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const roles = access.roles.filter((role) => role !== "owner");
  const rows = Array.from({ length: 5000 }, (_, number) => ({
    email: `m${number}@example.com`,
    role: roles[number % roles.length]!,
  }));
  assertEquals((await app.orgs.importMembers(acme.id, rows)).added.length, 5000);
  const second = await app.orgs.importMembers(acme.id, rows, { removeMissing: true });
  assertEquals([second.added, second.changed, second.removed], [[], [], []]);
  assertEquals(second.unchanged, 5000);
});
