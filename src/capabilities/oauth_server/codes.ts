/**
 * Codes of the authorization endpoint. A code is taken once, before anything of the request is looked
 * at.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 RFC 6749 §4.1.2}
 * @module
 */

import { isEqual, sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/random.ts";
import { nowMs, secondsFromNow } from "../../base/time.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { keyOf, requireKey } from "./binding.ts";
import { ended, endReused } from "./endings.ts";
import { standingGrant } from "./grants.ts";
import { issueTokens } from "./issue.ts";
import { type CodeData, codes, spentCodes } from "./kinds.ts";
import { OAuthRefusal, requireText, textIn } from "./refusal.ts";
import type { OAuthCall } from "./settings.ts";
import { narrow } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** Seconds within which a code can be exchanged. */
const MAX_AGE = 60;

/** Milliseconds for which a second use is only refused: two requests at once are honest. */
const GRACE_MS = 10_000;

/** Milliseconds for which a second use is known as one. */
const SPENT_MS = 86_400_000;

/** Form of a verifier (RFC 7636 §4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** Makes a code for a grant of a user. */
export async function makeCode(
  { config: { records } }: Pick<OAuthCall, "config">,
  userId: string,
  data: CodeData,
): Promise<string> {
  const code = randomBase64url(32);
  const expires = secondsFromNow(MAX_AGE);
  await codes.add(records, code, { userId, expires, data });
  return code;
}

/** The grant `authorization_code`. */
export const exchangeCode: GrantHandler = async (call, client, sent) => {
  const { body } = sent;
  const code = requireText(body, "code");
  const redirectUri = requireText(body, "redirect_uri");
  const verifier = requireText(body, "code_verifier");
  const asked = { scope: textIn(body, "scope"), resource: resourceIn(sent) };
  const jkt = await keyOf(call);
  const { userId, data, organization } = await takeCode(call, code);
  const isRight = isEqual(data.client, client.id) && isEqual(data.redirectUri, redirectUri) &&
    VERIFIER.test(verifier) && isEqual(await sha256Base64url(verifier), data.challenge);
  if (!isRight) throw invalid();
  requireKey(data.jkt, jkt);
  const { redirectUri: _, challenge: _challenge, ...child } = data;
  return await issueTokens(call, client, {
    userId,
    child: { ...child, jkt: jkt ?? null },
    organization,
    target: narrow(data.targets, call.settings.issuer, asked),
    withRefresh: client.grants.has("refresh"),
    withIdToken: true,
  });
};

/** Takes a code: of any number of calls, one gets it. */
async function takeCode(
  call: OAuthCall,
  code: string,
): Promise<{ userId: string; data: CodeData; organization: string | null }> {
  const { config: { records } } = call;
  const taken = await codes.take(records, code);
  if (!taken) {
    await judgeSpent(call, code);
    throw invalid();
  }
  const { data } = taken;
  // Only this file writes records of this kind: with an owner.
  const userId = taken.owner!;
  const at = nowMs();
  const mark = { grant: data.grant, at };
  await spentCodes.add(records, code, { userId, expires: new Date(at + SPENT_MS), data: mark });
  // After the write: a deletion at the same time is seen here, or removes the record.
  const grant = await standingGrant(call, data.grant, userId);
  if (grant) return { userId, data, organization: grant.data.organization };
  await retryOnce(() => spentCodes.take(records, code));
  throw ended();
}

/** A code that was used: by two requests at once, or by a thief. */
async function judgeSpent(call: OAuthCall, code: string): Promise<void> {
  const spent = await spentCodes.get(call.config.records, code);
  if (!spent || nowMs() - spent.data.at < GRACE_MS) return;
  await endReused(call, spent.data.grant, spent.owner!);
}

function invalid(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_grant",
    "The code is not valid: it was used, has expired, or is not for this client, redirect URI and verifier",
  );
}
