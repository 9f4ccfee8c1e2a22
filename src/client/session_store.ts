/**
 * The session as an observable value, from which hooks of any framework can be
 * made. Reads again when the tab becomes visible, when another tab signs in or
 * out, and at intervals.
 *
 * @example
 * ```ts
 * import { createAuthClient, createSessionStore } from "@x/auth/client";
 * import { assertEquals } from "@std/assert";
 *
 * const store = createSessionStore(createAuthClient(), { session: null });
 * assertEquals(store.get(), { data: null, status: "unauthenticated" });
 * const unsubscribe = store.subscribe(() => console.log(store.get().status));
 * // const stop = store.start();
 * unsubscribe();
 * ```
 *
 * @module
 */

import type { Session } from "../types/entities.ts";
import { createBackoff } from "./backoff.ts";
import type { AuthClient } from "./client.ts";
import { onOtherTab, tellTabs } from "./tabs.ts";

/** The session and its status; `loading` while it is being read. */
export type SessionState =
  & {
    /**
     * `true` while the service cannot be asked: the state is what was read last, or `loading` if
     * nothing was. The store reads again by itself. Absent otherwise.
     */
    readonly isStale?: boolean;
  }
  & (
    | { readonly data: Session; readonly status: "authenticated" }
    | { readonly data: null; readonly status: "unauthenticated" }
    | { readonly data: Session | null; readonly status: "loading" }
  );

/** Options of {@linkcode createSessionStore}. */
export interface SessionStoreOptions {
  /** Session that the server rendered; when absent, it is read on start. */
  session?: Session | null | undefined;
  /** Seconds between reads while there is a session. Default 0: no such reads. */
  refetchInterval?: number | undefined;
  /** `true` reads again when the tab becomes visible. Default `true`. */
  refetchOnWindowFocus?: boolean | undefined;
  /** `false` pauses the interval while the browser is offline. Default `true`. */
  refetchWhenOffline?: boolean | undefined;
}

/** The session of this tab. */
export interface SessionStore {
  /** The state; the same object until something changes. */
  get(): SessionState;
  /** Calls the listener after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * Sends `data`, if any, to the service, reads again, and notifies the other tabs.
   *
   * @throws the error of the client when the service cannot be asked; the session stays
   */
  update(data?: unknown): Promise<Session | null>;
  /**
   * Reads again without notifying the other tabs.
   *
   * @throws the error of the client when the service cannot be asked; the session stays
   */
  refresh(): Promise<Session | null>;
  /**
   * Reads the session if none was given and listens for changes; returns a
   * function that stops it. It may be called more than once; the store listens
   * until each call was stopped.
   */
  start(): () => void;
  /** Replaces the schedule of the reads. */
  configure(options: Omit<SessionStoreOptions, "session">): void;
}

/** Makes a store; it reads nothing until it is started. */
export function createSessionStore(
  client: Pick<AuthClient, "getSession" | "updateSession">,
  { session, ...schedule }: SessionStoreOptions = {},
): SessionStore {
  const listeners = new Set<() => void>();
  let state = toState(session);
  /** What was read last; `undefined`: nothing. */
  let known = session;
  let options = schedule;
  const backoff = createBackoff();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let running = 0;
  /** Number of the latest request; answers to older requests are dropped. */
  let question = 0;

  const change = (next: SessionState): void => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const ask = async (answer: () => Promise<Session | null>): Promise<Session | null> => {
    const mine = ++question;
    clearTimeout(retry);
    try {
      const session = await answer();
      if (mine === question) {
        known = session;
        backoff.reset();
        change(toState(session));
      }
      return session;
    } catch (error) {
      // A service that is away for a moment has signed out no user.
      if (mine === question) {
        change({ ...toState(known), isStale: true });
        askLater(error);
      }
      throw error;
    }
  };
  const refresh = (): Promise<Session | null> => ask(client.getSession);
  /** A failure is in the state, and in the log of the client. */
  const refetch = (): void => void refresh().catch(() => {});
  const askLater = (error: unknown): void => {
    if (running === 0) return;
    const { retryAfter } = Object(error) as { retryAfter?: number };
    retry = setTimeout(refetch, backoff.next(retryAfter));
  };
  const schedulePolling = (): void => {
    clearInterval(timer);
    const { refetchInterval = 0 } = options;
    if (running === 0 || !(refetchInterval > 0)) return;
    timer = setInterval(() => {
      const offline = options.refetchWhenOffline === false && navigator.onLine === false;
      if (state.status === "authenticated" && !offline) refetch();
    }, refetchInterval * 1000);
  };

  const onVisible = () => {
    const isWanted = options.refetchOnWindowFocus ?? true;
    // Also without a session: a sign-in at a provider in another tab sends no message.
    if (isWanted && document.visibilityState === "visible") refetch();
  };
  const onOnline = () => {
    if (state.isStale) refetch();
  };
  let stopHearingTabs = () => {};
  /** `true` when the session may have changed while the store did not listen. */
  let mayHaveChanged = false;
  const listen = (): void => {
    if (state.status === "loading" || state.isStale || mayHaveChanged) refetch();
    mayHaveChanged = false;
    // An app of React Native has no document.
    globalThis.document?.addEventListener("visibilitychange", onVisible);
    globalThis.addEventListener?.("online", onOnline);
    stopHearingTabs = onOtherTab(refetch);
    schedulePolling();
  };
  const deafen = (): void => {
    globalThis.document?.removeEventListener("visibilitychange", onVisible);
    globalThis.removeEventListener?.("online", onOnline);
    clearTimeout(retry);
    stopHearingTabs();
    schedulePolling();
    // A component that is mounted again stops and starts in the same task: no new read.
    queueMicrotask(() => {
      if (running === 0) mayHaveChanged = true;
    });
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async update(data) {
      change({ data: state.data, status: "loading" });
      if (data === undefined) {
        const session = await refresh();
        tellTabs("getSession");
        return session;
      }
      const updated = await ask(async () =>
        // A refused update changed nothing: read the current session.
        await client.updateSession(data) ?? await client.getSession()
      );
      tellTabs("getSession");
      return updated;
    },
    refresh,
    start() {
      running++;
      // One set of listeners serves all callers.
      if (running === 1) listen();
      let isRunning = true;
      return () => {
        if (!isRunning) return;
        isRunning = false;
        running--;
        if (running === 0) deafen();
      };
    },
    configure(next) {
      const isNew = next.refetchInterval !== options.refetchInterval;
      options = next;
      if (isNew) schedulePolling();
    },
  };
}

function toState(session: Session | null | undefined): SessionState {
  if (session === undefined) return { data: null, status: "loading" };
  return session
    ? { data: session, status: "authenticated" }
    : { data: null, status: "unauthenticated" };
}
