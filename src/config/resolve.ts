/**
 * The config an app wrote → a complete one, worked out once per config object
 * and again when a member of it was reassigned.
 *
 * @module
 */

import { wrapAdapter } from "../hooks/adapter.ts";
import { defaultCallbacks, sessionWithProof } from "../hooks/callbacks.ts";
import { completeLogger } from "../hooks/logger.ts";
import { isLoopback, toBasePath } from "../http/url.ts";
import { decode, encode } from "../jwt.ts";
import { AuthError, MissingSecret } from "../errors.ts";
import { peerOf } from "../request/peer.ts";
import { developmentMode, skipCSRFCheck } from "../symbols.ts";
import type { SessionRecordStore } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig, ResolvedProvider, ResolvedRevocation } from "../types/internal.ts";
import type { LoggerInstance, WarningCode } from "../types/options.ts";
import { claimsAddresses, findUnstated, provesAddresses } from "./address_proof.ts";
import { findProblem } from "./check.ts";
import { BASE_PATH, cookieTable, SESSION_MAX_AGE, SESSION_UPDATE_AGE, THEME } from "./defaults.ts";
import { resolveProvider } from "./providers.ts";

const MEMBERS = [
  "providers",
  "secret",
  "session",
  "jwt",
  "pages",
  "callbacks",
  "events",
  "adapter",
  "debug",
  "logger",
  "theme",
  "useSecureCookies",
  "cookies",
  "trustHost",
  "basePath",
  "redirectProxyUrl",
  "redirectProxyOrigins",
  "skipCSRFCheck",
  "experimental",
] as const satisfies (keyof AuthConfig)[];

const remembered = new WeakMap<AuthConfig, { snapshot: unknown[]; resolved: ResolvedConfig }>();

/** Warnings that were printed, since each makes sense once per process; bounded. */
const warned = new Set<string>();

const MAX_WARNED = 1000;

/** Generated for loopback origins outside production; lasts as long as the process. */
let processSecret: string | undefined;

/**
 * Completes a config. Never throws: what makes it unusable is in `problem`.
 *
 * Writes `basePath` and `logger` into the config when they are missing, since
 * wrappers and apps read them there; nothing else here writes to a config.
 */
export function resolveConfig(config: AuthConfig): ResolvedConfig {
  const known = remembered.get(config);
  if (known && isUnchanged(config, known.snapshot)) return known.resolved;
  const resolved = complete(config);
  const snapshot: unknown[] = MEMBERS.map((name) => config[name]);
  snapshot.push(config.providers?.length);
  remembered.set(config, { snapshot, resolved });
  return resolved;
}

function isUnchanged(config: AuthConfig, snapshot: readonly unknown[]): boolean {
  for (let i = 0; i < MEMBERS.length; i++) {
    if (config[MEMBERS[i]!] !== snapshot[i]) return false;
  }
  return config.providers?.length === snapshot[MEMBERS.length];
}

/**
 * On a loopback origin, the same config with a secret that lasts as long as
 * this process; elsewhere the config as it is, unusable.
 */
export function withProcessSecret(resolved: ResolvedConfig, origin: string): ResolvedConfig {
  if (!isLoopback(origin)) return resolved;
  warnOnce(resolved.logger, "generated-secret");
  processSecret ??= crypto.randomUUID() + crypto.randomUUID();
  return {
    ...resolved,
    secret: processSecret,
    jwt: { ...resolved.jwt, secret: processSecret },
    problem: undefined,
  };
}

function complete(config: AuthConfig): ResolvedConfig {
  const logger = completeLogger(config.logger, config.debug ?? false);
  if (config.debug && !config.logger) warnOnce(logger, "debug-enabled");
  // Reflect.set does not throw when the config is frozen.
  if (config.basePath === undefined) Reflect.set(config, "basePath", BASE_PATH);
  if (config.logger === undefined) Reflect.set(config, "logger", logger);

  const { providers, problem: providerProblem } = resolveProviders(config);
  const cookies = {
    plain: cookieTable(false, config.cookies),
    secure: cookieTable(true, config.cookies),
  };
  const tables = config.useSecureCookies === undefined
    ? Object.values(cookies)
    : [config.useSecureCookies ? cookies.secure : cookies.plain];
  const problem = providerProblem ?? findProblem(config, providers, tables);
  const secret = config.secret ?? "";
  const maxAge = config.session?.maxAge ?? SESSION_MAX_AGE;
  const tokenMaxAge = config.jwt?.maxAge ?? maxAge;
  const byId = indexById(providers);
  const canProve = providers.some(provesAddresses);
  if (!problem) {
    warnAboutSecret(logger, secret);
    if (byId.size < providers.length) warnOnce(logger, "duplicate-provider");
    const isProxied = providers.some((provider) =>
      "redirectProxyUrl" in provider && provider.redirectProxyUrl
    );
    if (isProxied && !config.redirectProxyOrigins) warnOnce(logger, "redirect-proxy-origins");
    if (config.experimental?.enableWebAuthn) warnOnce(logger, "experimental-webauthn");
    const unstated = canProve ? findUnstated(providers) : [];
    if (unstated.length > 0) warnOnce(logger, "unproven-addresses", unstated.join(", "));
  }

  return {
    written: config,
    basePath: toBasePath(config.basePath ?? BASE_PATH),
    providers: byId,
    secret,
    session: {
      strategy: config.session?.strategy ?? (config.adapter ? "database" : "jwt"),
      maxAge,
      // A fixed day would let short sessions end under people who use them.
      updateAge: config.session?.updateAge ??
        Math.min(SESSION_UPDATE_AGE, Math.floor(Math.min(maxAge, tokenMaxAge) / 30)),
      generateSessionToken: config.session?.generateSessionToken ?? (() => crypto.randomUUID()),
    },
    jwt: {
      secret: config.jwt?.secret ?? secret,
      maxAge: tokenMaxAge,
      encode: config.jwt?.encode ?? encode,
      decode: config.jwt?.decode ?? decode,
    },
    builtInTokens: !config.jwt?.encode && !config.jwt?.decode,
    pages: config.pages ?? {},
    callbacks: {
      ...defaultCallbacks,
      ...(!canProve && providers.some(claimsAddresses) ? { session: sessionWithProof } : {}),
      ...withoutUndefined(config.callbacks ?? {}),
    },
    canProve,
    events: config.events ?? {},
    store: config.adapter && wrapAdapter(config.adapter, logger),
    revocation: resolveRevocation(config),
    logger,
    theme: config.theme ?? THEME,
    cookies,
    useSecureCookies: config.useSecureCookies,
    csrfDisabled: config.skipCSRFCheck === skipCSRFCheck,
    problem,
    mayGenerateSecret: problem instanceof MissingSecret && developmentMode in config,
  };
}

function resolveRevocation({ session, adapter }: AuthConfig): ResolvedRevocation | undefined {
  const { store = adapter, maxLag = 0, address = peerOf } = session?.revocation ?? {};
  if (!session?.revocation || !store) return undefined;
  return {
    // The config check has looked for the methods.
    store: store as SessionRecordStore,
    maxLagMs: maxLag * 1000,
    address: (request) => address(request) ?? null,
  };
}

function resolveProviders(
  config: AuthConfig,
): { providers: ResolvedProvider[]; problem?: AuthError } {
  const providers: ResolvedProvider[] = [];
  if (!Array.isArray(config.providers)) {
    return {
      providers,
      problem: new AuthError("Cannot use `providers`: it must be a list", {
        cause: { option: "providers" },
      }),
    };
  }
  for (const [index, written] of config.providers.entries()) {
    try {
      providers.push(resolveProvider(written, config));
    } catch (error) {
      return {
        providers,
        problem: new AuthError(`Cannot use \`providers[${index}]\`: ${(error as Error).message}`, {
          cause: { err: error as Error, option: `providers[${index}]` },
        }),
      };
    }
  }
  return { providers };
}

/** Of providers with the same id, the first one counts. */
function indexById(providers: readonly ResolvedProvider[]): Map<string, ResolvedProvider> {
  const map = new Map<string, ResolvedProvider>();
  for (const provider of providers) {
    if (!map.has(provider.id)) map.set(provider.id, provider);
  }
  return map;
}

function warnAboutSecret(logger: LoggerInstance, secret: string | string[]): void {
  const newest = typeof secret === "string" ? secret : secret[0]!;
  if (newest.length < 32) warnOnce(logger, "short-secret");
}

/** Warns once per process, and once per text that it is about. */
export function warnOnce(logger: LoggerInstance, code: WarningCode, about?: string): void {
  const key = about === undefined ? code : `${code} ${about}`;
  if (warned.has(key) || warned.size >= MAX_WARNED) return;
  warned.add(key);
  // Apps declare loggers with one parameter; those with a second one get the names.
  const warn: (...args: [WarningCode, string?]) => void = logger.warn;
  if (about === undefined) warn(code);
  else warn(code, about);
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, v]) => v !== undefined)) as T;
}
