/**
 * The 17 cases of organizations: a sentence each, and a scenario that shows whether it holds. A
 * scenario knows no library; each begins with what must work, so that nothing holds because
 * nothing works.
 *
 * @module
 */

import { measureRace } from "./_organization_races.ts";
import {
  all,
  assertWorks,
  type CreateSite,
  fails,
  holds,
  invited,
  joined,
  opened,
  type Scene,
  tryAll,
  tryChanges,
  type Verdict,
  withAdmin,
} from "./_organization_scenes.ts";
import { onInstance, type Organization, type Person } from "./_organization_site.ts";

/** A case. */
export interface Case {
  readonly id: string;
  /** What must hold. */
  readonly sentence: string;
  /** @param rounds of a race */
  measure(create: CreateSite, rounds: number): Promise<Verdict>;
}

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
export const CASES: readonly Case[] = [
  {
    id: "inviter-removed",
    sentence: "An admin's invitation makes no admin after the inviter was removed.",
    measure: (create) =>
      afterInviting(create, async ({ site, owner, organization, admin }) => {
        assertWorks("remove a member", await site.removeMember(owner, organization, admin));
      }),
  },
  {
    id: "inviter-demoted",
    sentence: "An admin's invitation makes no admin after the inviter became a member.",
    measure: (create) =>
      afterInviting(create, async ({ site, owner, organization, admin }) => {
        assertWorks("change a role", await site.changeRole(owner, organization, admin, "member"));
      }),
  },
  {
    id: "inviter-banned",
    sentence: "An admin's invitation makes no admin after the inviter was banned from the app.",
    measure: (create) => afterInviting(create, ({ site, admin }) => site.ban(admin)),
  },
  {
    id: "inviter-deleted",
    sentence: "An admin's invitation makes no admin after the inviter's account was deleted.",
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
    id: "owners-leave",
    sentence: "Two owners who leave at once leave an owner.",
    measure: (create, rounds) =>
      measureRace(create, rounds, (site, organization, owner) => site.leave(owner, organization)),
  },
  {
    id: "owners-demote",
    sentence: "Two owners who take the role from each other at once leave an owner.",
    measure: (create, rounds) =>
      measureRace(
        create,
        rounds,
        (site, organization, owner, other) => site.changeRole(owner, organization, other, "member"),
      ),
  },
  {
    id: "owners-delete",
    sentence: "Two owners who remove each other, or delete their accounts, at once leave an owner.",
    measure: async (create, rounds) =>
      all([
        await measureRace(
          create,
          rounds,
          (site, organization, owner, other) => site.removeMember(owner, organization, other),
          "remove each other",
        ),
        await measureRace(
          create,
          rounds,
          (site, _organization, owner) => site.deleteOwnAccount(owner),
          "delete their accounts",
        ),
      ]),
  },
  {
    id: "last-owner",
    sentence: "The deletion of the last owner's account leaves no organization without an owner.",
    async measure(create) {
      const ways: Verdict[] = [];
      for (const isOwn of [true, false]) {
        const { site, owner, organization, admin } = await withAdmin(create);
        try {
          if (isOwn) await site.deleteOwnAccount(owner);
          else await site.deleteUser(owner);
          const isThere = opened(await site.read(admin, organization)).length > 0;
          const isOwned = await site.roleOf(owner, organization) === "owner" ||
            await site.roleOf(admin, organization) === "owner";
          ways.push(
            isThere && !isOwned ? fails("its members have no owner") : holds("refused"),
          );
        } finally {
          site.close();
        }
      }
      return all(ways);
    },
  },
  {
    id: "banned-with-cookie",
    sentence: "A banned admin whose session a cookie answers for invites nobody.",
    async measure(create) {
      const { site, organization, admin } = await withAdmin(create, { cachesSessions: true });
      try {
        const allies: Person[] = [];
        for (const name of ["ally", "second-ally", "friend"]) allies.push(await site.signUp(name));
        const friend = allies.pop()!;
        // The other instance knows the session.
        await onInstance(1, () => invited(site, admin, organization, friend.email, "member"));
        await site.ban(admin);
        const done: string[] = [];
        for (const instance of [1, 0] as const) {
          const ally = allies[instance]!;
          const { ok, token } = await onInstance(
            instance,
            () => site.invite(admin, organization, ally.email, "admin"),
          );
          if (ok || token) done.push("invited");
          if (token) await site.accept(ally, token);
          const role = await site.roleOf(ally, organization);
          if (role !== undefined) done.push(`the ally became ${role}`);
        }
        return done.length > 0 ? fails([...new Set(done)].join(", ")) : holds("refused");
      } finally {
        site.close();
      }
    },
  },
  {
    id: "role-lowered",
    sentence:
      "A role that was lowered counts no more at the next request, on another instance and in a " +
      "session that a cookie answers for.",
    async measure(create) {
      const { site, owner, organization, admin } = await withAdmin(create, {
        cachesSessions: true,
      });
      try {
        const bystander = await joined(site, owner, organization, "bystander", "member");
        const friend = await site.signUp("friend");
        // The other instance knows the session, and the role of before.
        await onInstance(1, () => invited(site, admin, organization, friend.email, "admin"));
        assertWorks("change a role", await site.changeRole(owner, organization, admin, "member"));
        const done: string[] = [];
        for (const instance of [1, 0] as const) {
          done.push(
            ...await onInstance(
              instance,
              () => tryChanges(site, admin, organization, bystander),
            ),
          );
        }
        return done.length > 0 ? fails(`could ${done.join(", ")}`) : holds("refused");
      } finally {
        site.close();
      }
    },
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
          const { token } = await site.invite(admin, organization, guest.email, role);
          if (token) await site.accept(guest, token);
          if (await site.roleOf(guest, organization) === role) done.push(`invited a ${role}`);
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
  {
    id: "unknown-alike",
    sentence:
      "An organization of others answers as one that does not exist, byte for byte, at every door.",
    async measure(create) {
      const { site, owner, organization, admin } = await withAdmin(create);
      try {
        const stranger = await site.signUp("stranger");
        // As long as an id and a slug of the site.
        const other = await site.create(stranger);
        const nowhere = {
          id: [...other.id].reverse().join(""),
          slug: [...other.slug].reverse().join(""),
        };
        const look = async (at: Organization) => {
          const answers = new Map(await site.read(stranger, at));
          answers.set("select", await site.select(stranger, at));
          answers.set("invite", await site.invite(stranger, at, "x@example.com", "member"));
          answers.set("change a role", await site.changeRole(stranger, at, admin, "member"));
          answers.set("remove a member", await site.removeMember(stranger, at, admin));
          answers.set("leave", await site.leave(stranger, at));
          answers.set("delete", await site.deleteOrganization(stranger, at));
          // Ids that the stranger has sent come back at the same place.
          return new Map(
            [...answers].map(([name, { ok, seen }]) => [
              name,
              { ok, seen: seen.replaceAll(at.id, "ID").replaceAll(at.slug, "SLUG") },
            ]),
          );
        };
        const [known, unknown] = [await look(organization), await look(nowhere)];
        const open = opened(known);
        if (open.length > 0) return fails(`open to strangers: ${open.join(", ")}`);
        const told = [...known.keys()].filter((name) =>
          known.get(name)!.seen !== unknown.get(name)!.seen
        );
        if (opened(await site.read(owner, organization)).length === 0) {
          throw new Error("Nobody can read the organization");
        }
        return told.length > 0
          ? fails(`differs: ${told.join(", ")}`)
          : holds(`${known.size} doors answer alike`);
      } finally {
        site.close();
      }
    },
  },
  {
    id: "active-after-removal",
    sentence:
      "The organization that a session has as its active one opens nothing after a removal.",
    async measure(create) {
      const { site, owner, organization, admin } = await withAdmin(create, {
        cachesSessions: true,
      });
      try {
        const bystander = await joined(site, owner, organization, "bystander", "member");
        assertWorks("select an organization", await site.select(admin, organization));
        if (opened(await site.readSelected(admin, organization)).length === 0) {
          throw new Error("The active organization opens nothing");
        }
        assertWorks("remove a member", await site.removeMember(owner, organization, admin));
        const done: string[] = [];
        for (const instance of [0, 1] as const) {
          done.push(
            ...await onInstance(instance, () => tryAll(site, admin, organization, bystander)),
          );
        }
        return done.length > 0 ? fails(`open: ${done.join(", ")}`) : holds("refused");
      } finally {
        site.close();
      }
    },
  },
  {
    id: "deleted-organization",
    sentence: "An organization that was deleted is of no use to a member with a session.",
    async measure(create) {
      const { site, owner, organization, admin } = await withAdmin(create, {
        cachesSessions: true,
      });
      try {
        const bystander = await joined(site, owner, organization, "bystander", "member");
        const guest = await site.signUp("guest");
        const token = await invited(site, admin, organization, guest.email, "member");
        assertWorks("select an organization", await site.select(admin, organization));
        assertWorks(
          "delete an organization",
          await site.deleteOrganization(owner, organization),
        );
        const done: string[] = [];
        for (const instance of [0, 1] as const) {
          for (const person of [admin, owner]) {
            done.push(
              ...await onInstance(instance, () => tryAll(site, person, organization, bystander)),
            );
          }
        }
        if ((await site.accept(guest, token)).ok) done.push("accept an invitation");
        return done.length > 0 ? fails(`could ${done.join(", ")}`) : holds("refused");
      } finally {
        site.close();
      }
    },
  },
];
