/**
 * Changes of what users tell about themselves.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { requireName } from "../hooks/names.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { StoreCaller } from "./manage.ts";
import { reportUpdated } from "./report.ts";
import { notify } from "../mail/notify_user.ts";

/**
 * Changes the name of a user.
 *
 * @returns the user with the new name
 * @throws {AuthError} when the name is invalid, or there is no such user
 */
export async function renameUser(
  caller: StoreCaller,
  userId: string,
  name: string,
): Promise<AdapterUser> {
  const { store } = caller.config;
  requireMethods(store, ["updateUser"]);
  const clean = requireName("user", name);
  const known = await store.getUser(userId);
  if (!known) throw new AuthError("Cannot rename the user: there is no such user");
  if (known.name === clean) return known;
  await store.updateUser({ id: known.id, name: clean });
  // Some stores return only what changed.
  const user = { ...known, name: clean };
  await reportUpdated(caller, user);
  // A first name changes nothing that anybody knew.
  if (known.name) await notify(caller, user.email, "renamed", { name: clean });
  return user;
}
