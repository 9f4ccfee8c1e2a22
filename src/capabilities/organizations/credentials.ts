/**
 * Members of organizations, for the credentials of a request: a session, an API key, a service.
 *
 * @module
 */

import type { MemberAnswer } from "../../types/credential.ts";
import type { MemberReader } from "../../types/internal.ts";
import { organizations, slugs } from "./kinds.ts";
import { readLately } from "../../records/lately.ts";
import { organizationsOf } from "./lists.ts";
import type { Door } from "./membership.ts";
import { isId, isSlug, toOrganization } from "./organization.ts";
import { policyBreach } from "./policy.ts";
import { membershipAt, standingOf } from "./read_membership.ts";
import { scopeIn } from "./settings.ts";

/** See {@linkcode MemberReader}. */
export const members: MemberReader = {
  async ofSession(door, organization) {
    const membership = await membershipAt(door as Door, organization);
    if (!membership.ok) return membership;
    const { role } = membership;
    return {
      ok: true,
      organization: { ...membership.organization, role },
      permissions: permissionsOf(scopeIn((door as Door & Resolved).resolved), role),
      membership,
    };
  },
  async ofUser({ config }, userId, proof, name) {
    const scope = scopeIn(config);
    const found = await standingOf(scope, userId, name, scope.settings.maxLagMs);
    if (!found) return { ok: false, reason: "not-member" };
    const { proofMaxAge: _, sessionMaxAge: _session, ...policy } = found.policy;
    const unknown = { at: 0, methods: [], provider: null };
    const facts = { userId, id: () => undefined, proof: () => proof ?? unknown };
    const breach = await policyBreach(scope, policy, facts);
    if (breach) return { ok: false, reason: breach.reason };
    const { organization, role } = found;
    return {
      ok: true,
      organization: { ...organization, role },
      permissions: permissionsOf(scope, role),
    };
  },
  async listOfUser(call, userId, proof) {
    const found = await organizationsOf(scopeIn(call.config), userId);
    const answers = await Promise.all(
      found.map(({ id }) => members.ofUser(call, userId, proof, id)),
    );
    // One that refuses the proof cannot be chosen.
    return answers.flatMap((answer) => answer.ok ? [answer.organization] : []);
  },
  async ofOrganization({ config }, name): Promise<MemberAnswer> {
    const scope = scopeIn(config);
    const { records, settings: { access, maxLagMs } } = scope;
    const absent = { ok: false, reason: "not-member" } as const;
    const id = isId(name)
      ? name
      : isSlug(name)
      ? (await readLately(slugs, records, name, maxLagMs, ({ data }) => data.org))?.data.org
      : undefined;
    const found = id === undefined
      ? null
      : await readLately(organizations, records, id, maxLagMs, () => id);
    if (!found || found.data.isEnding || !isId(name) && found.data.slug !== name) return absent;
    return {
      ok: true,
      organization: { ...toOrganization(id!, found.data), role: null },
      permissions: new Set(access.permissions),
    };
  },
};

interface Resolved {
  resolved: Parameters<typeof scopeIn>[0];
}

function permissionsOf(
  { settings: { access } }: ReturnType<typeof scopeIn>,
  role: string,
): ReadonlySet<string> {
  return new Set(access.permissions.filter((permission) => access.allows(role, permission)));
}
