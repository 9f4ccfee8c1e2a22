/**
 * Invitations, for apps: sent, listed and cancelled by a member who may give the role. Their
 * acceptance is in `acceptance.ts`.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { AuthError, TooManyRequests } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, toAbsoluteUrl, withQuery } from "../../http/url.ts";
import { countMail } from "../../limits/recipient.ts";
import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { hasRole } from "./access.ts";
import { act } from "./acting.ts";
import { openAddress, requireAddress } from "./address.ts";
import { addInvitation, takeInvitation } from "./invitations.ts";
import { invitationId, invitations, organizations, ownerOfOrg } from "./kinds.ts";
import { sendOrganizationNotice } from "./mails.ts";
import type { Membership } from "./membership.ts";
import { readActorName } from "./person.ts";
import type { OrganizationsCall } from "./settings.ts";
import type { Done } from "./typed.ts";
import type { Invitation } from "./types.ts";

/** See `OrganizationFunctions.invite`. */
export async function invite(
  config: ServerConfig,
  membership: Membership,
  { email, role }: { email: string; role: string },
): Promise<Done<{ readonly invitation: Invitation }>> {
  const address = requireAddress(email);
  return await act(config, membership, {
    what: "invite a member",
    permission: "member:invite",
    ...role === "owner" ? { freshProof: "all" } : {},
  }, async ({ call, org, data, userId: inviter, role: own }) => {
    const { settings: { access }, records } = call;
    const { removals = 0 } = data;
    if (!hasRole(access, role) || !access.mayGive(own, role)) return "role-beyond-own";
    if (await isTooMany(call, org, inviter, address)) return "too-many";
    const page = pageUrl(call);
    const token = randomBase64url(32);
    const id = await invitationId(token);
    const expires = await addInvitation(call, id, address, { org, role, inviter, removals });
    // After the write, so that the end of the organization finds it, or refuses it.
    if ((await organizations.get(records, org))?.data.isEnding !== false) {
      await takeInvitation(call, id);
      return "not-member";
    }
    await audit(call, {
      name: "organization.invited",
      organization: org,
      ...inviter === null ? { bySystem: true } : { actor: inviter },
    });
    const url = withQuery(page, { token });
    await sendOrganizationNotice(call, address, "invitation", {
      organization: data.name,
      actor: inviter === null ? null : await readActorName(call.config, inviter),
      role,
      url,
      expires,
    });
    return { ok: true, invitation: { id, email: address, role, inviter, expires } };
  });
}

/** URL of the page that accepts an invitation. */
function pageUrl({ config, request, settings: { invitationUrl } }: OrganizationsCall): string {
  const origin = request?.origin || config.siteOrigin || "";
  const own = actionUrl({ request: { origin }, config }, "invitation");
  const url = toAbsoluteUrl(invitationUrl ?? own, origin);
  if (url !== undefined) return url;
  throw new AuthError(
    "Cannot invite: the URL of the page that accepts invitations is not known; set AUTH_URL to the " +
      "URL of the app, or `invitationUrl` of Organizations() to that of the page",
    { cause: { option: "organizations.invitationUrl" } },
  );
}

async function isTooMany(
  call: OrganizationsCall,
  org: string,
  inviter: string | null,
  address: string,
): Promise<boolean> {
  const { config, settings: { invitationsPerHour: most } } = call;
  const isFull = async (...names: string[]) => {
    const id = await makeKey(newestSecret(config), ...names);
    return most !== false && (await countUp(config, id, most)).isFull;
  };
  // The user first: organizations cost nothing, and what one user does beyond the limit is counted for
  // no other.
  if (inviter !== null && await isFull("invitations of user", inviter)) return true;
  if (await isFull("organization invitations", org)) return true;
  const max = config.limits?.perRecipient;
  if (!max) return false;
  try {
    await countMail(config, address, max);
    return false;
  } catch (error) {
    if (error instanceof TooManyRequests) return true;
    throw error;
  }
}

/** See `OrganizationFunctions.listInvitations`. */
export async function listInvitations(
  config: ServerConfig,
  membership: Membership,
): Promise<Done<{ readonly invitations: readonly Invitation[] }>> {
  return await act(config, membership, {
    what: "list invitations",
    permission: "member:invite",
    isRead: true,
  }, async ({ call, org }) => {
    const found: Invitation[] = [];
    for await (const { id, data, expires } of invitations.listAll(call.records, ownerOfOrg(org))) {
      const email = await openAddress(call.config, data.sealed);
      if (email === undefined || data.claimedBy !== null) continue;
      // Each is written with an expiry.
      found.push({ id, email, role: data.role, inviter: data.inviter, expires: expires! });
    }
    return { ok: true, invitations: found };
  });
}

/** See `OrganizationFunctions.cancelInvitation`. */
export async function cancelInvitation(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<Done> {
  return await act(config, membership, {
    what: "cancel an invitation",
    permission: "member:invite",
  }, async ({ call, org, userId, role }): Promise<{ ok: true } | OrganizationRefusal> => {
    const known = isInvitationId(id) ? await invitations.get(call.records, id) : null;
    // That of another organization is treated like one that does not exist.
    if (known?.data.org !== org) return "invitation-expired";
    // The right that it takes to invite to the role; owners also cancel one to a role that is gone.
    if (!call.settings.access.mayTake(role, known.data.role)) return "role-beyond-own";
    if (!await takeInvitation(call, id)) return "invitation-expired";
    await audit(call, {
      name: "organization.invitation-cancelled",
      organization: org,
      ...userId === null ? { bySystem: true } : { actor: userId },
    });
    return { ok: true };
  });
}

function isInvitationId(id: unknown): id is string {
  return typeof id === "string" && /^[\w-]{43}$/.test(id);
}
