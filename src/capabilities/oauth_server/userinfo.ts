/**
 * `GET` and `POST oauth/userinfo`: claims about the user of a token for the issuer.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfo OpenID Connect Core §5.3}
 * @module
 */

import { admit } from "../../credentials/admit.ts";
import { presentedIn } from "../../credentials/presented.ts";
import { AuthenticationRefusal, type JudgedReason } from "../../credentials/refusal.ts";
import { lazy } from "../../base/lazy.ts";
import { audit } from "../../hooks/audit.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler, ResponseInternal } from "../../types/internal.ts";
import { readToken } from "./claim.ts";
import { readClaims } from "./id_token.ts";
import { answering } from "./refusal.ts";
import { type OAuthCall, OPENID_SCOPES } from "./settings.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** `GET` and `POST oauth/userinfo` */
export const userinfoHandler: CallHandler = answering(async (call, { body, request }) => {
  const { config, settings: { issuer } } = call;
  const presented = presentedIn(request);
  if (presented === null) {
    return await refuse(
      call,
      body?.access_token === undefined ? "no-credential" : "two-credentials",
    );
  }
  if (typeof presented === "string") return await refuse(call, presented);
  const read = await readToken(config, presented.token, call);
  if ("reason" in read) {
    if (read.reason === "unknown" && !read.isCounted && config.limits) {
      await (await requestLimits()).countCall(call, "oauth/userinfo");
    }
    return await refuse(call, read.reason, read.about);
  }
  const { claim, claims: { sub, client_id: client, org, scope } } = read;
  const about = { credential: claim.credential, userId: sub };
  const admitted = await admit(call, claim, { presented, resource: issuer });
  if ("reason" in admitted) {
    return await refuse(call, admitted.reason, about, admitted.dpopNonce);
  }
  // Those of OpenID Connect are no permissions of the app, so no role narrows them.
  const scopes = scope.split(" ").filter((name) => OPENID_SCOPES.includes(name));
  if (!scopes.includes("openid")) return await refuse(call, "insufficient-scope", about);
  const user = await config.store.getUser(sub);
  if (user === null) return await refuse(call, "deleted", about);
  const organization = org ?? null;
  return {
    headers: JSON_HEADERS,
    body: {
      ...await readClaims(call, { user, client, scopes, organization }),
      sub,
      ...organization === null ? {} : { org: organization },
    },
  };
});

async function refuse(
  { config, request }: OAuthCall,
  reason: JudgedReason,
  about: { credential?: string; userId?: string } = {},
  dpopNonce?: string,
): Promise<ResponseInternal> {
  if (reason !== "no-credential") {
    const { method } = request;
    const caller = { config, request: { action: "oauth/userinfo", method, request } };
    await audit(caller, { name: "credential.refused", reason, ...about });
  }
  const response = new AuthenticationRefusal(reason, {
    schemes: ["Bearer", "DPoP"],
    dpopNonce,
    ...reason === "insufficient-scope" ? { scopes: ["openid"] } : {},
  }).response();
  const challenge = response.headers.get("www-authenticate");
  return {
    status: response.status,
    headers: {
      ...JSON_HEADERS,
      ...challenge === null ? {} : { "WWW-Authenticate": challenge },
      ...dpopNonce === undefined ? {} : { "DPoP-Nonce": dpopNonce },
    },
    body: await response.json(),
  };
}
