/**
 * The membership of the user of a request: read from the records, in this request, and checked
 * against the policy of the organization.
 *
 * An organization that does not exist takes the same reads as one of others.
 *
 * @module
 */

import { checkDemand } from "../../base/demands.ts";
import { createFieldStore } from "../../base/objects.ts";
import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { boundTo } from "../../server/sign_in.ts";
import type { SessionFacts } from "../../session/opened_session.ts";
import type { AuditFacts, OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { hasRole } from "./permissions.ts";
import {
  type MemberKey,
  type MembershipData,
  memberships,
  organizations,
  type OrgData,
  slugs,
} from "./kinds.ts";
import { readCached } from "../../records/cached.ts";
import { roleIn } from "./members.ts";
import {
  makeMembership,
  type Membership,
  type RequestReader,
  type StoredMembership,
} from "./membership.ts";
import { isId, isSlug, toOrganization } from "./organization.ts";
import { type Breach, policyBreach, toPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";
import { makeOrganizationsCall, type OrganizationsCall } from "./settings.ts";

/** An id that no organization has. */
const NO_ID = "org_0000000000000000000000";

/** A slug that no organization has. */
const NO_SLUG = "-";

/** Memberships that were read for a session, by what was asked for. */
const known = createFieldStore<Map<string, Promise<Membership | Refusal>>>();

/** See `OrganizationFunctions.readMembership`. */
export async function readMembership(
  config: ServerConfig,
  request: Request,
  organization: string,
): Promise<Membership | Refusal> {
  checkDemand("read the membership", "organization", organization, "text");
  return await membershipAt(await boundTo(config).of(request), organization);
}

/** The same for a request whose session is at hand. */
export async function membershipAt(
  reader: RequestReader,
  organization: string,
): Promise<Membership | Refusal> {
  return await reader.readFor((ctx, facts) => {
    if (!facts) return Promise.resolve(signedOut(reader));
    let read = known.get(facts);
    if (!read) known.set(facts, read = new Map());
    const found = read.get(organization);
    if (found) return found;
    const reading = readFor(
      makeOrganizationsCall(ctx.config, ctx.request),
      reader,
      facts,
      organization,
    );
    read.set(organization, reading);
    // A failure of the store is not kept.
    reading.catch(() => read.delete(organization));
    return reading;
  });
}

/** The refusal for a visitor without a session: the same whatever is asked for. */
export function signedOut(reader: RequestReader): Refusal {
  return new Refusal("not-member", { location: reader.signInUrl(reader.returnUrl) });
}

async function readFor(
  call: OrganizationsCall,
  reader: RequestReader,
  facts: SessionFacts,
  name: string,
): Promise<Membership | Refusal> {
  const found = await readStoredMembership(call, facts.userId, name, call.settings.maxLagMs);
  if (!found) return await refuse(call, facts.userId, undefined, "not-member");
  const { organization, role, policy } = found;
  const breach = await policyBreach(call, policy, facts, role);
  if (breach) return await refuseBreach(call, reader, facts.userId, organization.id, breach);
  reportUnknown(call.config, call, role);
  const { access, maxLagMs } = call.settings;
  return makeMembership({
    ...{ access, organization, userId: facts.userId, role, reader },
    ...facts.isActed ? { isActed: true } : {},
    ...reader.isView && maxLagMs === 0 ? { shown: found } : {},
  });
}

/**
 * Reads a user in an organization; `null` for a user who is no member, and without an organization.
 *
 * @param name id or slug
 * @param maxLagMs age that what is read may have
 */
export async function readStoredMembership(
  { records, settings: { tables } }: OrganizationsCall,
  userId: string,
  name: string,
  maxLagMs: number,
): Promise<StoredMembership | null> {
  if (tables) {
    const found = await tables.get(name, userId);
    return found && { organization: found.organization, role: found.role, policy: {} };
  }
  const id = isId(name) ? name : await findId(records, name, maxLagMs);
  const key: MemberKey = { org: id ?? NO_ID, userId };
  const [org, member] = await Promise.all([
    readCached(organizations, records, key.org, maxLagMs, () => key.org),
    readCached(memberships, records, key, maxLagMs, () => key.org),
  ]);
  // A slug that is being written, or freed, is none.
  const data = org && (isId(name) || org.data.slug === name) ? org.data : null;
  return toStoredMembership(key.org, data, userId, member?.data);
}

function toStoredMembership(
  id: string,
  data: OrgData | null,
  userId: string,
  member: MembershipData | undefined,
): StoredMembership | null {
  const role = data ? roleIn(data, userId, member) : undefined;
  if (!data || role === undefined) return null;
  return { organization: toOrganization(id, data), data, role, policy: toPolicy(data.policy) };
}

async function findId(
  records: OrganizationsCall["records"],
  name: string,
  maxLagMs: number,
): Promise<string | undefined> {
  const slug = isSlug(name) ? name : NO_SLUG;
  return (await readCached(slugs, records, slug, maxLagMs, ({ data }) => data.org))?.data.org;
}

/** Refuses, with an entry in the audit log. */
export async function refuse(
  call: Pick<OrganizationsCall, "config" | "request">,
  userId: string | null,
  organization: string | undefined,
  reason: OrganizationRefusal,
  { via, ...details }: {
    location?: string | undefined;
    address?: string | undefined;
    via?: AuditFacts["via"];
  } = {},
): Promise<Refusal> {
  await audit(call, {
    name: "organization.refused",
    reason,
    ...userId === null ? { bySystem: true } : { userId },
    ...organization === undefined ? {} : { organization },
    ...via ? { via } : {},
  });
  return new Refusal(reason, details);
}

/** Refuses a session that does not meet the policy, and says where it can. */
export async function refuseBreach(
  call: Pick<OrganizationsCall, "config" | "request">,
  reader: RequestReader,
  userId: string,
  organization: string,
  { reason, requirement }: Breach,
): Promise<Refusal> {
  const location = requirement
    ? await reader.requireProof(requirement) ?? undefined
    : reason === "session-too-old"
    ? reader.signInUrl(reader.returnUrl)
    : undefined;
  return await refuse(call, userId, organization, reason, { location });
}

/** Logs a stored role that the app no longer defines, once for each. */
function reportUnknown(
  config: ResolvedConfig,
  { settings: { access } }: OrganizationsCall,
  role: string,
): void {
  if (hasRole(access, role)) return;
  config.logOnce(
    new AuthError(
      `A member has the role ${JSON.stringify(role)}, which \`defineAccess\` does not define: it ` +
        "permits nothing",
      { cause: { option: "organizations.access" } },
    ),
  );
}
