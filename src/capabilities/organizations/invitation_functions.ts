/**
 * Invitations, for apps: sent by a member who may give the role, accepted by the user who has proven
 * the address.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/random.ts";
import { AuthError, TooManyRequests } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, toAbsoluteUrl, withQuery } from "../../http/url.ts";
import { countMail } from "../../limits/recipient.ts";
import { countUp, keyOf, newestSecret } from "../../limits/window.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { hasRole } from "./access.ts";
import { act, forVisitor } from "./acting.ts";
import { isSameAddress, openAddress, provenAddress, requireAddress } from "./address.ts";
import { addInvitation, claimInvitation, mayStillInvite, takeInvitation } from "./invitations.ts";
import {
  type InvitationData,
  invitationId,
  invitations,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
} from "./kinds.ts";
import { notifyMember, sendOrganizationNotice } from "./mails.ts";
import { addMember, roleIn } from "./members.ts";
import type { Membership } from "./membership.ts";
import { rowsOf, toOrganization } from "./organization.ts";
import { refuse } from "./read_membership.ts";
import { masked, Refusal } from "./refusal.ts";
import type { Scope } from "./settings.ts";
import type { Done } from "./typed.ts";
import type { Invitation, Organization } from "./types.ts";

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
  }, async ({ scope, org, data, userId: inviter, role: own }) => {
    const { settings: { access }, records } = scope;
    if (!hasRole(access, role) || !access.mayGive(own, role)) return "role-beyond-own";
    if (await isTooMany(scope, org, address)) return "too-many";
    const page = pageUrl(scope);
    const token = randomBase64url(32);
    const id = await invitationId(token);
    const expires = await addInvitation(scope, id, address, { org, role, inviter });
    // After the write, so that the end of the organization finds it, or refuses it.
    if ((await organizations.get(records, org))?.data.isEnding !== false) {
      await takeInvitation(scope, id);
      return "not-member";
    }
    await audit(scope, {
      name: "organization.invited",
      organization: org,
      ...inviter === null ? { bySystem: true } : { actor: inviter },
    });
    const url = withQuery(page, { token });
    await sendOrganizationNotice(scope, address, "invitation", {
      organization: data.name,
      role,
      url,
    });
    return { ok: true, invitation: { id, email: address, role, inviter, expires } };
  });
}

/** URL of the page that accepts an invitation. */
function pageUrl({ config, request, settings: { invitationUrl } }: Scope): string {
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

async function isTooMany(scope: Scope, org: string, address: string): Promise<boolean> {
  const { config, settings: { invitationsPerHour } } = scope;
  if (invitationsPerHour !== false) {
    const id = await keyOf(newestSecret(config), "organization invitations", org);
    if ((await countUp(config, id, invitationsPerHour)).isFull) return true;
  }
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
  }, async ({ scope, org }) => {
    const found: Invitation[] = [];
    for await (const { id, data, expires } of rowsOf(invitations, scope.records, ownerOfOrg(org))) {
      const email = await openAddress(scope.config, data.sealed);
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
  }, async ({ scope, org, userId }): Promise<{ ok: true } | OrganizationRefusal> => {
    const known = isInvitationId(id) ? await invitations.get(scope.records, id) : null;
    // That of another organization is treated like one that does not exist.
    if (known?.data.org !== org || !await takeInvitation(scope, id)) return "invitation-expired";
    await audit(scope, {
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

/** An invitation that the user of a request may accept. */
interface Acceptable {
  id: string;
  invitation: InvitationData;
  organization: OrgData;
}

/** See `OrganizationFunctions.readInvitation`. */
export async function readInvitation(
  config: ServerConfig,
  request: Request,
  token: string,
): Promise<Done<{ readonly organization: Organization; readonly role: string }>> {
  return await forVisitor(config, request, "read an invitation", async (visitor, scope) => {
    const found = await findAcceptable(scope, visitor.stored!, visitor.userId, token);
    if (found instanceof Refusal) return found;
    const { invitation: { org, role }, organization } = found;
    return { ok: true, organization: toOrganization(org, organization), role };
  });
}

/** See `OrganizationFunctions.acceptInvitation`. */
export async function acceptInvitation(
  config: ServerConfig,
  request: Request,
  token: string,
): Promise<Done<{ readonly organization: Organization; readonly role: string }>> {
  return await forVisitor(config, request, "accept an invitation", async (visitor, scope) => {
    const { userId } = visitor;
    const found = await findAcceptable(scope, visitor.stored!, userId, token);
    if (found instanceof Refusal) return found;
    const { id, invitation: { org, role, inviter }, organization } = found;
    const { records } = scope;
    const no = (reason: OrganizationRefusal) => refuse(scope, userId, org, reason);
    if (!await claimInvitation(scope, id, userId)) return await no("invitation-expired");
    const given = { org, role, by: inviter, isManaged: false, externalId: null };
    const added = await addMember(records, userId, given);
    if (typeof added === "string") return await no(added);
    await takeInvitation(scope, id);
    if (added) {
      await audit(scope, { name: "organization.joined", userId, organization: org });
      await notifyMember(scope, userId, "added", { organization: organization.name, role });
    }
    const stored = (await memberships.get(records, { org, userId }))?.data;
    const present = roleIn(
      (await organizations.get(records, org))?.data ?? organization,
      userId,
      stored,
    );
    if (present === undefined) return await no("not-member");
    return { ok: true, organization: toOrganization(org, organization), role: present };
  });
}

/** The invitation of a token, when the user may accept it now. */
async function findAcceptable(
  scope: Scope,
  user: AdapterUser,
  userId: string,
  token: string,
): Promise<Acceptable | Refusal> {
  const { records } = scope;
  const id = await invitationId(String(token).slice(0, 256));
  const found = await invitations.get(records, id);
  const no = (reason: OrganizationRefusal, address?: string) =>
    refuse(scope, userId, found?.data.org, reason, address === undefined ? {} : { address });
  const to = found && await openAddress(scope.config, found.data.sealed);
  if (!found || !to) return await no("invitation-expired");
  const own = await provenAddress(scope, user);
  if (own === undefined || !isSameAddress(own, to)) {
    return await no("invitation-other-address", masked(to));
  }
  const { data: invitation } = found;
  const { claimedBy } = invitation;
  if (claimedBy !== null && claimedBy !== userId) return await no("invitation-expired");
  const organization = (await organizations.get(records, invitation.org))?.data;
  if (!organization || organization.isEnding) return await no("invitation-expired");
  if (!await mayStillInvite(scope, organization, invitation)) return await no("inviter-lost-right");
  return { id, invitation, organization };
}
