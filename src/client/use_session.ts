/**
 * A hook for the session, made from the state hooks of Preact or React.
 *
 * @module
 */

import type { DefaultSession, Session } from "../types/entities.ts";
import { type AuthClient, getSession, updateSession } from "./client.ts";
import {
  createSessionStore,
  type SessionStore,
  type SessionStoreOptions,
} from "./session_store.ts";
import { onThisPage } from "./tabs.ts";

/** The two hooks of Preact, or of React, that are needed. */
export interface StateHooks {
  /** Stores a value for a component. */
  useState<T>(initial: () => T): [T, (next: T) => void];
  /** Runs an effect after a component was rendered, in the browser only. */
  useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
}

/** Options of the hook. */
export interface UseSessionOptions<S = Session> extends Omit<SessionStoreOptions, "session"> {
  /** Session that the server rendered; when absent, it is read on start. */
  session?: S | null | undefined;
}

/** Result of the hook. */
export type UseSessionResult<S = Session> =
  & {
    /**
     * Sends `data` to the `jwt` callback, or only reads again when there is none,
     * and notifies the other tabs. Rejects when the service cannot be asked; the session stays.
     */
    update(data?: unknown): Promise<S | null>;
    /**
     * `true` while the service cannot be asked: `data` is what was read last, and the session is read
     * again by itself. Absent otherwise.
     */
    isStale?: boolean;
  }
  & (
    | { /** The session. */ data: S; /** There is a session. */ status: "authenticated" }
    | { /** No session. */ data: null; /** There is no session. */ status: "unauthenticated" }
    | {
      /** The session before this read, or `null`. */
      data: S | null;
      /** The session is being read. */
      status: "loading";
    }
  );

/**
 * The hook: the session of this tab and its changes. All components of a page
 * share one session; the schedule that was set last applies.
 *
 * @typeParam S Shape of the session: `SessionOf<typeof auth>` for an app that
 * uses `defineAuth`.
 */
export type UseSession = <S extends DefaultSession = Session>(
  options?: UseSessionOptions<NoInfer<S>>,
) => UseSessionResult<S>;

/**
 * Makes the hook. Components share one session per hook, so make it once, in a
 * module. `@x/auth/client/preact` exports one for Preact 10 and `/auth`; this
 * is for other versions, other base paths, and React.
 *
 * @param hooks hooks of the library that renders the components
 * @param client client to read with; see `createAuthClient`. Default: one for `/auth`
 *
 * @example
 * ```ts
 * import { createAuthClient, createUseSession } from "@x/auth/client";
 * import { useEffect, useState } from "preact/hooks";
 *
 * const client = createAuthClient({ basePath: "/api/auth" });
 * const useSession = createUseSession({ useEffect, useState }, client);
 * ```
 */
export function createUseSession(
  hooks: StateHooks,
  client: Pick<AuthClient, "getSession" | "updateSession"> = { getSession, updateSession },
): UseSession {
  // On a server, one process renders pages for different people, so nothing is shared.
  const isShared = () => typeof document !== "undefined";
  return makeUseSession(hooks, client, { isShared, onChange: onThisPage });
}

/** What a hook has around it. */
interface Surroundings {
  /** Returns `true` where all components show one session. */
  isShared(): boolean;
  /** Calls the listener after a sign-in or sign-out; returns a function that stops it. */
  onChange(listener: () => void): () => void;
}

/** Makes the hook for a client of any kind. */
export function makeUseSession(
  { useEffect, useState }: StateHooks,
  client: Pick<AuthClient, "getSession" | "updateSession">,
  { isShared, onChange }: Surroundings,
): UseSession {
  let shared: SessionStore | undefined;
  const storeFor = (options: SessionStoreOptions): SessionStore =>
    isShared()
      ? shared ??= createSessionStore(client, options)
      : createSessionStore(client, options);

  let components = 0;
  let stopHearing = () => {};
  /** Listens once for all components, so that an event of the page causes one read. */
  const hearPage = (store: SessionStore): () => void => {
    if (components++ === 0) stopHearing = onChange(() => void store.refresh().catch(() => {}));
    return () => {
      if (--components === 0) stopHearing();
    };
  };

  return <S extends DefaultSession>(options: UseSessionOptions<NoInfer<S>> = {}) => {
    const { refetchInterval, refetchOnWindowFocus, refetchWhenOffline } = options;
    const [store] = useState(() => storeFor(options as SessionStoreOptions));
    const [state, setState] = useState(store.get);
    useEffect(() => {
      const show = () => setState(store.get());
      const stops = [store.subscribe(show), hearPage(store), store.start()];
      show(); // what happened before this effect ran
      return () => {
        for (const stop of stops) stop();
      };
    }, [store]);
    useEffect(() => {
      const schedule = { refetchInterval, refetchOnWindowFocus, refetchWhenOffline };
      // A component without a schedule does not change that of the others.
      if (Object.values(schedule).some((value) => value !== undefined)) store.configure(schedule);
    }, [store, refetchInterval, refetchOnWindowFocus, refetchWhenOffline]);
    // The cast holds when `S` is the type that the app's `session` callback returns.
    return { ...state, update: store.update } as UseSessionResult<S>;
  };
}
