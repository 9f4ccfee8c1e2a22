/**
 * The claim of an access token: whose it is, and whether its grant still stands.
 *
 * @module
 */

import { TooManyRequests } from "../../errors.ts";
import type { CountedCall } from "../../limits/request.ts";
import type { Claim, ClaimFault, Presented } from "../../types/credential.ts";
import type { CredentialCall } from "../../types/internal.ts";
import type { TokenActor } from "../../types/principal.ts";
import {
  type AccessClaims,
  type ActClaim,
  isExpired,
  parseAccessToken,
  resourceOf,
  verifyAccessToken,
} from "./access_token.ts";
import { type Evidence, evidenceFor, scopesNow } from "./evidence.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";
import type { OAuthSetup } from "./settings.ts";

/** See `CredentialCode`. */
export async function readClaim(
  call: CredentialCall,
  { token }: Pick<Presented, "token">,
): Promise<Claim | ClaimFault> {
  try {
    const read = await readToken(call.config as OAuthConfig, token, call);
    return "reason" in read ? read : read.claim;
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    return { reason: "too-many", retryAfter: error.retryAfter };
  }
}

/**
 * The claims of an access token that this server has signed, and its claim.
 *
 * @param from request of a program that may be a stranger
 * @throws {TooManyRequests} when the limit of its address is reached
 */
export async function readToken(
  config: OAuthConfig,
  token: string,
  from?: CountedCall,
): Promise<{ claims: AccessClaims; claim: Claim } | ClaimFault> {
  const setup: OAuthSetup = { config, settings: settingsIn(config) };
  const parsed = parseAccessToken(setup, token);
  if (!parsed) return { reason: "unknown" };
  const { claims } = parsed;
  // Together: each takes as long as the store. Only what both say counts.
  const [isOwn, evidence] = await Promise.all([
    verifyAccessToken(setup, parsed, from),
    isExpired(claims) ? undefined : evidenceFor(setup, claims),
  ]);
  if (!isOwn) return { reason: "unknown", isCounted: from !== undefined };
  if (evidence) return { claims, claim: toClaim(setup, claims, evidence) };
  const { grant, sid, sub } = claims;
  const isOfUser = grant !== undefined || sid !== undefined;
  const about = { credential: grant ?? sid ?? sub, ...isOfUser ? { userId: sub } : {} };
  return { reason: "expired", about };
}

function toClaim(setup: OAuthSetup, claims: AccessClaims, evidence: Evidence): Claim {
  const { aud, client_id: client, grant, org, cnf, act, acr, auth_time: authTime, fapi } = claims;
  const { credential, owner, proof } = evidence;
  return {
    via: "token",
    credential,
    owner,
    scopes: scopesNow(claims, evidence, setup.settings),
    audience: aud,
    ...org === undefined ? {} : { organization: org },
    // The user had none to choose: one that was joined since is no part of the consent.
    ...grant !== undefined && org === undefined && setup.settings.choosesOrganization
      ? { isOutsideOrganizations: true }
      : {},
    ...acr === undefined ? {} : { acr },
    ...authTime === undefined ? {} : { authTime },
    ...cnf ? { confirmation: cnf.jkt } : {},
    ...fapi === true ? { isProofStrict: true } : {},
    ...proof ? { proof } : {},
    findRefusal: async () => {
      const reason = await evidence.reason();
      if (reason) return reason;
      const resource = setup.settings.resources.get(resourceOf(claims));
      // It is of a time at which the config had another one.
      if (!resource) return "wrong-audience";
      return resource.requiresDpop && !cnf ? "proof-missing" : undefined;
    },
    shown: { client, ...act ? { actor: toActor(act) } : {} },
  };
}

function toActor({ sub, act }: ActClaim): TokenActor {
  return { id: sub, ...act ? { actor: toActor(act) } : {} };
}
