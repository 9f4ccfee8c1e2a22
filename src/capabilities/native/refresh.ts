/**
 * The exchange of a refresh token for the next one. A refresh token counts once: one that comes again
 * was copied, so the session ends.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.14 RFC 9700 §4.14}
 * @module
 */

import { randomBase64url } from "../../base/crypto/random.ts";
import {
  hashOfGeneration,
  judgeGeneration,
  nextGenerations,
} from "../../credentials/family.ts";
import { audit } from "../../hooks/audit.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { toCookieHeader } from "../../server/cookies.ts";
import { readSession } from "../../session/strategies.ts";
import type { Tokens } from "./access.ts";
import {
  auditPlace,
  endFamily,
  expiryIn,
  families,
  type FamilyData,
  forgetEnded,
  type RefreshContent,
  sealCookies,
  tokensOf,
} from "./families.ts";
import { Refusal } from "./refusal.ts";
import { openValid } from "./seals.ts";
import { isOver } from "../../session/facts.ts";
import { contextFor, type SessionCookies, takeSession, toHeader } from "./session_cookies.ts";
import type { NativeRequest } from "./settings.ts";

/** Tries of a refresh while calls of the client change the session. */
const TRIES = 20;

/**
 * Exchanges a refresh token. Of any number of calls with the same one, one gets tokens.
 *
 * @param jkt thumbprint of the key that the request has proven
 * @throws {Refusal} when it does not count
 */
export async function refresh(
  call: NativeRequest,
  token: string,
  jkt: string | undefined,
): Promise<Tokens> {
  const { config, config: { records } } = call;
  const opened = await openValid<RefreshContent>(config, "refresh", token);
  if (!opened) throw invalid("is not valid, or has expired");
  const { family } = opened;
  const hash = await hashOfGeneration(opened.generation);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await families.get(records, family);
    if (!known) throw invalid("has ended");
    if (known.data.jkt !== null && known.data.jkt !== jkt) {
      throw new Refusal(
        jkt === undefined ? "invalid_dpop_proof" : "invalid_grant",
        "The refresh token is bound to a key, which the request does not prove to have",
      );
    }
    const verdict = judgeGeneration(known.data, hash);
    if (verdict !== "current") throw await refuseOld(call, family, known, verdict);
    const session = await renewed(call, family, known.data);
    const generation = randomBase64url(32);
    const data: FamilyData = {
      ...known.data,
      ...nextGenerations(known.data, await hashOfGeneration(generation)),
      session: await sealCookies(config, session),
    };
    // Only this file writes records of this kind: with an owner.
    const userId = known.owner!;
    const next = { userId, expires: expiryIn(config), data };
    if (await families.replace(records, family, next, known)) {
      return await tokensOf(call, { family, generation, userId, session, data });
    }
  }
  throw new Error("Cannot refresh a session: other calls changed its record each time");
}

/** A refresh token that was replaced: of two requests at once, or of a thief. */
async function refuseOld(
  call: NativeRequest,
  family: string,
  { data, owner }: FoundRecord<FamilyData>,
  verdict: "replaced" | "reused",
): Promise<Refusal> {
  if (verdict === "replaced") {
    return invalid("was used a moment ago: use its successor", { replaced: true });
  }
  const { sessionId } = data;
  const userId = owner!;
  await endFamily(call, family, { userId, sessionId }, "revoked");
  await audit(auditPlace(call), { name: "native.reused", userId, sessionId });
  const refused = { name: "credential.refused", reason: "revoked", credential: sessionId } as const;
  await audit(auditPlace(call), { ...refused, userId });
  return invalid("was used before: the session has ended");
}

/**
 * The cookies of the session, which this reads as a browser does, so that it continues.
 *
 * @throws {Refusal} when it is over
 */
async function renewed(
  call: NativeRequest,
  family: string,
  { session: sealed, sessionId }: FamilyData,
): Promise<SessionCookies> {
  const session = await openValid<SessionCookies>(call.config, "session", sealed);
  if (!session) {
    throw new Error("Cannot open the session of a client: none of the secrets sealed it");
  }
  const ctx = await contextFor(call, session);
  const isLive = await readSession(ctx) !== null;
  const header = toCookieHeader(toHeader(call, session), ctx.cookies.outgoing());
  const after = takeSession(call, header).session;
  if (isLive && after) return after;
  // A callback failed: the session may be live.
  if (after && !isOver(ctx)) throw new Error("Cannot refresh a session: it could not be read");
  await forgetEnded(call, family, sessionId);
  throw invalid("is one of a session that has ended");
}

function invalid(why: string, details?: Refusal["details"]): Refusal {
  return new Refusal("invalid_grant", `The refresh token ${why}`, details);
}
