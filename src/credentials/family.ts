/**
 * Families of refresh tokens, and what becomes of a token that comes twice: the only policy for them.
 * Each use replaces the token by its successor. The same request within ten seconds is one whose answer
 * was lost, or that of another window: it gets the same successor, however often it comes, and ends
 * nothing. So a family never forks, and a copy of any generation is found by the next use of the other
 * one. Any other use of a token that was replaced is that of a copy, and ends what the family gives.
 *
 * The successor is made from the token before, a random text in the record and the secret of the app.
 * So it can be given again, although the store has nothing that would open anything.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.14 RFC 9700 §4.14}
 * @module
 */

import { isEqual } from "../base/crypto/hash.ts";
import { hashParts, hashText } from "../base/hashed.ts";
import { randomBase64url } from "../base/crypto/bytes.ts";
import { nowMs } from "../base/time.ts";
import { toSecrets } from "../jwt.ts";
import type { FoundRecord, RecordKind } from "../records/kind.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { Json, RecordStore } from "../types/records.ts";
import { OAuthRefusal, requireKey } from "./form.ts";

/** Milliseconds for which the token before is only refused, or answered again. */
const GRACE_MS = 10_000;

/** Milliseconds by which the expiry of a family moves at once that keeps its token. */
const EXTEND_MS = 86_400_000;

/** Tries of a use while other requests change the record. */
const TRIES = 20;

/** The generations that a record knows. */
export type Generations = {
  /** Hash of the refresh token that counts. */
  readonly current: string;
  /** Hash of the one before; `null` before the first use. */
  readonly previous: string | null;
  /** Time of the last use, in milliseconds since 1970. */
  readonly replacedAt: number;
  /** Makes the one that counts from the one before. `null`: a version before has given it twice. */
  readonly salt?: string | null;
};

/** Members of the record of a family. */
export type FamilyFacts = Generations & {
  /** Thumbprint of the key that its tokens are bound to; `null` for none. */
  readonly jkt: string | null;
};

/** Content of a refresh token. */
export interface RefreshContent {
  /** Id of the family. */
  readonly family: string;
  /** Opens the family. */
  readonly generation: string;
}

/** Makes the first token of a family, and what its record knows of it. */
export async function firstGeneration(): Promise<{ generation: string; known: Generations }> {
  const generation = randomBase64url(32);
  const current = await hashOfGeneration(generation);
  return { generation, known: { current, previous: null, replacedAt: nowMs() } };
}

/** Hash of a generation in its record. */
export async function hashOfGeneration(generation: string): Promise<string> {
  return await hashText("refresh token", generation);
}

/**
 * Judges a token.
 *
 * @returns `"current"` for the one that counts, `"replaced"` for the one before within the last
 *   seconds, `"reused"` for one that was copied
 */
export function judgeGeneration(
  { current, previous, replacedAt }: Generations,
  hash: string,
): "current" | "replaced" | "reused" {
  if (isEqual(current, hash)) return "current";
  const isPrevious = previous !== null && isEqual(previous, hash);
  return isPrevious && nowMs() - replacedAt < GRACE_MS ? "replaced" : "reused";
}

type JsonObject = { readonly [name: string]: Json };

/** The families of a token endpoint, and what a use of their tokens gives there. */
export interface Families<Data extends FamilyFacts & JsonObject, Given> {
  /** The families. */
  readonly kind: RecordKind<string, Data>;
  /** Returns `false` for a family of another client. Default: clients have no ids. */
  isOfClient?(data: Data): boolean;
  /** `false` lets the client keep its token (FAPI 2.0 Security Profile §5.3.2.1). Default `true`. */
  readonly rotates?: boolean;
  /** Time at which a family ends that is not used. */
  findExpiry(data: Data): Date;
  /**
   * Makes what the client gets. The token is not used up yet, so a refusal or a failure costs nothing.
   *
   * @returns `change` has the members of the record that it changes
   */
  give(known: FoundRecord<Data>): Promise<{ given: Given; change?: Partial<Data> }>;
  /** Ends everything that the family gives: a token of it was copied. */
  end(known: FoundRecord<Data>): Promise<void>;
}

/** A use of a refresh token. */
export interface Rotation<Data, Given> {
  /** Content of the next one. */
  readonly next: RefreshContent;
  /** Id of the user. */
  readonly userId: string;
  /** The record, as it was written. */
  readonly data: Data;
  /** What the client gets. */
  readonly given: Given;
}

/**
 * Uses a refresh token. Of any number of requests with the same one, all get the same successor within
 * ten seconds. One of them writes it.
 *
 * @param jkt thumbprint of the key that the request proves to have
 * @throws {OAuthRefusal} when it does not count
 */
export async function rotate<Data extends FamilyFacts & JsonObject, Given>(
  { records, jwt }: Pick<ResolvedConfig, "jwt"> & { readonly records: RecordStore },
  { kind, isOfClient, rotates = true, findExpiry: expiryOf, give, end }: Families<Data, Given>,
  { family, generation }: RefreshContent,
  jkt: string | undefined,
): Promise<Rotation<Data, Given>> {
  const secrets = toSecrets(jwt.secret);
  const hash = await hashOfGeneration(generation);
  // What a store lacks that lags behind is asked for again, and nothing ends by it.
  const read = async () => await kind.get(records, family) ?? await kind.get(records, family);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await read();
    if (!known) throw invalidRefresh("has ended");
    const { data } = known;
    const verdict = judgeGeneration(data, hash);
    const isForeign = isOfClient?.(data) === false;
    const isOther = isForeign || data.jkt !== null && data.jkt !== jkt;
    if (verdict === "reused" || verdict === "replaced" && isOther) {
      await end(known);
      throw invalidRefresh(isForeign ? "has ended" : "was used before: what it gave has ended");
    }
    if (isForeign) throw invalidRefresh("has ended");
    requireKey(data.jkt, jkt);
    // Only the endpoint of the kind writes its records: with an owner.
    const userId = known.owner!;
    if (verdict === "replaced" || !rotates) {
      const same = verdict === "replaced"
        ? await sameSuccessor(data, secrets, generation, jkt)
        : generation;
      if (same === undefined) {
        throw invalidRefresh("was used a moment ago: use its successor", { replaced: true });
      }
      const { given } = await give(known);
      if (!rotates) await extend(kind, records, known, expiryOf(data));
      // No generation is written, so its end is looked for.
      if (!await read()) throw invalidRefresh("has ended");
      return { next: { family, generation: same }, userId, data, given };
    }
    const next = await successor(data, secrets[0]!, generation, jkt);
    const { given, change } = await give(known);
    const changed = { ...data, ...next.known, ...change };
    const value = { userId, expires: expiryOf(data), data: changed };
    if (await kind.replace(records, family, value, known)) {
      return { next: { family, generation: next.generation }, userId, data: changed, given };
    }
  }
  throw new Error("Cannot use a refresh token: other calls changed its record each time");
}

/** Moves the expiry of a token that stays, about once a day. One that was changed meanwhile stays so. */
async function extend<Data extends FamilyFacts & JsonObject>(
  kind: RecordKind<string, Data>,
  records: RecordStore,
  known: FoundRecord<Data>,
  expires: Date,
): Promise<void> {
  const { id, owner: userId, data } = known;
  if (expires.valueOf() - (known.expires?.valueOf() ?? 0) < EXTEND_MS) return;
  await kind.replace(records, id, { userId, expires, data }, known);
}

/** A new token, and what the record of its family knows then. */
interface Next {
  readonly generation: string;
  readonly known: Generations;
}

async function successor(
  { current }: Generations,
  secret: string,
  generation: string,
  jkt: string | undefined,
): Promise<Next> {
  const salt = randomBase64url(16);
  const next = await generationAfter(generation, salt, secret, jkt);
  const known = {
    current: await hashOfGeneration(next),
    previous: current,
    replacedAt: nowMs(),
    salt,
  };
  return { generation: next, known };
}

/** The successor that was given before; `undefined` where it was given to another key. */
async function sameSuccessor(
  { current, salt }: Generations,
  secrets: readonly string[],
  generation: string,
  jkt: string | undefined,
): Promise<string | undefined> {
  for (const secret of typeof salt === "string" ? secrets : []) {
    const next = await generationAfter(generation, salt!, secret, jkt);
    if (isEqual(await hashOfGeneration(next), current)) return next;
  }
}

async function generationAfter(
  generation: string,
  salt: string,
  secret: string,
  jkt: string | undefined,
): Promise<string> {
  return await hashParts("refresh token after", [generation, salt, jkt ?? "", secret]);
}

/** The refusal of a refresh token. */
export function invalidRefresh(
  message: string,
  details?: Readonly<Record<string, boolean>>,
): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", `The refresh token ${message}`, details);
}
