/**
 * Browser functions for SolidStart apps with the default `prefix`.
 *
 * For another `prefix`, use `createAuthClient({ basePath })` of `@x/auth/client`.
 *
 * @example
 * ```ts
 * import { signIn, signOut } from "@x/auth/solid-start/client";
 *
 * // <button onClick={() => signIn("github", { redirectTo: "/dashboard" })}>
 * console.log(typeof signIn, typeof signOut);
 * ```
 *
 * @module
 */

import { type AuthClient, createAuthClient } from "../client/client.ts";

export type {
  AuthClient,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutOptions,
  SignOutResponse,
} from "../client/client.ts";

const client: AuthClient = createAuthClient({ basePath: "/api/auth" });

/** Starts a sign-in, or posts credentials. See {@linkcode AuthClient}. */
export const signIn: AuthClient["signIn"] = client.signIn;
/** Ends the session. See {@linkcode AuthClient}. */
export const signOut: AuthClient["signOut"] = client.signOut;
