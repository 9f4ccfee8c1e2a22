/**
 * Codes of browser sign-ins. `credentials/code.ts` says what becomes of one that comes twice.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { secondsFromNow } from "../../base/time.ts";
import {
  CODE_MAX_AGE,
  type CodeFacts,
  type CodeUse,
  type Exchange,
  exchange,
  familyOfCode,
  invalidCode,
} from "../../credentials/code.ts";
import type { IssuedTokens } from "../../credentials/form.ts";
import { openValid, seal } from "../../credentials/sealed.ts";
import { AccessDenied } from "../../errors.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import { toCookieHeader } from "../../server/cookies.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import { beginFamily, discard, endReused, families } from "./families.ts";
import { SEALS } from "./seals.ts";
import {
  contextFor,
  findIdentity,
  type SessionCookies,
  standIn,
  takeSession,
} from "./session_cookies.ts";
import type { NativeRequest } from "./settings.ts";

/** The request that a code answers. */
export type CodeRequest = CodeFacts & {
  /** Name of the client; `null` when it gave none. */
  client: string | null;
};

/** Content of the record of a code. */
type CodeData = CodeRequest & {
  /** Sealed cookies of the session of the browser. */
  session: string;
};

/** Content of a code. */
interface CodeContent {
  /** Random. */
  readonly id: string;
  /** Challenge of the request; absent in codes of an earlier version. */
  readonly challenge?: string;
}

/** By the random text in the code, hashed; the owner is the user. */
const codes = defineKind<string, CodeData>("native.code", hashedId("native code"));

/** Mark of a used code: the id of the session that it gave; `null` for one of which a copy came. */
type SpentData = CodeUse & { sessionId: string } | null;

const spent = defineKind<string, SpentData>("native.spent", hashedId("spent native code"));

/** Makes the code of the user who is signed in in a browser. */
export async function makeCode(
  { config }: Pick<NativeRequest, "config">,
  userId: string,
  session: SessionCookies,
  request: CodeRequest,
): Promise<string> {
  const id = randomBase64url(32);
  const sealed = await seal(config, { ...SEALS.session, maxAge: CODE_MAX_AGE }, session);
  const expires = secondsFromNow(CODE_MAX_AGE);
  await codes.add(config.records, id, { userId, expires, data: { ...request, session: sealed } });
  const content: CodeContent = { id, challenge: request.challenge };
  // Sealed, so that a text that was guessed costs no call of the store. It says for as long as its
  // session can live which one that is; it can be exchanged as long as its record is there.
  return await seal(config, SEALS.code, content);
}

/**
 * Exchanges a code for the tokens of a new session.
 *
 * @throws {OAuthRefusal} for one that does not count
 */
export async function exchangeCode(
  call: NativeRequest,
  code: string,
  sent: Exchange,
): Promise<IssuedTokens> {
  const { config, config: { records } } = call;
  const opened = await openValid<CodeContent>(config, SEALS.code, code);
  if (!opened) throw invalidCode();
  const { id } = opened;
  const family = await familyOfCode(id);
  const drop = (begun: Begun) =>
    discard(call, family, { userId: begun.identity.userId, sessionId: begun.identity.id });
  const begun = await exchange(
    records,
    {
      codes,
      spent,
      async give({ data: { session: sealed, client } }) {
        const session = await openValid<SessionCookies>(config, SEALS.session, sealed);
        if (!session) throw invalidCode();
        const given = { ...await fork(call, session, client), client };
        return { mark: { sessionId: given.identity.id }, given };
      },
      discard: drop,
      find: () => families.get(records, family),
      async end(known, mark, challenge) {
        const { sessionId } = known?.data ?? mark?.data ?? {};
        const userId = known?.owner ?? mark?.owner;
        if (sessionId !== undefined && userId !== undefined) {
          await endReused(call, family, { userId, sessionId });
        } else if (!mark && opened.challenge !== undefined && opened.challenge !== challenge) {
          // A use of it may be under way, which learns of the copy.
          const expires = secondsFromNow(CODE_MAX_AGE);
          await spent.add(records, id, { expires, data: null });
        }
      },
    },
    id,
    sent,
  );
  const facts = { client: begun.client ?? undefined, jkt: sent.jkt };
  const tokens = await beginFamily(call, begun.identity, begun.session, facts, family);
  if (tokens) return tokens;
  // A copy came meanwhile, or the user was deleted, of whom then nothing may stay.
  await spent.take(records, id);
  await drop(begun);
  throw invalidCode();
}

/** A session that a code began. */
interface Begun {
  readonly identity: SessionIdentity;
  readonly session: SessionCookies;
  readonly client: string | null;
}

/** A session of its own for the client, with the proof of that in the browser. */
async function fork(
  call: NativeRequest,
  first: SessionCookies,
  client: string | null,
): Promise<Omit<Begun, "client">> {
  const request = standIn(call.request);
  if (client !== null) request.headers.set("user-agent", client);
  const ctx = await contextFor({ ...call, request }, first);
  try {
    if (!await sessionOf(ctx).fork(ctx)) throw invalidCode();
  } catch (error) {
    if (error instanceof AccessDenied) throw invalidCode();
    throw error;
  }
  const { session } = takeSession(call, toCookieHeader("", ctx.cookies.outgoing()));
  const identity = session && await findIdentity(call, session);
  if (!identity) throw invalidCode();
  return { identity, session };
}
