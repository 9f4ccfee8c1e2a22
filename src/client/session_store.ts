/**
 * The session as a value that changes: what hooks of every framework are made
 * of. Reads again when the tab comes back, when another tab says so, and at
 * intervals.
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
import type { AuthClient } from "./client.ts";
import { onOtherTab, tellTabs } from "./tabs.ts";

/** What is known right now. */
export type SessionState =
  | { readonly data: Session; readonly status: "authenticated" }
  | { readonly data: null; readonly status: "unauthenticated" }
  | { readonly data: Session | null; readonly status: "loading" };

/** When to read again. */
export interface SessionStoreOptions {
  /** What the server knew; absent means that it is read on start. */
  session?: Session | null | undefined;
  /** Seconds between reads while somebody is signed in. Default 0: never. */
  refetchInterval?: number | undefined;
  /** Whether to read when the tab becomes visible. Default `true`. */
  refetchOnWindowFocus?: boolean | undefined;
  /** `false` stops the interval while the browser is offline. */
  refetchWhenOffline?: boolean | undefined;
}

/** The session of this tab. */
export interface SessionStore {
  /** The state; the same object until something changes. */
  get(): SessionState;
  /** Calls back after each change; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Reads again, or sends `data` to the service first, and tells the other tabs. */
  update(data?: unknown): Promise<Session | null>;
  /** Reads again without a word to anybody. */
  refresh(): Promise<Session | null>;
  /**
   * Reads if nothing is known yet and begins to listen; returns how to stop. It
   * may be started more than once, and listens until the last one stops it.
   */
  start(): () => void;
  /** Takes another schedule. */
  configure(options: Omit<SessionStoreOptions, "session">): void;
}

/** Makes a store; it does nothing until it is started. */
export function createSessionStore(
  client: Pick<AuthClient, "getSession" | "updateSession">,
  { session, ...schedule }: SessionStoreOptions = {},
): SessionStore {
  const listeners = new Set<() => void>();
  let state: SessionState = session === undefined
    ? { data: null, status: "loading" }
    : toState(session);
  let options = schedule;
  let timer: ReturnType<typeof setInterval> | undefined;
  let running = 0;
  /** Answers that arrive after a newer question are dropped. */
  let question = 0;

  const change = (next: SessionState): void => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const ask = async (answer: () => Promise<Session | null>): Promise<Session | null> => {
    const mine = ++question;
    const session = await answer();
    if (mine === question) change(toState(session));
    return session;
  };
  const refresh = (): Promise<Session | null> => ask(client.getSession);
  const refetch = (): void => void refresh();
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
    // Also when nobody was here: a sign-in at a provider ends with a page that tells nobody.
    if (isWanted && document.visibilityState === "visible") refetch();
  };
  let stopHearingTabs = () => {};
  /** Whether something may have happened while nobody listened. */
  let isStale = false;
  const listen = (): void => {
    if (state.status === "loading" || isStale) refetch();
    isStale = false;
    document.addEventListener("visibilitychange", onVisible);
    stopHearingTabs = onOtherTab(refetch);
    schedulePolling();
  };
  const deafen = (): void => {
    document.removeEventListener("visibilitychange", onVisible);
    stopHearingTabs();
    schedulePolling();
    // Components that are drawn anew stop and start at once.
    queueMicrotask(() => {
      if (running === 0) isStale = true;
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
        // A refused update has changed nothing, so the truth is read again.
        await client.updateSession(data) ?? await client.getSession()
      );
      tellTabs("getSession");
      return updated;
    },
    refresh,
    start() {
      running++;
      // However many parts of a page use it, it listens once.
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

function toState(session: Session | null): SessionState {
  return session
    ? { data: session, status: "authenticated" }
    : { data: null, status: "unauthenticated" };
}
