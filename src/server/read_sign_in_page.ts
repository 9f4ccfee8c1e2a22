/**
 * Reads the facts of the sign-in page for a request of the app.
 *
 * @module
 */

import { UnknownAction } from "../errors.ts";
import { createContext } from "../request/context.ts";
import { signInPage } from "../request/sign_in_page.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import type { ActionResult } from "./request_actions.ts";

/**
 * @param call a request for the sign-in page, whose query is that of the app's page
 * @param hasHost `true` when the `Host` header is valid
 * @throws {AuthError} when the config or the host cannot be used
 */
export async function readSignInPage(
  call: RequestInternal,
  config: ResolvedConfig,
  hasHost: boolean,
): Promise<ActionResult & { body: SignInPage }> {
  if (config.error) throw config.error;
  if (!hasHost) throw new UnknownAction("The `Host` header of the request is not a valid host");
  const query = Object.fromEntries(new URL(call.request.url).searchParams);
  const ctx = await createContext({ ...call, query }, config);
  const body = await signInPage(ctx);
  return { cookies: ctx.cookies.outgoing(), redirect: body.callbackUrl, body };
}
