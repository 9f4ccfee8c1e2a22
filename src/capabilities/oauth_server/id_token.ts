/**
 * ID tokens: who signed in, for the client alone.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDToken OpenID Connect Core §2}
 * @module
 */

import { storablePicture } from "../../session/claims.ts";
import { toBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { nowSeconds } from "../../base/time.ts";
import type { CountedCall } from "../../limits/request.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import { acrOf } from "./acr.ts";
import type { Client } from "./client.ts";
import { ended } from "./endings.ts";
import { type Algorithm, parseJws, signJws, verifyJws } from "./jws.ts";
import type { ChildData } from "./kinds.ts";
import type { ClaimsFacts } from "./options.ts";
import type { OAuthCall, OAuthSetup } from "./settings.ts";
import { signingKey, verifyingKey } from "./signing_keys.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Seconds for which an ID token is valid: it is read once, when it arrives. */
const MAX_AGE = 600;

/** Claims that the server sets, or that only it may set: a callback could claim another address. */
const PROTECTED: ReadonlySet<string> = new Set([
  ...["iss", "sub", "aud", "exp", "iat", "nbf", "jti", "nonce", "auth_time", "acr", "amr", "azp"],
  ...["at_hash", "c_hash", "s_hash", "sid", "sub_jwk", "cnf", "act", "may_act", "client_id"],
  ...["scope", "grant", "family", "org", "email", "email_verified", "events", "typ"],
]);

/** The facts of an ID token. */
interface IdFacts {
  readonly userId: string;
  readonly child: ChildData;
  readonly organization: string | null;
  /** Scopes of OpenID Connect. */
  readonly scopes: readonly string[];
  /** Id of the family of tokens; absent for a sign-in alone. */
  readonly family?: string;
  /** The access token that comes with it; absent for a sign-in alone. */
  readonly accessToken?: string;
}

/**
 * Makes an ID token.
 *
 * @throws {OAuthRefusal} when the user was deleted
 */
export async function makeIdToken(
  setup: OAuthSetup,
  { id: client, idTokenAlgorithm: alg, assertsTo }: Pick<
    Client,
    "assertsTo" | "id" | "idTokenAlgorithm"
  >,
  { userId, child, organization, scopes, family, accessToken }: IdFacts,
): Promise<string> {
  const user = await setup.config.store.getUser(userId);
  if (user === null) throw ended();
  const { nonce, authTime, methods, sid } = child;
  const acr = acrOf(methods);
  const iat = nowSeconds();
  const claims = {
    ...await readClaims(setup, { user, client, scopes, organization }),
    iss: setup.settings.issuer,
    sub: userId,
    aud: client,
    iat,
    exp: iat + MAX_AGE,
    auth_time: authTime,
    ...nonce === null ? {} : { nonce },
    ...sid === undefined ? {} : { sid },
    ...acr === undefined ? {} : { acr },
    ...methods.length === 0 ? {} : { amr: methods },
    ...organization === null ? {} : { org: organization },
    // An assertion is made of it while that stands.
    ...assertsTo && family !== undefined ? { grant: child.grant, family } : {},
    ...accessToken === undefined ? {} : { at_hash: await halfHash(accessToken) },
  };
  return await signJws(await signingKey(setup, `id-${alg}`), "JWT", claims);
}

/** Claims about a user: those of the scopes, and those of the app. */
export async function readClaims(
  { settings }: Pick<OAuthCall, "settings">,
  facts: ClaimsFacts,
): Promise<Readonly<Record<string, unknown>>> {
  const { user, scopes } = facts;
  const own = Object.entries(await settings.claims?.(facts) ?? {})
    .filter(([name, value]) => !PROTECTED.has(name) && value !== undefined);
  return {
    ...scopes.includes("profile") ? profileOf(user) : {},
    ...Object.fromEntries(own),
    ...scopes.includes("email") ? emailOf(user) : {},
  };
}

function profileOf({ name, image }: AdapterUser): object {
  const picture = storablePicture(image);
  return { ...name ? { name } : {}, ...picture ? { picture } : {} };
}

function emailOf({ email, emailVerified }: AdapterUser): object {
  return email ? { email, email_verified: Boolean(emailVerified) } : {};
}

/** Left half of the hash, for algorithms with SHA-256 (OpenID Connect Core §3.1.3.6). */
async function halfHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toBase64url(new Uint8Array(hash, 0, 16));
}

/**
 * Reads an ID token that a client shows, to say who its user is. One that has expired counts (OpenID
 * Connect Core §3.1.2.1, RP-Initiated Logout §2).
 *
 * @param from request of a browser, which anyone can send: a wrong one counts for its address
 * @returns the user and the client; `undefined` for one that this server has not made
 */
export async function verifyIdTokenHint(
  setup: OAuthSetup,
  token: string,
  from?: CountedCall,
): Promise<{ sub: string; client: string } | undefined> {
  const claims = await readIdToken(setup, token, from);
  return claims && { sub: claims.sub, client: claims.aud };
}

/** Claims of an ID token. */
export interface IdClaims {
  readonly sub: string;
  /** Id of the client. */
  readonly aud: string;
  readonly [name: string]: unknown;
}

/**
 * The claims of an ID token that this server has made, whatever its time; `undefined` for any other text.
 *
 * @param from request of a browser, which anyone can send: a wrong one counts for its address
 */
export async function readIdToken(
  setup: OAuthSetup,
  token: string,
  from?: CountedCall,
): Promise<IdClaims | undefined> {
  const jws = parseJws(token);
  if (!jws) return undefined;
  const { header: { alg, typ, kid, crit }, claims: { iss, sub, aud } } = jws;
  const isOwn = typ === "JWT" && (alg === "RS256" || alg === "ES256") && crit === undefined &&
    typeof kid === "string" && iss === setup.settings.issuer && typeof sub === "string" &&
    typeof aud === "string";
  if (!isOwn) return undefined;
  const algorithm: Algorithm = alg;
  const key = await verifyingKey(setup, `id-${algorithm}`, kid);
  if (!key) return undefined;
  const verify = () => verifyJws(jws, algorithm, key);
  const isRight = from
    ? await (await requestLimits()).countUnlessRight(from, verify, (right) => right)
    : await verify();
  if (!isRight) return undefined;
  return { ...jws.claims, sub, aud };
}
