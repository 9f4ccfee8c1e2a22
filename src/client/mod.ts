/**
 * Functions for an app's scripts in the browser. They have no dependency and work
 * under a strict content security policy.
 *
 * The plain functions call `/auth`; {@linkcode createAuthClient} makes the
 * same functions for another base path.
 *
 * @example
 * ```ts
 * import { createAuthClient } from "@x/auth/client";
 *
 * const { signIn, signOut, getSession } = createAuthClient({ basePath: "/api/auth" });
 * // <button onclick={() => signIn("github", { redirectTo: "/dashboard" })}>
 * console.log(typeof signIn, typeof signOut, typeof getSession);
 * ```
 *
 * @module
 */

export * from "./client.ts";
export * from "./session_store.ts";
export { createUseSession } from "./use_session.ts";
export type { StateHooks, UseSession, UseSessionOptions, UseSessionResult } from "./use_session.ts";
export { onOtherTab, tellTabs } from "./tabs.ts";
export type { DefaultSession, Session, User } from "../types/entities.ts";
export type { BuiltInProviderId, ProviderId } from "../types/provider_id.ts";
