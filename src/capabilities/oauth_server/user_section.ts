/**
 * What a user has given to other apps, for the people who run the app.
 *
 * @module
 */

import type { UserMoment } from "../../types/topics.ts";
import type { UserSections } from "../../types/user_facts.ts";
import { listUserGrants } from "./user_grants.ts";

/** Answers `user.shown`. */
export async function userSection({ config, userId }: UserMoment): Promise<UserSections> {
  // The check of the config demands what a grant needs.
  const found = await listUserGrants({ config: config as never }, userId);
  return {
    grants: found.map(({ id, data: { client, clientName, createdAt, lastUsedAt } }) => ({
      ...{ id, client, name: clientName },
      createdAt: new Date(createdAt),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    })),
  };
}
