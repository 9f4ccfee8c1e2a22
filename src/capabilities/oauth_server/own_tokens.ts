/**
 * Tokens of the app itself: one of a user who is signed in, for an API of its own, and the check of a
 * token of any issuer without a request.
 *
 * Such a token has no grant. It depends on the session that it was made for: whatever ends the session
 * ends the token at the next request here, and elsewhere within its minutes.
 *
 * @module
 */

import { checkDemand, checkDemands, type Rules } from "../../base/demands.ts";
import { admit } from "../../credentials/admit.ts";
import type { JudgedReason } from "../../credentials/refusal.ts";
import { audit } from "../../hooks/audit.ts";
import { lazy } from "../../base/lazy.ts";
import { ownerOf } from "../../records/owner.ts";
import { requireConfig } from "../../server/environment.ts";
import { boundTo } from "../../server/sign_in.ts";
import { readProof } from "../../session/proof.ts";
import { sessions } from "../../session/record.ts";
import { assertOwnProof } from "../../session/visitor.ts";
import type { Claim } from "../../types/credential.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Proof } from "../../types/proof.ts";
import { type AccessClaims, makeAccessToken } from "./access_token.ts";
import { ACR_MFA, acrOf } from "./acr.ts";
import { readToken } from "./claim.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";
import type {
  IssuedToken,
  IssueTokenOptions,
  TokenRefusal,
  VerifiedToken,
  VerifyTokenOptions,
} from "./typed.ts";

const foreign = lazy(() => import("./foreign_token.ts"));

const ISSUE_RULES: Rules<keyof IssueTokenOptions> = { resource: "text", scopes: "texts" };

const VERIFY_RULES: Rules<keyof VerifyTokenOptions> = {
  resource: "text",
  scopes: "texts",
  issuer: "text",
  jwksUri: "text",
  acr: "text",
  maxAge: "seconds",
};

/** The session of a token, and what is known of its proof. */
interface Holder extends SessionIdentity {
  readonly proof?: Proof | undefined;
}

/** See `OAuthFunctions.issueToken`. */
export async function issueToken(
  written: ServerConfig,
  by: Request | SessionIdentity,
  options: IssueTokenOptions,
): Promise<IssuedToken | null> {
  const { resource: url, scopes } = checkDemands("issue a token", options, ISSUE_RULES);
  checkDemand("issue a token", "resource", url, "text");
  const config = requireConfig(written) as OAuthConfig;
  const settings = settingsIn(config);
  const resource = url === settings.issuer ? undefined : settings.resources.get(url);
  if (!resource) throw new TypeError("Cannot issue a token: the resource is not one of the config");
  if (resource.requiresDpop) {
    throw new TypeError("Cannot issue a token: the resource takes tokens with a DPoP key alone");
  }
  const names = [...new Set(scopes ?? resource.scopes.keys())];
  if (names.length === 0 || names.some((name) => !resource.scopes.has(name))) {
    throw new TypeError(
      "Cannot issue a token: a scope is not one of the resource, or there is none",
    );
  }
  const holder = "headers" in by ? await holderIn(written, by) : await findHolder(config, by);
  if (!holder) return null;
  const { id, userId, proof } = holder;
  // It would outlive what the person who acts may do.
  if (proof) assertOwnProof(proof, "issue a token");
  const acr = proof && acrOf(proof.methods);
  const { token, expiresIn } = await makeAccessToken({ config, settings }, {
    ...{ sub: userId, aud: url, client_id: settings.issuer, scope: names.join(" "), sid: id },
    ...proof && proof.methods.length > 0 ? { auth_time: proof.at, amr: proof.methods } : {},
    ...acr === undefined ? {} : { acr },
  });
  return { token, expiresIn };
}

/** The session of a request; `undefined` without one that has a record. */
async function holderIn(written: ServerConfig, request: Request): Promise<Holder | undefined> {
  const facts = await (await boundTo(written).of(request)).facts();
  const id = await facts?.id();
  if (!facts || id === undefined) return undefined;
  return { id, userId: facts.userId, proof: await facts.proof() };
}

/** A session that the app names, when the store has it for that user. */
async function findHolder(
  { revocation: { records } }: OAuthConfig,
  { id, userId }: SessionIdentity,
): Promise<Holder | undefined> {
  if (!/^[\w-]{1,64}$/.test(id)) return undefined;
  const entry = await sessions.get(records, id);
  if (entry?.owner !== ownerOf(userId)) return undefined;
  const proof = readProof(entry.data.proof);
  return proof?.acting ? { id, userId, proof } : { id, userId };
}

/** See `OAuthFunctions.verifyToken`. */
export async function verifyToken(
  written: ServerConfig,
  token: string,
  options: VerifyTokenOptions,
): Promise<VerifiedToken | TokenRefusal> {
  const checked = checkDemands("verify the token", options ?? {}, VERIFY_RULES);
  const { resource, scopes = [], issuer, jwksUri, ...signIn } = checked;
  checkDemand("verify the token", "resource", resource, "text");
  const config = requireConfig(written) as OAuthConfig;
  const settings = settingsIn(config);
  if (issuer !== undefined && issuer !== settings.issuer) {
    const { verifyForeign } = await foreign();
    return await verifyForeign(token, { resource, scopes, issuer, jwksUri, ...signIn });
  }
  if (signIn.acr !== undefined && signIn.acr !== ACR_MFA) {
    throw new TypeError(
      `Cannot verify the token: no token of this app has the \`acr\`; there is ${ACR_MFA}`,
    );
  }
  const read = await readToken(config, token);
  if ("reason" in read) return await refuse(config, read.reason, read.about);
  const { claim, claims } = read;
  const { owner, credential } = claim;
  const about = { credential, ...owner.kind === "user" ? { userId: owner.id } : {} };
  // Without a request there is no proof, so a token that is bound to a key is refused.
  const call = { config, request: new Request(resource), origin: settings.origin };
  const presented = { scheme: "bearer", token } as const;
  const admitted = await admit(call, claim, { presented, resource, scopes, ...signIn });
  if ("reason" in admitted) return await refuse(config, admitted.reason, about);
  return toVerified(claims, claim, admitted.scopes === "all" ? claim.scopes : admitted.scopes);
}

async function refuse(
  config: OAuthConfig,
  reason: JudgedReason,
  about: { readonly credential?: string; readonly userId?: string } = {},
): Promise<TokenRefusal> {
  await audit({ config }, { name: "credential.refused", reason, ...about });
  return { ok: false, reason };
}

function toVerified(
  { iss, client_id, exp, org }: AccessClaims,
  { owner, shown }: Claim,
  scopes: Claim["scopes"],
): VerifiedToken {
  const actor = "client" in shown ? shown.actor : undefined;
  return {
    ok: true,
    id: owner.id,
    issuer: iss,
    client: client_id,
    // Scopes of a token are always named.
    scopes: scopes === "all" ? new Set() : scopes,
    ...org === undefined ? {} : { organization: org },
    ...actor ? { actor } : {},
    expires: new Date(exp * 1000),
  };
}
