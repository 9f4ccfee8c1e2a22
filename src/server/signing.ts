/**
 * The session of a request, sign-in and sign-out, for apps without a wrapper.
 *
 * @module
 */

import { completeLogger } from "../hooks/logger.ts";
import type { AuthConfig } from "../types/config.ts";
import type { JWT, Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import {
  answerSignIn,
  answerSignOut,
  type AuthorizationParams,
  type SignInOptions,
  type SignOutOptions,
} from "./forms.ts";
import { createPreparer, type Prepared, readPrepared } from "./prepare.ts";
import { readToken } from "./session.ts";

export type { AuthorizationParams, SignInOptions, SignOutOptions } from "./forms.ts";

/** The config that an app wrote, ready for a request; the work per config is done once. */
export const prepareFor: (request: Request, config: AuthConfig) => Promise<Prepared> =
  createPreparer((config: AuthConfig) => config);

/**
 * The session of a request, or `null`. Never throws: a failure is logged and
 * means that nobody is signed in.
 *
 * @param config the same object every time, since work is remembered per object
 * @param headers of your answer: a session that was due for it is extended
 * there, and the cookie of a dead one is deleted
 *
 * @example
 * ```ts
 * import { getSession } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/");
 * const headers = new Headers();
 * assertEquals(await getSession(request, config, headers), null); // nobody is signed in
 * const response = new Response("Hello", { headers });
 * assertEquals(response.headers.getSetCookie(), []);
 * ```
 */
export async function getSession(
  request: Request,
  config: AuthConfig,
  headers?: Headers,
): Promise<Session | null> {
  const read = await readPrepared(() => prepareFor(request, config), request);
  for (const cookie of read.setCookies) headers?.append("set-cookie", cookie);
  return read.session;
}

/**
 * The claims of a request's session token, as the `jwt` callback returned them
 * last, or `null`: without a live session, and with database sessions, which
 * have no claims. For what the server needs and the client must not see, such
 * as a provider's access token. Never throws.
 *
 * @param config the same object every time, since work is remembered per object
 */
export async function getToken(request: Request, config: AuthConfig): Promise<JWT | null> {
  try {
    const prepared = await prepareFor(request, config);
    return await readToken(request, prepared.origin, prepared.config);
  } catch (error) {
    completeLogger(undefined, false).error(error as Error);
    return null;
  }
}

/**
 * Starts a sign-in and returns the redirect, with its cookies; without a
 * provider, to the sign-in page. With credentials it finishes the sign-in: the
 * redirect leads on, or to a page with the error.
 *
 * @param authorizationParams extra query members for the provider
 * @throws {MissingCSRF} when another site posted the form
 *
 * @example
 * ```ts
 * import GitHub from "@x/auth/providers/github";
 * import { signIn } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const request = new Request("https://app.example/login");
 * const response = await signIn(request, config, "github", { redirectTo: "/home" });
 * assertEquals(new URL(response.headers.get("location")!).hostname, "github.com");
 * ```
 */
export async function signIn(
  request: Request,
  config: AuthConfig,
  provider?: ProviderId,
  options: SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  const prepared = await prepareFor(request, config);
  return await answerSignIn(request, prepared, provider, options, authorizationParams);
}

/**
 * Ends the session and returns the redirect, with its cookies.
 *
 * @throws {MissingCSRF} when another site posted the form
 *
 * @example
 * ```ts
 * import { signOut } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/logout", { method: "POST" });
 * const response = await signOut(request, config, { redirectTo: "/" });
 * assertEquals(response.headers.get("location"), "https://app.example/");
 * ```
 */
export async function signOut(
  request: Request,
  config: AuthConfig,
  options: SignOutOptions = {},
): Promise<Response> {
  return await answerSignOut(request, await prepareFor(request, config), options);
}
