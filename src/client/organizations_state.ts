/**
 * The organizations of the user, for hooks.
 *
 * @module
 */

import type { AuthState } from "./auth_state.ts";
import { createFlow, type FlowState, type Sent, type ShownOrganization } from "./flow.ts";
import { createPersonFlow } from "./person_flow.ts";
import type { SessionState } from "./session_store.ts";

/** The organizations of the user who is signed in. */
export interface OrganizationsState {
  /**
   * `loading` while they are read, `ready`, `unauthenticated` for a visitor who is not signed in, and
   * `failed` without an answer.
   */
  readonly status: "loading" | "ready" | "unauthenticated" | "failed";
  /** The organizations, by name; times are ISO 8601 texts in UTC. */
  readonly organizations: readonly Sent<ShownOrganization>[];
}

/** A store of the organizations of the user. */
export interface OrganizationsStore {
  /** The state; the same object until something changes. */
  get(): OrganizationsState;
  /** Calls the listener after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Reads them again. */
  refresh(): Promise<void>;
}

/** Makes the store; it reads nothing before it has a listener. */
export function createOrganizations(auth: AuthState): OrganizationsStore {
  const { basePath, session } = auth;
  const path = "organizations";
  // The page of a visitor who is not signed in stays as it is.
  const flow = createPersonFlow<FlowState>(
    auth,
    () => createFlow({ basePath, path, steps: [path], leave: () => {} }),
  );
  let last: { of: readonly [SessionState, FlowState | undefined]; state: OrganizationsState };
  return {
    get() {
      const of = [session.get(), flow.get()] as const;
      if (of[0] !== last?.of[0] || of[1] !== last.of[1]) last = { of, state: toState(...of) };
      return last.state;
    },
    subscribe(listener) {
      const stops = [flow.subscribe(listener), session.subscribe(() => flow.begin())];
      if (globalThis.location) flow.begin();
      return () => {
        for (const stop of stops) stop();
        flow.stop();
      };
    },
    refresh: flow.refresh,
  };
}

function toState(
  { status, isStale }: SessionState,
  state: FlowState | undefined,
): OrganizationsState {
  if (state?.step === "organizations:list") {
    return { status: "ready", organizations: state.organizations };
  }
  const isFailed = state ? !state.isBusy && state.error : isStale;
  return {
    status: status === "unauthenticated" || state?.step === "done"
      ? "unauthenticated"
      : isFailed
      ? "failed"
      : "loading",
    organizations: [],
  };
}
