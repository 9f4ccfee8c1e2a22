/**
 * A hook for the session of a client without cookies, made from the state hooks of React.
 *
 * @module
 */

import type { Session } from "../types/entities.ts";
import { makeUseSession, type StateHooks, type UseSession } from "./use_session.ts";

/**
 * Says when the app comes to the front, by the function of `AppState` of React Native.
 *
 * @since 0.3.0
 */
export interface AppStates {
  /** Calls the listener with each state. */
  addEventListener(
    type: "change",
    listener: (state: string) => void,
  ): {
    /** Stops it. */
    remove(): void;
  };
}

/**
 * What the hook needs of a client.
 *
 * @since 0.3.0
 */
export interface SessionSource {
  /** The session; `null` when no user is signed in. */
  session(): Promise<Session | null>;
  /** Calls the listener after a sign-in, and after the end of a session. */
  onChange(listener: () => void): () => void;
}

/**
 * Makes the hook. All components share one session, which is read again after each sign-in and
 * sign-out of the client, and when the app comes to the front. Make it once, in a module.
 *
 * @param client the client
 * @param hooks hooks of React
 * @param appStates `AppState` of React Native. Default: the app is always at the front
 *
 * @example
 * ```ts
 * import { createNativeClient, createNativeUseSession } from "@x/auth/client/native";
 * // import { AppState } from "react-native";
 * import { useEffect, useState } from "react";
 *
 * let kept: string | null = null;
 * const auth = createNativeClient({
 *   url: "https://app.example/auth",
 *   storage: { get: () => kept, set: (text) => kept = text },
 * });
 * export const useSession = createNativeUseSession(auth, { useEffect, useState });
 * ```
 *
 * @since 0.3.0
 */
export function createNativeUseSession(
  client: SessionSource,
  hooks: StateHooks,
  appStates?: AppStates,
): UseSession {
  const read = () => client.session();
  return makeUseSession(hooks, { getSession: read, updateSession: read }, {
    isShared: () => true,
    onChange(listener) {
      const stop = client.onChange(listener);
      const front = appStates?.addEventListener("change", (state) => {
        if (state === "active") listener();
      });
      return () => {
        stop();
        front?.remove();
      };
    },
  });
}
