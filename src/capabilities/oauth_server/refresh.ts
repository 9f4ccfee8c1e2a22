/**
 * The grant `refresh_token`. A refresh token counts once: one that comes again was copied, so the
 * grant ends.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.14 RFC 9700 §4.14}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/random.ts";
import {
  hashOfGeneration,
  judgeGeneration,
  nextGenerations,
} from "../../credentials/family.ts";
import { keyOf, requireKey } from "./binding.ts";
import { ended, endReused } from "./endings.ts";
import { expiryOf, openRefresh, sealRefresh } from "./families.ts";
import { standingGrant } from "./grants.ts";
import { forget, makeTokens, requireGrant, requireStanding, type TokenFacts } from "./issue.ts";
import { families, type FamilyData } from "./kinds.ts";
import { OAuthRefusal, requireText, textIn } from "./refusal.ts";
import { narrow } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** Tries of an exchange while others change the record. */
const TRIES = 5;

/** The grant `refresh_token`. Of any number of calls with the same one, one gets tokens. */
export const refreshTokens: GrantHandler = async (call, client, sent) => {
  const { config, config: { records }, settings: { issuer } } = call;
  const opened = await openRefresh(config, requireText(sent.body, "refresh_token"));
  const asked = { scope: textIn(sent.body, "scope"), resource: resourceIn(sent) };
  const jkt = await keyOf(call);
  if (!opened) throw invalid("is not valid, or has expired");
  const { family } = opened;
  const hash = await hashOfGeneration(opened.generation);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await families.get(records, family);
    if (!known || !isEqual(known.data.client, client.id)) throw invalid("has ended");
    const { data } = known;
    // Only `issue.ts` writes records of this kind: with an owner.
    const userId = known.owner!;
    requireKey(data.jkt, jkt);
    const verdict = judgeGeneration(data, hash);
    if (verdict === "replaced") throw invalid("was used a moment ago: use its successor");
    if (verdict === "reused") {
      await endReused(call, data.grant, userId);
      throw invalid("was used before: the grant has ended");
    }
    const given = await standingGrant(call, data.grant, userId);
    if (!given) {
      await forget(call, family);
      throw ended();
    }
    // Before it is used up: neither a request for too much nor a failure may cost the client its token.
    const facts: TokenFacts = {
      userId,
      // An ID token of a refresh answers no request of the authorization endpoint.
      child: { ...childOf(data), jkt: jkt ?? null, nonce: null },
      organization: given.data.organization,
      target: narrow(data.targets, issuer, asked),
      // Optional at a refresh (OpenID Connect Core §12.2), and the dearest part of one.
      withIdToken: asked.scope?.split(" ").includes("openid") === true,
    };
    const { grant, target } = await requireGrant(call, client, facts, given);
    const tokens = await makeTokens(call, client, { ...facts, target }, grant);
    const generation = randomBase64url(32);
    const next = { ...data, ...nextGenerations(data, await hashOfGeneration(generation)) };
    const value = { userId, expires: expiryOf(data), data: next };
    const refreshToken = await sealRefresh(config, { family, generation });
    if (!await families.replace(records, family, value, known)) continue;
    await requireStanding(call, grant.id, userId).catch(async (error) => {
      if (error instanceof OAuthRefusal) await forget(call, family);
      throw error;
    });
    return { ...tokens, refreshToken };
  }
  throw new Error("Cannot refresh tokens: other calls changed the record each time");
};

function childOf(
  { current: _, previous: _previous, replacedAt: _at, createdAt: _created, ...child }: FamilyData,
) {
  return child;
}

function invalid(why: string): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", `The refresh token ${why}`);
}
