/**
 * Passkeys for hooks.
 *
 * @module
 */

import type { AuthState } from "./auth_state.ts";
import { isSupported, signIn, type SignInOptions, type SignInResponse } from "./webauthn.ts";

/** What a hook shows of passkeys. */
export interface PasskeyState {
  /** `true` while the dialog of the browser is open. */
  readonly isBusy: boolean;
  /** Name of the last failure: a `PasskeyErrorCode` of `@x/auth/client/webauthn`, or one of the server. */
  readonly error?: string | undefined;
}

/** Passkeys of the user of this page. */
export interface PasskeyStore {
  /** The state; the same object until something changes. */
  get(): PasskeyState;
  /** Calls the listener after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Returns `true` in a browser with passkeys. */
  isSupported(): boolean;
  /** Signs in. Failures are returned, and are the `error` of the state. */
  signIn(options?: SignInOptions): Promise<SignInResponse>;
  /** Adds a passkey for the user who is signed in. */
  add(options?: SignInOptions): Promise<SignInResponse>;
}

/**
 * Makes the store.
 *
 * @param provider id of the provider. Default `passkey`
 */
export function createPasskey({ basePath }: AuthState, provider?: string): PasskeyStore {
  const listeners = new Set<() => void>();
  let state: PasskeyState = { isBusy: false };
  const show = (next: PasskeyState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const run = async (options: SignInOptions): Promise<SignInResponse> => {
    show({ isBusy: true });
    const answer = await signIn(provider, { basePath, ...options });
    show({ isBusy: false, error: answer.error });
    return answer;
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isSupported,
    signIn: (options = {}) => run({ action: "authenticate", ...options }),
    add: (options = {}) => run({ action: "register", ...options }),
  };
}
