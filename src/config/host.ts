/**
 * The one rule about the public origin of a request, and about when it is
 * trusted.
 *
 * | Setting | Host | Scheme |
 * |---|---|---|
 * | `AUTH_URL` | its own | its own |
 * | `trustHost: true`, `AUTH_TRUST_HOST`, a known platform, a development server | `Host` | last value of `X-Forwarded-Proto`, else the request's |
 * | `trustHost: { forwardedHops: n }` | the n-th value of `X-Forwarded-Host` from the right | the same of `X-Forwarded-Proto`, else the request's |
 * | none of these | `Host`, trusted only when it is a loopback name | the request's |
 *
 * A client can send any `X-Forwarded-Host`, and common proxies pass it on or
 * append to it. So it counts only when the app sets how many proxies write it. `createActionURL` is
 * for apps that know their platform.
 *
 * @module
 */

import { UntrustedHost } from "../errors.ts";
import { isHost, isLoopback, splitUrl, toBasePath, toOrigin } from "../http/url.ts";
import type { AuthConfig } from "../types/config.ts";
import type { AuthAction, ResolvedConfig } from "../types/internal.ts";
import { variableHint } from "./check.ts";
import { type Environment, isTrusted, isYes, parseUrl } from "./env.ts";
import { withProcessSecret } from "./resolve.ts";
import { completeLogger, warnOnce } from "../hooks/logger.ts";

/** The rule for one config, computed once. */
export interface HostRule {
  /** Origin of `AUTH_URL`. */
  readonly fixed?: string;
  /** `true` when the app or the platform vouches for the `Host` header. */
  readonly isVouched: boolean;
  /** Proxies that write `X-Forwarded-Host`. */
  readonly hops?: number;
  /** `true` when forwarded headers are used: not on a platform that passes on those of clients. */
  readonly readsForwarded: boolean;
}

/** Public URL of a request. */
export interface PublicUrl {
  /** Public scheme, host and port. */
  readonly origin: string;
  /** Path of the request. */
  readonly pathname: string;
  /** `true` when the host is trusted. */
  readonly isTrusted: boolean;
  /** A forwarded host that was not used, and differs. */
  readonly ignoredHost?: string;
}

/**
 * Computes the rule of a config.
 *
 * @param isDevelopment `true` when a framework's development server runs the app
 */
export function hostRule(
  { trustHost }: Pick<AuthConfig, "trustHost">,
  env: Environment,
  isDevelopment = false,
): HostRule {
  // "Not production" does not prove that the server is unreachable: few apps set
  // NODE_ENV here, so only loopback origins are trusted for it.
  const vouches = trustHost ?? isTrusted(env) ?? isDevelopment;
  return {
    fixed: parseUrl(env.AUTH_URL ?? env.NEXTAUTH_URL)?.origin,
    isVouched: vouchesForHost(vouches),
    hops: typeof vouches === "object" ? vouches.forwardedHops : undefined,
    // On Deno Deploy, requests have the public URL, and clients can write forwarded headers.
    readsForwarded: !env.DENO_DEPLOYMENT_ID,
  };
}

/** Returns `true` for a `trustHost` that trusts the host; text from variables may mean no. */
export function vouchesForHost(trustHost: unknown): boolean {
  return typeof trustHost === "object" ? trustHost !== null : isYes(trustHost);
}

/**
 * Returns the public URL of a request.
 *
 * @returns `undefined` when the `Host` header is not a valid host
 */
export function publicUrl(request: Request, rule: HostRule): PublicUrl | undefined {
  const own = splitUrl(request.url);
  if (!own) return undefined;
  const { pathname } = own;
  if (rule.fixed !== undefined) {
    return { origin: rule.fixed, pathname, isTrusted: rule.isVouched || isLoopback(rule.fixed) };
  }
  if (!rule.isVouched) {
    return { origin: own.origin, pathname, isTrusted: isLoopback(own.origin) };
  }
  if (!rule.readsForwarded) return { origin: own.origin, pathname, isTrusted: true };
  const { headers } = request;
  const [ownScheme, ownHost] = own.origin.split("://") as [string, string];
  const named = headers.get("x-forwarded-host");
  const proto = headers.get("x-forwarded-proto");
  if (rule.hops === undefined && named === null && proto === null && isHost(ownHost)) {
    return { origin: own.origin, pathname, isTrusted: true, ignoredHost: undefined };
  }
  const schemes = list(proto);
  // Proxies that end TLS write the scheme, others may not.
  const scheme = schemes[Math.max(0, schemes.length - (rule.hops ?? 1))];
  const hosts = list(named);
  const host = rule.hops === undefined ? ownHost : hosts[hosts.length - rule.hops];
  const origin = toOrigin(scheme === "http" || scheme === "https" ? scheme : ownScheme, host);
  return {
    origin: origin ?? own.origin,
    pathname,
    // A request without a host from the n-th proxy did not come through it.
    isTrusted: origin !== undefined || isLoopback(own.origin),
    ignoredHost: rule.hops === undefined && named && named !== ownHost ? named : undefined,
  };
}

/** Values of a header to which each proxy appends. */
function list(header: string | null): string[] {
  return header === null ? [] : header.split(",").map((value) => value.trim().toLowerCase());
}

/** Returns the config for one origin: unusable when the host is not trusted. */
export function configFor(
  config: ResolvedConfig,
  origin: string,
  isTrusted: boolean,
): ResolvedConfig {
  if (!isTrusted) return { ...config, error: untrusted(origin) };
  if (config.useSecureCookies === true && origin.startsWith("http:")) {
    warnOnce(config.logger, "secure-cookies-over-http");
  }
  return config.mayGenerateSecret ? withProcessSecret(config, origin) : config;
}

function untrusted(origin: string): UntrustedHost {
  return new UntrustedHost(
    `Cannot trust the host of ${origin}: set AUTH_URL to the public URL with the base path, such as ` +
      "https://app.example/auth, or AUTH_TRUST_HOST=true or `trustHost: true` if the platform in " +
      `front sets the Host header safely${variableHint()}`,
  );
}

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
