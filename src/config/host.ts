/**
 * The one rule about the public origin of a request, and about who vouches for
 * it.
 *
 * | Setting | Host | Scheme |
 * |---|---|---|
 * | `AUTH_URL` | its own | its own |
 * | `trustHost: true`, `AUTH_TRUST_HOST`, a known platform, a development server | `Host` | last value of `X-Forwarded-Proto`, else the request's |
 * | `trustHost: { forwardedHops: n }` | the n-th value of `X-Forwarded-Host` from the right | the same of `X-Forwarded-Proto`, else the request's |
 * | none of these | `Host`, trusted only when it is a loopback name | the request's |
 *
 * A client can send any `X-Forwarded-Host`, and common proxies pass it on or
 * append to it. So it counts only where the app says how many proxies write it.
 *
 * @module
 */

import { UntrustedHost } from "../errors.ts";
import { isLoopback, splitUrl, toOrigin } from "../http/url.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import { variableHint } from "./check.ts";
import { type Environment, isTrusted, isYes, parseUrl } from "./env.ts";
import { warnOnce, withProcessSecret } from "./resolve.ts";

/** The rule for one config, worked out once. */
export interface HostRule {
  /** Origin of `AUTH_URL`. */
  readonly fixed?: string;
  /** Whether the app or the platform vouches for the `Host` header. */
  readonly isVouched: boolean;
  /** Proxies that write `X-Forwarded-Host`. */
  readonly hops?: number;
  /** Whether forwarded headers count for the scheme: not where the platform passes them on. */
  readonly readsForwarded: boolean;
}

/** Where a request arrived. */
export interface PublicUrl {
  /** Scheme, host and port as people see them. */
  readonly origin: string;
  /** Path of the request. */
  readonly pathname: string;
  /** Whether the host may be believed. */
  readonly isTrusted: boolean;
  /** A forwarded host that was not used, and differs. */
  readonly ignoredHost?: string;
}

/**
 * Works out the rule of a config.
 *
 * @param isDevelopment whether a framework's development server runs the app
 */
export function hostRule(
  { trustHost }: Pick<AuthConfig, "trustHost">,
  env: Environment,
  isDevelopment = false,
): HostRule {
  // "Not production" is no proof that the server is out of reach: few people set
  // NODE_ENV here, so only loopback origins are trusted for it.
  const vouches = trustHost ?? isTrusted(env) ?? isDevelopment;
  return {
    fixed: parseUrl(env.AUTH_URL ?? env.NEXTAUTH_URL)?.origin,
    isVouched: vouchesForHost(vouches),
    hops: typeof vouches === "object" ? vouches.forwardedHops : undefined,
    // Deno Deploy hands out the public URL, and lets clients write forwarded headers.
    readsForwarded: !env.DENO_DEPLOYMENT_ID,
  };
}

/** Whether a value of `trustHost` vouches for the host; text from an environment may mean no. */
export function vouchesForHost(trustHost: unknown): boolean {
  return typeof trustHost === "object" ? trustHost !== null : isYes(trustHost);
}

/**
 * The public URL of a request.
 *
 * @returns `undefined` when the `Host` header is no host
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
  const schemes = list(headers.get("x-forwarded-proto"));
  // Proxies that keep TLS to themselves write the scheme, others may not.
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

/** A config as it is for one origin: unusable where no one vouches for the host. */
export function configFor(
  config: ResolvedConfig,
  origin: string,
  isTrusted: boolean,
): ResolvedConfig {
  if (!isTrusted) return { ...config, problem: untrusted(origin) };
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
