/**
 * Entries of `events.audit` about organizations: each name and each reason of the closed lists, and
 * no address in any entry.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { PolicyData } from "../../src/capabilities/organizations/kinds.ts";
import { REASONS } from "../../src/capabilities/organizations/refusal.ts";
import type { AuditName } from "../../src/types/mod.ts";
import {
  at,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
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

type OrganizationName = Extract<AuditName, `organization.${string}`>;

for (const strategy of STRATEGIES) {
  Deno.test(`organization audit: every name and every reason (${strategy})`, async () => {
    using time = new FakeTime();
    const app = createOrgApp(strategy, {}, { invitationsPerHour: 8 });
    const { orgs } = app;
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const own = () => membership(app, ada, acme.id);
    const accept = (person: typeof ada, to: string) =>
      orgs.acceptInvitation(requestOf(person, "POST"), tokenTo(app, to));
    const system = orgs.asSystem(acme.id);

    await orgs.createOrganization(ada.id, { name: "Acme", slug: "acme" });
    const eve = await signIn(app, EVE);
    await at(app, eve, acme.id);
    await orgs.leave(await own());
    await orgs.changeRole(await membership(app, bob, acme.id), ada.id, "guest");
    await orgs.deleteOrganization(await membership(app, bob, acme.id), "Acme");
    // Invitations.
    await orgs.invite(await own(), { email: BOB, role: "guest" });
    const first = done(await orgs.invite(await own(), { email: EVE, role: "guest" }));
    await accept(bob, EVE);
    done(await orgs.cancelInvitation(await own(), first.invitation.id));
    await accept(eve, EVE);
    const byBob = await membership(app, bob, acme.id);
    done(await orgs.invite(byBob, { email: EVE, role: "guest" }));
    done(await orgs.changeRole(await own(), bob.id, "member"));
    await accept(eve, EVE);
    for (let i = 0; i < 8; i++) await orgs.invite(await own(), { email: EVE, role: "guest" });
    // Members.
    await orgs.importMembers(acme.id, [{ email: EVE, role: "guest" }]);
    done(await orgs.removeMember(await own(), eve.id));
    done(await orgs.leave(await membership(app, bob, acme.id)));
    await orgs.importMembers(acme.id, [{ email: BOB, role: "guest" }]);
    // Policies.
    for (
      const policy of [
        { domains: ["acme.example"] },
        { providers: ["company"] },
        { methods: ["mfa"] },
        { sessionMaxAge: 60 },
      ] as PolicyData[]
    ) {
      await setPolicy(app, acme.id, policy);
      await time.tickAsync(61_000);
      await at(app, ada, acme.id);
    }
    done(await orgs.updateOrganization(system, { policy: null }));
    done(await orgs.transferOwnership(await own(), bob.id, "admin"));
    done(await orgs.deleteOrganization(system));

    const names: Record<OrganizationName, true> = {
      "organization.created": true,
      "organization.deleted": true,
      "organization.invitation-cancelled": true,
      "organization.invited": true,
      "organization.joined": true,
      "organization.left": true,
      "organization.member-added": true,
      "organization.member-removed": true,
      "organization.ownership-moved": true,
      "organization.refused": true,
      "organization.role-changed": true,
      "organization.updated": true,
    };
    const told = new Set(trail(app).flatMap((entry) => entry.split(" ")));
    assertEquals([...told].sort(), [...Object.keys(names), ...REASONS].sort());
    const text = JSON.stringify(app.entries);
    for (const address of [ADA, BOB, EVE]) assert(!text.includes(address));
  });
}
