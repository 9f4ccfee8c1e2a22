/**
 * Functions for the server of an app: read a session and its token, sign in and
 * out, and let users manage their sessions, accounts and passkeys. Every
 * function takes the app's config; {@linkcode defineAuth} binds all of them to
 * one config.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import { listPasskeys } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 *   experimental: { enableWebAuthn: true },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * assertEquals(await listPasskeys(config, "user-1"), []);
 * ```
 *
 * @module
 */

export {
  type AccountInfo,
  listAccounts,
  unlinkAccount,
  type UnlinkAccountOptions,
} from "../server/accounts.ts";
export * from "../capabilities/address/functions.ts";
export * from "./define.ts";
export * from "../server/explain.ts";
export * from "../capabilities/factors/functions.ts";
export * from "../capabilities/passkeys/functions.ts";
export * from "../capabilities/passwords/functions.ts";
export { relatedOrigins } from "../capabilities/passkeys/related_origins.ts";
export {
  identifySession,
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
  type SessionIdentity,
  type SessionInfo,
} from "../server/sessions.ts";
export { describeDevice, type DeviceWords } from "../http/device.ts";
export * from "../server/users.ts";
export * from "../server/sign_in_page.ts";
export {
  getAccessToken,
  getProof,
  getSession,
  getToken,
  requireProof,
  signIn,
  signOut,
  updateSession,
} from "../server/sign_in.ts";
export type { Acts, AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
export type * from "../types/mod.ts";
