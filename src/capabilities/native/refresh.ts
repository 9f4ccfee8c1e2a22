/**
 * The exchange of a refresh token for the next one. `credentials/family.ts` says what becomes of one
 * that comes twice.
 *
 * @module
 */

import { invalidRefresh, type RefreshContent, rotate } from "../../credentials/family.ts";
import type { IssuedTokens } from "../../credentials/form.ts";
import { openValid } from "../../credentials/sealed.ts";
import { toCookieHeader } from "../../server/cookies.ts";
import { isOver } from "../../session/opened_session.ts";
import { readSession } from "../../session/strategies.ts";
import {
  endReused,
  expiryIn,
  families,
  type FamilyData,
  forgetEnded,
  makeTokens,
  sealCookies,
} from "./families.ts";
import { SEALS } from "./seals.ts";
import { contextFor, type SessionCookies, takeSession, toHeader } from "./session_cookies.ts";
import type { NativeRequest } from "./settings.ts";

/**
 * Exchanges a refresh token.
 *
 * @param jkt thumbprint of the key that the request has proven
 * @throws {OAuthRefusal} when it does not count
 */
export async function refresh(
  call: NativeRequest,
  token: string,
  jkt: string | undefined,
): Promise<IssuedTokens> {
  const { config } = call;
  const opened = await openValid<RefreshContent>(config, SEALS.refresh, token);
  if (!opened) throw invalidRefresh("is not valid, or has expired");
  const { family } = opened;
  const { next: { generation }, userId, data, given: session } = await rotate(
    config,
    {
      kind: families,
      findExpiry: () => expiryIn(config),
      async give({ data }) {
        const given = await renewed(call, family, data);
        return { given, change: { session: await sealCookies(config, given) } };
      },
      end: ({ owner, data: { sessionId } }) =>
        endReused(call, family, { userId: owner!, sessionId }),
    },
    opened,
    jkt,
  );
  return await makeTokens(call, { family, generation, userId, session, data });
}

/**
 * The cookies of the session, which this reads as a browser does, so that it continues.
 *
 * @throws {OAuthRefusal} when it is over
 */
async function renewed(
  call: NativeRequest,
  family: string,
  { session: sealed, sessionId }: FamilyData,
): Promise<SessionCookies> {
  const session = await openValid<SessionCookies>(call.config, SEALS.session, sealed);
  if (!session) {
    throw new Error("Cannot open the session of a client: none of the secrets sealed it");
  }
  const continued = await readAgain(call, session);
  if (continued) return continued;
  // What a store lacks that lags behind is asked for again, and nothing ends by it.
  const known = await forgetEnded(call, family, sessionId) ? null : await readAgain(call, session);
  if (known) return known;
  throw invalidRefresh("is one of a session that has ended");
}

/** The cookies of a session that continues; `null` when it is over. */
async function readAgain(
  call: NativeRequest,
  session: SessionCookies,
): Promise<SessionCookies | null> {
  const ctx = await contextFor(call, session);
  const isLive = await readSession(ctx) !== null;
  const header = toCookieHeader(toHeader(call, session), ctx.cookies.outgoing());
  const after = takeSession(call, header).session;
  if (isLive && after) return after;
  // A callback failed: the session may be live.
  if (after && !isOver(ctx)) throw new Error("Cannot refresh a session: it could not be read");
  return null;
}
