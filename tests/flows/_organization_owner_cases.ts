/**
 * Cases of owners: an organization always has one.
 *
 * @module
 */

import { measureRace } from "./_organization_races.ts";
import {
  all,
  type Case,
  fails,
  holds,
  isOwner,
  opened,
  type Verdict,
  withAdmin,
} from "./_organization_scenes.ts";

/** The cases. */
export const OWNER_CASES: readonly Case[] = [
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
          const isOwned = await isOwner(site, owner, organization) ||
            await isOwner(site, admin, organization);
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
];
