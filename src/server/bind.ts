/**
 * Binds a config to requests: the environment, the host rule and the base path
 * are computed once per config object, the rest once per request.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import { checkGuard } from "../credentials/check_options.ts";
import { type HostRule, hostRule, publicUrl } from "../config/host.ts";
import { reportFaults } from "../config/resolve.ts";
import { completeLogger, warnOnce } from "../hooks/logger.ts";
import { toBasePath } from "../http/url.ts";
import { createFieldStore } from "../base/objects.ts";
import type { AuthConfig, CallbacksOptions } from "../types/config.ts";
import type { Awaitable, Session } from "../types/entities.ts";
import type { AnyLazyConfig, AuthTypes, DefinedConfig } from "../types/inference.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { AnyGuardOptions, CredentialKind } from "../types/principal.ts";
import type { CookieSink } from "./cookies.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "./environment.ts";
import { announceConfig } from "./observe.ts";
import { RequestAuth } from "./request_auth.ts";

/** A config, or a function that returns one for a request. */
export type LazyConfig<Subject> = AuthConfig | ((subject: Subject) => Awaitable<AuthConfig>);

/** Settings that a framework determines instead of the environment. */
export interface BindOptions<Subject> {
  /** Environment variables; read when a config is first used. Default: those of the process. */
  env?: Environment;
  /** Returns the base path, which is used without warnings. Default: the config's. */
  basePath?(written: AuthConfig, env: Environment, subject: Subject): string | undefined;
  /** Returns `true` under the framework's development server; any host is then trusted. */
  isDevelopment?(env: Environment): boolean;
  /**
   * Returns the callbacks for reading a session on the server. Default: the
   * resolved ones.
   *
   * @param callbacks the app's callbacks, completed by the defaults
   */
  readingCallbacks?(callbacks: CallbacksOptions, written: AuthConfig): CallbacksOptions;
  /**
   * Returns the path or URL of the page to come back to, for a framework whose client asks for the
   * data of a page under another URL. Default: the URL of the request; after a post, the `Referer`.
   */
  returnUrl?(subject: Subject): string | undefined;
  /**
   * `true` returns `null` for a request without cookies and does not read the
   * config, for frameworks that render pages at build time. Default `false`.
   */
  skipsAnonymous?: boolean;
}

/** A response that the framework has not sent yet. */
export interface PendingAnswer {
  /** Object that identifies the response. */
  answer: object;
  /** Cookies of the response. */
  sink: CookieSink;
}

/** A config that is bound to the requests of a framework. */
export interface Bound<Subject> {
  /**
   * The {@linkcode RequestAuth} of a request, the same for every call.
   *
   * @param request the request, or a function that makes it, called at the first
   * call for a `key`
   * @param key object that identifies the request where the framework replaces
   * `Request` objects. Default: `request`
   * @throws the error that a lazy config throws
   */
  of(request: Request | (() => Request), subject: Subject, key?: object): Promise<RequestAuth>;
  /**
   * The session of a request, or `null`. A failure of a callback, or of a lazy config, is logged and means
   * no session.
   *
   * @param request as for {@linkcode Bound.of}
   * @param key as for {@linkcode Bound.of}
   * @param into response whose cookies are brought up to date
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  session(
    request: Request | (() => Request),
    subject: Subject,
    key?: object,
    into?: PendingAnswer,
  ): Promise<Session | null>;
  /**
   * Checks what the requests to a guarded handler must have, when the guard is made; a config that
   * depends on the request is asked at the request.
   *
   * @returns a copy
   * @throws {TypeError} for an option without a value, and for a name that the config does not have
   */
  checkGuard<Kind extends CredentialKind>(
    options?: AnyGuardOptions<Kind>,
  ): AnyGuardOptions<Kind>;
}

/** A config object, resolved for requests. */
interface Ready {
  resolved: ResolvedConfig;
  rule: HostRule;
  /** By base path. Limited, since paths can come from the request (`/:tenant/auth`). */
  mounted: Map<string, Mounted>;
}

/** A resolved config under one base path. */
interface Mounted {
  config: ResolvedConfig;
  /** The same config with the callbacks for reading a session. */
  reading: ResolvedConfig;
}

const MAX_BASE_PATHS = 100;

/**
 * Binds a config, or the result of `defineAuth`. A lazy config should return the
 * same object for the same settings, since resolved configs are cached per object.
 */
export function bind<Subject>(
  config: AnyLazyConfig<Subject>,
  options: BindOptions<Subject> = {},
): Bound<Subject> {
  announceConfig(config, options);
  const env = options.env ?? processEnvironment();
  const known = new WeakMap<AuthConfig, Ready>();
  const requests = createFieldStore<Promise<RequestAuth>>();

  const make = async (request: Request, subject: Subject): Promise<RequestAuth> => {
    const written = toUserConfig(typeof config === "function" ? await config(subject) : config);
    const path = options.basePath?.(written, env, subject);
    let ready = known.get(written);
    if (!ready) {
      ready = {
        resolved: resolveUserConfig(written, env, path !== undefined),
        rule: hostRule(written, env, options.isDevelopment?.(env)),
        mounted: new Map(),
      };
      known.set(written, ready);
      reportFaults(ready.resolved);
    }
    const { config: mounted, reading } = mount(ready, path, written, options);
    const url = publicUrl(request, ready.rule);
    if (url?.ignoredHost) warnOnce(mounted.logger, "forwarded-host-ignored");
    const auth = new RequestAuth(request, url, mounted, reading, written, env);
    if (options.returnUrl) auth.comesBackTo(() => options.returnUrl!(subject));
    return auth;
  };

  const of: Bound<Subject>["of"] = (request, subject, key = request) => {
    let auth = requests.get(key);
    if (!auth) requests.set(key, auth = make(toRequest(request), subject));
    return auth;
  };

  return {
    of,
    // Only the kinds that were accepted are in the copy.
    checkGuard: (options) =>
      checkGuard(typeof config === "function" ? undefined : toUserConfig(config), options) as never,
    async session(request, subject, key = request, into) {
      const isUntouched = options.skipsAnonymous && !requests.get(key);
      if (isUntouched && !toRequest(request).headers.has("cookie")) return null;
      let auth: RequestAuth;
      try {
        auth = await of(request, subject, key);
      } catch (error) {
        completeLogger(undefined, false).error(error as Error);
        return null;
      }
      const session = await auth.session();
      if (into) await auth.writeTo(into.answer, into.sink);
      return session;
    },
  };
}

function toRequest(request: Request | (() => Request)): Request {
  return typeof request === "function" ? request() : request;
}

/** Returns a {@linkcode bind} that binds each config object once. */
export function createBinder<Config extends AuthConfig, Subject>(
  optionsOf: (config: Config) => BindOptions<Subject> = () => ({}),
): (config: Config | DefinedConfig<AuthTypes>) => Bound<Subject> {
  const known = new WeakMap<Config, Bound<Subject>>();
  return (config) => {
    // `Config` only adds optional members to `AuthConfig`, so the cast is safe.
    const written = toUserConfig(config) as Config;
    let bound = known.get(written);
    if (!bound) known.set(written, bound = bind(written, optionsOf(written)));
    return bound;
  };
}

function mount<Subject>(
  { resolved, mounted }: Ready,
  path: string | undefined,
  written: AuthConfig,
  { readingCallbacks }: BindOptions<Subject>,
): Mounted {
  const basePath = path === undefined ? resolved.basePath : toBasePath(path);
  const known = mounted.get(basePath);
  if (known) return known;
  const config = basePath === resolved.basePath ? resolved : { ...resolved, basePath };
  const reading = readingCallbacks
    ? { ...config, callbacks: readingCallbacks(config.callbacks, written) }
    : config;
  const made = { config, reading };
  if (mounted.size < MAX_BASE_PATHS) mounted.set(basePath, made);
  return made;
}
