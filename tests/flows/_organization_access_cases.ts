/**
 * Cases of access: what was taken away opens nothing, and strangers learn nothing.
 *
 * @module
 */

import {
  assertWorks,
  type Case,
  fails,
  holds,
  invited,
  joined,
  opened,
  tryAll,
  tryChanges,
  withAdmin,
} from "./_organization_scenes.ts";
import { onInstance, type Organization, type Person } from "./_organization_site.ts";

/** The cases. */
export const ACCESS_CASES: readonly Case[] = [
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
        const isSignedIn = await onInstance(1, () => site.isSignedIn(admin));
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
        if (done.length > 0) return fails([...new Set(done)].join(", "));
        return holds(isSignedIn ? "refused, with a session that still answers" : "refused");
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
