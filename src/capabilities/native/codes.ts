/**
 * Codes of browser sign-ins. A code is taken once, and a second use ends the session that the first
 * one began, also when both come at the same time.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 RFC 6749 §4.1.2}
 * @module
 */

import { isEqual, sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/random.ts";
import { secondsFromNow } from "../../base/time.ts";
import { AccessDenied } from "../../errors.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import { createContext } from "../../request/context.ts";
import { toCookieHeader } from "../../server/cookies.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import type { Tokens } from "./access.ts";
import { beginFamily, discard, endFamily, families } from "./families.ts";
import { Refusal } from "./refusal.ts";
import { openValid, seal } from "./seals.ts";
import {
  identityOf,
  type SessionCookies,
  standIn,
  takeSession,
  toHeader,
} from "./session_cookies.ts";
import type { NativeRequest } from "./settings.ts";

/** Seconds within which a code can be exchanged. */
const CODE_MAX_AGE = 60;

/** Seconds for which a second use is known as one. */
const SPENT_MAX_AGE = 10 * 60;

/** The request that a code answers. */
export type CodeRequest = {
  /** SHA-256 of the verifier, in base64url (RFC 7636 §4.2). */
  challenge: string;
  /** Redirect URI. */
  redirectUri: string;
  /** Name of the client; `null` when it gave none. */
  client: string | null;
};

/** Content of the record of a code. */
type CodeData = CodeRequest & {
  /** Sealed cookies of the session of the browser. */
  session: string;
};

/** By the random text in the code, hashed; the owner is the user. */
const codes = defineKind<string, CodeData>("native.code", hashedId("native code"));

/** Codes that were used → id of the session and of its family; `null` for a second use. */
const spent = defineKind<string, { sessionId: string } | null>(
  "native.spent",
  hashedId("spent native code"),
);

/** Makes the code of the user who is signed in in a browser. */
export async function makeCode(
  { config }: Pick<NativeRequest, "config">,
  userId: string,
  session: SessionCookies,
  request: CodeRequest,
): Promise<string> {
  const id = randomBase64url(32);
  const data: CodeData = {
    ...request,
    session: await seal(config, "session", session, SPENT_MAX_AGE),
  };
  const expires = secondsFromNow(CODE_MAX_AGE);
  await codes.add(config.records, id, { userId, expires, data });
  // Sealed, so that a text that was guessed costs no call of the store.
  return await seal(config, "code", { id }, SPENT_MAX_AGE);
}

/** Request of a client to exchange a code. */
export interface Exchange {
  /** The code. */
  readonly code: string;
  /** Verifier of the challenge. */
  readonly verifier: string;
  /** Redirect URI, as it was in the request. */
  readonly redirectUri: string;
  /** Thumbprint of the key that the tokens are to be bound to. */
  readonly jkt: string | undefined;
}

/**
 * Exchanges a code for the tokens of a new session.
 *
 * @throws {Refusal} for one that does not count
 */
export async function exchangeCode(call: NativeRequest, sent: Exchange): Promise<Tokens> {
  const { config, config: { records } } = call;
  const opened = await openValid<{ id: string }>(config, "code", sent.code);
  if (!opened) throw invalid();
  // Before anything else of the request is looked at.
  const taken = await codes.take(records, opened.id);
  if (!taken) {
    await endSpent(call, opened.id);
    throw invalid();
  }
  const { challenge, redirectUri, client, session: sealed } = taken.data;
  const isRight = isEqual(await sha256Base64url(sent.verifier), challenge) &&
    isEqual(sent.redirectUri, redirectUri);
  const session = await openValid<SessionCookies>(config, "session", sealed);
  if (!isRight || !session) throw invalid();
  const begun = await fork(call, session, client);
  const expires = secondsFromNow(SPENT_MAX_AGE);
  const { id: sessionId, userId } = begun.identity;
  const mark = { userId, expires, data: { sessionId } };
  const isOnly = await spent.add(records, opened.id, mark).catch(async (error) => {
    await discard(call, sessionId, { userId, sessionId });
    throw error;
  });
  const facts = { client: client ?? undefined, jkt: sent.jkt };
  const tokens = await beginFamily(call, begun.identity, begun.session, facts);
  if (isOnly && tokens) return tokens;
  // A second use came meanwhile, or the user was deleted, of whom then nothing may stay.
  if (isOnly) await spent.take(records, opened.id);
  await endBegun(call, begun.identity);
  throw invalid();
}

/** A session of its own for the client, with the proof of that in the browser. */
async function fork(
  call: NativeRequest,
  first: SessionCookies,
  client: string | null,
): Promise<{ identity: SessionIdentity; session: SessionCookies }> {
  const { config, origin } = call;
  const request = standIn(call.request);
  if (client !== null) request.headers.set("user-agent", client);
  const cookieHeader = toHeader(call, first);
  const read = { action: "session", method: "GET", query: {}, returnRedirect: false } as const;
  const ctx = await createContext({ ...read, origin, request, cookieHeader }, config);
  try {
    if (!await sessionOf(ctx).fork(ctx)) throw invalid();
  } catch (error) {
    if (error instanceof AccessDenied) throw invalid();
    throw error;
  }
  const { session } = takeSession(call, toCookieHeader("", ctx.cookies.outgoing()));
  const identity = session && await identityOf(call, session);
  if (!identity) throw invalid();
  return { identity, session };
}

/** Ends what the first use of a code began; one that is under way learns of it. */
async function endSpent(call: NativeRequest, id: string): Promise<void> {
  const { records } = call.config;
  const expires = secondsFromNow(SPENT_MAX_AGE);
  if (await spent.add(records, id, { expires, data: null })) return;
  const known = await spent.get(records, id);
  if (!known?.data || known.owner === undefined) return;
  await endBegun(call, { id: known.data.sessionId, userId: known.owner });
}

async function endBegun(call: NativeRequest, { id, userId }: SessionIdentity): Promise<void> {
  const all = await families.list(call.config.records, userId);
  const family = all.find(({ data }) => data.sessionId === id);
  await endFamily(call, family?.id ?? id, { userId, sessionId: id }, "revoked");
}

function invalid(): Refusal {
  return new Refusal(
    "invalid_grant",
    "The code is not valid: it was used, has expired, or is not for this verifier and redirect URI",
  );
}
