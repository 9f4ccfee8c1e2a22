/**
 * Families of refresh tokens: one record for each session without cookies. It has the hash of the
 * one refresh token that counts, and the cookies of the session, sealed.
 *
 * The cookies are here, and not in the refresh token: so a change of the session reaches the next
 * access token, although no refresh token is made for it. An access token that was stolen can
 * change the session, and gets neither a refresh token nor a later expiry by that.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { msFromNow, nowDate } from "../../base/time.ts";
import {
  type FamilyFacts,
  firstGeneration,
  type RefreshContent,
} from "../../credentials/family.ts";
import type { IssuedTokens } from "../../credentials/form.ts";
import { openValid, seal } from "../../credentials/sealed.ts";
import { audit } from "../../hooks/audit.ts";
import { defineKind, type RecordValue } from "../../records/kind.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { endSession } from "../../session/end.ts";
import { peekRecord } from "../../session/record.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import { makeAccessToken } from "./access_token.ts";
import { SEALS } from "./seals.ts";
import type { SessionCookies } from "./session_cookies.ts";
import type { NativeConfig, NativeRequest } from "./settings.ts";

/** Content of the record of a family. */
export type FamilyData = FamilyFacts & {
  /** Sealed cookies of the session. */
  session: string;
  /** Id of the session. */
  sessionId: string;
  /** Name of the client; `null` when it gave none. */
  client: string | null;
  /** Time of the sign-in. */
  createdAt: string;
};

/** By their id, which opens nothing; the owner is the user. */
export const families = defineKind<string, FamilyData>("native", (id) => id);

/** Milliseconds that a record outlasts its session. */
const SLACK_MS = 10 * 60 * 1000;

/** Seconds for which what is sealed for as long as a session can be opened: that ends before. */
const SEAL_MAX_AGE = 10 * 365 * 24 * 60 * 60;

/** The client of a session. */
export interface ClientFacts {
  /** Its name. */
  readonly client: string | undefined;
  /** Thumbprint of its key. */
  readonly jkt: string | undefined;
}

/**
 * Makes the tokens of a session that began.
 *
 * @param family id of its family. Default: a random one
 * @returns `null` for one that has ended meanwhile
 */
export async function beginFamily(
  call: NativeRequest,
  { id: sessionId, userId }: SessionIdentity,
  session: SessionCookies,
  { client, jkt }: ClientFacts,
  family: string = randomBase64url(16),
): Promise<IssuedTokens | null> {
  const { config } = call;
  const { records, revocation } = config;
  const { generation, known } = await firstGeneration();
  const data: FamilyData = {
    ...known,
    session: await sealCookies(config, session),
    sessionId,
    client: client ?? null,
    jkt: jkt ?? null,
    createdAt: nowDate().toISOString(),
  };
  try {
    await families.add(records, family, { userId, expires: expiryIn(config), data });
    // After the write: a deletion at the same time is seen here, or removes the record.
    if (await peekRecord(revocation, sessionId) !== "live") {
      await retryOnce(() => families.take(records, family));
      return null;
    }
  } catch (error) {
    await discard(call, family, { userId, sessionId });
    throw error;
  }
  return await makeTokens(call, { family, generation, userId, session, data });
}

/**
 * Keeps the cookies of a session that a call of its client has changed.
 *
 * @returns `false` when the family has ended
 */
export async function keepCookies(
  { config }: NativeRequest,
  family: string,
  session: SessionCookies,
): Promise<boolean> {
  const sealed = await sealCookies(config, session);
  const written = await families.update(config.records, family, (known) =>
    known
      ? {
        userId: known.owner,
        expires: known.expires,
        data: { ...known.data, session: sealed },
      } satisfies RecordValue<FamilyData>
      : undefined);
  return written !== undefined;
}

/** Forgets the family of a session that has ended; `false` for one that is kept. */
export async function forgetEnded(
  { config }: NativeRequest,
  family: string,
  sessionId: string,
): Promise<boolean> {
  if (await peekRecord(config.revocation, sessionId) === "live") return false;
  await retryOnce(() => families.take(config.records, family));
  return true;
}

/** Ends the session of a token, and its family; `false` when the session was over before. */
export async function endFamily(
  call: NativeRequest,
  family: string,
  { userId, sessionId }: { userId: string; sessionId: string },
  reason: "revoked" | "signed-out",
): Promise<boolean> {
  const { config } = call;
  const ended = await retryOnce(() => endSession(config, userId, sessionId));
  await retryOnce(() => families.take(config.records, family));
  if (!ended) return false;
  const name = reason === "revoked" ? "session.revoked" as const : "session.ended" as const;
  await audit(auditCaller(call), { name, reason, userId, sessionId });
  return true;
}

/** Ends a session whose code or refresh token was used by one who has a copy. */
export async function endReused(
  call: NativeRequest,
  family: string,
  session: { userId: string; sessionId: string },
): Promise<void> {
  if (!await endFamily(call, family, session, "revoked")) return;
  const { userId, sessionId } = session;
  await audit(auditCaller(call), { name: "native.reused", userId, sessionId });
  const refused = { name: "credential.refused", reason: "revoked", credential: sessionId } as const;
  await audit(auditCaller(call), { ...refused, userId });
}

/** Ends a session that no client gets; after a failure it expires. */
export async function discard(
  call: NativeRequest,
  family: string,
  session: { userId: string; sessionId: string },
): Promise<void> {
  await endFamily(call, family, session, "revoked").catch((error) => {
    call.config.logger.error(error as Error);
  });
}

/** The family of a refresh token that this app made, whether or not it counts. */
export async function findFamily(
  { config }: NativeRequest,
  token: string,
): Promise<{ family: string; userId: string; sessionId: string } | undefined> {
  const opened = await openValid<RefreshContent>(config, SEALS.refresh, token);
  const known = opened && await families.get(config.records, opened.family);
  if (!known) return undefined;
  return { family: opened.family, userId: known.owner!, sessionId: known.data.sessionId };
}

/** A call, for the audit log. */
function auditCaller({ config, request }: NativeRequest) {
  return { config, request: { action: "native/token", method: request.method, request } };
}

/** The tokens of a family. */
export async function makeTokens(
  call: NativeRequest,
  { family, generation, userId, session, data: { sessionId, client, jkt } }: {
    family: string;
    generation: string;
    userId: string;
    session: SessionCookies;
    data: FamilyData;
  },
): Promise<IssuedTokens> {
  const { config } = call;
  const content: RefreshContent = { family, generation };
  const refreshToken = await seal(
    config,
    { ...SEALS.refresh, maxAge: config.session.maxAge },
    content,
  );
  const access = await makeAccessToken(config, {
    ...{ family, sessionId, userId, session, client },
    ...jkt === null ? {} : { jkt },
  });
  return { ...access, refreshToken };
}

/** Seals the cookies of a session for its record. */
export async function sealCookies(
  config: NativeConfig,
  { token, mark }: SessionCookies,
): Promise<string> {
  const cookies = { token, ...mark === undefined ? {} : { mark } };
  return await seal(config, { ...SEALS.session, maxAge: SEAL_MAX_AGE }, cookies);
}

/** Time at which a family ends that is not used. */
export function expiryIn({ session: { maxAge } }: NativeConfig): Date {
  return msFromNow(maxAge * 1000 + SLACK_MS);
}
