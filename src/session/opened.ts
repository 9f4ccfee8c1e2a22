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
 * @module
 */

import { changeCount } from "../base/changes.ts";
import { createFieldStore } from "../base/field_store.ts";
import { isStoreFailure } from "../records/store_failure.ts";
import type { JWT } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { OpenedSession } from "../types/session.ts";

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
