/**
 * The grant of an assertion: an identity provider of the organization says that one of its users may
 * use a client here (Identity Assertion Authorization Grant, "ID-JAG").
 *
 * Its user is found by the function of the app alone, and never created. It stands in place of a
 * consent, so the grant that it gives is never one that the authorization endpoint remembers.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.1 RFC 7523 §2.1}
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-oauth-identity-assertion-authz-grant/ the draft}
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { hashParts } from "../../base/hashed.ts";
import { isRecord } from "../../base/objects.ts";
import { CLOCK_SKEW, preciseSeconds } from "../../base/time.ts";
import { OAuthRefusal, requireKey, requireText, textIn } from "../../credentials/form.ts";
import { AuthError, UserSuspended } from "../../errors.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import { usedMarks } from "../../records/used.ts";
import { findSuspension } from "../../session/user_status.ts";
import type { CallRequest } from "../../types/internal.ts";
import { issuerIn, MAX_AHEAD, MAX_JTI, verifySigned } from "./assertion.ts";
import type { Client } from "./client.ts";
import { readTokenKey, requireConfidential, requireTarget } from "./demands.ts";
import { giveGrant, grantFor } from "./grants.ts";
import { issueTokens } from "./issue.ts";
import type { AssertionClaims } from "./options.ts";
import { NO_HOST } from "./no_host.ts";
import type { OAuthCall } from "./settings.ts";
import { matchResource, narrow, pickTargets, requireOneResource, type Target } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** Type of an assertion: no other token of the provider has it. */
const TYPE = "oauth-id-jag+jwt";

/** The claims of an assertion that counts. */
interface Verified extends AssertionClaims {
  readonly jti: string;
  readonly exp: number;
  readonly iat: number;
}

/** The grant. Of any number of requests with one assertion, one gets a token. */
export const exchangeAssertion: GrantHandler = async (call, client, sent) => {
  requireConfidential(client);
  const jkt = await readTokenKey(call, client);
  const claims = await verify(call, client, requireText(sent.body, "assertion"));
  requireKey(keyIn(claims), jkt);
  const target = targetFor(call, client, sent, claims);
  requireTarget(call.settings, target.resource, jkt);
  const userId = await requireUser(call, claims);
  // Last, so that nothing else can be wrong with an assertion that is used up.
  await useUp(call, claims);
  const targets = { [target.resource]: target.scopes };
  const authTime = typeof claims.auth_time === "number" ? claims.auth_time : claims.iat;
  const methods = ["fed"] as const;
  const key = { userId, client: client.id, organization: null };
  const known = await grantFor(call, key);
  const grant = await giveGrant(call, key, {
    clientName: client.name,
    // The proof of a consent of the user is the better one.
    proof: known?.data.proof ?? { at: authTime, methods, provider: null },
    targets,
    host: NO_HOST.organization,
  }).catch((error) => {
    throw error instanceof UserSuspended ? invalid() : error;
  });
  return await issueTokens(call, client, {
    userId,
    child: {
      ...{ grant, client: client.id, targets, nonce: null, authTime, methods },
      jkt: jkt ?? null,
    },
    organization: null,
    family: randomBase64url(16),
    target,
    withIdToken: false,
    // The identity provider decides each time.
    withRefresh: false,
  });
};

/** @throws {OAuthRefusal} `invalid_grant` for an assertion that does not count */
async function verify(
  call: OAuthCall,
  client: Client,
  assertion: string,
): Promise<Verified> {
  const { issuer, assertions } = call.settings;
  const iss = await issuerIn(assertion);
  const provider = iss === undefined ? undefined : assertions.get(iss);
  if (iss === undefined || !provider) throw invalid();
  const verified = await verifySigned(call, provider, assertion, { issuer: iss, type: TYPE });
  if ("fault" in verified) throw refuse(call, iss, verified.fault);
  const { aud, client_id, sub, jti, exp, iat } = verified.claims;
  const now = preciseSeconds();
  // One audience alone: another one could send it here in the name of the client.
  const isForThis = [aud].flat().length === 1 && [aud].flat()[0] === issuer &&
    client_id === client.id;
  const isTimely = typeof exp === "number" && typeof iat === "number" &&
    exp <= now + MAX_AHEAD + CLOCK_SKEW && iat <= now + CLOCK_SKEW &&
    iat >= now - MAX_AHEAD - CLOCK_SKEW;
  const isOnce = typeof jti === "string" && jti !== "" && jti.length <= MAX_JTI;
  if (!isForThis || !isTimely || !isOnce || typeof sub !== "string" || sub === "") {
    const names = [
      ...isForThis ? [] : ["`aud` or `client_id`"],
      ...isTimely ? [] : ["`exp` or `iat`"],
      ...isOnce ? [] : ["`jti`"],
    ];
    throw refuse(call, iss, `${names[0] ?? "`sub`"} is wrong`);
  }
  return { ...verified.claims, iss, sub, jti, exp, iat };
}

/** Logs, for the developer of the identity provider, which part of an assertion is wrong. */
function refuse({ config: { logger } }: OAuthCall, issuer: string, fault: string): OAuthRefusal {
  const message = `Cannot accept an assertion of ${issuer}: ${fault}`;
  rateLimitedLog(logger, new AuthError(message), message);
  return invalid();
}

function invalid(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_grant",
    "The assertion is not valid: it has expired, was used, is for another client or server, or its " +
      "user is not known",
  );
}

function keyIn({ cnf }: Verified): string | null {
  if (cnf === undefined) return null;
  if (isRecord(cnf) && typeof cnf.jkt === "string") return cnf.jkt;
  throw invalid();
}

/** What the token is for: what the request names, within what the assertion names. */
function targetFor(
  { settings }: OAuthCall,
  client: Client,
  sent: CallRequest,
  { scope, resource }: Verified,
): Target {
  const granted = scope === undefined ? undefined : listIn(scope);
  const asked = textIn(sent.body, "scope");
  const isWithin = !granted || !asked || listIn(asked).every((name) => granted.includes(name));
  if (!isWithin) {
    throw new OAuthRefusal("invalid_scope", "A scope is beyond those of the assertion");
  }
  const match = (written: unknown) =>
    typeof written === "string"
      ? matchResource(written, settings.issuer, (url) => settings.resources.has(url))
      : written;
  const resources = resource === undefined ? undefined : [resource].flat().map(match);
  const sentName = resourceIn(sent);
  const named = sentName && match(sentName) as string;
  if (resources && named !== undefined && !resources.includes(named)) {
    throw new OAuthRefusal("invalid_target", "The assertion is for another resource");
  }
  const targets = pickTargets(
    settings,
    client,
    asked ?? granted?.join(" "),
    named === undefined ? resources?.filter((url) => typeof url === "string") : [named],
  );
  requireOneResource(targets, settings);
  // No user has approved what is the issuer's.
  return { ...narrow(targets, settings, { resource: named }), identity: [] };
}

function listIn(scope: unknown): string[] {
  if (typeof scope === "string") return scope.split(" ").filter(Boolean);
  throw invalid();
}

/** @throws {OAuthRefusal} `invalid_grant` when there is no such user, or none who may sign in */
async function requireUser(
  { config: { store, records, logger }, settings: { assertions } }: OAuthCall,
  claims: Verified,
): Promise<string> {
  let id: unknown;
  try {
    id = await assertions.get(claims.iss)!.userOf(claims);
  } catch (error) {
    logger.error(
      new AuthError("Cannot find the user of an assertion: `userOf` threw", {
        cause: { err: error as Error },
      }),
    );
  }
  const isUser = typeof id === "string" && id !== "" && await store.getUser(id) !== null &&
    await findSuspension(records, id) === null;
  if (!isUser) throw invalid();
  return id as string;
}

/** @throws {OAuthRefusal} `invalid_grant` for one that was used */
async function useUp(
  { config: { records } }: OAuthCall,
  { iss, jti, exp }: Verified,
): Promise<void> {
  const mark = await hashParts("identity assertion", [iss, jti]);
  const expires = new Date((exp + CLOCK_SKEW) * 1000);
  if (!await usedMarks.add(records, mark, { expires, data: null })) throw invalid();
}
