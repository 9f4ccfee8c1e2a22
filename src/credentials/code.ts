/**
 * Codes that clients exchange for tokens, and what becomes of one that comes twice: the only policy for
 * them. A code is good once. A second request of the same client with the same verifier and key within
 * ten seconds is one whose answer was lost, and ends nothing. Any other one has a copy, so everything
 * that came from the code ends, as long as there is anything.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 RFC 6749 §4.1.2}
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1 RFC 9700 §2.1.1}
 * @module
 */

import { isEqual, sha256Base64url } from "../base/crypto/hash.ts";
import { hashParts, shortHashText } from "../base/hashed.ts";
import { nowMs } from "../base/time.ts";
import type { FoundRecord, RecordKind } from "../records/kind.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Json, RecordStore } from "../types/records.ts";
import { OAuthRefusal } from "./form.ts";

/** Seconds within which a code can be exchanged. */
export const CODE_MAX_AGE = 60;

/** Milliseconds for which a second request may be that of the same client. */
const GRACE_MS = 10_000;

/**
 * Seconds for which the mark of a used code stays: no access token counts for longer. Refresh tokens
 * that came from the code are found by the id of their family.
 */
const MARK_MAX_AGE = 86_400;

/** Form of a verifier (RFC 7636 §4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

type JsonObject = { readonly [name: string]: Json };

/** Stands for a challenge where none was sent: no verifier has it. */
export const NO_CHALLENGE = "none";

/** Members of the record of a code. */
export type CodeFacts = {
  /** SHA-256 of the verifier, in base64url (RFC 7636 §4.2), or {@linkcode NO_CHALLENGE}. */
  challenge: string;
  /** Redirect URI. */
  redirectUri: string;
};

/** Members of the mark of a used code. One that an earlier version wrote may lack both. */
export type CodeUse = {
  /** Milliseconds since 1970. */
  at?: number;
  /** Hash of who has used it: client, challenge and key. */
  by?: string;
};

/** A request to exchange a code. */
export interface Exchange {
  /** Id of the client; empty where clients have none. */
  readonly client: string;
  /** Verifier of the challenge; `undefined` where none was sent, which fits to no challenge alone. */
  readonly verifier: string | undefined;
  /** Redirect URI, as it was in the request for the code; `undefined` where none was sent. */
  readonly redirectUri: string | undefined;
  /** Thumbprint of the key that the request proves to have. */
  readonly jkt: string | undefined;
}

/** The codes of a token endpoint, and what they give there. */
export interface Codes<Data extends CodeFacts & Json, Mark extends JsonObject, Given, Begun> {
  /** Codes that can be exchanged. */
  readonly codes: RecordKind<string, Data>;
  /** Marks of codes that were used; `null` for one of which a copy came. */
  readonly spent: RecordKind<string, (Mark & CodeUse) | null>;
  /**
   * Begins what a code gives.
   *
   * @returns `mark` says how it can be ended
   * @throws {OAuthRefusal} when it gives nothing: the code is used up
   */
  give(taken: FoundRecord<Data>): Awaitable<{ readonly mark: Mark; readonly given: Given }>;
  /** Ends what was begun, and what nobody has got. Default: nothing was. */
  discard?(given: Given): Promise<void>;
  /** Finds what a use of the code has begun. A use writes its mark before that. */
  find(): Promise<Begun>;
  /**
   * Ends everything that came from a code.
   *
   * @param begun what {@linkcode Codes.find} returned
   * @param mark `null`: there is none, or none any more
   * @param challenge that of the request which has shown that there is a copy
   */
  end(
    begun: Begun,
    mark: FoundRecord<(Mark & CodeUse) | null> | null,
    challenge: string,
  ): Promise<void>;
}

/**
 * Exchanges a code. Of any number of requests, one gets what it gives.
 *
 * @param code what identifies its record
 * @throws {OAuthRefusal} for one that does not count
 */
export async function exchange<
  Data extends CodeFacts & Json,
  Mark extends JsonObject,
  Given,
  Begun,
>(
  records: RecordStore,
  { codes, spent, give, discard, find, end }: Codes<Data, Mark, Given, Begun>,
  code: string,
  { client, verifier, redirectUri, jkt }: Exchange,
): Promise<Given> {
  // Before the code is taken, so that its mark follows at once. No challenge is empty.
  const challenge = await challengeOf(verifier);
  const by = await hashParts("code used by", [client, challenge, jkt ?? ""]);
  const taken = await codes.take(records, code);
  if (!taken) {
    // Found before the mark is read: of a use that runs, the mark may come between the two.
    const begun = await find();
    const mark = await spent.get(records, code);
    if (!isSameClient(mark?.data, by)) await end(begun, mark, challenge);
    throw invalidCode();
  }
  const { data, owner: userId } = taken;
  // The verifier says which request the code answers (OAuth 2.1 §4.1.3), so one may be left out.
  const isForRequest = isEqual(data.challenge, challenge) &&
    isEqual(data.redirectUri, redirectUri ?? data.redirectUri);
  if (!isForRequest) throw invalidCode();
  const { mark, given } = await give(taken);
  const at = nowMs();
  const expires = new Date(at + MARK_MAX_AGE * 1000);
  const isOnly = await spent.add(records, code, { userId, expires, data: { ...mark, at, by } })
    .catch(async (error) => {
      await discard?.(given);
      throw error;
    });
  if (isOnly) return given;
  // A copy came meanwhile.
  await discard?.(given);
  throw invalidCode();
}

async function challengeOf(verifier: string | undefined): Promise<string> {
  if (verifier === undefined) return NO_CHALLENGE;
  return VERIFIER.test(verifier) ? await sha256Base64url(verifier) : "";
}

/** Returns `true` for the request of a client whose answer was lost. */
function isSameClient(use: CodeUse | null | undefined, by: string): boolean {
  if (use?.at === undefined || nowMs() - use.at >= GRACE_MS) return false;
  return use.by === undefined || isEqual(use.by, by);
}

/** Id of the family of refresh tokens that came from a code: so it is found as long as it lives. */
export async function familyOfCode(code: string): Promise<string> {
  return await shortHashText("family of code", code);
}

/** The refusal of a code: it says nothing of whether there was one. */
export function invalidCode(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_grant",
    "The code is not valid: it was used, has expired, or is not for this client, redirect URI and verifier",
  );
}
