/**
 * Binds a config to requests: the environment, the host rule and the base path
 * are worked out once per written config, the rest once per request.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import { type HostRule, hostRule, publicUrl } from "../config/host.ts";
import { warnOnce } from "../config/resolve.ts";
import { completeLogger } from "../hooks/logger.ts";
import { toBasePath } from "../http/url.ts";
import { defined } from "../symbols.ts";
import type { AuthConfig, CallbacksOptions } from "../types/config.ts";
import type { Awaitable, Session } from "../types/entities.ts";
import type { AnyConfig, AnyLazyConfig, DefinedConfig } from "../types/inference.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { CookieSink } from "./cookies.ts";
import { processEnvironment, resolveWritten } from "./environment.ts";
import { RequestAuth } from "./request_auth.ts";

/** A config, or a function that returns one for a request. */
export type LazyConfig<Subject> = AuthConfig | ((subject: Subject) => Awaitable<AuthConfig>);

/** Facts that a framework knows better than the environment. */
export interface BindOptions<Subject> {
  /** Variables; read when a config is first used. Default: those of the process. */
  env?: Environment;
  /** Base path; what it returns is final and never warned about. Default: the config's. */
  basePath?(written: AuthConfig, env: Environment, subject: Subject): string | undefined;
  /** Whether the framework's development server runs the app, so that any host is trusted. */
  isDevelopment?(env: Environment): boolean;
  /**
   * Callbacks for reading a session on the server, instead of the resolved ones.
   *
   * @param callbacks the app's over the defaults
   */
  readingCallbacks?(callbacks: CallbacksOptions, written: AuthConfig): CallbacksOptions;
  /**
   * Whether a request without cookies has no session before anything looks at
   * the config, for frameworks that render pages ahead of time. Default `false`.
   */
  skipsAnonymous?: boolean;
}

/** An answer that a framework is still putting together. */
export interface PendingAnswer {
  /** Identity of the answer. */
  answer: object;
  /** Its cookies. */
  sink: CookieSink;
}

/** A config that is bound to requests of a framework. */
export interface Bound<Subject> {
  /**
   * The one object that answers for a request.
   *
   * @param key identity of the request in the framework, where it replaces
   * `Request` objects. Default: `request`
   * @throws what a lazy config throws
   */
  of(request: Request, subject: Subject, key?: object): Promise<RequestAuth>;
  /**
   * The session of a request, or `null`. Never throws: failures are logged.
   *
   * @param key as for {@linkcode Bound.of}
   * @param into the answer whose cookies to bring up to date
   */
  session(
    request: Request,
    subject: Subject,
    key?: object,
    into?: PendingAnswer,
  ): Promise<Session | null>;
}

/** One written config, ready for requests. */
interface Ready {
  resolved: ResolvedConfig;
  rule: HostRule;
  /** By base path. Paths can come from the request (`/:tenant/auth`), so the number is bounded. */
  mounted: Map<string, Mounted>;
}

/** A resolved config under one base path. */
interface Mounted {
  config: ResolvedConfig;
  /** The same with the callbacks for reading. */
  reading: ResolvedConfig;
}

const MAX_BASE_PATHS = 100;

/** The config that an app wrote, also where it passes what `defineAuth` returned. */
export function toWritten(config: AnyConfig): AuthConfig {
  // Callbacks of a typed config get what they return themselves, which the general type cannot say.
  return (defined in config ? config.config : config) as AuthConfig;
}

/**
 * Binds a config, or what `defineAuth` returned. Lazy configs should return the
 * same object for the same settings.
 */
export function bind<Subject>(
  config: AnyLazyConfig<Subject>,
  options: BindOptions<Subject> = {},
): Bound<Subject> {
  const env = options.env ?? processEnvironment();
  const known = new WeakMap<AuthConfig, Ready>();
  const requests = new WeakMap<object, Promise<RequestAuth>>();

  const make = async (request: Request, subject: Subject): Promise<RequestAuth> => {
    const written = toWritten(typeof config === "function" ? await config(subject) : config);
    const path = options.basePath?.(written, env, subject);
    let ready = known.get(written);
    if (!ready) {
      ready = {
        resolved: resolveWritten(written, env, path !== undefined),
        rule: hostRule(written, env, options.isDevelopment?.(env)),
        mounted: new Map(),
      };
      known.set(written, ready);
    }
    const { config: mounted, reading } = mount(ready, path, written, options);
    const url = publicUrl(request, ready.rule);
    if (url?.ignoredHost) warnOnce(mounted.logger, "forwarded-host-ignored");
    return new RequestAuth(request, url, mounted, reading, written);
  };

  const of: Bound<Subject>["of"] = (request, subject, key = request) => {
    let auth = requests.get(key);
    if (!auth) requests.set(key, auth = make(request, subject));
    return auth;
  };

  return {
    of,
    async session(request, subject, key = request, into) {
      const isUntouched = options.skipsAnonymous && !requests.has(key);
      if (isUntouched && !request.headers.has("cookie")) return null;
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

/** A {@linkcode bind} that is done once for each config object. */
export function createBinder<Config extends AuthConfig, Subject>(
  optionsOf: (config: Config) => BindOptions<Subject> = () => ({}),
): (config: Config | DefinedConfig<string, unknown, unknown>) => Bound<Subject> {
  const known = new WeakMap<Config, Bound<Subject>>();
  return (config) => {
    // Options that only a wrapper knows may be missing, so `AuthConfig` is enough.
    const written = toWritten(config) as Config;
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
