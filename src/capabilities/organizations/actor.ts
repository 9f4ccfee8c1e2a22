/**
 * The question before every change of an organization: who acts, and may they? A membership in hand
 * may be older than a removal, a demotion, a suspension or the end of its session. So all of it is
 * read again here, without what the process has cached. Of a page, it is read again where the
 * page changes something, and the visitor whom the page has found is the one who acts.
 *
 * @module
 */

import { AccessDenied, ProofRequired } from "../../errors.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { findIdentity } from "../../session/strategies.ts";
import { assertFreshProof, assertIsUser, type Visitor } from "../../session/visitor.ts";
import { toUserConfig } from "../../server/environment.ts";
import { boundTo } from "../../server/sign_in.ts";
import type { AuditFacts, OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Context } from "../../types/internal.ts";
import type { SessionFacts } from "../../session/opened_session.ts";
import { organizations, type OrgData } from "./kinds.ts";
import {
  type Delegation,
  type Membership,
  type RequestReader,
  stateOf,
  type StoredMembership,
} from "./membership.ts";
import { policyBreach } from "./policy.ts";
import { readStoredMembership, refuse, refuseBreach, signedOut } from "./read_membership.ts";
import type { Refusal } from "./refusal.ts";
import {
  makeAppCall,
  makeOrganizationsCall,
  type OrganizationsCall,
  requireRecords,
} from "./settings.ts";
import type { OrganizationPolicy } from "./types.ts";

/** The one who acts, as stored now. */
export interface Actor {
  /** The parts that the change works with. */
  readonly call: OrganizationsCall;
  /** Id of the organization. */
  readonly org: string;
  /** The organization, as it was read for this change. */
  readonly data: OrgData;
  /** Id of the user, for whom another person may act; `null` for the app. */
  readonly userId: string | null;
  /** How another person acts for the user; absent for the user. */
  readonly via?: Delegation["via"];
  /** Role. */
  readonly role: string;
  /** The refusal for a policy of which the session does not meet all; none for the app. */
  findBreach(policy: OrganizationPolicy): Promise<Refusal | undefined>;
}

/** Conditions of a change. */
export interface Need {
  /** The change in words, for messages. */
  readonly what: string;
  /** Permission of the role. Default: none, every member may. */
  readonly permission?: string;
  /** The one role that may. Default: each that has the permission. */
  readonly role?: "owner";
  /** Roles that need a fresh proof. Default: none. */
  readonly freshProof?: "all" | "owners";
  /** `true` for what changes nothing: another site may lead to it, and another person may see it. */
  readonly isRead?: true;
  /** `true` for what a person without a session may do for an owner. Default: nobody may. */
  readonly delegable?: true;
}

/** Result of a change, or the refusal, or its reason. */
type Result<T> = T | Refusal | OrganizationRefusal;

/**
 * Runs a change for the one whose membership it is.
 *
 * @param run returns the result, or the reason to refuse
 */
export async function act<T extends object>(
  config: ServerConfig,
  membership: Membership,
  need: Need,
  run: (actor: Actor) => Promise<Result<T>>,
): Promise<T | Refusal> {
  const state = stateOf(membership);
  const { reader, userId, organization: { id: org }, shown, delegation } = state;
  const isOwn = reader
    ? reader.written === toUserConfig(config)
    : makeAppCall(config).settings.access === state.access;
  // A change belongs to the store that the membership was read from.
  if (!isOwn) throw new TypeError(`Cannot ${need.what}: the membership comes from another config`);
  if (delegation) return await actFor(delegation, org, need, run);
  if (!reader || userId === null) return await actAsSystem(makeAppCall(config), org, need, run);
  const within = async (ctx: Context) => {
    const call = makeOrganizationsCall(ctx.config, ctx.request);
    requireRecords(call.settings, need.what);
    const read = need.isRead ? shown : undefined;
    const allowed = await mayAct(ctx, call, reader, userId, org, need, read);
    if ("ok" in allowed) return allowed;
    return await finish(allowed, run);
  };
  return need.isRead ? await reader.readFor(within) : await reader.change("organization", within);
}

async function actAsSystem<T extends object>(
  call: OrganizationsCall,
  org: string,
  { what }: Need,
  run: (actor: Actor) => Promise<Result<T>>,
): Promise<T | Refusal> {
  requireRecords(call.settings, what);
  const data = (await organizations.get(call.records, org))?.data;
  if (!data || data.isEnding && what !== DELETION) {
    return await refuse(call, null, org, "not-member");
  }
  return await finish(
    { ...{ call, org, data, userId: null, role: "owner" }, findBreach: NONE },
    run,
  );
}

async function actFor<T extends object>(
  { via, maker: userId, ctx, find }: Delegation,
  org: string,
  { delegable }: Need,
  run: (actor: Actor) => Promise<Result<T>>,
): Promise<T | Refusal> {
  const call = makeOrganizationsCall(ctx.config, ctx.request);
  const no = async (reason: OrganizationRefusal) =>
    await refuse(call, userId, org, reason, { via });
  if (!delegable) return await no("forbidden");
  const data = await find();
  if (!data) return await no("not-member");
  const findBreach = async () => await no("forbidden");
  return await finish({ call, org, data, userId, via, role: "owner", findBreach }, run);
}

/** The one who acts, for the audit log. */
export function actorFacts(
  { userId, via }: Pick<Actor, "userId" | "via">,
): Pick<AuditFacts, "bySystem" | "userId" | "via"> {
  return { ...userId === null ? { bySystem: true } : { userId }, ...via ? { via } : {} };
}

const NONE = () => Promise.resolve(undefined);

/** Words for the deletion, which can be repeated when it has failed midway. */
export const DELETION = "delete the organization";

async function finish<T extends object>(
  actor: Actor,
  run: (actor: Actor) => Promise<Result<T>>,
): Promise<T | Refusal> {
  const result = await run(actor);
  if (typeof result !== "string") return result;
  return await refuse(actor.call, actor.userId, actor.org, result, { via: actor.via });
}

async function mayAct(
  ctx: Context,
  call: OrganizationsCall,
  reader: RequestReader,
  userId: string,
  org: string,
  { what, permission, role: only, freshProof, isRead }: Need,
  read: StoredMembership | undefined,
): Promise<Actor | Refusal> {
  const { settings: { access } } = call;
  const visitor = await liveVisitor(ctx);
  if (!visitor || visitor.userId !== userId) return signedOut(reader);
  const no = (reason: OrganizationRefusal) => refuse(call, userId, org, reason);
  const { data, role, policy } = read ?? await readStoredMembership(call, userId, org, 0) ?? {};
  if (!data || role === undefined || !policy) return await no("not-member");
  const breachFor = async (policy: OrganizationPolicy, role: string | null) => {
    const breach = await policyBreach(call, policy, factsOf(visitor), role);
    return breach && await refuseBreach(call, reader, userId, org, breach);
  };
  const breach = await breachFor(policy, role);
  if (breach) return breach;
  const lacks = permission !== undefined && !access.allows(role, permission);
  if (lacks || only !== undefined && role !== only) return await no("forbidden");
  const needsProof = freshProof === "all" || freshProof === "owners" && role === "owner";
  try {
    if (needsProof) assertFreshProof(visitor, what);
    else if (!isRead) assertIsUser(visitor, what);
  } catch (error) {
    if (error instanceof ProofRequired) {
      const { requirement } = error;
      return await refuseBreach(call, reader, userId, org, {
        reason: "proof-too-weak",
        requirement,
      });
    }
    if (error instanceof AccessDenied) return await no("forbidden");
    throw error;
  }
  return { call, org, data, userId, role, findBreach: (policy) => breachFor(policy, null) };
}

/** The session of a visitor, for the policy. */
export function factsOf({ ctx, userId, proof }: Visitor): SessionFacts {
  return {
    userId,
    id: async () => (await findIdentity(ctx))?.id,
    proof: () => proof,
  };
}

/**
 * Runs something for the user of a request, whose session is read again.
 *
 * @param run gets the visitor, who is no member yet
 */
export async function forVisitor<T>(
  config: ServerConfig,
  request: Request,
  what: string,
  run: (visitor: Visitor, call: OrganizationsCall) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const reader: RequestReader = await boundTo(config).of(request);
  return await reader.change("organization", async (ctx) => {
    const call = makeOrganizationsCall(ctx.config, ctx.request);
    requireRecords(call.settings, what);
    const visitor = await liveVisitor(ctx);
    if (!visitor) return signedOut(reader);
    if (visitor.actsForAnother) return await refuse(call, visitor.userId, undefined, "forbidden");
    return await run(visitor, call);
  });
}
