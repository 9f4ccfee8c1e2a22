/**
 * The organizations of the user, for hooks.
 *
 * @module
 */

import type { AuthState } from "./auth_state.ts";
import {
  createFlow,
  type Flow,
  type FlowState,
  type Sent,
  type ShownOrganization,
} from "./flow.ts";

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
export function createOrganizations({ basePath }: AuthState): OrganizationsStore {
  // The page of a visitor who is not signed in stays as it is.
  const flow: Flow = createFlow({ basePath, path: "organizations", leave: () => {} });
  let last: { of: FlowState; state: OrganizationsState } | undefined;
  return {
    get() {
      const of = flow.get();
      if (last?.of !== of) last = { of, state: toState(of) };
      return last.state;
    },
    subscribe: (listener) => flow.subscribe(listener),
    refresh: () => flow.go(),
  };
}

function toState(state: FlowState): OrganizationsState {
  if (state.step === "organizations:list") {
    return { status: "ready", organizations: state.organizations };
  }
  const status = state.step === "done"
    ? "unauthenticated"
    : state.isBusy || !state.error
    ? "loading"
    : "failed";
  return { status, organizations: [] };
}
