/**
 * The organizations of a user, for the people who run the app.
 *
 * @module
 */

import type { UserMoment } from "../../types/topics.ts";
import type { UserSections } from "../../types/user_facts.ts";
import { listUserOrganizations } from "./lists.ts";
import { makeOrganizationsCall } from "./settings.ts";

/** Answers `user.shown`. */
export async function userSection({ config, userId }: UserMoment): Promise<UserSections> {
  const found = await listUserOrganizations(makeOrganizationsCall(config), userId);
  return {
    organizations: found.map(({ id, name, slug, logoPath, role, since }) => ({
      ...{ id, name, slug, role, since },
      ...logoPath ? { logoPath } : {},
    })),
  };
}
