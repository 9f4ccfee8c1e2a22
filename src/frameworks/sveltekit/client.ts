/**
 * The browser's functions for an app of SvelteKit.
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
  // SvelteKit compares origins instead.
  csrf: false,
});

/** Starts a sign-in, or posts credentials. See {@linkcode AuthClient}. */
export const signIn: AuthClient["signIn"] = client.signIn;
/** Ends the session and tells the other tabs. See {@linkcode AuthClient}. */
export const signOut: AuthClient["signOut"] = client.signOut;
/** The session, or `null`. */
export const getSession: AuthClient["getSession"] = client.getSession;
/** Sends `data` to the `jwt` callback and returns the new session, or `null`. */
export const updateSession: AuthClient["updateSession"] = client.updateSession;
/** The ways in by id, or `null` when the service fails. */
export const getProviders: AuthClient["getProviders"] = client.getProviders;
