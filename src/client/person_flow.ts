/**
 * A flow of the person who is signed in: what was read for one is not shown to another.
 *
 * @module
 */

import { type AuthState, personOf } from "./auth_state.ts";
import type { Flow } from "./flow.ts";

/** A flow of the person who is signed in. */
export interface PersonFlow<State> {
  /** The state of the flow; `undefined` before it was begun for this person, and for nobody. */
  get(): State | undefined;
  /** Number of the flow: another one for another person. */
  count(): number;
  /** Calls the listener after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * Begins the flow, unless it runs for this person or there is none.
   *
   * @param options.attach adds to the flow what ends with it, and returns a function that does so
   * @param options.isAsked `true` begins a flow that has ended again. Nothing else may: its end
   * is a reason to read the session again.
   */
  begin(options?: { attach?(flow: Flow<State>): () => void; isAsked?: boolean }): void;
  /** Forgets the flow of another person. */
  forget(): void;
  /** Stops to listen to it; it can be begun again. */
  stop(): void;
  /** Reads its step again. */
  refresh(): Promise<void>;
}

/** Makes it; it asks for nothing before it is begun. */
export function createPersonFlow<State extends { step: string }>(
  { session }: Pick<AuthState, "session">,
  make: () => Flow<State>,
): PersonFlow<State> {
  const listeners = new Set<() => void>();
  let flow: Flow<State> | undefined;
  let owner: string | null = null;
  let count = 0;
  let stops: (() => void)[] = [];

  const isOwn = () => flow !== undefined && owner === personOf(session.get());
  const notify = () => listeners.forEach((listener) => listener());
  function stop(): void {
    for (const one of stops) one();
    stops = [];
  }
  function forget(): void {
    if (flow === undefined || isOwn()) return;
    stop();
    flow = undefined;
    count++;
    notify();
  }
  return {
    get: () => isOwn() ? flow!.get() : undefined,
    count: () => count,
    subscribe(listener) {
      listeners.add(listener);
      const end = session.subscribe(listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
    begin({ attach, isAsked } = {}) {
      forget();
      owner = personOf(session.get());
      if (isAsked && flow?.get().step === "done") {
        stop();
        flow = undefined;
      }
      if (owner === null || stops.length > 0) return;
      const own = flow ??= make();
      // Listeners get the first state, and can come here again meanwhile.
      stops.push(() => {});
      stops.push(own.subscribe(notify));
      if (attach) stops.push(attach(own));
    },
    forget,
    stop,
    refresh: async () => isOwn() ? await flow!.go() : undefined,
  };
}
