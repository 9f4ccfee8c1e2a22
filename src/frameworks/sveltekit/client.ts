/**
 * Browser functions for SvelteKit apps.
 *
 * ```ts ignore
 * import { signIn, signOut } from "@x/auth/sveltekit/client";
 * ```
 *
 * @module
 */

import * as paths from "$app/paths";
import { type AuthClient, createAuthClient } from "@x/auth/client";
import { toBasePath } from "./base_path.ts";

export type {
  AuthClient,
  ClientSafeProvider,
  Session,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutOptions,
  SignOutOptions as SignOutParams,
  SignOutResponse,
} from "@x/auth/client";

const client: AuthClient = createAuthClient({
  basePath: () => toBasePath(paths, location.href),
  // SvelteKit compares origins, so no CSRF token is needed.
  csrf: false,
});

/** Starts a sign-in, or posts credentials. See {@linkcode AuthClient}. */
export const signIn: AuthClient["signIn"] = client.signIn;
/** Ends the session and notifies the other tabs. See {@linkcode AuthClient}. */
export const signOut: AuthClient["signOut"] = client.signOut;
/** Reads the session, or `null`. */
export const getSession: AuthClient["getSession"] = client.getSession;
/** Sends `data` to the `jwt` callback and returns the new session, or `null`. */
export const updateSession: AuthClient["updateSession"] = client.updateSession;
/** Reads the configured providers by id; `null` when the request fails. */
export const getProviders: AuthClient["getProviders"] = client.getProviders;
