/**
 * Acceptance of invitations: by the user who has proven the address, and only while the one who
 * invited could still do so.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Visitor } from "../../session/visitor.ts";
import { forVisitor } from "./actor.ts";
import { isSameAddress, openAddress, provenAddress } from "./address.ts";
import {
  claimInvitation,
  isInvitationId,
  listInvitationsFor,
  mayStillInvite,
  takeInvitation,
  unexpect,
} from "./invitations.ts";
import {
  type InvitationData,
  invitationId,
  invitations,
  memberships,
  organizations,
  type OrgData,
} from "./kinds.ts";
import { addMember, endMembership, roleIn, wasRemovedSince } from "./members.ts";
import { readActorName } from "./person.ts";
import { toOrganization } from "./organization.ts";
import { refuse } from "./read_membership.ts";
import { masked, Refusal } from "./refusal.ts";
import { type OrganizationsCall, tidy } from "./settings.ts";
import type { Done } from "./typed.ts";
import type { Organization } from "./types.ts";

/** See `OrganizationFunctions.readInvitation`. */
export async function readInvitation(
  config: ServerConfig,
  request: Request,
  token: string,
): Promise<Done<{ readonly organization: Organization; readonly role: string }>> {
  return await forVisitor(config, request, "read an invitation", async (visitor, call) => {
    const found = await findAcceptable(call, visitor.stored!, visitor.userId, token);
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
  return await forVisitor(
    config,
    request,
    "accept an invitation",
    (visitor, call) => accept(call, visitor, token),
  );
}

/** Accepts an invitation for a visitor, who does not act for another person. */
export async function accept(
  call: OrganizationsCall,
  { userId, stored }: Pick<Visitor, "userId" | "stored">,
  token: string,
): Promise<Done<{ readonly organization: Organization; readonly role: string }>> {
  return await acceptOpen(call, userId, await findAcceptable(call, stored!, userId, token));
}

/**
 * Accepts an invitation that the page lists for a visitor, whose proven address stands in for the
 * token of the email.
 *
 * @param id of the invitation
 */
export async function acceptListed(
  call: OrganizationsCall,
  { userId, stored }: Pick<Visitor, "userId" | "stored">,
  id: string,
): Promise<Done<{ readonly organization: Organization; readonly role: string }>> {
  const open = await openById(call, id);
  return await acceptOpen(call, userId, await checkAcceptable(call, stored!, userId, open));
}

async function acceptOpen(
  call: OrganizationsCall,
  userId: string,
  found: Acceptable | Refusal,
): Promise<Done<{ readonly organization: Organization; readonly role: string }>> {
  if (found instanceof Refusal) return found;
  const { id, invitation, organization } = found;
  const { org, role, inviter } = invitation;
  const { records } = call;
  const no = (reason: OrganizationRefusal) => refuse(call, userId, org, reason);
  if (!await claimInvitation(call, id, userId)) return await no("invitation-expired");
  const given = { org, role, by: inviter, isManaged: false, externalId: null };
  const added = await addMember(records, userId, given, invitation.removals ?? 0);
  if (typeof added === "string") return await no(added);
  if (added && !await mayStand(call, userId, invitation)) return await no("inviter-lost-right");
  // No email: the user has just done it, and the page says so.
  if (added) await audit(call, { name: "organization.joined", userId, organization: org });
  await tidy(call, () => takeInvitation(call, id));
  const now = (await memberships.get(records, { org, userId }))?.data;
  const present = roleIn(
    (await organizations.get(records, org))?.data ?? organization,
    userId,
    now,
  );
  if (present === undefined) return await no("not-member");
  return { ok: true, organization: toOrganization(org, organization), role: present };
}

/**
 * Asks again, once the membership was written: a change of the inviter that was answered before has
 * not found the new member, so this read finds the change. Without the right, the membership ends.
 */
async function mayStand(
  call: OrganizationsCall,
  userId: string,
  invitation: InvitationData,
): Promise<boolean> {
  const { records } = call;
  const { org } = invitation;
  const now = (await organizations.get(records, org))?.data;
  if (now && await mayStillInvite(call, now, invitation)) return true;
  // An inviter who was the last owner can have left only after the guest became one.
  return await endMembership(records, org, userId) === "last-owner";
}

/** An invitation that the user of a request may accept. */
interface Acceptable {
  id: string;
  invitation: InvitationData;
  organization: OrgData;
}

/** The invitation of a token, when the user may accept it now. */
async function findAcceptable(
  call: OrganizationsCall,
  user: AdapterUser,
  userId: string,
  token: string,
): Promise<Acceptable | Refusal> {
  return await checkAcceptable(call, user, userId, await openInvitation(call, token));
}

/** An invitation, when the user may accept it now. */
async function checkAcceptable(
  call: OrganizationsCall,
  user: AdapterUser,
  userId: string,
  found: OpenInvitation | undefined,
): Promise<Acceptable | Refusal> {
  const no = (reason: OrganizationRefusal, address?: string) =>
    refuse(call, userId, found?.invitation.org, reason, address === undefined ? {} : { address });
  if (!found) return await no("invitation-expired");
  const { id, invitation, address } = found;
  const own = await provenAddress(call, user);
  if (own === undefined || !isSameAddress(own, address)) {
    return await no("invitation-other-address", masked(address));
  }
  const { claimedBy } = invitation;
  if (claimedBy !== null && claimedBy !== userId) return await no("invitation-expired");
  const { org, removals } = invitation;
  if (await wasRemovedSince(call.records, { org, userId }, removals)) {
    return await no("invitation-expired");
  }
  const organization = (await organizations.get(call.records, org))?.data;
  if (!organization || organization.isEnding) return await no("invitation-expired");
  if (!await mayStillInvite(call, organization, invitation)) return await no("inviter-lost-right");
  return { id, invitation, organization };
}

/** An invitation as it is kept, with its address. */
interface OpenInvitation {
  id: string;
  invitation: InvitationData;
  address: string;
}

async function openInvitation(
  call: OrganizationsCall,
  token: string,
): Promise<OpenInvitation | undefined> {
  return await openById(call, await invitationId(String(token).slice(0, 256)));
}

async function openById(
  call: OrganizationsCall,
  id: string,
): Promise<OpenInvitation | undefined> {
  if (!isInvitationId(id)) return undefined;
  const found = await invitations.get(call.records, id);
  const address = found && await openAddress(call.config, found.data.sealed);
  return found && address ? { id, invitation: found.data, address } : undefined;
}

/** An invitation that a page lists for the person invited. */
export interface ListedInvitation {
  /** Id; it is no token. */
  id: string;
  /** Name of the organization. */
  organization: string;
  /** Path of its logo below the base path. */
  logoPath: string | undefined;
  /** Role that it gives. */
  role: string;
  /** Name of the one who invited; `null` for the app, and for a user who is gone. */
  inviter: string | null;
  /** Time at which it ends. */
  expires: Date;
}

/** The invitations that a user can accept: those to the proven address. */
export async function listOwnInvitations(
  call: OrganizationsCall,
  user: AdapterUser,
): Promise<ListedInvitation[]> {
  if (call.settings.tables) return [];
  const address = await provenAddress(call, user);
  const listed: ListedInvitation[] = [];
  for (const { id, data, expires } of address ? await listInvitationsFor(call, address) : []) {
    const { org, role, inviter } = data;
    const organization = (await organizations.get(call.records, org))?.data;
    if (!organization || organization.isEnding) continue;
    if (!await mayStillInvite(call, organization, data)) continue;
    listed.push({
      ...{ id, role, organization: organization.name },
      logoPath: toOrganization(org, organization).logoPath,
      inviter: inviter === null ? null : await readActorName(call.config, inviter),
      // Each is written with an expiry.
      expires: expires!,
    });
  }
  return listed;
}

/** Declines an invitation to the proven address of a user; `false` when there is none. */
export async function declineListed(
  call: OrganizationsCall,
  { userId, stored }: Pick<Visitor, "userId" | "stored">,
  id: string,
): Promise<boolean> {
  const found = isInvitationId(id) ? await invitations.get(call.records, id) : null;
  const address = found && await openAddress(call.config, found.data.sealed);
  const own = address ? await provenAddress(call, stored!) : undefined;
  if (!found || !address || own === undefined || !isSameAddress(own, address)) return false;
  const { org, claimedBy } = found.data;
  // Unchanged since the read, so that of an acceptance and this at the same time one counts.
  if (claimedBy !== null || !await invitations.removeSame(call.records, id, found)) return false;
  await audit(call, {
    name: "organization.invitation-cancelled",
    ...{ organization: org, actor: userId },
  });
  await tidy(call, () => unexpect(call, address, id));
  return true;
}

/** The content of an invitation, for the page that its token opens. */
export interface InvitationPreview {
  /** Name of the organization. */
  organization: string;
  /** Path of its logo below the base path. */
  logoPath: string | undefined;
  /** Role that it gives. */
  role: string;
  /** Id of the user who invited; `null` for the app itself. */
  inviter: string | null;
  /** Address that it is for. */
  address: string;
}

/** The invitation of a token, for any visitor; `undefined` when nobody can accept it now. */
export async function previewInvitation(
  call: OrganizationsCall,
  token: string,
): Promise<InvitationPreview | undefined> {
  const found = await openInvitation(call, token);
  if (!found || found.invitation.claimedBy !== null) return undefined;
  const { invitation: { org, role, inviter }, invitation, address } = found;
  const data = (await organizations.get(call.records, org))?.data;
  if (!data || data.isEnding || !await mayStillInvite(call, data, invitation)) return undefined;
  const { logoPath } = toOrganization(org, data);
  return { organization: data.name, logoPath, role, inviter, address };
}
