/**
 * The claim of an access token: whose it is, and whether its grant still stands.
 *
 * @module
 */

import { suspensionOf } from "../../session/access.ts";
import type { CredentialRefusal } from "../../types/audit.ts";
import type { Claim, ClaimFault, Presented } from "../../types/credential.ts";
import type { CredentialCall } from "../../types/internal.ts";
import type { TokenActor } from "../../types/principal.ts";
import {
  type AccessClaims,
  type ActClaim,
  isExpired,
  parseAccessToken,
  verifyAccessToken,
} from "./access_token.ts";
import { clientStands } from "./clients.ts";
import { type Grant, grantOf } from "./grants.ts";
import { ownerOf } from "../../records/owner.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";
import type { OAuthCall } from "./settings.ts";

/** What the functions need of a request. */
type Place = Pick<OAuthCall, "config" | "settings">;

/** See `CredentialCode`. */
export async function readClaim(
  { config }: Pick<CredentialCall, "config">,
  { token }: Pick<Presented, "token">,
): Promise<Claim | ClaimFault> {
  const read = await readToken(config as OAuthConfig, token);
  return "reason" in read ? read : read.claim;
}

/** The claims of an access token that this server has signed, and its claim. */
export async function readToken(
  config: OAuthConfig,
  token: string,
): Promise<{ claims: AccessClaims; claim: Claim } | ClaimFault> {
  const place: Place = { config, settings: settingsIn(config) };
  const parsed = parseAccessToken(place, token);
  if (!parsed) return { reason: "unknown" };
  const { claims } = parsed;
  const about = { credential: claims.grant, userId: claims.sub };
  if (isExpired(claims)) {
    return await verifyAccessToken(place, parsed)
      ? { reason: "expired", about }
      : { reason: "unknown" };
  }
  // Together: each takes as long as the store. Only what both say counts.
  const [isOwn, grant, isKnown] = await Promise.all([
    verifyAccessToken(place, parsed),
    grantOf(place, claims.grant),
    clientStands(place, claims.client_id),
  ]);
  if (!isOwn) return { reason: "unknown" };
  return { claims, claim: toClaim(place, claims, grant, isKnown) };
}

function toClaim(
  place: Place,
  claims: AccessClaims,
  grant: Grant | null,
  isKnown: boolean,
): Claim {
  const { sub, aud, scope, grant: credential, client_id: client, org, cnf, act } = claims;
  const { resources } = place.settings;
  return {
    via: "token",
    credential,
    owner: { kind: "user", id: sub },
    scopes: new Set(scope.split(" ").filter(Boolean)),
    audience: aud,
    ...org === undefined ? {} : { organization: org },
    ...cnf ? { confirmation: cnf.jkt } : {},
    ...grant ? { proof: { ...grant.data.proof, methods: [...grant.data.proof.methods] } } : {},
    standing: async () => {
      const isOfIt = grant !== null && grant.owner === ownerOf(sub) &&
        grant.data.client === client && grant.data.organization === (org ?? null);
      if (!isOfIt) return await reasonAgainst(place, sub);
      if (!isKnown) return "revoked";
      const resource = resources.get(aud);
      // It is of a time at which the config had another one.
      if (!resource) return "wrong-audience";
      return resource.requiresDpop && !cnf ? "proof-missing" : undefined;
    },
    shown: { client, ...act ? { actor: toActor(act) } : {} },
  };
}

/** The reason for which there is no grant. */
async function reasonAgainst(
  { config: { records, store } }: Place,
  userId: string,
): Promise<CredentialRefusal> {
  if (await store.getUser(userId) === null) return "deleted";
  return await suspensionOf(records, userId) ? "suspended" : "revoked";
}

function toActor({ sub, act }: ActClaim): TokenActor {
  return { id: sub, ...act ? { actor: toActor(act) } : {} };
}
