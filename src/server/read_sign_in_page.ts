/**
 * Reads the facts of the sign-in page for a request of the app.
 *
 * @module
 */

import { createContext } from "../request/context.ts";
import { signInPage } from "../request/sign_in_page.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import type { ActionResult } from "./act.ts";

/**
 * @param call a request for the sign-in page, whose query is that of the app's page
 * @throws {AuthError} when the config cannot be used
 */
export async function readSignInPage(
  call: RequestInternal,
  config: ResolvedConfig,
): Promise<ActionResult & { body: SignInPage }> {
  if (config.problem) throw config.problem;
  const query = Object.fromEntries(new URL(call.request.url).searchParams);
  const ctx = await createContext({ ...call, query }, config);
  const body = await signInPage(ctx);
  return { cookies: ctx.cookies.outgoing(), redirect: body.callbackUrl, body };
}
