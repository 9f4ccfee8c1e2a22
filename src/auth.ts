/**
 * The whole request, top to bottom.
 *
 * @module
 */

import { handlerOf } from "./actions/mod.ts";
import { resolveConfig, withProcessSecret } from "./config/resolve.ts";
import { AuthError } from "./errors.ts";
import { createContext } from "./request/context.ts";
import { parseRequest } from "./request/parse.ts";
import { answerError, answerProblem, refusal } from "./response/failure.ts";
import { respond, withCookies } from "./response/respond.ts";
import type { raw } from "./symbols.ts";
import type { AuthConfig } from "./types/config.ts";
import type { Context, RequestInternal, ResponseInternal } from "./types/internal.ts";

/**
 * Answers one request of a host app: sign-in, sign-out, session, and what
 * belongs to them.
 *
 * The request's own URL is the public one; put a wrapper such as
 * `@x/auth/deno` or a rewriting proxy in front where it is not.
 *
 * @example
 * ```ts
 * import { Auth } from "@x/auth";
 * import GitHub from "@x/auth/providers/github";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-random-secret-of-32-characters-or-more",
 *   trustHost: true,
 * };
 * const response = await Auth(new Request("https://app.example/auth/session"), config);
 * assertEquals(await response.json(), null);
 * ```
 */
export function Auth(
  request: Request,
  config: Omit<AuthConfig, "raw"> & { raw?: undefined },
): Promise<Response>;
/**
 * For framework authors: with `config.raw`, answers with the internal answer,
 * except for requests that are refused unread and for failures that are not
 * `AuthError`s.
 *
 * @throws {AuthError} when an action fails
 */
export function Auth(
  request: Request,
  config: AuthConfig & { raw: typeof raw },
): Promise<ResponseInternal | Response>;
/** Answers a config whose type leaves open whether it has `raw`, as if it had not. */
export function Auth(request: Request, config: AuthConfig): Promise<Response>;
export async function Auth(
  request: Request,
  config: AuthConfig,
): Promise<ResponseInternal | Response> {
  let resolved = resolveConfig(config);
  let parsed: RequestInternal;
  try {
    parsed = await parseRequest(request, resolved.basePath);
  } catch (error) {
    resolved.logger.error(error as Error);
    return refusal(error);
  }
  if (resolved.mayGenerateSecret) resolved = withProcessSecret(resolved, parsed.origin);
  if (resolved.problem) {
    return respond(await answerProblem(resolved.problem, parsed, resolved), parsed);
  }

  const isRaw = config.raw !== undefined;
  let ctx: Context | undefined;
  try {
    ctx = await createContext(parsed, resolved);
    const result = withCookies(await handlerOf(parsed)(ctx), ctx.cookies);
    return isRaw ? result : respond(result, parsed);
  } catch (error) {
    const answer = answerError(error, parsed, resolved, ctx);
    if (isRaw && error instanceof AuthError && !parsed.returnRedirect) throw error;
    return respond(answer, parsed);
  }
}
