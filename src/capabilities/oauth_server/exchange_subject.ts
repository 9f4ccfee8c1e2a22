/**
 * The tokens that a client shows in an exchange (RFC 8693), and the entry of the log about it.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { admit } from "../../credentials/admit.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import type { Scopes } from "../../credentials/scopes.ts";
import { audit } from "../../hooks/audit.ts";
import type { Claim } from "../../types/credential.ts";
import { type AccessClaims, resourceOf } from "./access_token.ts";
import { readToken } from "./claim.ts";
import type { OAuthCall } from "./settings.ts";

/** Loaded for clients whose access ends with the session. */
const onlineAccess = lazy(() => import("./online_access.ts"));

/** A token of the request that counts. */
export interface VerifiedSubject {
  readonly claims: AccessClaims;
  readonly claim: Claim;
  /** Scopes that it has now. */
  readonly scopes: Scopes;
}

/**
 * Verifies a token as a resource does.
 *
 * @param jkt thumbprint of the key that the request proves to have
 * @throws {OAuthRefusal} `invalid_request` (RFC 8693 §2.2.2)
 */
export async function verifySubject(
  call: OAuthCall,
  token: string,
  jkt: string | undefined,
): Promise<VerifiedSubject> {
  const read = await readToken(call.config, token);
  if ("reason" in read) throw notValid();
  const { claims, claim } = read;
  // The proof of the request is for this endpoint; its key must be that of the token.
  if (claim.confirmation !== undefined && claim.confirmation !== jkt) {
    throw new OAuthRefusal("invalid_request", "A token is bound to a key; prove to have it");
  }
  const bare: Claim = { ...claim, confirmation: undefined };
  const presented = { scheme: "bearer", token } as const;
  const admitted = await admit(call, bare, { presented, resource: resourceOf(claims) });
  if ("reason" in admitted) throw notValid();
  return { claims, claim, scopes: admitted.scopes };
}

/** The sign-in that a token came from. */
interface TokenOrigin extends Pick<AccessClaims, "family" | "grant" | "sub"> {}

/**
 * Refuses a token whose client has it with a session, after the end of that.
 *
 * @param isNeeded `true` where each family of tokens has a record. Default `false`
 * @throws {OAuthRefusal} `invalid_request` (RFC 8693 §2.2.2)
 */
export async function requireSession(
  call: OAuthCall,
  { sub: userId, grant, family }: TokenOrigin,
  isNeeded = false,
): Promise<void> {
  if (!call.settings.endsWithSessions || grant === undefined || family === undefined) return;
  const held = { grant, family, userId };
  if (!await (await onlineAccess()).isFamilyLive(call, held, isNeeded)) throw notValid();
}

/** The refusal of a token that is exchanged. */
export function notValid(): OAuthRefusal {
  return new OAuthRefusal("invalid_request", "A token is not valid, has expired, or was revoked");
}

/** Writes the entry of the audit log. */
export async function noteExchange(
  { config, request }: OAuthCall,
  { claims: { org }, claim: { owner, credential } }: {
    readonly claims: Pick<AccessClaims, "org">;
    readonly claim: Pick<Claim, "credential" | "owner">;
  },
  actor: string,
): Promise<void> {
  const place = { config, request: { action: "oauth/token", method: request.method, request } };
  await audit(place, {
    name: "token.exchanged",
    ...owner.kind === "user" ? { userId: owner.id } : {},
    credential,
    actor,
    ...org === undefined ? {} : { organization: org },
  });
}
