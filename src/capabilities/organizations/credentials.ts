/**
 * Members of organizations, for the credentials of a request: a session, an API key, a service.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { MemberAnswer } from "../../types/credential.ts";
import type { MemberReader } from "../../types/organization_parts.ts";
import type { PrincipalOrganization } from "../../types/principal.ts";
import { factsOf } from "./actor.ts";
import { organizations, slugs } from "./kinds.ts";
import { readCached } from "../../records/cached.ts";
import { listPlaces, listUserOrganizations } from "./lists.ts";
import type { RequestReader } from "./membership.ts";
import { isId, isSlug, toOrganization } from "./organization.ts";
import { policyBreach } from "./policy.ts";
import type { StoredMembership } from "./membership.ts";
import { membershipAt, readStoredMembership, refuseBreach } from "./read_membership.ts";
import { makeOrganizationsCall } from "./settings.ts";

// Loaded where a page of a proof is led to.
const pageContexts = lazy(() => import("./page_context.ts"));

/** See {@linkcode MemberReader}. */
export const members: MemberReader = {
  listIn: async ({ config }, organization, page) =>
    await listPlaces(makeOrganizationsCall(config), organization, page),
  async ofSession(reader, organization) {
    const membership = await membershipAt(reader as RequestReader, organization);
    if (!membership.ok) return membership;
    const { role } = membership;
    return {
      ok: true,
      organization: { ...membership.organization, role },
      permissions: listPermissions(
        makeOrganizationsCall((reader as RequestReader & Resolved).resolved),
        role,
      ),
      membership,
    };
  },
  async ofVisitor(visitor, name, back) {
    const { ctx, userId } = visitor as Visitor;
    const call = makeOrganizationsCall(ctx.config, ctx.request);
    const found = await readStoredMembership(call, userId, name, 0);
    if (!found) return { ok: false, reason: "not-member" };
    const breach = await policyBreach(call, found.policy, factsOf(visitor as Visitor), found.role);
    if (breach && back === undefined) return { ok: false, reason: breach.reason };
    if (breach) {
      const config = ctx.config.userConfig;
      const { makeRequestReader: makeRequestReader } = await pageContexts();
      const reader = makeRequestReader({ ctx, visitor: visitor as Visitor, config }, back!);
      return await refuseBreach(call, reader, userId, found.organization.id, breach);
    }
    return toAnswer(call, found);
  },
  async listOfVisitor(visitor) {
    const { ctx, userId } = visitor as Visitor;
    const found = await listUserOrganizations(
      makeOrganizationsCall(ctx.config, ctx.request),
      userId,
    );
    return chosenFrom(await Promise.all(found.map(({ id }) => members.ofVisitor(visitor, id))));
  },
  async ofUser({ config }, userId, { proof, isBound }, name) {
    const call = makeOrganizationsCall(config);
    const found = await readStoredMembership(call, userId, name, call.settings.maxLagMs);
    if (!found) return { ok: false, reason: "not-member" };
    const { proofMaxAge: _, sessionMaxAge: _session, ...others } = found.policy;
    const unknown = { at: 0, methods: [], provider: null };
    const facts = { userId, id: () => undefined, proof: () => proof ?? unknown };
    const breach = await policyBreach(call, isBound ? others : found.policy, facts, found.role);
    return breach ? { ok: false, reason: breach.reason } : toAnswer(call, found);
  },
  async listOfUser(call, userId, proof) {
    const found = await listUserOrganizations(makeOrganizationsCall(call.config), userId);
    const made = { proof, isBound: true };
    const answers = found.map(({ id }) => members.ofUser(call, userId, made, id));
    return chosenFrom(await Promise.all(answers));
  },
  async readPermissions({ config }, userId, name) {
    const call = makeOrganizationsCall(config);
    const found = await readStoredMembership(call, userId, name, 0);
    return found ? listPermissions(call, found.role) : new Set();
  },
  async ofOrganization({ config }, name): Promise<MemberAnswer> {
    const call = makeOrganizationsCall(config);
    const { records, settings: { access, maxLagMs } } = call;
    const absent = { ok: false, reason: "not-member" } as const;
    const id = isId(name)
      ? name
      : isSlug(name)
      ? (await readCached(slugs, records, name, maxLagMs, ({ data }) => data.org))?.data.org
      : undefined;
    const found = id === undefined
      ? null
      : await readCached(organizations, records, id, maxLagMs, () => id);
    if (!found || found.data.isEnding || !isId(name) && found.data.slug !== name) return absent;
    return {
      ok: true,
      organization: { ...toOrganization(id!, found.data), role: null },
      permissions: new Set(access.permissions),
    };
  },
};

function toAnswer(
  call: ReturnType<typeof makeOrganizationsCall>,
  { organization, role }: StoredMembership,
): MemberAnswer {
  return {
    ok: true,
    organization: { ...organization, role },
    permissions: listPermissions(call, role),
  };
}

/** One that refuses the proof, or the session, cannot be chosen. */
function chosenFrom(answers: readonly MemberAnswer[]): PrincipalOrganization[] {
  return answers.flatMap((answer) => answer.ok ? [answer.organization] : []);
}

interface Resolved {
  resolved: Parameters<typeof makeOrganizationsCall>[0];
}

function listPermissions(
  { settings: { access } }: ReturnType<typeof makeOrganizationsCall>,
  role: string,
): ReadonlySet<string> {
  return new Set(access.permissions.filter((permission) => access.allows(role, permission)));
}
