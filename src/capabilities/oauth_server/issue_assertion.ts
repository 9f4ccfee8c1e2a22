/**
 * Assertions for other authorization servers: the app is the identity provider of a company, and says
 * there that a client acts for one of its people (Identity Assertion Authorization Grant, "ID-JAG").
 * `jwt_bearer.ts` is the other side.
 *
 * The app has named the client and the server, so users are not asked. What stands for the user is a
 * sign-in at the client that has not ended: its grant, its family of tokens, the membership of its
 * organization, and its session at a client that is notified of endings.
 *
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-oauth-identity-assertion-authz-grant/ the draft}
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { nowSeconds } from "../../base/time.ts";
import { OAuthRefusal, requireText, textIn } from "../../credentials/form.ts";
import { findSuspension } from "../../session/user_status.ts";
import type { CallRequest } from "../../types/internal.ts";
import type { Client } from "./client.ts";
import { readTokenKey } from "./demands.ts";
import { noteExchange, notValid, requireSession, verifySubject } from "./exchange_subject.ts";
import { standingGrant } from "./grants.ts";
import { readIdToken } from "./id_token.ts";
import { readPermissions } from "./issue.ts";
import { signJws } from "./jws.ts";
import type { AssertionAudience } from "./options.ts";
import type { OAuthCall } from "./settings.ts";
import { signingKey } from "./signing_keys.ts";
import { hasTokenEnded } from "./family_end.ts";
import type { GrantHandler } from "./token_request.ts";
import { ACCESS_TOKEN, ID_JAG, ID_TOKEN } from "./token_types.ts";

/** Type of the header: no other token of the server has it. */
const TYPE = "oauth-id-jag+jwt";

/** Seconds for which an assertion counts: it is used at once, and once. */
const MAX_AGE = 300;

/** Loaded where clients are notified of sign-outs. */
const sessions = lazy(() => import("./client_sessions.ts"));

/** The sign-in that an assertion is made of. */
interface SignIn {
  /** Id of the user. */
  readonly sub: string;
  /** Id of the grant. */
  readonly grant: string;
  /** Id of the family of tokens. */
  readonly family: string;
  /** Time of the token, in seconds since 1970. */
  readonly iat: number;
  /** Claims about the sign-in, as far as they are known. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** The answer to a client that exchanges a sign-in for an assertion. */
export const issueAssertion: GrantHandler = async (call, client, sent) => {
  const { body, repeated } = sent;
  const { config, settings: { issuer } } = call;
  const { audience, named } = audienceIn(client, sent);
  if (textIn(body, "actor_token") !== undefined) {
    throw new OAuthRefusal("invalid_request", "An assertion has no `actor_token`");
  }
  const scopes = pick(named.scopes, words(textIn(body, "scope")), "invalid_scope");
  const asked = (repeated.resource ?? []).filter(Boolean);
  const resources = pick(named.resources, asked, "invalid_target");
  const jkt = await readTokenKey(call, client);
  const { sub, grant, family, iat: madeAt, shown } = await requireSignIn(call, client, body, jkt);
  const found = await standingGrant(call, grant, sub);
  const targets = found?.data.targets ?? {};
  const openId = Object.hasOwn(targets, issuer) ? targets[issuer]! : [];
  const isOfIt = found?.data.client === client.id && openId.includes("openid");
  if (!found || !isOfIt || hasTokenEnded(found.data, { family, iat: madeAt })) throw notValid();
  const [user, suspension] = await Promise.all([
    config.store.getUser(sub),
    findSuspension(config.records, sub),
    // Who is no member any more has no sign-in in the organization.
    readPermissions(call, sub, found),
  ]);
  if (user === null || suspension !== null) throw notValid();
  const iat = nowSeconds();
  const { email, emailVerified } = user;
  const assertion = await signJws(await signingKey(call, "id-ES256"), TYPE, {
    ...{ iss: issuer, sub, aud: audience, client_id: named.clientId ?? client.id },
    ...{ iat, exp: iat + MAX_AGE, jti: randomBase64url(16) },
    ...scopes.length === 0 ? {} : { scope: scopes.join(" ") },
    ...resources.length === 0
      ? {}
      : { resource: resources.length === 1 ? resources[0] : resources },
    ...openId.includes("email") && email ? { email, email_verified: Boolean(emailVerified) } : {},
    ...jkt === undefined ? {} : { cnf: { jkt } },
    ...shown,
  });
  const { organization } = found.data;
  const about = {
    claims: organization === null ? {} : { org: organization },
    claim: { owner: { kind: "user", id: sub } as const, credential: found.id },
  };
  await noteExchange(call, about, client.id);
  return {
    accessToken: assertion,
    tokenType: "N_A",
    expiresIn: MAX_AGE,
    ...scopes.length === 0 ? {} : { scopes },
    more: { issued_token_type: ID_JAG },
  };
};

/**
 * The server that an assertion is for, and what it may name there.
 *
 * @throws {OAuthRefusal} `invalid_target` for one that the app has not named for the client
 */
function audienceIn(
  { assertsTo }: Client,
  { repeated }: CallRequest,
): { audience: string; named: AssertionAudience } {
  const [audience, another] = new Set((repeated.audience ?? []).filter(Boolean));
  const named = audience === undefined ? undefined : assertsTo?.get(audience);
  if (audience !== undefined && another === undefined && named) return { audience, named };
  throw new OAuthRefusal("invalid_target", "The client gets no assertion for the audience");
}

/** What a request names, within what may be named; all of that where it names nothing. */
function pick(
  allowed: readonly string[] = [],
  asked: readonly string[],
  error: "invalid_scope" | "invalid_target",
): readonly string[] {
  const wanted = [...new Set(asked)];
  if (wanted.every((one) => allowed.includes(one))) return wanted.length > 0 ? wanted : allowed;
  throw new OAuthRefusal(error, "The assertion cannot name what the request does");
}

/**
 * The sign-in of an ID token or an access token that the client itself got.
 *
 * @throws {OAuthRefusal} `invalid_request` (RFC 8693 §2.2.2)
 */
async function requireSignIn(
  call: OAuthCall,
  client: Client,
  body: CallRequest["body"],
  jkt: string | undefined,
): Promise<SignIn> {
  const type = requireText(body, "subject_token_type");
  const token = requireText(body, "subject_token");
  if (type === ACCESS_TOKEN) {
    const { claims } = await verifySubject(call, token, jkt);
    if (claims.client_id !== client.id || claims.act) throw notValid();
    return await readSignIn(call, client, { ...claims }, claims.client_sid);
  }
  if (type !== ID_TOKEN) {
    throw new OAuthRefusal(
      "invalid_request",
      `The type of the subject token must be ${ID_TOKEN} or ${ACCESS_TOKEN}`,
    );
  }
  const claims = await readIdToken(call, token);
  const isCurrent = typeof claims?.exp === "number" && claims.exp > nowSeconds();
  if (!claims || !isCurrent || claims.aud !== client.id) throw notValid();
  return await readSignIn(call, client, claims, claims.sid);
}

/** The sign-in of a token, while neither its session here nor that at the client has ended. */
async function readSignIn(
  call: OAuthCall,
  { endsWithSession }: Client,
  claims: Readonly<Record<string, unknown>>,
  sid: unknown,
): Promise<SignIn> {
  const { sub, grant, family, iat, auth_time, acr, amr } = claims;
  const isOfUser = typeof sub === "string" && typeof grant === "string" &&
    typeof family === "string" && typeof iat === "number";
  if (!isOfUser) throw notValid();
  if (typeof sid === "string") await (await sessions()).requireClientSession(call, sid);
  await requireSession(call, { sub, grant, family }, endsWithSession);
  const known = Object.entries({ auth_time, acr, amr }).filter(([, value]) => value !== undefined);
  return { sub, grant, family, iat, shown: Object.fromEntries(known) };
}

function words(text = ""): string[] {
  return text.split(" ").filter(Boolean);
}
