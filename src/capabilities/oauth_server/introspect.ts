/**
 * `POST oauth/introspect`: a client that authenticates asks about a token that was issued to it, or
 * for a resource that it is the server of (`introspects` of its options). A token is active exactly
 * when `authenticate` accepts it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7662 RFC 7662}
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { admit } from "../../credentials/admit.ts";
import { hashOfGeneration, judgeGeneration } from "../../credentials/family.ts";
import { OAuthRefusal, requireText } from "../../credentials/form.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import { resourceOf } from "./access_token.ts";
import { authenticateClient } from "./authenticate_client.ts";
import { readToken } from "./claim.ts";
import type { Client } from "./client.ts";
import { clientStands } from "./clients.ts";
import { openRefresh } from "./sealed_refresh_token.ts";
import { standingGrant } from "./grants.ts";
import { families } from "./kinds.ts";
import { answering } from "./refusal.ts";
import { type OAuthCall, OPENID_SCOPES } from "./settings.ts";

/** Loaded for clients whose access ends with the session. */
const onlineAccess = lazy(() => import("./online_access.ts"));

/** All that is said about a token that does not count (§2.2). */
const INACTIVE = { active: false };

/** `POST oauth/introspect` */
export const introspectHandler: CallHandler = answering(async (call, sent) => {
  const client = await authenticateClient(call, sent);
  if (client.authentication.method === "none") {
    throw new OAuthRefusal("invalid_client", "A public client may not introspect tokens");
  }
  const token = requireText(sent.body, "token");
  const body = await aboutRefresh(call, client, token) ?? await aboutAccess(call, client, token);
  return { headers: JSON_HEADERS, body: body ?? INACTIVE };
});

async function aboutAccess(
  call: OAuthCall,
  client: Client,
  token: string,
): Promise<object | undefined> {
  const { settings: { issuer, clients } } = call;
  const read = await readToken(call.config, token);
  if ("reason" in read) return undefined;
  const { claims, claim: { confirmation, ...claim } } = read;
  const { aud, client_id, org, auth_time, acr, act, cnf, fapi: _fapi, ...rest } = claims;
  // Of a client of the config alone: the ids of others are apart from these.
  const { introspects = [] } = clients.get(client.id) ?? {};
  const resource = resourceOf(claims);
  if (client.id !== client_id && !introspects.includes(resource)) return undefined;
  // The resource compares the key, whose proof is not in this request.
  const presented = { scheme: "bearer", token } as const;
  const admitted = await admit(call, claim, { presented, resource });
  if ("reason" in admitted) return undefined;
  const identity = claims.scope.split(" ").filter((name) => OPENID_SCOPES.includes(name));
  const scopes = resource === issuer ? claim.scopes : [...identity, ...admitted.scopes];
  const { grant: _, family: _family, sid: _sid, ...facts } = rest;
  return {
    active: true,
    ...facts,
    scope: [...scopes].join(" "),
    aud,
    client_id,
    token_type: confirmation === undefined ? "Bearer" : "DPoP",
    ...org === undefined ? {} : { org },
    ...auth_time === undefined ? {} : { auth_time },
    ...acr === undefined ? {} : { acr },
    ...act === undefined ? {} : { act },
    ...cnf === undefined ? {} : { cnf },
  };
}

async function aboutRefresh(
  call: OAuthCall,
  client: Client,
  token: string,
): Promise<object | undefined> {
  const { config, config: { records }, settings: { issuer } } = call;
  const opened = await openRefresh(config, token);
  if (!opened) return undefined;
  const family = await families.get(records, opened.family);
  if (family?.data.client !== client.id) return INACTIVE;
  const { data, owner, expires } = family;
  const hash = await hashOfGeneration(opened.generation);
  const isActive = judgeGeneration(data, hash) === "current" &&
    await clientStands(call, client.id) &&
    await standingGrant(call, data.grant, undefined, opened.family) !== undefined &&
    (data.session === undefined || await (await onlineAccess()).isSessionLive(call, data));
  if (!isActive) return INACTIVE;
  return {
    active: true,
    iss: issuer,
    sub: owner,
    client_id: client.id,
    scope: [...new Set(Object.values(data.targets).flat())].join(" "),
    iat: Math.floor(data.replacedAt / 1000),
    exp: Math.floor(expires!.valueOf() / 1000),
    ...data.jkt === null ? {} : { cnf: { jkt: data.jkt } },
  };
}
