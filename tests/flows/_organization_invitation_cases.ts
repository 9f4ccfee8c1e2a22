/**
 * Cases of invitations: from an inviter who lost the right, to another account, and to a role beyond
 * the own.
 *
 * @module
 */

import {
  all,
  assertWorks,
  type Case,
  type CreateSite,
  fails,
  holds,
  invited,
  joined,
  type Scene,
  type Verdict,
  withAdmin,
} from "./_organization_scenes.ts";
import { onInstance } from "./_organization_site.ts";

/** Acceptances of one invitation at once. */
export const ACCEPTANCES = 50;

/** An admin invites an admin, something happens to the inviter, and the invitation is accepted. */
async function afterInviting(
  create: CreateSite,
  happen: (scene: Scene) => Promise<void>,
): Promise<Verdict> {
  const scene = await withAdmin(create);
  const { site, admin, organization } = scene;
  try {
    const [first, second] = [await site.signUp("first"), await site.signUp("second")];
    const tokens = [
      await invited(site, admin, organization, first.email, "admin"),
      await invited(site, admin, organization, second.email, "admin"),
    ];
    // The right of the inviter still stands.
    assertWorks("accept what an admin gave", await site.accept(first, tokens[0]!));
    await happen(scene);
    await site.accept(second, tokens[1]!);
    const role = await site.roleOf(second, organization);
    return role === undefined ? holds("refused") : fails(`accepted as ${role}`);
  } finally {
    site.close();
  }
}

/** The cases. */
export const INVITATION_CASES: readonly Case[] = [
  {
    id: "inviter-removed",
    sentence: "An admin's invitation that is accepted after the inviter's removal makes no admin.",
    measure: (create) =>
      afterInviting(create, async ({ site, owner, organization, admin }) => {
        assertWorks("remove a member", await site.removeMember(owner, organization, admin));
      }),
  },
  {
    id: "inviter-demoted",
    sentence:
      "An admin's invitation that is accepted after the inviter became a member makes no admin.",
    measure: (create) =>
      afterInviting(create, async ({ site, owner, organization, admin }) => {
        assertWorks("change a role", await site.changeRole(owner, organization, admin, "member"));
      }),
  },
  {
    id: "inviter-banned",
    sentence:
      "An admin's invitation that is accepted after the inviter was banned from the app makes no admin.",
    measure: (create) => afterInviting(create, ({ site, admin }) => site.ban(admin)),
  },
  {
    id: "inviter-deleted",
    sentence:
      "An admin's invitation that is accepted after the inviter's account was deleted makes no admin.",
    measure: async (create) =>
      all([
        await afterInviting(create, async ({ site, admin }) => {
          if (!await site.deleteUser(admin)) throw new Error("The site cannot delete a user");
        }),
        await afterInviting(create, async ({ site, admin }) => {
          assertWorks("delete the own account", await site.deleteOwnAccount(admin));
        }),
      ]),
  },
  {
    id: "address-unproven",
    sentence: "An account that never proved the invited address does not accept.",
    async measure(create) {
      const { site, admin, organization } = await withAdmin(create);
      try {
        const claimant = await site.signUp("invited", { isProven: false });
        const token = await invited(site, admin, organization, claimant.email, "member");
        await site.accept(claimant, token);
        const role = await site.roleOf(claimant, organization);
        return role === undefined ? holds("refused") : fails(`accepted as ${role}`);
      } finally {
        site.close();
      }
    },
  },
  {
    id: "address-other",
    sentence: "An account with another address does not accept.",
    async measure(create) {
      const { site, admin, organization } = await withAdmin(create);
      try {
        const [guest, other] = [await site.signUp("guest"), await site.signUp("other")];
        const token = await invited(site, admin, organization, guest.email, "member");
        await site.accept(other, token);
        const role = await site.roleOf(other, organization);
        if (role !== undefined) return fails(`accepted as ${role}`);
        assertWorks("accept afterwards", await site.accept(guest, token));
        return holds("refused");
      } finally {
        site.close();
      }
    },
  },
  {
    id: "accepted-twice",
    sentence: `An invitation that is accepted ${ACCEPTANCES} times at once makes one membership.`,
    async measure(create, rounds) {
      const { site, owner } = await withAdmin(create);
      try {
        const guest = await site.signUp("guest");
        // Each round has fifty requests.
        const some = Math.max(4, Math.ceil(rounds / ACCEPTANCES));
        let wrong = 0;
        for (let round = 0; round < some; round++) {
          const organization = await site.create(owner);
          const token = await invited(site, owner, organization, guest.email, "member");
          site.setSlow(true);
          const answers = await Promise.all(
            Array.from(
              { length: ACCEPTANCES },
              (_, index) => onInstance(index % 2 === 0 ? 0 : 1, () => site.accept(guest, token)),
            ),
          );
          site.setSlow(false);
          const count = await site.countMembers(organization);
          if (count < 2) throw new Error(`Nobody accepted: ${answers[0]!.seen}`);
          if (count > 2) wrong++;
        }
        const found = `${wrong} of ${some} rounds made several`;
        return wrong > 0 ? fails(found) : holds(found);
      } finally {
        site.close();
      }
    },
  },
  {
    id: "role-not-own",
    sentence:
      "An admin gives nobody, by an invitation or a change, a role that may do what admins may not.",
    async measure(create) {
      const { site, owner, organization, admin } = await withAdmin(create);
      try {
        const member = await joined(site, owner, organization, "member", "member");
        // The owner may give the role.
        await joined(site, owner, organization, "controller", "treasurer");
        const done: string[] = [];
        for (const role of ["owner", "treasurer"] as const) {
          const guest = await site.signUp(`guest-${role}`);
          const { ok, token } = await site.invite(admin, organization, guest.email, role);
          if (token) await site.accept(guest, token);
          // One that is sent and gives nothing is wrong, too.
          const isMember = await site.roleOf(guest, organization) === role;
          if (ok || isMember) done.push(`invited ${isMember ? "a" : "without effect a"} ${role}`);
          await site.changeRole(admin, organization, member, role);
          if (await site.roleOf(member, organization) === role) done.push(`made a ${role}`);
        }
        await site.changeRole(admin, organization, admin, "treasurer");
        const own = await site.roleOf(admin, organization);
        if (own !== "admin") done.push(`became ${own}`);
        return done.length > 0 ? fails(done.join(", ")) : holds("refused");
      } finally {
        site.close();
      }
    },
  },
];
