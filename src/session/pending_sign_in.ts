/**
 * Sign-ins that wait for something before their session begins: a sealed cookie, which only this
 * file opens, and a record with the sign-in. Neither is a session. What a sign-in waits for is part
 * of both seals, so that no page goes on with a sign-in that waits for another one.
 *
 * @module
 */

import { randomBase64url } from "../base/crypto/bytes.ts";
import type { Seal } from "../base/seals.ts";
import { secondsFromNow } from "../base/time.ts";
import { InvalidCheck } from "../errors.ts";
import { open, seal, type SealedCookie } from "./sealed_cookie.ts";
import { defineKind } from "../records/kind.ts";
import { openText, sealText } from "./sealed_text.ts";
import type { User } from "../types/entities.ts";
import type { Pending } from "../types/factor_task.ts";
import type { Context, ResolvedConfig } from "../types/internal.ts";
import { userIdOf } from "./visitor.ts";

/** What a sign-in waits for. */
export interface Wait {
  /** The cookie of the browser in which it waits. */
  readonly cookie: SealedCookie;
  /** Purpose of the seal of the sign-in in its record. */
  readonly seal: Seal;
}

/** Characters of sealed text in one record, whose data has at most 32 KiB. */
const PART = 30_000;

/** Most records of a sign-in: a longer profile is a fault of the provider. */
const MAX_PARTS = 20;

/** A sign-in that waits, with the id of its attempt. */
export interface WaitingSignIn extends Pending {
  /** Id of the attempt; random. */
  id: string;
  /** Id of the user. */
  userId: string;
}

/** Content of the cookie. */
interface Cookie {
  id: string;
}

/** Data of the first record. */
type Data = { parts: number; text: string };

/** Sealed parts, by the id of the attempt and the number of the part; the owner is the user. */
const parts = defineKind<[id: string, part: number], Data>(
  "pending",
  ([id, part]) => part === 0 ? id : `${id}.${part}`,
);

/** Stores a sign-in that waits, and gives the browser its cookie. */
export async function beginWait(ctx: Context, wait: Wait, pending: Pending): Promise<void> {
  const { config } = ctx;
  const id = randomBase64url(24);
  const text = await sealText(config.jwt.secret, wait.seal, { pending: toJson(pending) }, id);
  const count = Math.ceil(text.length / PART);
  if (count > MAX_PARTS) {
    throw new InvalidCheck(
      "Cannot keep the sign-in until it goes on: its profile is longer than 500 KB",
    );
  }
  const userId = userIdOf(pending.user);
  const expires = secondsFromNow(wait.seal.maxAge);
  const records = recordsOf(config);
  // The first part last, since it makes the attempt valid.
  for (let part = count - 1; part >= 0; part--) {
    const data = { parts: count, text: text.slice(part * PART, (part + 1) * PART) };
    await parts.add(records, [id, part], { userId, expires, data });
  }
  await seal<Cookie>(ctx, wait.cookie, undefined, { id });
}

/** The sign-in of this browser that waits; `undefined` without one. */
export async function openWait(ctx: Context, wait: Wait): Promise<WaitingSignIn | undefined> {
  const cookie = await open<Cookie>(ctx, wait.cookie, undefined);
  if (!cookie) return undefined;
  const { id } = cookie;
  const records = recordsOf(ctx.config);
  const first = await parts.get(records, [id, 0]);
  if (!first) return undefined;
  const { parts: count, text } = first.data;
  const rest = Array.from({ length: count - 1 }, (_, i) => parts.get(records, [id, i + 1]));
  const texts = (await Promise.all(rest)).map((part) => part?.data.text ?? "");
  const pending = await unseal(ctx.config, wait, id, [text, ...texts].join(""));
  return pending && { ...pending, id, userId: userIdOf(pending.user) };
}

/** Ends the wait of a sign-in; of parallel calls, one gets `true`. */
export async function endWait(
  ctx: Context,
  { cookie }: Wait,
  { id }: WaitingSignIn,
): Promise<boolean> {
  ctx.cookies.delete(cookie.key);
  // Further parts expire by themselves, and are sealed.
  return await parts.take(recordsOf(ctx.config), [id, 0]) !== null;
}

/** Ends all sign-ins of a user that wait for anything, in every browser. */
export async function endWaits(config: ResolvedConfig, userId: string): Promise<void> {
  await parts.removeAll(recordsOf(config), userId);
}

/** The config checks refuse what makes a sign-in wait without records. */
function recordsOf(config: ResolvedConfig): NonNullable<ResolvedConfig["records"]> {
  return config.records!;
}

async function unseal(
  { jwt: { secret } }: ResolvedConfig,
  wait: Wait,
  id: string,
  token: string,
): Promise<Pending | undefined> {
  try {
    const claims = await openText<{ pending: string }>(secret, wait.seal, token, id);
    return toPending(JSON.parse(claims!.pending));
  } catch {
    return undefined; // sealed with a secret that is no longer configured
  }
}

/** A sign-in as JSON, which has no dates: columns of users are dates, in tables of apps too. */
interface Written extends Pending {
  dates: string[];
}

function toJson(pending: Pending): string {
  const dates = Object.entries(pending.user).filter(([, value]) => value instanceof Date);
  const written: Written = { ...pending, dates: dates.map(([name]) => name) };
  // Columns of some stores are bigints; a stored user is read again after the last proof.
  return JSON.stringify(written, (_, value) => typeof value === "bigint" ? String(value) : value);
}

function toPending({ dates, ...pending }: Written): Pending {
  const user: Record<string, unknown> = { ...pending.user };
  for (const name of dates) user[name] = new Date(String(user[name]));
  return { ...pending, user: user as User };
}
