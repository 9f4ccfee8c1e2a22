/**
 * What all components of an app share: the session of this tab, and where the service is.
 *
 * @module
 */

import type { Session, User } from "../types/entities.ts";
import { createAuthClient } from "./client.ts";
import {
  createSessionStore,
  type SessionState,
  type SessionStore,
  type SessionStoreOptions,
} from "./session_store.ts";
import { onThisPage } from "./tabs.ts";

/** Says whether the user of a session has a permission of the app. */
export type Can = (session: Session, permission: string) => boolean;

/** Options of {@linkcode createAuthState}. */
export interface AuthStateOptions extends SessionStoreOptions {
  /** Path the service is mounted under. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * Says whether the user of a session has a permission, for `Protect`. It decides what is shown;
   * the server decides what is permitted. Default: `Protect` throws.
   */
  can?: Can | undefined;
}

/** What all components of an app share. */
export interface AuthState {
  /** The session of this tab. */
  readonly session: SessionStore;
  /** Path the service is mounted under. */
  readonly basePath: string;
  /** Says whether the user of a session has a permission. */
  readonly can?: Can | undefined;
  /** Begins to read the session; returns a function that stops it. */
  start(): () => void;
  /**
   * Keeps the session of this tab as it is: the parts of a sign-in that come after the session exists,
   * such as the recovery codes, must not be taken away by it. Returns a function that ends it; what was to be
   * read meanwhile is read then.
   */
  hold(): () => void;
}

/** Makes what all components share; it reads nothing until it is started. */
export function createAuthState(options: AuthStateOptions = {}): AuthState {
  const { basePath = "/auth", can, ...rest } = options;
  const client = createAuthClient({ basePath });
  const { hold, whenFree } = createHold();
  const isUnknown = () => session.get().status === "loading" && session.get().data === null;
  const session: SessionStore = createSessionStore(
    {
      ...client,
      // Without an answer nothing is shown yet, and nothing can be taken away.
      getSession: () => isUnknown() ? client.getSession() : whenFree(client.getSession),
    },
    rest,
  );
  return {
    ...{ session, basePath, can, hold },
    start() {
      const refresh = () => void session.refresh().catch(() => {});
      const stops = [session.start(), onThisPage(refresh)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Makes reads wait, and one read serves all that have waited. */
function createHold() {
  let holds = 0;
  let free = () => {};
  let late: Promise<Session | null> | undefined;
  async function whenFree(read: () => Promise<Session | null>): Promise<Session | null> {
    if (holds > 0) return await (late ??= readLate(read));
    const session = await read();
    // What was read before the hold, and arrives within it, is as old as that.
    return holds > 0 ? await whenFree(read) : session;
  }
  async function readLate(read: () => Promise<Session | null>): Promise<Session | null> {
    await new Promise<void>((resolve) => free = resolve);
    late = undefined;
    return await whenFree(read);
  }
  function hold(): () => void {
    holds++;
    let isWaiting = true;
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      if (--holds === 0) free();
    };
  }
  return { hold, whenFree };
}

/**
 * Makes a function that returns what the components share for which the app has made nothing: one
 * in a browser, and one for each call on a server, where one process draws for many people.
 */
export function createDefaultState(): () => AuthState {
  let ofPage: AuthState | undefined;
  return () => typeof document === "undefined" ? createAuthState() : ofPage ??= createAuthState();
}

/** What a part of the page is shown for. */
export interface Demand {
  /** `"in"` for a user who is signed in, `"out"` for a visitor who is not. */
  signed: "in" | "out";
  /** Permission that the user must have, too. */
  permission?: string | undefined;
}

/**
 * Returns `true` when a part of the page is shown. While the session is read, nothing is.
 *
 * @throws {TypeError} for a permission without `can`
 */
export function isShown(
  { data, status }: SessionState,
  { signed, permission }: Demand,
  { can }: Pick<AuthState, "can">,
): boolean {
  if (permission !== undefined && !can) {
    throw new TypeError(
      `Cannot ask for the permission "${permission}": give the provider of the session \`can\``,
    );
  }
  if (signed === "out") return status === "unauthenticated";
  // A session that is read again is still there.
  return data !== null && (permission === undefined || can!(data, permission) === true);
}

/** The user who is signed in; `null` without one, and before the session was read. */
export function userOf({ data }: SessionState): User | null {
  return data?.user ?? null;
}

/**
 * Names the person of a session, so that what was read for one is not shown to another; `null`
 * without one, and before the session was read.
 */
export function personOf({ data }: SessionState): string | null {
  if (!data) return null;
  const { id, email, name } = data.user ?? {};
  return id ?? email ?? name ?? "";
}
