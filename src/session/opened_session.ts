/**
 * The session of a request, opened once: its cookie is decrypted once, and its record, row and user
 * are read once. What follows in the request gets the same answer, as if all of it had happened at
 * the time of the first question.
 *
 * A session can be ended, and its user changed, while its request runs:
 *
 * - by this process, for example by a callback of the app: each such change counts, and what was
 *   opened before it is opened again;
 * - by the request itself, which gives the browser another session, or none: it forgets this one;
 * - by another process: what is to outlive the session asks with `recheck` once the request has
 *   waited for a person, a provider or a callback of the app.
 *
 * Facts about the session that was read are noted here too, so that code which needs them reads
 * nothing again.
 *
 * @module
 */

import { changeCount, isStoreFailure } from "../hooks/adapter.ts";
import { createFieldStore } from "../base/objects.ts";
import type { Awaitable, JWT } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { OpenedSession } from "../types/session.ts";
import type { Proof } from "../types/proof.ts";
import { isOfAnotherKey } from "../base/crypto/jwe.ts";
import { openToken, toSecrets } from "../jwt.ts";
import { withoutOwnClaims } from "./claims.ts";

/** Begins the cookie of a session in which an operator acts for its user. */
export const ACTING = "acting.";

/**
 * Returns `true` for the cookie of a session in which an operator acts for its user. It opens no
 * session where the app has no operators.
 */
export function isActing({ cookies }: Pick<Context, "cookies">): boolean {
  return cookies.get("sessionToken")?.startsWith(ACTING) === true;
}

/** A session token that was read. */
export interface OpenedToken {
  /** The claims. */
  claims: JWT;
  /** The claims as they were sealed, to detect changes. */
  text: string;
  /**
   * `true` when an old secret or an earlier library made it, so that its cookie is replaced in
   * any case.
   */
  stale: boolean;
}

/** What a request has opened. */
interface Opened {
  /** The token in its cookie. */
  token?: Promise<OpenedToken | null> | undefined;
  /** The session. */
  session?: Promise<OpenedSession | null> | undefined;
  /** Number of changes when the session was opened. */
  at: number;
}

/** By the cookies of the request, which its contexts share. */
const opened = createFieldStore<Opened | undefined>();

/** Makes a read that takes place once, unless it fails. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    if (reading) return reading;
    const started = read();
    reading = started;
    started.catch(() => {
      if (reading === started) reading = undefined;
    });
    return started;
  };
}

/** Opens the session of a request, unless it is open. A failure is not kept. */
export function openOnce<S extends OpenedSession>(
  ctx: Context,
  open: () => Promise<S | null>,
): Promise<S | null> {
  const entry = entryOf(ctx);
  // A request has sessions of one strategy.
  if (entry.session && isCurrent(entry)) return entry.session as Promise<S | null>;
  entry.at = changeCount();
  const session = open();
  entry.session = session;
  session.catch(() => {
    if (entry.session === session) entry.session = undefined;
  });
  return session;
}

/**
 * Opens the token of a request, unless it is open. Readers share its claims, and change nothing in
 * them. What the store could not tell is not kept.
 */
export function openTokenOnce(
  ctx: Context,
  open: () => Promise<OpenedToken | null>,
): Promise<OpenedToken | null> {
  const entry = entryOf(ctx);
  if (entry.token) return entry.token;
  const token = open();
  entry.token = token;
  token.catch((error) => {
    if (isStoreFailure(error)) entry.token = undefined;
  });
  return token;
}

/**
 * Takes what the request has opened, for code that ends the session, or passes its claims to
 * callbacks of the app, which can change them: nothing else of the request gets it afterwards.
 */
export function takeOpened<S extends OpenedSession>({ cookies }: Context): {
  readonly token?: Promise<OpenedToken | null> | undefined;
  readonly session?: Promise<S | null> | undefined;
} {
  const entry = opened.get(cookies);
  if (!entry) return NONE;
  opened.set(cookies, undefined);
  const { token, session } = entry;
  return {
    token,
    session: isCurrent(entry) ? session as Promise<S | null> | undefined : undefined,
  };
}

const NONE = {};

/** Forgets the session, since the request has replaced or changed it, or asks again. */
export function forgetSession({ cookies }: Context): void {
  const entry = opened.get(cookies);
  if (entry) entry.session = undefined;
}

function entryOf({ cookies }: Context): Opened {
  const known = opened.get(cookies);
  if (known) return known;
  const entry: Opened = { at: 0 };
  opened.set(cookies, entry);
  return entry;
}

function isCurrent({ at }: Opened): boolean {
  return at === changeCount();
}

/** Facts about a live session. */
export interface SessionFacts {
  /** Id of its user. */
  readonly userId: string;
  /** Id of its record; `undefined` when there is none. */
  id(): Awaitable<string | undefined>;
  /** Its proof; database sessions have it in their record. */
  proof(): Awaitable<Proof>;
  /** `true` when an operator acts for the user. Else absent. */
  readonly isActed?: true;
}

const noted = createFieldStore<SessionFacts>();
const over = createFieldStore<true>();

/** Notes the facts about the session that was read. */
export function noteSession(ctx: Context, facts: SessionFacts): void {
  noted.set(ctx, facts);
}

/** The facts about the session that was read; `undefined` without a live one. */
export function notedSession(ctx: Context): SessionFacts | undefined {
  return noted.get(ctx);
}

/** Notes that the request has no session any more: it is over, or the store does not know it. */
export function noteOver(ctx: Context): void {
  over.set(ctx, true);
}

/** Returns `true` when the read has found that the session is over, and not failed. */
export function isOver(ctx: Context): boolean {
  return over.get(ctx) === true;
}

/**
 * The session token of a request. Of several, which a browser has after the app has changed the
 * `domain` of its cookies, it is the newest one that opens.
 *
 * @throws {AdapterError} when the store fails that a token of an earlier library needs
 */
export async function findToken(ctx: Context): Promise<string | undefined> {
  const { cookies } = ctx;
  const first = cookies.get("sessionToken");
  if (first === undefined || !cookies.hasManySessions) return first;
  let chosen = first;
  let newest = -Infinity;
  for (const cookie of cookies.all("sessionToken")) {
    const token = await openOrNull(ctx, cookie);
    // The app's own tokens need not say when they were made.
    const at = typeof token?.claims.iat === "number" ? token.claims.iat : 0;
    if (token && at > newest) [chosen, newest] = [cookie, at];
  }
  cookies.choose(chosen);
  return chosen;
}

async function openOrNull(ctx: Context, cookie: string): Promise<OpenedToken | null> {
  try {
    return await open(ctx, cookie);
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    return null;
  }
}

/**
 * Returns `true` for a cookie that another app on this host has sealed, as on two ports of
 * `localhost`, which share their cookies. It is not this app's to delete, or to complain about.
 */
export async function isOfAnotherApp(
  { config, cookies }: Context,
  cookie: string,
): Promise<boolean> {
  if (config.session.strategy === "jwt" && !config.builtInTokens) return false;
  const salt = cookies.name("sessionToken");
  return await isOfAnotherKey(cookie, toSecrets(config.jwt.secret), salt);
}

/** Opens the token in a cookie; `null` when the app's `decode` does not accept it. */
export async function open(ctx: Context, cookie: string): Promise<OpenedToken | null> {
  const { jwt, builtInTokens, userConfig: written, records } = ctx.config;
  const earlier = await written.legacy?.open(cookie, toSecrets(jwt.secret), records);
  if (earlier) {
    const claims = withoutOwnClaims(earlier);
    return { claims, text: JSON.stringify(claims), stale: true };
  }
  const salt = ctx.cookies.name("sessionToken");
  if (builtInTokens) {
    const { claims, text, index } = await openToken(cookie, toSecrets(jwt.secret), salt);
    return { claims, text, stale: index > 0 || ctx.cookies.isEarlier };
  }
  const claims = await jwt.decode({ token: cookie, secret: jwt.secret, salt });
  return claims && { claims, text: JSON.stringify(claims), stale: ctx.cookies.isEarlier };
}

/**
 * The request's token; `null` when there is none or it cannot be read.
 *
 * @throws {AdapterError} when the store fails that a token of an earlier library needs
 */
export async function openQuietly(ctx: Context): Promise<OpenedToken | null> {
  const cookie = await findToken(ctx);
  if (!cookie) return null;
  try {
    return await openTokenOnce(ctx, () => open(ctx, cookie));
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    return null;
  }
}
