/**
 * The evidence of an access token, which counts as long as its evidence is there: the grant of a user, the session
 * of a user for a token of the app itself, or a service. It is read for each request.
 *
 * @module
 */

import { intersect, type Scopes } from "../../credentials/scopes.ts";
import { ownerOf } from "../../records/owner.ts";
import { findUserRefusal } from "../../session/user_status.ts";
import { peekRecord } from "../../session/record.ts";
import type { CredentialRefusal } from "../../types/audit.ts";
import type { Claim } from "../../types/credential.ts";
import { type AccessClaims, resourceOf } from "./access_token.ts";
import { clientStands } from "./clients.ts";
import { findGrant } from "./grants.ts";
import { findService, type ServiceOwner } from "./service_owner.ts";
import { type OAuthSetup, OPENID_SCOPES, type Settings } from "./settings.ts";
import { hasTokenEnded } from "./family_end.ts";

/** Evidence that was read. */
export interface Evidence extends Pick<Claim, "credential" | "owner" | "proof"> {
  /** Scopes that the owner can have with it. */
  readonly scopes: Scopes;
  /** Decides why the token does not count; `undefined` when it does. */
  reason(): Promise<CredentialRefusal | undefined>;
}

/** Reads the evidence for a token. */
export async function evidenceFor(setup: OAuthSetup, claims: AccessClaims): Promise<Evidence> {
  if (claims.sid !== undefined) return await ofSession(setup, claims, claims.sid);
  if (claims.grant !== undefined) return await ofGrant(setup, claims, claims.grant);
  return await ofService(setup, claims);
}

/** The client of an exchanged token is another one than that of the grant: both must be known. */
async function ofGrant(
  setup: OAuthSetup,
  claims: AccessClaims,
  id: string,
): Promise<Evidence> {
  const { sub, client_id, org, act } = claims;
  const [grant, isKnown] = await Promise.all([
    findGrant(setup, id),
    clientStands(setup, client_id),
  ]);
  const data = grant?.data;
  return {
    credential: id,
    owner: { kind: "user", id: sub },
    scopes: "all",
    ...data ? { proof: { ...data.proof, methods: [...data.proof.methods] } } : {},
    reason: async () => {
      const isOfIt = data !== undefined && grant!.owner === ownerOf(sub) &&
        (data.client === client_id || act !== undefined) && data.organization === (org ?? null);
      if (!isOfIt) return await findUserRefusal(setup.config, sub);
      if (!isKnown || hasTokenEnded(data, claims)) return "revoked";
      const isExchanged = data.client !== client_id;
      return isExchanged && !await clientStands(setup, data.client) ? "revoked" : undefined;
    },
  };
}

/** A token that the app made for itself, and what was exchanged for it. */
async function ofSession(
  setup: OAuthSetup,
  { sub, client_id }: AccessClaims,
  id: string,
): Promise<Evidence> {
  const { config: { revocation }, settings: { issuer } } = setup;
  const isOwn = client_id === issuer;
  const [state, isKnown] = await Promise.all([
    peekRecord(revocation, id),
    isOwn || clientStands(setup, client_id),
  ]);
  return {
    credential: id,
    owner: { kind: "user", id: sub },
    scopes: "all",
    reason: async () => {
      if (state !== "live") return await findUserRefusal(setup.config, sub);
      return isKnown ? undefined : "revoked";
    },
  };
}

/** A service is one of an organization; without one, the owner is a client itself. */
async function ofService(
  setup: OAuthSetup,
  { sub, client_id, org }: AccessClaims,
): Promise<Evidence> {
  const [isKnown, service] = await Promise.all([
    clientStands(setup, client_id),
    org === undefined ? ofClient(setup, sub) : findService(setup, sub),
  ]);
  return {
    credential: sub,
    owner: { kind: "service", id: sub },
    scopes: service?.scopes ?? new Set(),
    reason: () => {
      const isThere = service !== undefined && service.organization === (org ?? null);
      return Promise.resolve(isKnown ? isThere ? undefined : "deleted" : "revoked");
    },
  };
}

async function ofClient(setup: OAuthSetup, id: string): Promise<ServiceOwner | undefined> {
  return await clientStands(setup, id) ? { id, organization: null, scopes: "all" } : undefined;
}

/** The scopes of a token at its resource that its owner can have now. */
export function scopesNow(
  claims: AccessClaims,
  { scopes }: Evidence,
  { issuer }: Pick<Settings, "issuer">,
): Scopes {
  const names = claims.scope.split(" ").filter(Boolean);
  // Those of OpenID Connect are the issuer's, whatever else the token is for.
  const own = resourceOf(claims) === issuer
    ? names
    : names.filter((name) => !OPENID_SCOPES.includes(name));
  return intersect(new Set(own), scopes);
}
