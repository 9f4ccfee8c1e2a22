/**
 * Changes of addresses that wait for their code: one record for each session. The code and
 * both addresses are sealed for the session and its user.
 *
 * @module
 */

import { defineKind, type FoundRecord } from "../../records/kind.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { hashText } from "../../base/hashed.ts";
import type { Seal } from "../../base/seals.ts";
import { ownerOf } from "../../records/owner.ts";
import { msFromNow } from "../../base/time.ts";
import { readTypedCode } from "../../base/typed_code.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import type { RecordStore } from "../../types/records.ts";

/** Seconds for which a code is valid. */
export const CODE_MAX_AGE = 600;

/** Purpose of the seal. */
const SEAL = { salt: "authjs.address-change", maxAge: CODE_MAX_AGE } as const satisfies Seal;

/** Purpose of the seal of an address that waits for its owner: 30 days. */
const PENDING = { salt: "authjs.address-pending", maxAge: 2_592_000 } as const satisfies Seal;

/** Wrong codes that end a change. */
const MAX_TRIES = 5;

/** A change that was asked for. */
export interface Requested {
  /** Digits in the email. */
  code: string;
  /** Address of the user, at that time; `null` without one. */
  from: string | null;
  /** Address that the email went to; the same as `from` when it is only to be proven. */
  to: string;
  /** Token of the link that undoes the change. */
  undoToken: string;
  /** Page of that link. */
  undoUrl: string;
  /** `true` when the user has said, with two factors, that `from` is lost: nothing undoes it. */
  isLost?: boolean;
  /** Time of the request, in milliseconds since 1970. */
  requestedAt: number;
}

/** A change that waits. */
export interface Waiting extends Requested {
  /** Wrong codes after which it ends. */
  triesLeft: number;
  /** Time at which it ends. */
  expires: Date;
  /** `true` when the code was right, and the change has failed since. */
  isProven: boolean;
}

/** Data of the record. */
type Data = {
  sealed: string;
  /** Wrong codes so far. */
  tries: number;
  /** `true` once the code was right: the change is made, or is repeated after a failure. */
  isProven: boolean;
};

/** By session; the owner is the user. */
const changes = defineKind<SessionIdentity, Data>(
  "address.change",
  ({ id }) => hashText("address change of session", id),
);

/** A config that keeps records. */
type WithRecords = ResolvedConfig & { records: RecordStore };

/** Stores a change, in place of another one of the session. */
export async function keepChange(
  config: WithRecords,
  session: SessionIdentity,
  requested: Requested,
): Promise<void> {
  const data: Data = {
    sealed: await sealed(config, session, requested),
    tries: 0,
    isProven: false,
  };
  const expires = new Date(requested.requestedAt + CODE_MAX_AGE * 1000);
  const value = { userId: session.userId, expires, data };
  await changes.update(config.records, session, () => value);
}

/** The change of a session that waits for its code. */
export async function waitingChange(
  config: WithRecords,
  session: SessionIdentity,
): Promise<Waiting | undefined> {
  const found = await read(config, session);
  if (!found) return undefined;
  const { known: { expires, data: { tries, isProven } }, requested } = found;
  const triesLeft = MAX_TRIES - tries;
  if (triesLeft <= 0) return undefined;
  return { ...requested, triesLeft, expires: expires!, isProven };
}

/** Compares a typed code. A wrong one counts, and the last one ends the change. */
export async function tryCode(
  config: WithRecords,
  session: SessionIdentity,
  typed: string,
): Promise<Requested | "wrong-code" | "expired"> {
  let answer: Requested | "wrong-code" | "expired" = "expired";
  // No answer before it is counted, so that parallel guesses learn nothing.
  await changes.update(config.records, session, async (known) => {
    answer = "expired";
    const requested = await opened(config, session, known);
    if (!known || !requested || known.data.tries >= MAX_TRIES) return undefined;
    const { userId } = session;
    const { expires, data } = known;
    const digits = readTypedCode(typed, requested.code.length);
    if (digits !== undefined && isEqual(digits, requested.code)) {
      answer = requested;
      return data.isProven ? undefined : { userId, expires, data: { ...data, isProven: true } };
    }
    const tries = data.tries + 1;
    if (tries < MAX_TRIES) answer = "wrong-code";
    return { userId, expires, data: { ...data, tries } };
  });
  return answer;
}

/** Ends the change of a session; `true` when there was one. */
export async function endChange(config: WithRecords, session: SessionIdentity): Promise<boolean> {
  return await changes.take(config.records, session) !== null;
}

/** Ends the changes of a user in every session. */
export async function endChanges({ records }: WithRecords, userId: string): Promise<void> {
  await changes.removeAll(records, userId);
}

/**
 * In place of a session: the record of the address that came with the sign-up of a user, and that
 * nobody has proven. It opens nothing, and no other user is refused the address because of it.
 */
function pendingOf(userId: string): SessionIdentity {
  return { id: `pending address of ${ownerOf(userId)}`, userId };
}

/** Keeps the address of a sign-up until its owner confirms it, for 30 days. */
export async function keepPending(
  config: WithRecords,
  userId: string,
  email: string,
): Promise<void> {
  const pending = pendingOf(userId);
  const data: Data = {
    sealed: await sealText(config.jwt.secret, PENDING, { email }, boundTo(pending)),
    tries: 0,
    isProven: false,
  };
  const expires = msFromNow(PENDING.maxAge * 1000);
  await changes.update(config.records, pending, () => ({ userId, expires, data }));
}

/** The address of the sign-up of a user, which waits; `undefined` without one. */
export async function findPending(
  config: WithRecords,
  userId: string,
): Promise<string | undefined> {
  const pending = pendingOf(userId);
  const found = await changes.get(config.records, pending);
  if (found?.owner !== ownerOf(userId)) return undefined;
  try {
    const { jwt: { secret } } = config;
    const { sealed } = found.data;
    return (await openText<{ email: string }>(secret, PENDING, sealed, boundTo(pending)))?.email;
  } catch {
    return undefined; // sealed with a secret that is no longer configured
  }
}

/** Forgets the address of a sign-up: the user has one. */
export async function endPending({ records }: WithRecords, userId: string): Promise<void> {
  await changes.take(records, pendingOf(userId));
}

/**
 * In place of the session of a sign-up, which has not begun when its code is sent: the first session
 * of the user that opens the page gets the change.
 */
export function signUpOf(userId: string): SessionIdentity {
  return { id: `sign-up of ${ownerOf(userId)}`, userId };
}

/** Gives the code of a sign-up to a session: of any number of calls, one does. */
export async function adoptChange(config: WithRecords, session: SessionIdentity): Promise<void> {
  const found = await read(config, signUpOf(session.userId));
  if (!found || !await changes.take(config.records, signUpOf(session.userId))) return;
  await keepChange(config, session, found.requested);
}

function boundTo({ id, userId }: SessionIdentity): string {
  return JSON.stringify([ownerOf(userId), id]);
}

async function sealed(
  { jwt: { secret } }: ResolvedConfig,
  session: SessionIdentity,
  requested: Requested,
): Promise<string> {
  return await sealText(secret, SEAL, requested, boundTo(session));
}

async function read(
  config: WithRecords,
  session: SessionIdentity,
): Promise<{ known: FoundRecord<Data>; requested: Requested } | undefined> {
  const known = await changes.get(config.records, session);
  const requested = await opened(config, session, known);
  return known && requested ? { known, requested } : undefined;
}

/** What was asked for; `undefined` when it is not of this session, or no secret opens it. */
async function opened(
  { jwt: { secret } }: WithRecords,
  session: SessionIdentity,
  known: FoundRecord<Data> | null,
): Promise<Requested | undefined> {
  if (known?.owner !== ownerOf(session.userId)) return undefined;
  try {
    const token = known.data.sealed;
    return await openText<Requested>(secret, SEAL, token, boundTo(session)) ?? undefined;
  } catch {
    return undefined; // sealed with a secret that is no longer configured
  }
}
