/**
 * The one admission: what every kind of credential must pass before it counts. A kind only claims
 * whose it is, so a new one cannot leave out a check.
 *
 * @module
 */

import { codesIn } from "../config/capability.ts";
import { loadPart } from "../hooks/topics.ts";
import type { CredentialRefusal } from "../types/audit.ts";
import type { Claim, MemberAnswer, Presented, SessionReader } from "../types/credential.ts";
import type { CredentialCall, CredentialCode } from "../types/internal.ts";
import type { AuthenticateOptions, PrincipalOrganization } from "../types/principal.ts";
import { lazy } from "../base/lazy.ts";
import { nowSeconds } from "../base/time.ts";
import { PROOF_GRACE } from "../config/defaults.ts";
import type { JudgedReason } from "./refusal.ts";
import { intersect, type Scopes } from "./scopes.ts";

const proofs = lazy(() => import("./dpop.ts"));

/** A claim that counts. */
export interface Admitted {
  /** Scopes that it has now. */
  readonly scopes: ReadonlySet<string> | "all";
  /** The organization of the request. */
  readonly organization?: PrincipalOrganization;
  /** The membership; only for a session. */
  readonly membership?: unknown;
}

/** A claim that does not. */
export interface Refused {
  /** Reason. */
  readonly reason: JudgedReason;
  /** URL at which the user can do what is missing. */
  readonly location?: string | undefined;
  /** Nonce for a proof of possession. */
  readonly dpopNonce?: string | undefined;
}

/** Facts about a request. */
export interface Wanted extends Omit<AuthenticateOptions, "accept"> {
  /** The session that the claim stands for; absent for one that has none. */
  readonly sessionReader?: SessionReader | undefined;
  /** The token; absent for the cookie of a session. */
  readonly presented?: Presented;
}

/** Decides whether a claim counts for a request. */
export async function admit(
  call: CredentialCall,
  claim: Claim,
  wanted: Wanted,
): Promise<Admitted | Refused> {
  const unbound = await checkBinding(call, claim, wanted);
  if (unbound) return unbound;
  const reason = audienceFault(call, claim, wanted) ??
    await claim.findRefusal(wanted.sessionReader);
  if (reason) return { reason };
  const weakness = findWeakness(claim, wanted);
  if (weakness) return { reason: weakness };
  return await withScopes(call, claim, wanted);
}

/** Compares the sign-in that a token states with the one that is demanded (RFC 9470 §3). */
export function findWeakness(
  { acr, authTime }: Pick<Claim, "acr" | "authTime">,
  wanted: Pick<Wanted, "acr" | "maxAge">,
): "proof-too-weak" | "session-too-old" | undefined {
  if (wanted.acr !== undefined && acr !== wanted.acr) return "proof-too-weak";
  if (wanted.maxAge === undefined) return undefined;
  const isRecent = authTime !== undefined &&
    nowSeconds() - authTime <= Math.max(wanted.maxAge, PROOF_GRACE);
  return isRecent ? undefined : "session-too-old";
}

/** A token that is bound to a key of the client counts with a proof of that key alone. */
async function checkBinding(
  { request, origin, config }: CredentialCall,
  { confirmation, isProofStrict }: Claim,
  { dpop, presented }: Wanted,
): Promise<Refused | undefined> {
  const missing = dpop === "required" ? { reason: "proof-missing" as const } : undefined;
  if (!presented) return missing;
  const { scheme, token } = presented;
  if (confirmation === undefined) {
    return scheme === "dpop" ? { reason: "not-accepted" } : missing;
  }
  if (scheme !== "dpop") return { reason: "proof-missing" };
  const { verifyDPoP } = await proofs();
  const proof = await verifyDPoP(config, request, origin, { token, isStrict: isProofStrict });
  if ("fault" in proof) return { reason: proof.fault, dpopNonce: proof.nonce };
  return proof.thumbprint === confirmation ? undefined : { reason: "proof-wrong" };
}

/** Sessions and keys are for this app; an access token is for one resource alone. */
function audienceFault(
  { origin }: CredentialCall,
  { audience }: Claim,
  { resource }: Wanted,
): CredentialRefusal | undefined {
  if (audience !== undefined) {
    const isForIt = resource !== undefined && [audience].flat().includes(resource);
    return isForIt ? undefined : "wrong-audience";
  }
  if (resource === undefined) return undefined;
  return URL.canParse(resource) && new URL(resource).origin === origin
    ? undefined
    : "wrong-audience";
}

/** Scopes only narrow: those of the credential that its owner may still use. */
async function withScopes(
  call: CredentialCall,
  claim: Claim,
  wanted: Wanted,
): Promise<Admitted | Refused> {
  const asked = wanted.organization ?? claim.organization;
  let own: ReadonlySet<string> | "all";
  let member: (MemberAnswer & { ok: true }) | undefined;
  if (asked !== undefined) {
    if (claim.isOutsideOrganizations) return { reason: "not-member" };
    const found = await readMember(call, claim, wanted, asked);
    if (!found.ok) return found;
    const isBound = claim.organization !== undefined;
    if (isBound && found.organization.id !== claim.organization) {
      return { reason: "other-organization" };
    }
    member = found;
    own = found.permissions;
  } else own = await readPermissions(call, claim);
  const scopes = intersect(claim.scopes, withBrought(call, claim, own));
  const lacks = wanted.scopes?.some((scope) => scopes !== "all" && !scopes.has(scope));
  if (lacks) return { reason: "insufficient-scope" };
  if (!member) return { scopes };
  const { organization, membership } = member;
  return { scopes, organization, ...membership === undefined ? {} : { membership } };
}

/**
 * The scopes of an organization, with those that capabilities bring for its own keys. They are no
 * permissions, so a key has them only when it names them.
 */
function withBrought(
  { config: { userConfig } }: CredentialCall,
  { owner, scopes }: Claim,
  own: Scopes,
): Scopes {
  if (owner.kind !== "organization" || scopes === "all" || own === "all") return own;
  const brought = [...codesIn(userConfig, [])].flatMap(({ organizationScopes = [] }) =>
    organizationScopes
  );
  return brought.length > 0 ? new Set([...own, ...brought]) : own;
}

async function readMember(
  call: CredentialCall,
  { owner, proof, organization }: Claim,
  { sessionReader }: Wanted,
  asked: string,
): Promise<MemberAnswer> {
  const reader = await loadPart(call.config, "members");
  // A key from a time at which the app had organizations.
  if (!reader) return { ok: false, reason: "not-member" };
  if (sessionReader) return await reader.ofSession(sessionReader, asked);
  if (owner.kind === "user") {
    const isBound = organization !== undefined;
    return await reader.ofUser(call, owner.id, { proof, isBound }, asked);
  }
  // A service, or the organization itself: it is in its own organization alone.
  const found = await reader.ofOrganization(call, asked);
  if (found.ok && found.organization.id !== organization) {
    return { ok: false, reason: "not-member" };
  }
  return found;
}

/** Permissions of a user outside of organizations, where the app says which. */
async function readPermissions(
  { config }: CredentialCall,
  { owner }: Claim,
): Promise<ReadonlySet<string> | "all"> {
  const reader = owner.kind === "user" ? await loadPart(config, "permissions") : undefined;
  return await reader?.permissionsOf(owner.id) ?? "all";
}

/** The kind that a token has the form of. */
export function findKind(
  kinds: readonly CredentialCode[],
  token: string,
): CredentialCode | undefined {
  return kinds.find((kind) => kind.recognizes(token));
}
