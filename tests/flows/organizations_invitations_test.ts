/**
 * Invitations to organizations: who may accept which one, and what the inviter must still be.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AuthError } from "../../src/errors.ts";
import { Auth } from "../../mod.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { waitUntil } from "../_wait.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  ownersOf,
  type Person,
  reasonOf,
  requestOf,
  signIn,
  tokenTo,
  trail,
} from "./_organizations.ts";
import { STRATEGIES } from "./_strategies.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";

/** Proves addresses, so that unproven ones are not kept. */
const MAIL = {
  id: "mail",
  name: "Email",
  type: "email" as const,
  sendVerificationRequest: () => {},
};

const accept = (app: OrgApp, person: Pick<Person, "browser">, token: string) =>
  app.orgs.acceptInvitation(requestOf(person, "POST"), token);

for (const strategy of STRATEGIES) {
  const test = (title: string, run: () => Promise<void>) =>
    Deno.test(`organization invitations: ${title} (${strategy})`, run);

  test("the email has the only token; no answer, record or log has it", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const invited = done(
      await app.orgs.invite(await membership(app, ada, acme.id), {
        email: " EVE@Example.com ",
        role: "member",
      }),
    );
    const token = tokenTo(app, EVE);
    assert(token.length >= 43);
    const mail = app.mails.at(-1)!;
    assertEquals([mail.to, mail.subject], [EVE, "a…@example.com invited you to join Acme (App)"]);
    assertEquals(mail.link!.url, `${APP}/join?token=${token}`);
    const rows = await app.records.list(`org:${acme.id}`, "org.invitation");
    const seen = JSON.stringify([rows, invited, app.entries, app.errors]);
    assert(!seen.includes(token));
    assert(!JSON.stringify(rows).includes("eve"), "the address is sealed");
    const list = done(await app.orgs.listInvitations(await membership(app, ada, acme.id)));
    assertEquals(list.invitations.map(({ email, role, inviter }) => [email, role, inviter]), [
      [EVE, "member", ada.id],
    ]);
    assertEquals(
      reasonOf(await accept(app, await signIn(app, EVE), invited.invitation.id)),
      "invitation-expired",
    );
  });

  test("it opens once, for the user of the proven address", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const [bob, eve] = [await signIn(app, BOB), await signIn(app, EVE)];
    done(await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }));
    const token = tokenTo(app, EVE);
    const other = await accept(app, bob, token);
    assert(!other.ok);
    assertEquals([other.reason, other.address], ["invitation-other-address", "e…@example.com"]);
    const anonymous = await accept(app, { browser: app.open() }, token);
    assert(!anonymous.ok && anonymous.status === 303);
    assertEquals(new URL(anonymous.location!).pathname, "/auth/signin");
    const shown = done(await app.orgs.readInvitation(requestOf(eve), token));
    assertEquals([shown.organization, shown.role], [acme, "guest"]);
    app.mails.length = 0;
    const joined = done(await accept(app, eve, token));
    assertEquals([joined.organization, joined.role], [acme, "guest"]);
    assertEquals(app.mails, [], "the page says so");
    assertEquals(reasonOf(await accept(app, eve, token)), "invitation-expired");
    assertEquals((await membership(app, eve, acme.id)).role, "guest");
    for (const wrong of ["", "x", "a".repeat(5000), "\0"]) {
      assertEquals(reasonOf(await accept(app, eve, wrong)), "invitation-expired");
    }
  });

  for (const isVerified of [true, false]) {
    const title = isVerified
      ? "that a provider has verified accepts"
      : "that nobody proved does not";
    test(`an address ${title}`, async () => {
      const idp = await createIdp({
        issuer: "https://idp.example",
        user: { sub: "1", name: "Eve", email: EVE, email_verified: isVerified },
      });
      const provider = providerAt(idp, "idp", { emailVerified: "email_verified" });
      const app = createOrgApp(strategy, { providers: [provider, MAIL] });
      const user = await app.adapter.createUser!({
        id: "a",
        email: ADA,
        emailVerified: new Date(),
      });
      const { organization } = done(
        await app.orgs.createOrganization(user.id, { name: "Acme", slug: "acme" }),
      );
      const system = app.orgs.asSystem(organization.id);
      done(await app.orgs.invite(system, { email: EVE, role: "admin" }));
      const browser = createBrowser(APP, {
        [APP]: (request) =>
          new URL(request.url).pathname.startsWith("/auth/")
            ? Auth(request, app.config)
            : new Response(),
        [idp.issuer]: idp.handler,
      });
      await browser.signIn("idp");
      const reason = reasonOf(await accept(app, { browser }, tokenTo(app, EVE)));
      assertEquals(reason, isVerified ? "ok" : "invitation-other-address");
    });
  }

  const people: Record<string, [typed: string, user: string, accepts: boolean]> = {
    "the same address": [EVE, EVE, true],
    "another case": ["Two@EXAMPLE.com", "two@example.com", true],
    "a plus address of the invited": ["three@example.com", "three+x@example.com", false],
    "a plus address that was invited": ["four+x@example.com", "four@example.com", false],
    "a domain in another alphabet": ["eve@bücher.example", "eve@xn--bcher-kva.example", true],
    "a domain that looks alike": ["five@example.com", "five@xn--exmple-4nf.com", false],
    "another address": ["six@example.com", BOB, false],
  };
  const inviters: Record<
    string,
    (app: OrgApp, ada: Person, id: string, org: string) => Promise<unknown>
  > = {
    "still an admin": () => Promise.resolve(),
    "demoted": async (app, ada, id, org) =>
      done(await app.orgs.changeRole(await membership(app, ada, org), id, "member")),
    "removed": async (app, ada, id, org) =>
      done(await app.orgs.removeMember(await membership(app, ada, org), id)),
    "suspended": (app, _ada, id) => app.auth.users.suspend(id),
    "deleted": (app, _ada, id) => app.auth.users.delete(id),
  };

  test("the matrix of addresses and inviters admits exactly those it should", async () => {
    for (const [inviter, change] of Object.entries(inviters)) {
      const app = createOrgApp(strategy);
      const ada = await signIn(app, ADA);
      const acme = await createOrg(app, ada);
      const admin = await join(app, ada, acme.id, "admin@example.com", "admin");
      const tokens: Record<string, string> = {};
      for (const [name, [typed]] of Object.entries(people)) {
        app.mails.length = 0;
        const by = await membership(app, admin, acme.id);
        done(await app.orgs.invite(by, { email: typed, role: "member" }));
        tokens[name] = tokenTo(app, app.mails.at(-1)!.to);
      }
      await change(app, ada, admin.id, acme.id);
      for (const [name, [, user, accepts]] of Object.entries(people)) {
        const person = await signIn(app, user);
        const before = (await app.orgs.listOrganizations(person.id)).length;
        const expected = !accepts
          ? "invitation-other-address"
          : inviter === "still an admin"
          ? "ok"
          : "inviter-lost-right";
        const reason = reasonOf(await accept(app, person, tokens[name]!));
        assertEquals(reason, expected, `${name}, ${inviter}`);
        const after = (await app.orgs.listOrganizations(person.id)).length;
        if (reason !== "ok") assertEquals(after, before);
      }
    }
  });

  test("it ends after seven days, when it is cancelled, and with the role", async () => {
    using time = new FakeTime();
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const invite = async () =>
      done(
        await app.orgs.invite(await membership(app, bob, acme.id), { email: EVE, role: "guest" }),
      ).invitation;
    const cancelled = await invite();
    done(await app.orgs.cancelInvitation(await membership(app, ada, acme.id), cancelled.id));
    const eve = await signIn(app, EVE);
    assertEquals(reasonOf(await accept(app, eve, tokenTo(app, EVE))), "invitation-expired");
    const again = await app.orgs.cancelInvitation(
      await membership(app, ada, acme.id),
      cancelled.id,
    );
    assertEquals(reasonOf(again), "invitation-expired");
    // That of another organization is none.
    const other = await createOrg(app, ada, "other");
    const waiting = await invite();
    const foreign = await app.orgs.cancelInvitation(
      await membership(app, ada, other.id),
      waiting.id,
    );
    assertEquals(reasonOf(foreign), "invitation-expired");
    const token = tokenTo(app, EVE);
    await time.tickAsync(7 * 24 * 3600_000 - 60_000);
    const later = await signIn(app, EVE);
    assertEquals(reasonOf(await app.orgs.readInvitation(requestOf(later), token)), "ok");
    await time.tickAsync(120_000);
    assertEquals(reasonOf(await accept(app, later, token)), "invitation-expired");
  });

  test("a member keeps the present role, and removal ends what was accepted", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await join(app, ada, acme.id, EVE, "admin");
    // A member cannot be invited, the owner neither.
    const at = await membership(app, ada, acme.id);
    for (const email of [EVE, ADA, " Eve@Example.com"]) {
      const refused = await app.orgs.invite(at, { email, role: "guest" });
      assertEquals(reasonOf(refused), "already-member");
    }
    // One who has become a member since keeps the role.
    const bob = await signIn(app, BOB);
    done(await app.orgs.invite(at, { email: BOB, role: "guest" }));
    const token = tokenTo(app, BOB);
    await app.orgs.importMembers(acme.id, [{ email: BOB, role: "member" }]);
    assertEquals(done(await accept(app, bob, token)).role, "member");
    assertEquals((await membership(app, eve, acme.id)).role, "admin");
    assertEquals(await ownersOf(app, acme.id), [ada.id]);
  });

  test("the same address invited twice is one invitation, also fifty times at once", async () => {
    const app = createOrgApp(strategy, {}, { invitationsPerHour: false });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const admin = await join(app, ada, acme.id, BOB, "admin");
    const at = await membership(app, ada, acme.id);
    const invite = (by: typeof at, role: "guest" | "member" | "owner") =>
      app.orgs.invite(by, { email: EVE, role });
    done(await invite(at, "guest"));
    const first = tokenTo(app, EVE);
    done(await invite(at, "member"));
    const second = tokenTo(app, EVE);
    const eve = await signIn(app, EVE);
    assertEquals(reasonOf(await accept(app, eve, first)), "invitation-expired");
    const waiting = async () => done(await app.orgs.listInvitations(at)).invitations;
    assertEquals((await waiting()).map(({ role }) => role), ["member"]);
    await Promise.all(Array.from({ length: 50 }, () => invite(at, "member")));
    assertEquals((await waiting()).length, 1);
    assertEquals(reasonOf(await accept(app, eve, second)), "invitation-expired");
    // One to a higher role is not replaced by a person who could not cancel it.
    done(await invite(at, "owner"));
    const lower = await invite(await membership(app, admin, acme.id), "guest");
    assertEquals(reasonOf(lower), "role-beyond-own");
    assertEquals(done(await accept(app, eve, tokenTo(app, EVE))).role, "owner");
    assertEquals(await waiting(), []);
  });

  test("an owner invites an owner", async () => {
    const app = createOrgApp(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await join(app, ada, acme.id, EVE, "owner");
    assertEquals(await ownersOf(app, acme.id), [ada.id, eve.id]);
    assertEquals((await membership(app, eve, acme.id)).role, "owner");
  });

  test("limits count invitations of an organization, and emails to an address", async () => {
    const app = createOrgApp(strategy, { limits: { perRecipient: 2 } }, { invitationsPerHour: 3 });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const system = app.orgs.asSystem(acme.id);
    const invite = async (email: string) =>
      reasonOf(
        await app.orgs.invite(await membership(app, ada, acme.id), { email, role: "guest" }),
      );
    assertEquals([await invite(EVE), await invite(EVE), await invite(EVE)], [
      "ok",
      "ok",
      "too-many",
    ]);
    assertEquals(await invite(BOB), "too-many");
    assertEquals((await app.records.list(`org:${acme.id}`, "org.invitation")).length, 1);
    assertEquals(trail(app).at(-1), "organization.refused too-many");
    await assertRejects(
      () => app.orgs.invite(system, { email: "none", role: "guest" }),
      AuthError,
      "address",
    );
  });

  test('with `signUp: "invited"` a provider must have verified the invited address', async () => {
    for (const isVerified of [false, true]) {
      const idp = await createIdp({
        issuer: "https://idp.example",
        user: { sub: "1", name: "Eve", email: EVE, email_verified: isVerified },
      });
      const provider = providerAt(idp, "idp", { emailVerified: "email_verified" });
      const app = createOrgApp(strategy, { providers: [provider, MAIL], signUp: "invited" });
      const user = await app.adapter.createUser!({
        id: "a",
        email: ADA,
        emailVerified: new Date(),
      });
      const { organization } = done(
        await app.orgs.createOrganization(user.id, { name: "Acme", slug: "acme" }),
      );
      const enter = async () => {
        const browser = createBrowser(APP, {
          [APP]: (request) =>
            new URL(request.url).pathname.startsWith("/auth/")
              ? Auth(request, app.config)
              : new Response(),
          [idp.issuer]: idp.handler,
        });
        await browser.signIn("idp").catch(() => {});
        return await browser.session() !== null;
      };
      assertEquals(await enter(), false);
      done(
        await app.orgs.invite(app.orgs.asSystem(organization.id), { email: EVE, role: "guest" }),
      );
      assertEquals(await enter(), isVerified);
      assertEquals(await app.adapter.getUserByEmail!(EVE) !== null, isVerified);
    }
  });

  test('with `signUp: "invited"` the invited become users, once they have proven the address', async () => {
    const app = createOrgApp(strategy, { signUp: "invited" });
    const user = await app.adapter.createUser!({ id: "a", email: ADA, emailVerified: new Date() });
    const ada = await signIn(app, ADA);
    assertEquals(ada.id, user.id);
    const acme = await createOrg(app, ada);
    /** Asks for a link; the email, or the refusal, follows the answer. */
    const ask = async (email: string, browser = app.open()) => {
      const [links, entries] = [app.links.length, app.entries.length];
      await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
      const isRefused = () =>
        app.entries.slice(entries).some(({ reason }) => reason === "sign-up-refused");
      await waitUntil("the email, or the refusal", () => app.links.length > links || isRefused());
      return app.links.length > links;
    };
    assertEquals(await ask(EVE), false);
    const own = await membership(app, ada, acme.id);
    const { invitation } = done(await app.orgs.invite(own, { email: EVE, role: "member" }));
    const browser = app.open();
    assertEquals(await ask(EVE, browser), true);
    const { response } = await browser.visit(app.links.at(-1)!);
    await response.body?.cancel();
    done(await accept(app, { browser }, tokenTo(app, EVE)));
    // Once it was used or cancelled, it admits nobody; nor does that of a person who was removed.
    assertEquals(await app.records.get("org.invitation", invitation.id), null);
    const again = done(await app.orgs.invite(own, { email: "x@example.com", role: "guest" }));
    done(await app.orgs.cancelInvitation(own, again.invitation.id));
    assertEquals(await ask("x@example.com"), false);
    await app.adapter.createUser!({ id: "b", email: BOB, emailVerified: new Date() });
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const byBob = await membership(app, bob, acme.id);
    done(await app.orgs.invite(byBob, { email: "y@example.com", role: "guest" }));
    assertEquals(await ask("y@example.com"), true);
    done(await app.orgs.removeMember(own, bob.id));
    assertEquals(await ask("y@example.com"), false);
  });
}
