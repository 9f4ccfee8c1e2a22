/**
 * The grant `refresh_token`. `credentials/family.ts` says what becomes of a token that comes twice.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { invalidRefresh, rotate } from "../../credentials/family.ts";
import { type IssuedTokens, OAuthRefusal, requireText, textIn } from "../../credentials/form.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { readTokenKey } from "./demands.ts";
import { ended, endReused } from "./endings.ts";
import { expiryOf, openRefresh, sealRefresh } from "./sealed_refresh_token.ts";
import { type Grant, standingGrant } from "./grants.ts";
import { forget, makeTokens, requireGrant, type TokenFacts } from "./issue.ts";
import { families, type FamilyData } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";
import { narrow } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** Loaded for what ends with a session. */
const onlineAccess = lazy(() => import("./online_access.ts"));

/** The grant `refresh_token`. */
export const refreshTokens: GrantHandler = async (call, client, sent) => {
  const { config } = call;
  const opened = await openRefresh(config, requireText(sent.body, "refresh_token"));
  const asked = { scope: textIn(sent.body, "scope"), resource: resourceIn(sent) };
  const jkt = await readTokenKey(call, client);
  if (!opened) throw invalidRefresh("is not valid, or has expired");
  const { next, userId, data, given } = await rotate<FamilyData, IssuedTokens>(
    config,
    {
      kind: families,
      rotates: !client.isFapi2,
      findExpiry: expiryOf,
      isOfClient: (data) => isEqual(data.client, client.id),
      async give({ data, owner }) {
        // Only `issue.ts` writes records of this kind: with an owner.
        const userId = owner!;
        const grant = await requireLiveGrant(call, data, userId, opened.family);
        const facts: TokenFacts = {
          userId,
          // An ID token of a refresh answers no request of the authorization endpoint.
          child: { ...childOf(data), jkt: jkt ?? null, nonce: null },
          organization: grant.data.organization,
          family: opened.family,
          target: narrow(data.targets, call.settings, asked),
          // Optional at a refresh (OpenID Connect Core §12.2), and the dearest part of one.
          withIdToken: asked.scope?.split(" ").includes("openid") === true,
        };
        const { target } = await requireGrant(call, client, facts, grant);
        return { given: await makeTokens(call, client, { ...facts, target }, grant) };
      },
      end: ({ id, data, owner }) =>
        endReused(call, { grant: data.grant, family: id, userId: owner!, sid: data.sid }),
    },
    opened,
    jkt,
  );
  const refreshToken = client.isFapi2 ? undefined : await sealRefresh(config, next);
  // Its grant may have ended meanwhile. The tokens count only with it, so an answer that is lost here
  // by a failure of the store would cost the client its session, and protect nothing.
  await requireLiveGrant(call, data, userId, opened.family).catch(async (error) => {
    if (isStoreFailure(error)) return config.logger.error(error);
    if (error instanceof OAuthRefusal) await forget(call, opened.family);
    throw error;
  });
  return { ...given, refreshToken };
};

/**
 * The grant. What a store lacks that lags behind is asked for again.
 *
 * @throws {OAuthRefusal} `invalid_grant` when it does not stand, or its session has ended
 */
async function requireLiveGrant(
  call: OAuthCall,
  data: FamilyData,
  userId: string,
  family: string,
): Promise<Grant> {
  const { grant, session } = data;
  if (session !== undefined) {
    await (await onlineAccess()).requireLiveSession(call, data, { grant, family, userId });
  }
  const found = await standingGrant(call, grant, userId, family) ??
    await standingGrant(call, grant, userId, family);
  if (found) return found;
  throw ended();
}

function childOf(
  { current: _, previous: _previous, replacedAt: _at, salt: _salt, createdAt: _created, ...child }:
    FamilyData,
) {
  return child;
}
