/**
 * The policy of an organization: what the session of a member must have proven.
 *
 * @module
 */

import { normalDomain } from "../../base/address.ts";
import { AuthError } from "../../errors.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { nowMs } from "../../base/time.ts";
import type { SessionFacts } from "../../session/opened_session.ts";
import { isMethod } from "../../session/proof.ts";
import { sessionStart } from "../../session/record.ts";
import type { Requirement } from "../../session/requirement.ts";
import { isProofEnough } from "../../session/visitor.ts";
import { provenAddress } from "./address.ts";
import type { PolicyData } from "./kinds.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { OrganizationsCall } from "./settings.ts";
import type { OrganizationPolicy } from "./types.ts";

/** Most characters of a policy: a record has a limited size, and holds the owners too. */
const MAX_LENGTH = 16_384;

/** A demand that a session does not meet. */
export interface Breach {
  /** Reason to refuse. */
  reason: OrganizationRefusal;
  /** The proof that helps; absent when none does. */
  requirement?: Requirement;
}

/** The policy in a record. */
export function toPolicy(data: PolicyData): OrganizationPolicy {
  return data as OrganizationPolicy;
}

/**
 * Returns the first demand that a session does not meet; `undefined` when it meets all.
 *
 * @param role role of the member; `null` for one who sets the policy, and must meet all of it
 */
export async function policyBreach(
  call: OrganizationsCall,
  policy: OrganizationPolicy,
  facts: SessionFacts,
  role: string | null,
): Promise<Breach | undefined> {
  const { methods, proofMaxAge, providers, domains, sessionMaxAge } = policy;
  const memberProviders = role === "owner" ? undefined : policy.memberProviders;
  if (methods || proofMaxAge !== undefined || providers || memberProviders) {
    const proof = await facts.proof();
    for (const list of [providers, memberProviders]) {
      if (list && !list.includes(proof.provider ?? "")) return { reason: "provider-required" };
    }
    const requirement = withoutUndefined({ methods, maxAge: proofMaxAge, allowSilentSignIn: true });
    const isEnough = !methods && proofMaxAge === undefined || isProofEnough(proof, requirement);
    if (!isEnough) return { reason: "proof-too-weak", requirement };
  }
  if (domains && !await hasDomain(call, facts.userId, domains)) {
    return { reason: "domain-not-allowed" };
  }
  if (sessionMaxAge !== undefined && await readAge(call, facts) > sessionMaxAge) {
    return { reason: "session-too-old" };
  }
}

async function hasDomain(
  call: OrganizationsCall,
  userId: string,
  domains: readonly string[],
): Promise<boolean> {
  const user = await call.config.store.getUser(userId);
  const address = user && await provenAddress(call, user);
  if (!address) return false;
  const own = address.slice(address.lastIndexOf("@") + 1);
  return domains.some((domain) => (normalDomain(domain) ?? domain) === own);
}

/** Seconds since a session began; `Infinity` when that is unknown. */
async function readAge(
  { config: { revocation } }: OrganizationsCall,
  facts: SessionFacts,
): Promise<number> {
  const id = await facts.id();
  const start = id !== undefined && revocation ? await sessionStart(revocation, id) : null;
  return start === null ? Infinity : (nowMs() - start.valueOf()) / 1000;
}

/**
 * A policy as it is stored.
 *
 * @throws {AuthError} when it demands something that no session can have
 */
export function requirePolicy(policy: OrganizationPolicy): PolicyData {
  const { methods, proofMaxAge, providers, memberProviders, domains, sessionMaxAge } = policy;
  for (const [name, list] of Object.entries({ methods, providers, memberProviders, domains })) {
    const isList = list === undefined || Array.isArray(list) && list.length > 0 &&
        list.length <= 50 && list.every((one) => typeof one === "string" && one.length <= 253);
    if (!isList) throw bad(name, "it is not a list of 1 to 50 texts");
  }
  const unknown = methods?.find((one) => !isMethod(one));
  if (unknown !== undefined) throw bad("methods", `${JSON.stringify(unknown)} is no method`);
  for (const [name, seconds] of Object.entries({ proofMaxAge, sessionMaxAge })) {
    const isAge = seconds === undefined || Number.isFinite(seconds) && seconds >= 60;
    if (!isAge) throw bad(name, "it is not a number of seconds from 60");
  }
  if (JSON.stringify(policy).length > MAX_LENGTH) throw bad("domains", "the policy is too long");
  return withoutUndefined({
    methods,
    proofMaxAge,
    providers,
    memberProviders,
    domains: domains?.map((domain) => domain.normalize("NFKC").toLowerCase()),
    sessionMaxAge,
  }) as PolicyData;
}

/**
 * Checks that somebody could meet a policy, for one that no owner sets.
 *
 * @throws {AuthError} when no provider of the app, or no owner, is among those that it demands
 */
export async function requireReachable(
  call: OrganizationsCall,
  data: PolicyData,
  owners: readonly string[],
): Promise<void> {
  const { memberProviders, domains } = toPolicy(data);
  requireOwnProvider(call, data);
  if (memberProviders && !memberProviders.some((one) => call.config.providers.has(one))) {
    throw bad("memberProviders", "none of them is a provider of the config");
  }
  if (!domains) return;
  for (const owner of owners) if (await hasDomain(call, owner, domains)) return;
  throw bad("domains", "no owner has a proven address at one of them");
}

/**
 * Refuses `providers` without one of the config: owners must have a way that does not depend on what
 * the organization itself can change.
 *
 * @throws {AuthError}
 */
export function requireOwnProvider(call: OrganizationsCall, data: PolicyData): void {
  const { providers } = toPolicy(data);
  if (!providers || providers.some((one) => call.config.providers.has(one))) return;
  throw bad("providers", "none of them is a provider of the config");
}

function bad(name: string, message: string): AuthError {
  return new AuthError(`Cannot use \`${name}\` of the policy: ${message}`, {
    cause: { field: `policy.${name}` },
  });
}
