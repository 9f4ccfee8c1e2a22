/**
 * Gets a config ready for a request: the environment, lazy configs, trust in the
 * host header, and the public URL.
 *
 * @module
 */

import { isTrusted, isYes, parseUrl, setEnvDefaults } from "../config/env.ts";
import type { Environment } from "../config/env.ts";
import { completeLogger } from "../hooks/logger.ts";
import { isLoopback } from "../http/url.ts";
import { peerOf, setPeer } from "../request/peer.ts";
import { raw, skipCSRFCheck } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable } from "../types/entities.ts";
import { processEnvironment } from "./environment.ts";
import { readSession, type SessionAndCookies } from "./session.ts";

/** A config, or a function that returns one for a request. */
export type LazyConfig<Subject> = AuthConfig | ((subject: Subject) => Awaitable<AuthConfig>);

/** A config that is ready for requests from one origin. */
export interface Prepared {
  /** Completed by the environment. */
  readonly config: AuthConfig;
  /** The same without CSRF protection, for calls of the app itself. */
  readonly internalConfig: AuthConfig;
  /** `internalConfig` with internal answers: failures are thrown, cookies are not serialized. */
  readonly rawConfig: RawConfig;
  /** Public origin of the request. */
  readonly origin: string;
}

/** A config that makes `Auth` answer its internal response. */
export type RawConfig = AuthConfig & { raw: typeof raw };

/** What a framework knows better than the environment. */
export interface PreparerOptions {
  /** Base path of a written config; given, it is final and never warned about. */
  basePath?(written: AuthConfig, env: Environment): string;
  /** Whether the framework runs on the developer's machine, so that any host is trusted. */
  isDevelopment?(env: Environment): boolean;
}

/** One config in the forms that requests need. */
type Forms = Pick<Prepared, "config" | "internalConfig" | "rawConfig">;

interface Completed extends Forms {
  /** The same, refusing everything because the host cannot be trusted. */
  untrusted: Forms;
  /** Whether the app or the platform vouches for the host header. */
  vouched: boolean;
}

/**
 * Prepares configs for requests; the work per config object is done once.
 *
 * @param env read when a config is first used
 */
export function createPreparer<Subject>(
  config: LazyConfig<Subject>,
  env: Environment = processEnvironment(),
  options: PreparerOptions = {},
): (request: Request, subject: Subject) => Promise<Prepared> {
  const completed = new WeakMap<AuthConfig, Completed>();
  return async (request, subject) => {
    const written = typeof config === "function" ? await config(subject) : config;
    let known = completed.get(written);
    if (!known) completed.set(written, known = complete(written, env, options));
    const origin = publicOrigin(request, env, known.vouched);
    const usable = known.vouched || isLoopback(origin) ? known : known.untrusted;
    const { config: ready, internalConfig, rawConfig } = usable;
    return { config: ready, internalConfig, rawConfig, origin };
  };
}

function complete(
  written: AuthConfig,
  env: Environment,
  { basePath, isDevelopment }: PreparerOptions,
): Completed {
  const config = { ...written };
  // Only "not production" is no proof that nobody else can reach this server:
  // few people set NODE_ENV here, so loopback origins alone are trusted for it.
  const vouched = isYes(written.trustHost ?? isTrusted(env) ?? isDevelopment?.(env));
  if (basePath) config.basePath = basePath(written, env);
  setEnvDefaults(env, config, basePath !== undefined);
  return { ...formsOf(config), untrusted: formsOf({ ...config, trustHost: false }), vouched };
}

function formsOf(config: AuthConfig): Forms {
  const internalConfig: AuthConfig = { ...config, skipCSRFCheck };
  return { config, internalConfig, rawConfig: { ...internalConfig, raw } };
}

/**
 * `AUTH_URL` if set; else what a trusted proxy forwards; else the request's own,
 * which is the public one on Deno Deploy: it lets clients say what they like in
 * forwarded headers.
 */
function publicOrigin(request: Request, env: Environment, vouched: boolean): string {
  const fixed = parseUrl(env.AUTH_URL ?? env.NEXTAUTH_URL);
  if (fixed) return fixed.origin;
  const url = new URL(request.url);
  if (!vouched || env.DENO_DEPLOYMENT_ID) return url.origin;
  const first = (name: string) => request.headers.get(name)?.split(",")[0]?.trim();
  const scheme = first("x-forwarded-proto") ?? url.protocol.slice(0, -1);
  const host = first("x-forwarded-host") ?? url.host;
  const forwarded = `${scheme}://${host}`;
  const isWeb = scheme === "http" || scheme === "https";
  return isWeb && URL.canParse(forwarded) ? new URL(forwarded).origin : url.origin;
}

/** The session of a request; a config that cannot be made means that nobody is signed in. */
export async function readPrepared(
  prepare: () => Promise<Prepared>,
  request: Request,
): Promise<SessionAndCookies> {
  let prepared: Prepared;
  try {
    prepared = await prepare();
  } catch (error) {
    completeLogger(undefined, false).error(error as Error);
    return { session: null, cookies: [], setCookies: [] };
  }
  return await readSession(request, prepared.origin, prepared.config);
}

/**
 * Call it on an app's answer that carries a session: a shared cache must not
 * keep one person's for the next.
 */
export function keepFromCaches(headers: Headers): void {
  if (/\b(private|no-store)\b/i.test(headers.get("cache-control") ?? "")) return;
  headers.set("cache-control", "private, no-store");
}

/** The request under its public origin. */
export function toPublicRequest(request: Request, origin: string): Request {
  const { origin: own, pathname, search } = new URL(request.url);
  if (own === origin) return request;
  const copy = new Request(origin + pathname + search, request);
  setPeer(copy, peerOf(request));
  return copy;
}
