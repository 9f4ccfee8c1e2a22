/**
 * Functions for the server of an app: read a session and its token, sign in and out. Every
 * function takes the app's config; {@linkcode defineAuth} binds all of them to one config, with
 * those of `@x/auth/users`, `@x/auth/sessions`, `@x/auth/accounts` and of the app's capabilities.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import { defineAuth } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * assertEquals(await auth.getSession(new Request("https://app.example/")), null);
 * assertEquals(await auth.passkeys.list("user-1"), []);
 * ```
 *
 * @module
 */

export * from "./define.ts";
export * from "../server/explain.ts";
export { describeDevice, type DeviceWords } from "../base/device.ts";
export * from "../server/sign_in_page.ts";
export {
  authenticate,
  getAccessToken,
  getProof,
  getSession,
  getToken,
  impersonate,
  requireProof,
  signIn,
  signOut,
  stopImpersonating,
  updateSession,
} from "../server/sign_in.ts";
export type {
  AuthorizationParams,
  ImpersonateOptions,
  RequestActions,
  SignInOptions,
  SignOutOptions,
} from "../server/request_actions.ts";
export type { AuthenticationReason, AuthenticationRefusal } from "../credentials/refusal.ts";
export type * from "../types/mod.ts";
