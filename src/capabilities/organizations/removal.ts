/**
 * The removal of a member, by others, by leaving, by an import, or with the user: from then on,
 * nothing that was given to the user before makes the user a member again.
 *
 * @module
 */

import { publish } from "../../hooks/topics.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import { provenAddress } from "./address.ts";
import { expectedFor, findPending, forgetPending, takeInvitation } from "./invitations.ts";
import { endMembership, noteRemoval } from "./members.ts";
import type { OrganizationsCall } from "./settings.ts";

/**
 * Ends a membership, and with it what waits for the user in the organization. What waits for an
 * address that the user proves later is older than the removal, and is refused then.
 *
 * @param mayChange returns the reason to refuse, given the present owners
 * @param isOfDeletion `true` when the user is deleted. Default `false`
 * @returns `true` when this call ended it, `false` when there was none, else the reason to refuse
 */
export async function removeMembership(
  call: OrganizationsCall,
  org: string,
  userId: string,
  mayChange?: (owners: readonly string[]) => OrganizationRefusal | undefined,
  isOfDeletion = false,
): Promise<boolean | OrganizationRefusal> {
  const { records } = call;
  // All of it before the membership ends, so that a call after one that failed midway repeats it.
  return await endMembership(records, org, userId, mayChange, async () => {
    await noteRemoval(records, { org, userId });
    if (!isOfDeletion) {
      await publish(call.config, "member.removed", {
        config: call.config,
        organization: org,
        userId,
      });
    }
    await endExpected(call, org, userId);
  });
}

/** Ends the invitations, and the row of an import, that wait for the address of a user. */
async function endExpected(call: OrganizationsCall, org: string, userId: string): Promise<void> {
  const user = await call.config.store.getUser(userId);
  // Only the owner of an address has invitations to lose.
  const address = user && await provenAddress(call, user);
  if (!address) return;
  for (const expected of await expectedFor(call, address)) {
    if (expected.org !== org) continue;
    if (expected.invitation !== null) {
      await takeInvitation(call, expected.invitation);
      continue;
    }
    const row = await findPending(call, org, address);
    if (row) await forgetPending(call, org, address, row.id);
  }
}
