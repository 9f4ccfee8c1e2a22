/**
 * Compares the proof of a session with what the app requires.
 *
 * @module
 */

import { CHANGE_MAX_AGE, PROOF_GRACE } from "../config/defaults.ts";
import { withoutUndefined } from "../base/objects.ts";
import { nowSeconds } from "../base/time.ts";
import type { ResolvedFactors } from "../types/factor_settings.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import { mergeMethods } from "./method_kinds.ts";

/** Conditions for a proof. */
export interface Requirement extends Omit<RequireProofOptions, "redirectTo"> {
  /**
   * Seconds since the epoch: an earlier proof does not count, however recent it is. So a user can be
   * asked again within the seconds that count as recent. Default: no limit.
   */
  notBefore?: number | undefined;
}

/**
 * Seconds before the end of a sign-in within which the `auth_time` of its provider counts as
 * its time, since clocks differ and the provider may ask for consent after the login.
 */
const PROVIDER_TOLERANCE = 60;

/** The proof that a change of the account needs: a fresh one. */
export function freshProof(factors?: Pick<ResolvedFactors, "changeMaxAge">): Requirement {
  // Without silent sign-ins, users of OAuth 2 providers could change nothing.
  return { maxAge: factors?.changeMaxAge ?? CHANGE_MAX_AGE, allowSilentSignIn: true };
}

/** The reason for which a proof does not meet a requirement; `undefined` when it does. */
export function missingProof(proof: Proof, requirement: Requirement): string | undefined {
  const { maxAge, methods = [], acrValues, notBefore = 0 } = requirement;
  if (proof.methods.length === 0) return "its methods are unknown";
  if (proof.actor !== undefined) return "another person acts for the user";
  const missing = methods.filter((method) => !proof.methods.includes(method));
  if (missing.length > 0) return `it lacks ${missing.map((name) => `"${name}"`).join(", ")}`;
  if (acrValues && proof.methods.includes("fed") && !hasContext(proof, acrValues)) {
    return "no verified ID token has one of the `acrValues`";
  }
  if (maxAge === undefined && notBefore === 0) return undefined;
  const at = provenAt(proof, requirement);
  if (at === undefined) {
    return "the provider does not state when the user signed in there (`auth_time`)";
  }
  if (at < notBefore) return "the user must prove it again";
  if (maxAge === undefined) return undefined;
  const age = nowSeconds() - at;
  return age <= Math.max(maxAge, PROOF_GRACE) ? undefined : "it is too old";
}

function hasContext({ upstream }: Proof, acrValues: readonly string[]): boolean {
  return upstream?.acr !== undefined && acrValues.includes(upstream.acr);
}

/**
 * Time of the last proof. A sign-in with a provider proves something at the time that the
 * provider states, since it may have asked the user nothing.
 *
 * @returns `undefined` when the time is unknown
 */
export function provenAt(
  { at, methods, upstream }: Proof,
  { allowSilentSignIn }: Pick<Requirement, "allowSilentSignIn">,
): number | undefined {
  if (!isByProvider(methods)) return at;
  const authTime = upstream?.authTime;
  if (authTime === undefined) return allowSilentSignIn ? at : undefined;
  return at - authTime <= PROVIDER_TOLERANCE ? at : authTime;
}

/** Returns `true` for the methods of a session that only providers have proven. */
export function isByProvider(methods: Proof["methods"]): boolean {
  return methods.every((method) => method === "fed");
}

/**
 * The proof of a session after a further one. A silent sign-in moves no time of another
 * proof, or the session would look recent where silent sign-ins are not allowed.
 */
export function joinProofs(known: Proof, added: Proof, requirement: Requirement): Proof {
  const { methods, provider, upstream } = added;
  const at = provenAt(added, isByProvider(known.methods) ? requirement : {}) ?? known.at;
  const isKnown = known.methods.length > 0;
  return withoutUndefined({
    ...known,
    at: isKnown ? Math.max(known.at, at) : at,
    methods: mergeMethods(known.methods, methods),
    provider: known.provider ?? provider,
    // A statement is about the last sign-in with a provider.
    upstream: methods.includes("fed") ? upstream : known.upstream,
  });
}
