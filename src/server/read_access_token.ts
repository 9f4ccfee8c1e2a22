/**
 * Reads an access token for a request of the app.
 *
 * @module
 */

import { logSeldom } from "../hooks/logger.ts";
import { createContext } from "../request/context.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { AccessTokenOptions } from "../types/tokens.ts";
import type { AccessTokenResult } from "./act.ts";

/**
 * @param call a read of the session, with the cookies that the browser will have
 * @param hasHost `true` when the `Host` header is valid
 * @throws {TokenRefreshError} when the token has expired, and there is no new one
 * @throws {AuthError} when the config has no `tokens`
 */
export async function readAccessToken(
  call: RequestInternal,
  config: ResolvedConfig,
  hasHost: boolean,
  options: AccessTokenOptions,
): Promise<AccessTokenResult> {
  const { problem, logger } = config;
  if (problem) logSeldom(logger, problem, problem.message);
  if (problem || !hasHost) return { token: null, cookies: [] };
  const ctx = await createContext(call, config);
  const { getAccessToken } = await import("../capabilities/tokens/access.ts");
  const token = await getAccessToken(ctx, options);
  // Of a session that has ended, only a read deletes the cookie.
  return { token, cookies: token ? ctx.cookies.outgoing() : [] };
}
