/**
 * Codes of the authorization endpoint. `credentials/code.ts` says what becomes of one that comes twice.
 *
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { secondsFromNow } from "../../base/time.ts";
import { CODE_MAX_AGE, exchange, familyOfCode, invalidCode } from "../../credentials/code.ts";
import { requireKey, requireText, textIn } from "../../credentials/form.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { readTokenKey } from "./demands.ts";
import { ended, endReused } from "./endings.ts";
import { standingGrant } from "./grants.ts";
import { issueTokens } from "./issue.ts";
import { type CodeData, codes, families, spentCodes } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";
import { narrow } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** Loaded where clients are notified of sign-outs. */
const sessions = lazy(() => import("./client_sessions.ts"));

/** Makes a code for a grant of a user. */
export async function makeCode(
  { config: { records } }: Pick<OAuthCall, "config">,
  userId: string,
  data: CodeData,
): Promise<string> {
  const code = randomBase64url(32);
  const expires = secondsFromNow(CODE_MAX_AGE);
  await codes.add(records, code, { userId, expires, data });
  return code;
}

/** The grant `authorization_code`. */
export const exchangeCode: GrantHandler = async (call, client, sent) => {
  const { config: { records } } = call;
  const { body } = sent;
  const code = requireText(body, "code");
  // One that is sent is checked, and one that is missing fits to a code without a challenge alone.
  const verifier = client.takesNonce
    ? textIn(body, "code_verifier")
    : requireText(body, "code_verifier");
  // Without a verifier, nothing else says which request the code answers (RFC 6749 §4.1.3).
  const redirectUri = verifier === undefined
    ? requireText(body, "redirect_uri")
    : textIn(body, "redirect_uri");
  const asked = { scope: textIn(body, "scope"), resource: resourceIn(sent) };
  const jkt = await readTokenKey(call, client);
  const family = await familyOfCode(code);
  const { owner, data } = await exchange(
    records,
    {
      codes,
      spent: spentCodes,
      give(taken) {
        if (!isEqual(taken.data.client, client.id)) throw invalidCode();
        requireKey(taken.data.jkt, jkt);
        // The grant is older than the code, so nothing begins here.
        const { grant, sid } = taken.data;
        return { mark: { grant, ...sid === undefined ? {} : { sid } }, given: taken };
      },
      find: () => families.get(records, family),
      async end(begun, mark) {
        const known = mark ?? begun;
        if (!known?.data) return;
        // The mark of a version before does not lead to the family that came from the code.
        const isOld = mark?.data != null && mark.data.by === undefined;
        const { grant, sid } = known.data;
        const held = { grant, sid, family: isOld ? undefined : family };
        await endReused(call, { ...held, userId: known.owner! });
      },
    },
    code,
    { client: client.id, verifier, redirectUri, jkt },
  );
  // Only this file writes records of this kind: with an owner.
  const userId = owner!;
  // After the mark: a deletion at the same time is seen here, or removes it.
  const grant = await standingGrant(call, data.grant, userId, family);
  if (!grant) {
    await retryOnce(() => spentCodes.take(records, code));
    throw ended();
  }
  if (data.sid !== undefined) await (await sessions()).requireClientSession(call, data.sid);
  const { redirectUri: _, challenge: _challenge, ...child } = data;
  return await issueTokens(call, client, {
    userId,
    child: { ...child, jkt: jkt ?? null },
    organization: grant.data.organization,
    target: narrow(data.targets, call.settings, asked),
    family,
    withIdToken: true,
    // A session without a record would have no end.
    withRefresh: client.grants.has("refresh") && data.session !== null,
  }, grant);
};
