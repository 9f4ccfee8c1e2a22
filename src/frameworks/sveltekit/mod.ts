/**
 * Authentication for SvelteKit, in `src/auth.ts`:
 *
 * ```ts ignore
 * import { SvelteKitAuth } from "@x/auth/sveltekit";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] });
 * ```
 *
 * `src/hooks.server.ts` exports `handle`, form actions use `signIn` and
 * `signOut`, and everything on the server calls `event.locals.auth()`.
 *
 * @module
 */

import { redirect } from "@sveltejs/kit";
import * as paths from "$app/paths";
import { env } from "$env/dynamic/private";
import { processEnvironment } from "@x/auth/wrapper";
import {
  createSvelteKitAuth,
  type KitEvent,
  type SvelteKitAuthConfig,
  type SvelteKitAuthResult,
} from "./logic.ts";

export { AuthError, CredentialsSignin, customFetch } from "@x/auth";
export type { Account, DefaultSession, Profile, Session, User } from "@x/auth";
export type {
  AuthLocals,
  CookieOptions,
  KitEvent,
  SvelteKitAuthConfig,
  SvelteKitAuthResult,
} from "./logic.ts";

/**
 * Binds a config to SvelteKit. The service is under `/auth` of the app.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …), `.env` included.
 *
 * @param config a config, or a function of the event that returns one
 */
export function SvelteKitAuth(
  config: SvelteKitAuthConfig | ((event: KitEvent) => PromiseLike<SvelteKitAuthConfig>),
): SvelteKitAuthResult {
  const own = processEnvironment();
  return createSvelteKitAuth(config, {
    // SvelteKit 3 passes on only the variables that an app declares.
    env: new Proxy({}, {
      get: (_, name) => typeof name === "string" ? env[name] ?? own[name] : undefined,
    }),
    base: ({ url }) =>
      // The path of the root ends in a slash.
      paths.base ?? new URL(paths.resolve?.("/") ?? "/", url).pathname.replace(/\/$/, ""),
    // Providers are elsewhere, and the core has decided where people may go.
    redirect: (status, location) => redirect(status, location, { external: true }),
    // Vite replaces the whole expression.
    isDevelopment: (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true,
  });
}
