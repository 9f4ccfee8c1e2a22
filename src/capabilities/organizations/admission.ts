/**
 * Invited people who are no users yet: with `signUp: "invited"` they may become users, once they have
 * proven the address, and rows of an import count from the sign-in that proves theirs.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import { ownerOf } from "../../records/owner.ts";
import type { Moments, Questions } from "../../types/topics.ts";
import { hasRole } from "./permissions.ts";
import { addressIn, provenAddress } from "./address.ts";
import { expectedFor, findPending, isInvited, unexpect } from "./invitations.ts";
import { organizations, pendings } from "./kinds.ts";
import { notifyMember } from "./mails.ts";
import { addMember } from "./members.ts";
import { makeOrganizationsCall } from "./settings.ts";

/** Returns `true` for an address that an invitation, or an import, waits for. */
export async function admits(
  { config, address: typed }: Questions["address.admitted"]["asked"],
): Promise<boolean> {
  const call = makeOrganizationsCall(config);
  const address = addressIn(typed);
  return address !== undefined && !call.settings.tables && await isInvited(call, address);
}

/** Makes the user of a sign-in a member where an import waits for the address, which is proven. */
export async function applyPending(
  { ctx, user: { id } }: Moments["session.begun"],
): Promise<void> {
  const call = makeOrganizationsCall(ctx.config, ctx.request);
  const { records, settings: { access, tables }, config: { store } } = call;
  const user = tables || id === undefined ? null : await store.getUser(id);
  const address = user && await provenAddress(call, user);
  if (!user || !address) return;
  const userId = ownerOf(user.id);
  for (const { org, invitation } of await expectedFor(call, address)) {
    if (invitation !== null) continue;
    const found = await findPending(call, org, address);
    const data = found && (await organizations.get(records, org))?.data;
    if (found && data && !data.isEnding && hasRole(access, found.data.role)) {
      const { role, externalId, removals = 0 } = found.data;
      const given = { org, role, by: null, isManaged: true, externalId };
      if (await addMember(records, userId, given, removals) === true) {
        const entry = { name: "organization.member-added", userId, organization: org } as const;
        await audit(call, { ...entry, bySystem: true });
        await notifyMember(call, userId, "added", { organization: data, by: null, role });
      }
    }
    if (found) await pendings.take(records, found.id);
    await unexpect(call, address, org);
  }
}
