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
import { withLocks } from "../../records/lock.ts";
import { ownerOf } from "../../records/owner.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { hasRole } from "./permissions.ts";
import { act, type Actor, type Need } from "./actor.ts";
import { addressOwner, openAddress, provenAddress, requireAddress } from "./address.ts";
import {
  addInvitation,
  isInvitationId,
  listInvitationsFor,
  mayStillInvite,
  takeInvitation,
} from "./invitations.ts";
import {
  invitationId,
  invitations,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
} from "./kinds.ts";
import { roleIn } from "./members.ts";
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
  return await act(
    config,
    membership,
    makeInvitingNeed(role),
    (actor) => sendInvitation<never>(actor, address, role),
  );
}

/** What an invitation to a role asks of the one who invites. */
export function makeInvitingNeed(role: string): Need {
  return {
    what: "invite a member",
    permission: "member:invite",
    ...role === "owner" ? { freshProof: "all" } : {},
  };
}

/**
 * Sends an invitation again: its email has a new link, and the one before no longer counts.
 *
 * @param id of the invitation
 */
export async function resendInvitation(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<Done<{ readonly invitation: Invitation }>> {
  return await act(config, membership, {
    what: "send an invitation again",
    permission: "member:invite",
    freshProof: "owners",
  }, async (actor) => {
    const { call, org } = actor;
    const known = isInvitationId(id) ? await invitations.get(call.records, id) : null;
    const address = known && await openAddress(call.config, known.data.sealed);
    // That of another organization is treated like one that does not exist.
    if (!address || known.data.org !== org || known.data.claimedBy !== null) {
      return "invitation-expired";
    }
    return await sendInvitation<never>(actor, address, known.data.role);
  });
}

/**
 * Sends an invitation in place of those to the same address that wait.
 *
 * @param keeps the answer for an address with an invitation that counts, which then stays. Default:
 * it is replaced
 */
export async function sendInvitation<Waiting extends string = never>(
  { call, org, data, userId: inviter, role: own }: Actor,
  address: string,
  role: string,
  keeps?: Waiting,
): Promise<{ ok: true; invitation: Invitation } | OrganizationRefusal | Waiting> {
  const { settings: { access }, records, config } = call;
  const { removals = 0 } = data;
  if (!hasRole(access, role) || !access.mayGive(own, role)) return "role-beyond-own";
  if (await isMember(call, org, data, address)) return "already-member";
  const counts = async () => {
    const waiting = await listInvitationsFor(call, address, org);
    const count = await Promise.all(waiting.map((one) => mayStillInvite(call, data, one.data)));
    return count.includes(true);
  };
  if (keeps !== undefined && await counts()) return keeps;
  if (await isTooMany(call, org, inviter, address)) return "too-many";
  const page = pageUrl(call);
  const token = randomBase64url(32);
  const id = await invitationId(token);
  // One after the other: else two calls at once would each remove that of the other.
  const name = JSON.stringify(["invitation", org, await addressOwner(config, address)]);
  const expires = await withLocks(records, [name], async () => {
    if (keeps !== undefined && await counts()) return keeps;
    const before = await listInvitationsFor(call, address, org);
    // The right that it takes to cancel one.
    if (before.some((one) => !access.mayTake(own, one.data.role))) return "role-beyond-own";
    const expires = await addInvitation(call, id, address, { org, role, inviter, removals });
    for (const one of before) await takeInvitation(call, one.id);
    return expires;
  });
  if (typeof expires === "string") return expires;
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
    actor: inviter === null ? null : await readActorName(config, inviter),
    role,
    url,
    expires,
  });
  return { ok: true, invitation: { id, email: address, role, inviter, expires } };
}

/** Returns `true` for the proven address of a member. */
async function isMember(
  call: OrganizationsCall,
  org: string,
  data: OrgData,
  address: string,
): Promise<boolean> {
  const { records, config: { store } } = call;
  const user = await store.getUserByEmail(address);
  if (!user || await provenAddress(call, user) === undefined) return false;
  const userId = ownerOf(user.id);
  const stored = await memberships.get(records, { org, userId });
  return roleIn(data, userId, stored?.data) !== undefined;
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
