/**
 * `Auth`: a request from parsing to the response.
 *
 * @module
 */

import { configFor, vouchesForHost } from "../config/host.ts";
import { reportFaults, resolveConfig } from "../config/resolve.ts";
import { dispatch } from "./dispatch.ts";
import { AuthError } from "../errors.ts";
import { lazy } from "../base/lazy.ts";
import { isLoopback, splitUrl } from "../http/url.ts";
import { parseRequest } from "../request/parse.ts";
import { respond, toResponse } from "../response/respond.ts";
import type { raw } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type { RequestInternal, ResponseInternal } from "../types/internal.ts";

// Most requests can be read.
const failures = lazy(() => import("../response/failure.ts"));

/**
 * Answers one request of a host app: sign-in, sign-out, session, and the other
 * actions.
 *
 * The request's own URL must be the public one; when it is not, put a wrapper
 * such as `@x/auth/deno` or a rewriting proxy in front.
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
 * For framework authors: with `config.raw`, returns the internal answer, except
 * for requests that are refused unread and for failures that are not
 * `AuthError`s.
 *
 * @throws {AuthError} when an action fails
 */
export function Auth(
  request: Request,
  config: AuthConfig & { raw: typeof raw },
): Promise<ResponseInternal | Response>;
/** For a config whose type does not tell if it has `raw`: typed as one without it. */
export function Auth(request: Request, config: AuthConfig): Promise<Response>;
export async function Auth(
  request: Request,
  config: AuthConfig,
): Promise<ResponseInternal | Response> {
  const resolved = resolveConfig(config);
  reportFaults(resolved);
  let parsed: RequestInternal;
  try {
    parsed = await parseRequest(request, resolved);
  } catch (error) {
    const { origin = "" } = splitUrl(request.url) ?? {};
    const known = isTrustedOrigin(config, origin) ? origin : "";
    return toResponse(await (await failures()).refusal(error, request, resolved, known));
  }
  const { origin } = parsed;
  const isTrusted = isTrustedOrigin(config, origin);
  const usable = configFor(resolved, origin, isTrusted);
  // No response may contain a host that is not trusted.
  if (!isTrusted) parsed = { ...parsed, origin: "" };
  const { answer, error } = await dispatch(parsed, usable);
  if (config.raw === undefined) return respond(answer, parsed);
  if (error === undefined) return answer;
  // Apps that asked for the internal answer handle failures of a sign-in themselves.
  const isTheirs = error instanceof AuthError && error !== usable.error;
  if (isTheirs && !parsed.returnRedirect) throw error;
  return respond(answer, parsed);
}

function isTrustedOrigin({ trustHost }: AuthConfig, origin: string): boolean {
  return vouchesForHost(trustHost) || isLoopback(origin);
}
