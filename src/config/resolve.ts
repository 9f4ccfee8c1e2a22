/**
 * The config an app wrote → a complete one, computed once per config object and
 * again when a member of it was reassigned.
 *
 * @module
 */

import { wrapAdapter, wrapRecords } from "../hooks/adapter.ts";
import { defaultCallbacks, sessionWithProof } from "../hooks/callbacks.ts";
import { completeLogger, warnOnce } from "../hooks/logger.ts";
import { enabledPaths, SIGN_UP } from "../http/paths.ts";
import { isLoopback, toBasePath } from "../http/url.ts";
import { decode, encode } from "../jwt.ts";
import { AuthError, InvalidProvider, MissingSecret } from "../errors.ts";
import { lazy } from "../base/lazy.ts";
import { withoutUndefined } from "../base/objects.ts";
import { clientAddressOf } from "../http/client_address.ts";
import { developmentMode, siteOrigin, skipCSRFCheck } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type {
  CookieTable,
  Endpoint,
  RecordReader,
  ResolvedConfig,
  ResolvedRevocation,
  Store,
} from "../types/internal.ts";
import type { Json, RecordStore } from "../types/records.ts";
import type { PartLoaders } from "../types/topics.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import type { LoggerInstance } from "../types/options.ts";
import type { Provider } from "../types/provider.ts";
import { claimsAddresses, provesAddresses, resolveProvider } from "./providers.ts";
import { findError, listWarnings, variableHint } from "./check.ts";
import { type Fault, findFault, isProviderId } from "./check_provider.ts";
import {
  BASE_PATH,
  cookieTable,
  resolveLanguages,
  resolveLimits,
  resolveSizes,
  SESSION_MAX_AGE,
  SESSION_UPDATE_AGE,
  signUpOf,
  THEME,
} from "./defaults.ts";
import { makeMailer, MAKERS, recordsOf } from "./needs.ts";
import {
  codesIn,
  factorCode,
  listEndpoints,
  memberCode,
  partsOf,
  passwordCode,
  type RecordList,
  topicsOf,
  withNeeds,
} from "./capability.ts";

/** Members of a config that count; those that bring a capability are in `needs.ts`. */
const MEMBERS: readonly (keyof AuthConfig)[] = [
  ...Object.keys(MAKERS) as (keyof typeof MAKERS)[],
  "providers",
  "secret",
  "session",
  "jwt",
  "pages",
  "callbacks",
  "events",
  "adapter",
  "records",
  "limits",
  "factors",
  "factorPolicy",
  "sendMail",
  "languages",
  "language",
  "texts",
  "capabilities",
  "legacy",
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
  "signUp",
  "rememberProvider",
  "notifyNewDevice",
  "experimental",
];

const remembered = new WeakMap<AuthConfig, { snapshot: Snapshot; resolved: ResolvedConfig }>();

/** A config as it was when it was completed. */
interface Snapshot {
  /** Its members; `undefined` for a config that inherits some, such as an object of a class. */
  readonly own: Readonly<Record<string, unknown>> | undefined;
  /** Number of its members. */
  readonly size: number;
  /** The members that count, for a config that inherits some. */
  readonly all: readonly unknown[];
  /** Number of its providers. */
  readonly providers: number | undefined;
}

/** Lines that were logged once, by the app's logger; for the console, by this map itself. */
const reported = new WeakMap<object, Set<string>>();

/** Most lines that are stored per logger. */
const MAX_REPORTED = 100;

/** Generated for loopback origins outside production; lasts as long as the process. */
let processSecret: string | undefined;

/**
 * Completes a config. Never throws: an error that makes it unusable is in
 * `problem`.
 *
 * Writes `basePath` and `logger` into the config when they are missing, since
 * wrappers and apps read them there; nothing else here writes to a config.
 */
export function resolveConfig(config: AuthConfig): ResolvedConfig {
  const known = remembered.get(config);
  if (known && isUnchanged(config, known.snapshot)) return known.resolved;
  const resolved = complete(config);
  remembered.set(config, { snapshot: snapshotOf(config), resolved });
  return resolved;
}

function snapshotOf(config: AuthConfig): Snapshot {
  const prototype = Object.getPrototypeOf(config);
  const isPlain = prototype === null || prototype === Object.prototype;
  // A getter, or a member that is not listed, could change without being seen in a loop.
  const isListed = Object.values(Object.getOwnPropertyDescriptors(config))
    .every(({ enumerable, get }) => enumerable === true && get === undefined);
  return {
    own: isPlain && isListed ? { ...config } : undefined,
    size: Object.keys(config).length,
    all: MEMBERS.map((name) => config[name]),
    providers: config.providers?.length,
  };
}

/** Runs for every request: most configs have a few of the members that there are. */
function isUnchanged(config: AuthConfig, { own, size, all, providers }: Snapshot): boolean {
  if (config.providers?.length !== providers) return false;
  if (!own) return MEMBERS.every((name, index) => config[name] === all[index]);
  let count = 0;
  for (const name in config) {
    if (config[name as keyof AuthConfig] !== own[name]) return false;
    count++;
  }
  return count === size;
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
    error: undefined,
  };
}

function complete(config: AuthConfig): ResolvedConfig {
  const logger = completeLogger(config.logger, config.debug ?? false);
  if (config.debug && !config.logger) warnOnce(logger, "debug-enabled");
  const own = config.logger ?? reported;
  const logOnce = (error: Error) => reportOnce(error, logger, own);
  // Reflect.set does not throw when the config is frozen.
  if (config.basePath === undefined) Reflect.set(config, "basePath", BASE_PATH);
  if (config.logger === undefined) Reflect.set(config, "logger", logger);

  const { providers, unusable, faults, hasDuplicates } = resolveProviders(config);
  const cookies = cookieTables(config);
  const tables = possibleTables(config, cookies);
  const needed = withNeeds(config, [...providers.values()]);
  const configError = findError(needed, [...providers.values()], tables);
  const secret = config.secret ?? "";
  const maxAge = config.session?.maxAge ?? SESSION_MAX_AGE;
  const tokenMaxAge = config.jwt?.maxAge ?? maxAge;
  const usable = [...providers.values()].filter(({ id }) => !unusable.has(id));
  const canProve = usable.some(provesAddresses);
  const languages = resolveLanguages(config);
  const sendMail = makeMailer(config, usable, languages);
  const codes = [...codesIn(config, usable)];
  const endpoints = listEndpoints(config, codes, usable);
  const parts = partsOf(codes);
  const factors = factorCode(config)?.resolve?.(config, usable);
  const passwords = passwordCode(usable)?.resolve?.(config, usable);
  const account = memberCode(config, "account")?.resolve?.(config, usable);
  const signOut = memberCode(config, "signOut")?.resolve?.(config, usable);
  const tokens = memberCode(config, "tokens")?.resolve?.(config, usable);
  for (const line of config.legacy?.renamed?.(config) ?? []) {
    warnOnce(logger, "legacy-option", line);
  }
  const store = makeStore(config, tokens?.seals === true ? parts : undefined, logger, logOnce);
  const records = wrappedRecords(config);
  const hasSilentFactors = factors !== undefined && !sendMail;
  const warnings = configError
    ? []
    : listWarnings(config, { usable, tables, hasDuplicates, canProve, hasSilentFactors });
  for (const { code, about } of warnings) warnOnce(logger, code, about);

  return {
    userConfig: config,
    basePath: toBasePath(config.basePath ?? BASE_PATH),
    enabledPaths: enabledPaths(
      new Set([
        ...endpoints.map(({ path }) => path),
        ...offersSignUp(config, usable) ? [SIGN_UP] : [],
      ]),
    ),
    endpoints: byPath(endpoints),
    recordLists: new Map(codes.flatMap((code) => (code.records ?? []).map(toList))),
    topics: topicsOf(codes),
    parts,
    credentials: codes.flatMap((code) => code.credential ?? []),
    groups: new Map(codes.flatMap(({ functions = {} }) => Object.entries(functions))),
    providers,
    unusable,
    faults,
    secret,
    session: {
      strategy: config.session?.strategy ?? (config.adapter ? "database" : "jwt"),
      maxAge,
      // With a fixed day, short sessions would end while they are in use.
      updateAge: config.session?.updateAge ??
        Math.min(SESSION_UPDATE_AGE, Math.floor(Math.min(maxAge, tokenMaxAge) / 30)),
      generateSessionToken: config.session?.generateSessionToken ?? (() => crypto.randomUUID()),
      onStoreFailure: config.session?.onStoreFailure ?? "throw",
    },
    signUp: signUpOf(config).policy,
    signUpName: signUpOf(config).name,
    remembersProvider: config.rememberProvider === true,
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
      ...(!canProve && usable.some(claimsAddresses) ? { session: sessionWithProof } : {}),
      ...withoutUndefined(config.callbacks ?? {}),
    },
    canProve,
    events: config.events ?? {},
    store: codes.reduce(
      (store, code) => store && records && code.completeStore?.(store, records) || store,
      store,
    ),
    records,
    account,
    signOut,
    tokens,
    revocation: resolveRevocation(needed, parts),
    addressOf: addressIn(config),
    limits: resolveLimits(config),
    sizes: resolveSizes(config),
    factors,
    passwords,
    protectsAccounts: codes.some((code) => code.protectsAccounts === true),
    notifiesNewDevice: config.notifyNewDevice !== false,
    languages,
    sendMail,
    logger,
    logOnce,
    theme: config.theme ?? THEME,
    siteOrigin: (config as { [siteOrigin]?: string })[siteOrigin],
    cookies,
    useSecureCookies: config.useSecureCookies,
    csrfDisabled: config.skipCSRFCheck === skipCSRFCheck,
    error: configError,
    warnings,
    mayGenerateSecret: configError instanceof MissingSecret && developmentMode in config,
  };
}

function toList(
  kind: RecordList,
): [string, (reader: RecordReader, userId: string) => Promise<Json[]>] {
  const list = async (reader: RecordReader, userId: string) => {
    const { records } = reader.config;
    return (await kind.list({ ...reader, records }, userId)).map(({ data }) => data);
  };
  return [kind.name, list];
}

function byPath(endpoints: readonly Endpoint[]): Map<string, readonly Endpoint[]> {
  const grouped = new Map<string, readonly Endpoint[]>();
  for (const endpoint of endpoints) {
    grouped.set(endpoint.path, [...grouped.get(endpoint.path) ?? [], loadedOnce(endpoint)]);
  }
  return grouped;
}

function loadedOnce<E extends Endpoint>(endpoint: E): E {
  return { ...endpoint, load: lazy(async () => await endpoint.load()) };
}

/** @param parts those of the app, when tokens in its accounts are sealed */
function makeStore(
  { adapter, jwt, secret: own = "" }: AuthConfig,
  parts: ResolvedConfig["parts"] | undefined,
  logger: LoggerInstance,
  logOnce: (error: Error) => void,
): Store | undefined {
  if (!adapter || !parts) return adapter && wrapAdapter(adapter, logger);
  const secret = jwt?.secret ?? own;
  // The capability that seals brings the part. Sessions are read without `hooks/topics.ts`.
  const keeper = async () => await (parts.get("tokens") as Required<PartLoaders>["tokens"])();
  return wrapAdapter(adapter, logger, {
    write: async (account) => await (await keeper()).seal(account, secret),
    read: async (account) => await (await keeper()).open(account, secret, logOnce),
  });
}

/** The store of records, whose failures are those of the store. */
function wrappedRecords(config: AuthConfig): RecordStore | undefined {
  const records = recordsOf(config);
  return records && wrapRecords(records);
}

function resolveRevocation(
  config: AuthConfig,
  parts: ResolvedConfig["parts"],
): ResolvedRevocation | undefined {
  const { revocation } = config.session ?? {};
  const records = wrappedRecords(config);
  // The config check refuses the option without a store.
  if (!revocation || !records) return undefined;
  const { maxLag = 0 } = revocation;
  return {
    records,
    maxLagMs: maxLag * 1000,
    index: parts.get("providerSessions"),
  };
}

/** The app's way to find the address of a client. Default: the address of the socket. */
function addressIn({ session, limits }: AuthConfig): (request: Request) => string | null {
  const clientAddress = limits ? limits.clientAddress : undefined;
  const address = session?.revocation?.address ?? clientAddress ?? clientAddressOf;
  return (request) => address(request) ?? null;
}

interface ResolvedProviders {
  /** By id; of those with the same id, the first one. */
  providers: Map<string, ResolvedProvider>;
  /** Errors of providers that cannot be used, by id: a sign-in with one throws its error. */
  unusable: Map<string, AuthError>;
  /** Reasons for all providers that cannot be used, by the name for the log. */
  faults: Map<string, string>;
  hasDuplicates: boolean;
}

function resolveProviders(config: AuthConfig): ResolvedProviders {
  const providers = new Map<string, ResolvedProvider>();
  const unusable = new Map<string, AuthError>();
  const faults = new Map<string, string>();
  let hasDuplicates = false;
  const list = Array.isArray(config.providers) ? config.providers : [];
  for (const [index, written] of list.entries()) {
    const { provider, fault } = attemptProvider(written, config);
    const id = isProviderId(provider?.id) ? provider.id : undefined;
    if (id !== undefined && providers.has(id)) {
      hasDuplicates = true;
      continue;
    }
    if (id !== undefined) providers.set(id, provider!);
    if (!fault) continue;
    faults.set(id === undefined ? `providers[${index}]` : `"${id}"`, fault.reason);
    if (id === undefined) continue;
    const configError = new fault.type(`Cannot use the provider "${id}": ${fault.reason}`, {
      cause: { provider: id },
    });
    unusable.set(id, configError);
  }
  return { providers, unusable, faults, hasDuplicates };
}

function attemptProvider(
  written: Provider,
  config: AuthConfig,
): { provider?: ResolvedProvider; fault?: Fault } {
  try {
    const provider = resolveProvider(written, config);
    return { provider, fault: findFault(provider) };
  } catch (error) {
    const fault = { type: AuthError, reason: (error as Error).message };
    if (!written || typeof written !== "object") return { fault };
    // Its id and type are known even when its endpoints are not URLs; no flow reads the rest.
    return { provider: { ...written, ...written.options } as ResolvedProvider, fault };
  }
}

/**
 * Logs one line about all providers that cannot be used. Called at the first request, since a test
 * can replace providers until then.
 */
export function reportFaults({ faults, userConfig: written, logOnce }: ResolvedConfig): void {
  if (faults.size === 0) return;
  const total = `${faults.size} of ${written.providers.length}`;
  const reasons = [...faults].map(([name, reason]) => `${name}: ${reason}`).join("; ");
  const hint = reasons.includes("AUTH_") ? variableHint() : "";
  logOnce(
    new InvalidProvider(
      `Cannot use ${total} providers, which the sign-in page leaves out: ${reasons}${hint}`,
    ),
  );
}

/**
 * Logs what makes a config unusable, whatever the environment is, when the app makes it: the
 * answers to its first requests come too late for the person who starts it. A secret and the
 * variables of providers are looked for at the first request: where an app is built, they are
 * absent.
 */
export function reportError(config: AuthConfig): void {
  const secret = config.secret?.length ? config.secret : "unknown until the first request";
  const copy = { ...config, secret };
  const logger = completeLogger(config.logger, config.debug ?? false);
  const providers = [...resolveProviders(copy).providers.values()];
  const tables = possibleTables(copy, cookieTables(copy));
  const configError = findError(withNeeds(copy, providers), providers, tables);
  if (configError) reportOnce(configError, logger, config.logger ?? reported);
}

/** The cookies by http and by https. */
function cookieTables({ cookies }: AuthConfig): ResolvedConfig["cookies"] {
  return { plain: cookieTable(false, cookies), secure: cookieTable(true, cookies) };
}

/** Both tables, or that of the level which the config sets. */
function possibleTables(
  { useSecureCookies }: AuthConfig,
  { plain, secure }: ResolvedConfig["cookies"],
): CookieTable[] {
  if (typeof useSecureCookies !== "boolean") return [plain, secure];
  return [useSecureCookies ? secure : plain];
}

/** Logs a line once, since an app may make a config for each request, and copies exist. */
function reportOnce(error: Error, logger: LoggerInstance, own: object): void {
  const known = reported.get(own) ?? new Set();
  if (known.has(error.message)) return;
  if (known.size >= MAX_REPORTED) known.clear();
  reported.set(own, known.add(error.message));
  logger.error(error);
}

/** `true` where an address or a passkey makes an account; providers have theirs at the sign-in. */
function offersSignUp(config: AuthConfig, providers: readonly ResolvedProvider[]): boolean {
  return signUpOf(config).policy !== "invited" &&
    providers.some((one) => one.type === "email" || one.type === "webauthn" && one.formFields);
}
