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
 * `signOut`, and server code calls `event.locals.auth()`.
 *
 * @module
 */

import { redirect } from "@sveltejs/kit";
import { building } from "$app/environment";
import * as paths from "$app/paths";
import { env } from "$env/dynamic/private";
import type {
  DefaultSession,
  InferredId,
  InferredNames,
  InferredSession,
  JWT,
  LazyConfigInput,
  Provider,
  Session,
} from "@x/auth/types";
import { processEnvironment, toEnvironment } from "@x/auth/wrapper";
import { toBasePath } from "./base_path.ts";
import { createSvelteKitAuth, type KitEvent, type SvelteKitAuthResult } from "./logic.ts";

export { AuthError, CredentialsSignin, customFetch } from "@x/auth";
export type * from "@x/auth/types";
export type { AuthenticationReason, AuthenticationRefusal } from "@x/auth/wrapper";
export type {
  AuthLocals,
  CookieOptions,
  KitEvent,
  SvelteKitAuthConfig,
  SvelteKitAuthResult,
} from "./logic.ts";

/**
 * Binds a config to SvelteKit. The auth endpoints are under `/auth` of the app.
 *
 * For settings with defaults, which are read from `.env` too, and for types see
 * {@linkcode LazyConfigInput}. `event.locals.auth` returns the
 * general `Session` unless `src/app.d.ts` declares its type:
 *
 * ```ts ignore
 * import type { AuthLocals, SessionOf } from "@x/auth/sveltekit";
 * import type { auth } from "./auth";
 *
 * declare global {
 *   namespace App {
 *     interface Locals {
 *       auth: AuthLocals<SessionOf<typeof auth>>["auth"];
 *     }
 *   }
 * }
 * ```
 *
 * @param config a config, the result of `defineAuth`, or a function of the event
 * that returns one
 */
export function SvelteKitAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: LazyConfigInput<KitEvent, Providers, Id, S, T, Lazy, Organizations, Keys, OAuth>,
): SvelteKitAuthResult<
  InferredId<Providers, Id, Lazy>,
  InferredSession<S, Lazy>,
  InferredNames<Organizations, Keys, OAuth, Lazy>
> {
  const own = processEnvironment();
  const result = createSvelteKitAuth(config, {
    // SvelteKit 3 provides only the variables that the app declares.
    env: toEnvironment((name) => env[name] ?? own[name]),
    basePath: ({ url }) => toBasePath(paths, url.href),
    // Providers have other origins, and the redirect's target has been checked already.
    redirect: (status, location) => redirect(status, location, { external: true }),
    isBuilding: building,
    // Vite replaces the whole expression.
    isDevelopment: (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true,
  });
  // The cast adds the callback's session type and the config's provider ids.
  return result as SvelteKitAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>,
    InferredNames<Organizations, Keys, OAuth, Lazy>
  >;
}
