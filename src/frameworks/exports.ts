/**
 * Exports that all wrappers share, beside their own.
 *
 * @module
 */

export { AuthError, CredentialsSignin } from "../errors.ts";
export type {
  AuthorizationParams,
  ImpersonateOptions,
  RequestActions,
  SignInOptions,
  SignOutOptions,
} from "../server/request_actions.ts";
export type { AuthenticationReason, AuthenticationRefusal } from "../credentials/refusal.ts";
export type { LazyConfig } from "../server/bind.ts";
export { customFetch } from "../symbols.ts";
export type * from "../types/mod.ts";
