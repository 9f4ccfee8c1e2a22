/**
 * Reads an access token for a request of the app.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { rateLimitedLog } from "../hooks/logger.ts";
import { loadPart } from "../hooks/topics.ts";
import { createContext } from "../request/context.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { AccessTokenOptions } from "../types/tokens.ts";
import type { AccessTokenResult } from "./request_actions.ts";

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
  const { error: configError, logger } = config;
  if (configError) rateLimitedLog(logger, configError, configError.message);
  if (configError || !hasHost) return { token: null, cookies: [] };
  const ctx = await createContext(call, config);
  const tokens = await loadPart(config, "tokens");
  if (!tokens) {
    throw new AuthError(
      "Cannot get an access token: tokens are not kept; set `tokens: KeepTokens()`",
      { cause: { option: "tokens" } },
    );
  }
  const token = await tokens.read(ctx, options);
  // Of a session that has ended, only a read deletes the cookie.
  return { token, cookies: token ? ctx.cookies.outgoing() : [] };
}
