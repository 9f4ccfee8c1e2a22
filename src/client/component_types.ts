/**
 * Types of the hooks and components, for the entry point of each framework.
 *
 * @module
 */

export type { AuthState, AuthStateOptions, Can } from "./auth_state.ts";
export type {
  Flow,
  FlowOptions,
  FlowState,
  StateFor,
  StepElement,
  StepNode,
  WithTexts,
} from "./flow.ts";
export type { MenuOrganization, OrganizationMenuOptions, UserMenuOptions } from "./menu.ts";
export type { OrganizationsState, OrganizationsStore } from "./organizations_state.ts";
export type { PasskeyState, PasskeyStore } from "./passkey_state.ts";
export type { SessionState, SessionStoreOptions } from "./session_store.ts";
export type { UseSessionResult } from "./use_session.ts";
export type { Drawing, FlowPath, FlowResult, StepsOptions } from "./view.ts";
export type { Session, User } from "../types/entities.ts";
