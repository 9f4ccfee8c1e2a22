/**
 * The API keys of a user, for the people who run the app.
 *
 * @module
 */

import type { UserMoment } from "../../types/topics.ts";
import type { UserSections } from "../../types/user_facts.ts";
import { makeKeysCall } from "./settings.ts";
import { userKeys } from "./user_keys.ts";

/** Answers `user.shown`. */
export async function userSection({ config, userId }: UserMoment): Promise<UserSections> {
  const found = await userKeys(makeKeysCall(config), userId);
  return {
    keys: found.map(({ id, hint, name, createdAt, expires, lastUsedAt }) => ({
      ...{ id, hint, name, createdAt, expires, lastUsedAt },
    })),
  };
}
