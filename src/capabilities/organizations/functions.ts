/**
 * Organizations and their members, for apps. Every change takes the membership of the one who acts,
 * which `actor.ts` reads again. `createOrganization` and `listOrganizations` take the id of a user,
 * and do not check permissions: take it from the session.
 *
 * @module
 */

import { checkDemand } from "../../base/demands.ts";
import { AuthError } from "../../errors.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { lazy } from "../../base/lazy.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { requireRole } from "./permissions.ts";
import { act, DELETION } from "./actor.ts";
import { auditBy } from "./actor_audit.ts";
import { createFor } from "./creation.ts";
import { askFirst, publish } from "../../hooks/topics.ts";
import { ownerOfOrg } from "../../records/owner.ts";
import { members, organizations, type OrgData } from "./kinds.ts";
import { forgetCached } from "../../records/cached.ts";
import { notifyMember } from "./mails.ts";
import type { Membership } from "./membership.ts";
import {
  claimSlug,
  endOrganization,
  freeSlug,
  requireOrgName,
  requireSlug,
  toOrganization,
} from "./organization.ts";
import { requireOwnProvider, requirePolicy, requireReachable, toPolicy } from "./policy.ts";
import { invite as inviteMember } from "./invitation_functions.ts";
import { changeRole as changeRoleOf, transferOwnership as transfer } from "./member_functions.ts";
import { makeAppCall, type OrganizationsCall, settingsOf, tidy } from "./settings.ts";
import type { Done } from "./typed.ts";
import type { Invitation, Organization, OrganizationPolicy } from "./types.ts";

export { importMembers } from "./import.ts";
export { acceptInvitation, readInvitation } from "./acceptance.ts";
export { cancelInvitation, listInvitations } from "./invitation_functions.ts";
export { listMembers, listOrganizations } from "./lists.ts";
export { leave, removeMember } from "./member_functions.ts";
export { readMembership } from "./read_membership.ts";

const DONE = { ok: true } as const;

const logos = lazy(() => import("./logo.ts"));

// A page refuses the role that a form names; an app that names one that is not defined has an error.

/** See `OrganizationFunctions.invite`. */
export async function invite(
  config: ServerConfig,
  membership: Membership,
  invitation: { email: string; role: string },
): Promise<Done<{ readonly invitation: Invitation }>> {
  requireRole(settingsOf(config).access, invitation.role);
  return await inviteMember(config, membership, invitation);
}

/** See `OrganizationFunctions.changeRole`. */
export async function changeRole(
  config: ServerConfig,
  membership: Membership,
  userId: string,
  role: string,
): Promise<Done> {
  requireRole(settingsOf(config).access, role);
  return await changeRoleOf(config, membership, userId, role);
}

/** See `OrganizationFunctions.transferOwnership`. */
export async function transferOwnership(
  config: ServerConfig,
  membership: Membership,
  userId: string,
  becomes: string,
): Promise<Done> {
  requireRole(settingsOf(config).access, becomes);
  return await transfer(config, membership, userId, becomes);
}

/** See `OrganizationFunctions.createOrganization`. */
export async function createOrganization(
  config: ServerConfig,
  userId: string,
  typed: { name: string; slug: string },
): Promise<Done<{ readonly organization: Organization }>> {
  return await createFor(makeAppCall(config), userId, typed);
}

/** See `OrganizationFunctions.updateOrganization`. */
export async function updateOrganization(
  config: ServerConfig,
  membership: Membership,
  changes: {
    name?: string;
    slug?: string;
    policy?: OrganizationPolicy | null;
    logo?: Uint8Array | null | undefined;
  },
): Promise<Done<{ readonly organization: Organization }>> {
  checkPolicyDemands(changes);
  const name = changes.name === undefined ? undefined : requireOrgName(changes.name);
  const slug = changes.slug === undefined ? undefined : requireSlug(changes.slug);
  const policy = changes.policy === undefined ? undefined : requirePolicy(changes.policy ?? {});
  const image = changes.logo ?? undefined;
  const logo = image === undefined ? undefined : (await logos()).requireLogo(image);
  const hasLogo = changes.logo !== undefined;
  return await act(config, membership, {
    what: "change the organization",
    permission: "organization:update",
    // A policy keeps people out, owners too, and lets them in.
    ...policy ? { freshProof: "all", role: "owner" } : {},
  }, async (actor) => {
    const { call, org, userId } = actor;
    const { records } = call;
    if (policy) {
      const breach = await actor.findBreach(toPolicy(policy));
      if (breach) return breach;
      requireOwnProvider(call, policy);
      // An owner who sets it has just met it.
      if (userId === null) await requireReachable(call, policy, actor.data.owners);
    }
    const isReserved = slug !== undefined && userId !== null &&
      await askFirst(call.config, "slug.taken", { slug });
    if (isReserved) return "slug-taken";
    if (slug !== undefined && !await claimSlug(records, slug, org)) return "slug-taken";
    const added = logo && await (await logos()).addLogo(records, org, logo);
    let before: OrgData | undefined;
    const written = await organizations.update(records, org, (known) => {
      if (!known || known.data.isEnding) return undefined;
      before = known.data;
      const next = {
        name: name ?? before.name,
        slug: slug ?? before.slug,
        policy: policy ?? before.policy,
      };
      const { logo: previous, ...rest } = before;
      const shown = hasLogo ? added : previous;
      return { expires: null, data: { ...rest, ...next, ...shown ? { logo: shown } : {} } };
    });
    forgetCached(records, org);
    if (!written || !before) {
      if (slug !== undefined) await tidy(call, () => freeSlug(records, slug, org));
      if (added) await tidy(call, async () => (await logos()).removeLogos(records, org, added));
      return "not-member";
    }
    const { slug: old, logo: gone } = before;
    const after = written.data;
    await auditBy(actor, { name: "organization.updated", userId: userId ?? undefined });
    if (old !== after.slug) await tidy(call, () => freeSlug(records, old, org));
    if (hasLogo) {
      const { keepLogo, removeLogos } = await logos();
      if (added) await tidy(call, () => keepLogo(records, added));
      await tidy(call, () => removeLogos(records, org, gone));
    }
    return { ...DONE, organization: toOrganization(org, after) };
  });
}

/** A demand of a policy whose value got lost must not become none. */
function checkPolicyDemands(changes: { policy?: OrganizationPolicy | null }): void {
  if (!("policy" in changes) || changes.policy === null) return;
  checkDemand("change the organization", "policy", changes.policy, "value");
  for (const [name, value] of Object.entries(changes.policy ?? {})) {
    checkDemand("change the organization", `policy.${name}`, value, "value");
  }
}

/** See `OrganizationFunctions.readPolicy`. */
export async function readPolicy(
  config: ServerConfig,
  membership: Membership,
): Promise<Done<{ readonly policy: OrganizationPolicy }>> {
  const need = {
    what: "read the policy",
    permission: "organization:update",
    isRead: true,
  } as const;
  return await act(
    config,
    membership,
    need,
    ({ data }) => Promise.resolve({ ...DONE, policy: toPolicy(data.policy) }),
  );
}

/** Publishes the deletion for each member, where something listens. */
async function tellMembers({ config, records }: OrganizationsCall, org: string): Promise<void> {
  if (!config.topics.has("organization.deleting")) return;
  for await (const { data: { userId } } of members.listAll(records, ownerOfOrg(org))) {
    await publish(config, "organization.deleting", { config, organization: org, userId });
  }
}

/** See `OrganizationFunctions.deleteOrganization`. */
export async function deleteOrganization(
  config: ServerConfig,
  membership: Membership,
  name?: string,
): Promise<Done> {
  return await act(config, membership, {
    what: DELETION,
    permission: "organization:delete",
    freshProof: "all",
  }, async (actor) => {
    const { call, org, data, userId } = actor;
    if (userId !== null && !isEqual(requireOrgName(name ?? ""), data.name)) {
      throw new AuthError("Cannot delete the organization: the typed name is not its name", {
        cause: { field: "name" },
      });
    }
    await tellMembers(call, org);
    if (!await endOrganization(call.records, org)) return "not-member";
    await auditBy(actor, { name: "organization.deleted", userId: userId ?? undefined });
    for (const owner of data.owners) {
      await notifyMember(call, owner, "deleted", { organization: data, by: userId });
    }
    return DONE;
  });
}
