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
import type {
  DefaultSession,
  InferredId,
  InferredSession,
  JWT,
  LazyConfigInput,
  Provider,
  Session,
} from "@x/auth";
import { processEnvironment } from "@x/auth/wrapper";
import { createSvelteKitAuth, type KitEvent, type SvelteKitAuthResult } from "./logic.ts";

export { AuthError, CredentialsSignin, customFetch } from "@x/auth";
export type * from "@x/auth/types";
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
 * The session is what your `session` callback returns. Write `jwt` above
 * `session`: types are inferred in that order. `event.locals.auth` has the type
 * of `Session` until `src/app.d.ts` says more:
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
 * @param config a config, what `defineAuth` returned, or a function of the event
 * that returns one
 */
export function SvelteKitAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
>(
  config: LazyConfigInput<KitEvent, Providers, Id, S, T, Lazy>,
): SvelteKitAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>> {
  const own = processEnvironment();
  const result = createSvelteKitAuth(config, {
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
  // Sessions are what the callback returns, and ids those of the config.
  return result as SvelteKitAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>>;
}
