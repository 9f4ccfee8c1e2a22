/**
 * Token exchange: a service that was called with an access token gets one of its own, for a further
 * call. Nothing of it is more than the first one has, and every token says who acts.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8693 RFC 8693}
 * @module
 */

import { OAuthRefusal, requireText, textIn } from "../../credentials/form.ts";
import { lazy } from "../../base/lazy.ts";
import { intersect } from "../../credentials/scopes.ts";
import type { CallRequest } from "../../types/internal.ts";
import { type AccessClaims, type ActClaim, makeAccessToken, resourceOf } from "./access_token.ts";
import type { Client } from "./client.ts";
import { readTokenKey, requireConfidential, requireTarget } from "./demands.ts";
import {
  noteExchange,
  requireSession,
  type VerifiedSubject,
  verifySubject,
} from "./exchange_subject.ts";
import { findGrant } from "./grants.ts";
import type { OAuthCall } from "./settings.ts";
import { covers, matchResource } from "./targets.ts";
import { ACCESS_TOKEN, ID_JAG } from "./token_types.ts";
import type { GrantHandler } from "./token_request.ts";

const assertions = lazy(() => import("./issue_assertion.ts"));

/** Most apps that act for each other. */
const MAX_DEPTH = 4;

/** The grant. */
export const exchangeToken: GrantHandler = async (call, client, sent) => {
  const { body } = sent;
  requireConfidential(client);
  if (textIn(body, "requested_token_type") === ID_JAG) {
    return await (await assertions()).issueAssertion(call, client, sent);
  }
  requireType(textIn(body, "requested_token_type") ?? ACCESS_TOKEN);
  requireType(requireText(body, "subject_token_type"));
  const jkt = await readTokenKey(call, client);
  const subject = await verifySubject(call, requireText(body, "subject_token"), jkt);
  requireParty(client, subject.claims);
  await requireSession(call, subject.claims);
  const actor = await readActor(call, client, body, jkt);
  const { issuer, resources } = call.settings;
  const named = targetIn(sent);
  const url = named === undefined
    ? resourceOf(subject.claims)
    : matchResource(named, issuer, (one) => resources.has(one));
  requireTarget(call.settings, url, jkt);
  const scopes = await pickScopes(call, client, subject, url, textIn(body, "scope"));
  const act: ActClaim = { sub: actor, ...subject.claims.act ? { act: subject.claims.act } : {} };
  if (depthOf(act) > MAX_DEPTH) {
    throw new OAuthRefusal("invalid_request", `More than ${MAX_DEPTH} apps act for each other`);
  }
  // What the first token depends on, its exchange depends on too.
  const { sub, grant, family, sid, org, auth_time, acr, amr, exp } = subject.claims;
  const { token, expiresIn } = await makeAccessToken(call, {
    ...{ sub, aud: url, client_id: client.id, scope: scopes.join(" "), act },
    ...grant === undefined ? {} : { grant },
    ...family === undefined ? {} : { family },
    ...sid === undefined ? {} : { sid },
    ...org === undefined ? {} : { org },
    ...auth_time === undefined ? {} : { auth_time },
    ...acr === undefined ? {} : { acr },
    ...amr === undefined ? {} : { amr },
    ...jkt === undefined ? {} : { cnf: { jkt } },
  }, { notAfter: exp });
  await noteExchange(call, subject, actor);
  return {
    accessToken: token,
    tokenType: jkt === undefined ? "Bearer" : "DPoP",
    expiresIn,
    scopes,
    more: { issued_token_type: ACCESS_TOKEN },
  };
};

function requireType(type: string): void {
  if (type === ACCESS_TOKEN) return;
  throw new OAuthRefusal("invalid_request", `The type of each token must be ${ACCESS_TOKEN}`);
}

/** A client can exchange what it was given itself, or what was meant for a resource of its own. */
function requireParty({ id, resources }: Client, { client_id, aud }: AccessClaims): void {
  if (client_id === id || resources === "all" || resources.has(resourceOf({ aud }))) return;
  throw new OAuthRefusal("invalid_target", "The client has nothing to do with the token");
}

/** Id of the one that acts: the service of a token that this client was given, else the client. */
async function readActor(
  call: OAuthCall,
  client: Client,
  body: CallRequest["body"],
  jkt: string | undefined,
): Promise<string> {
  const token = textIn(body, "actor_token");
  const type = textIn(body, "actor_token_type");
  if (token === undefined && type === undefined) return client.id;
  requireType(requireText(body, "actor_token_type"));
  const { claim: { owner }, claims } = await verifySubject(
    call,
    requireText(body, "actor_token"),
    jkt,
  );
  if (owner.kind === "service" && claims.client_id === client.id && !claims.act) return owner.id;
  throw new OAuthRefusal("invalid_request", "`actor_token` is not one of a service of this client");
}

/** The resource that a request names, as `resource` or as `audience`. */
function targetIn({ repeated }: CallRequest): string | undefined {
  const named = [...repeated.resource ?? [], ...repeated.audience ?? []].filter(Boolean);
  const [url, another] = new Set(named);
  if (another === undefined) return url;
  throw new OAuthRefusal("invalid_target", "A token is for one resource; name one");
}

/**
 * The scopes of the new token: those of the first one, as far as the resource has them and the client
 * may ask for them. For another resource, the app has named it for the client (`exchangesTo`), and the
 * user has given them for that one too.
 *
 * @throws {OAuthRefusal} `invalid_target` or `invalid_scope`
 */
async function pickScopes(
  call: OAuthCall,
  client: Client,
  { claims, scopes: ofSubject }: VerifiedSubject,
  url: string,
  scope: string | undefined,
): Promise<readonly string[]> {
  if (client.resources !== "all" && !client.resources.has(url)) {
    throw new OAuthRefusal("invalid_target", "The client may not ask for the resource");
  }
  const all = new Set(call.settings.resources.get(url)!.scopes.keys());
  const own = intersect(intersect(ofSubject, client.scopes), all);
  const names = [...new Set((scope ?? "").split(" ").filter(Boolean))];
  // Never fewer than a client asks for without an error: it would fail later, elsewhere.
  if (own !== "all" && names.some((name) => !own.has(name))) {
    throw new OAuthRefusal("invalid_scope", "A scope is beyond those of the token or the client");
  }
  const scopes = names.length > 0 ? names : [...own === "all" ? all : own];
  if (scopes.length === 0) {
    throw new OAuthRefusal("invalid_scope", "The token has no scope of the resource");
  }
  if (url !== resourceOf(claims)) {
    if (!client.exchangesTo.has(url)) {
      throw new OAuthRefusal("invalid_target", "The client may not go on to another resource");
    }
    const grant = claims.grant === undefined ? null : await findGrant(call, claims.grant);
    if (!grant || !covers(grant.data.targets, { [url]: scopes })) {
      throw new OAuthRefusal("invalid_target", "No user has given access to the resource");
    }
  }
  return scopes;
}

function depthOf({ act }: ActClaim): number {
  return act ? 1 + depthOf(act) : 1;
}
