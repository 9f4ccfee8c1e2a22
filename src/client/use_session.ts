/**
 * A hook for the session, made of the hooks that an app already has.
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
  /** Keeps a value for a component. */
  useState<T>(initial: () => T): [T, (next: T) => void];
  /** Runs after a component was drawn, in the browser only. */
  useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
}

/** Options of the hook. */
export interface UseSessionOptions<S = Session> extends Omit<SessionStoreOptions, "session"> {
  /** What the server knew; absent means that it is read on start. */
  session?: S | null | undefined;
}

/** What the hook returns. */
export type UseSessionResult<S = Session> =
  & {
    /**
     * Sends `data` to the `jwt` callback, or reads again without any, and tells
     * the other tabs.
     */
    update(data?: unknown): Promise<S | null>;
  }
  & (
    | { /** Who is signed in. */ data: S; /** What is known. */ status: "authenticated" }
    | { /** Nobody. */ data: null; /** What is known. */ status: "unauthenticated" }
    | {
      /** What was known before, if anything. */
      data: S | null;
      /** What is known. */
      status: "loading";
    }
  );

/**
 * The hook: the session of this tab, and what becomes of it. All components of
 * a page share what is known; the newest schedule counts.
 *
 * @typeParam S Shape of the session: `SessionOf<typeof auth>` for an app that
 * uses `defineAuth`.
 */
export type UseSession = <S extends DefaultSession = Session>(
  options?: UseSessionOptions<NoInfer<S>>,
) => UseSessionResult<S>;

/**
 * Makes the hook. Components share one session per hook, so make it once, in a
 * module. `@x/auth/client/preact` has it ready for Preact 10 and `/auth`; this
 * is for other versions, other base paths, and React.
 *
 * @param hooks of the library that draws the components
 * @param client see `createAuthClient`. Default: the one for `/auth`
 *
 * @example
 * ```ts
 * import { createAuthClient, createUseSession } from "@x/auth/client";
 * import { useEffect, useState } from "preact/hooks";
 *
 * const client = createAuthClient({ basePath: "/api/auth" });
 * export const useSession = createUseSession({ useEffect, useState }, client);
 * ```
 */
export function createUseSession(
  { useEffect, useState }: StateHooks,
  client: Pick<AuthClient, "getSession" | "updateSession"> = { getSession, updateSession },
): UseSession {
  let shared: SessionStore | undefined;
  const storeFor = (options: SessionStoreOptions): SessionStore => {
    // On a server, pages of different people are drawn by one process.
    if (typeof document === "undefined") return createSessionStore(client, options);
    return shared ??= createSessionStore(client, options);
  };

  let components = 0;
  let stopHearing = () => {};
  /** However many components there are, the page's news cause one read. */
  const hearPage = (store: SessionStore): () => void => {
    if (components++ === 0) stopHearing = onThisPage(() => void store.refresh());
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
      // Components without one leave that of the others alone.
      if (Object.values(schedule).some((value) => value !== undefined)) store.configure(schedule);
    }, [store, refetchInterval, refetchOnWindowFocus, refetchWhenOffline]);
    // The shape is what the app says its callback returns.
    return { ...state, update: store.update } as UseSessionResult<S>;
  };
}
