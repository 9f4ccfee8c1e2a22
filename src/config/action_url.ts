/**
 * The URL of an action, computed from headers and the environment.
 *
 * @module
 */

import { completeLogger } from "../hooks/logger.ts";
import { toBasePath } from "../http/url.ts";
import type { AuthConfig } from "../types/config.ts";
import type { AuthAction } from "../types/internal.ts";
import type { Environment } from "./env.ts";

/**
 * Builds the URL of an action.
 *
 * The origin is that of `AUTH_URL` (`NEXTAUTH_URL`) when set; otherwise the
 * host of `x-forwarded-host` or `host`, and the scheme of `x-forwarded-proto`,
 * `protocol`, or https. Forwarded headers are trusted, so call it only
 * behind a platform that sets them.
 *
 * @param protocol `http` or `https`, with or without a colon
 *
 * @example
 * ```ts
 * import { createActionURL } from "@x/auth";
 * import { assertEquals } from "@std/assert";
 *
 * const headers = new Headers({ host: "app.example" });
 * const url = createActionURL("session", "https", headers, {}, { basePath: "/auth" });
 * assertEquals(url.href, "https://app.example/auth/session");
 * ```
 */
export function createActionURL(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  env: Environment,
  config: Pick<AuthConfig, "basePath" | "logger">,
): URL {
  const { basePath } = config;
  const base = env.AUTH_URL ?? env.NEXTAUTH_URL;
  let origin: string;
  let path = toBasePath(basePath ?? "");
  if (base) {
    const url = new URL(base);
    origin = url.origin;
    if (basePath && basePath !== "/" && url.pathname !== "/") {
      if (url.pathname !== basePath) {
        completeLogger(config.logger, false).warn("env-url-basepath-mismatch");
      }
    } else if (!basePath) path = toBasePath(url.pathname);
  } else {
    const host = headers.get("x-forwarded-host") ?? headers.get("host");
    if (!host) throw new TypeError("Cannot build an action URL: there is no host header");
    const scheme = headers.get("x-forwarded-proto") ?? protocol ?? "https";
    origin = new URL(`${scheme.replace(/:$/, "")}://${host}`).origin;
  }
  return new URL(`${origin}${path}/${action}`);
}
