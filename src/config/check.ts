/**
 * Checks a config. Each error names the option and the remedy; warnings are about a config that
 * works.
 *
 * @module
 */

import { AuthError, MissingAdapter, MissingSecret } from "../errors.ts";
import { assertCookie, MAX_AGE_LIMIT } from "../http/cookie.ts";
import type { AuthConfig } from "../types/config.ts";
import type { SignUpName, SignUpOptions } from "../types/sign_up.ts";
import type { Adapter } from "../types/adapter.ts";
import type { RecordStore } from "../types/records.ts";
import type { CookieTable, ResolvedConfig } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import { checkCapabilities, demandsIn } from "./capability.ts";
import { checkLanguages, checkLimits, hasSignUpOptions, signUpOf } from "./defaults.ts";
import { type Demand, findNeed, strategyOf } from "./needs.ts";
import { findRiskyLinks, findUnproven, isOAuth } from "./providers.ts";
import { isInsecure } from "./check_provider.ts";

/** Operations of a store of records. */
const RECORD_OPERATIONS = [
  "get",
  "put",
  "take",
  "list",
  "deleteOwner",
] as const satisfies (keyof RecordStore)[];

/** Methods that database sessions need. */
export const DATABASE_METHODS = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
] as const satisfies (keyof Adapter)[];

/** Methods that sign-in links by email need. */
const EMAIL_METHODS = [
  "createVerificationToken",
  "useVerificationToken",
  "getUserByEmail",
] as const satisfies (keyof Adapter)[];

/**
 * Returns the first error that makes a config unusable; the secret is checked
 * last. Errors of single providers are found by `findFault`.
 */
export function findError(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  tables: readonly CookieTable[],
): AuthError | undefined {
  return checkNumbers(config) ?? checkTheme(config) ?? checkLimits(config) ??
    checkCookies(tables) ??
    checkProviders(config) ?? checkRecords(config) ?? checkSignUp(config) ?? checkLegacy(config) ??
    checkAdapter(config) ?? checkCapabilities(config, providers) ??
    listNeeds(config, providers)[0] ??
    checkLanguages(config) ??
    checkSecret(config);
}

/** Returns an error for each option and provider that needs what the config lacks. */
export function listNeeds(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError[] {
  // A capability says what it needs before an option that it needs too.
  return [...demandsIn(config, providers), ...demandsOfCore(config, providers)]
    .flatMap((demand) => findNeed(config, providers, demand) ?? []);
}

function demandsOfCore(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): Demand[] {
  const { session } = config;
  return [
    ...signUpOf(config).policy === "open" ? [] : [{ option: "signUp", adapter: [] }],
    ...strategyOf(config) === "jwt" ? [] : [{
      option: 'session.strategy: "database"',
      adapter: DATABASE_METHODS,
      otherwise: 'set `"jwt"`',
    }],
    ...session?.revocation ? [{ option: "session.revocation", records: "always" as const }] : [],
    ...providers.filter(({ type }) => type === "email")
      .map(({ id }) => ({ provider: id, adapter: EMAIL_METHODS })),
  ];
}

function checkAdapter({ adapter }: AuthConfig): AuthError | undefined {
  if (typeof adapter !== "function" || "getUser" in adapter) return;
  return new MissingAdapter("Cannot use `adapter`: it is a function; call it and pass its result", {
    cause: { option: "adapter" },
  });
}

/** Hint for runtimes in which setting a variable does not make it readable. */
export function variableHint(): string {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent?.startsWith("Deno/")
    ? "; Deno reads variables only with --allow-env, and those of a file only with --env-file"
    : "";
}

function checkSecret({ secret, jwt }: AuthConfig): AuthError | undefined {
  if (!isSecret(secret)) {
    return new MissingSecret(
      "Cannot work without a secret: set `secret` or AUTH_SECRET to a random string of at least " +
        `32 characters, for example from \`openssl rand -base64 33\`${variableHint()}`,
    );
  }
  if (!isSecret(jwt?.secret ?? secret)) {
    return new AuthError("Cannot use `jwt.secret`: it is empty, or a list with an empty entry", {
      cause: { option: "jwt.secret" },
    });
  }
}

function isSecret(secret: string | string[] | undefined): boolean {
  const secrets = typeof secret === "string" ? [secret] : secret ?? [];
  return secrets.length > 0 && secrets.every((value) => typeof value === "string" && value);
}

function checkNumbers({ session, jwt, trustHost }: AuthConfig): AuthError | undefined {
  const bad = (option: string, value: unknown, rule: string) =>
    new AuthError(`Cannot use \`${option}\`: ${String(value)} is not ${rule}`, {
      cause: { option },
    });
  const isNumber = (value: unknown, least: number) =>
    value === undefined || (typeof value === "number" && value >= least && value < Infinity);
  if (!isNumber(session?.maxAge, 1)) {
    return bad("session.maxAge", session?.maxAge, "a number of seconds above 0");
  }
  if (!isNumber(session?.updateAge, 0)) {
    return bad("session.updateAge", session?.updateAge, "a number of seconds from 0");
  }
  const maxLag = session?.revocation?.maxLag;
  if (!isNumber(maxLag, 0)) {
    return bad("session.revocation.maxLag", maxLag, "a number of seconds from 0");
  }
  if (!isNumber(jwt?.maxAge, 1)) {
    return bad("jwt.maxAge", jwt?.maxAge, "a number of seconds above 0");
  }
  const hops = typeof trustHost === "object" ? trustHost?.forwardedHops : undefined;
  if (typeof trustHost === "object" && !(Number.isInteger(hops) && hops! > 0)) {
    return bad("trustHost.forwardedHops", hops, "a number of proxies from 1");
  }
  const strategy = session?.strategy;
  if (strategy !== undefined && strategy !== "jwt" && strategy !== "database") {
    return bad("session.strategy", strategy, '"jwt" or "database"');
  }
  const onFailure = session?.onStoreFailure;
  if (onFailure !== undefined && onFailure !== "throw" && onFailure !== "none") {
    return bad("session.onStoreFailure", onFailure, '"throw" or "none"');
  }
}

/** The name is part of the subjects of emails. The pages check the rest, with their colors. */
function checkTheme({ theme }: AuthConfig): AuthError | undefined {
  const { name } = theme ?? {};
  // deno-lint-ignore no-control-regex -- they would end a header
  if (name === undefined || (typeof name === "string" && /^[^\x00-\x1f\x7f]{1,64}$/.test(name))) {
    return;
  }
  return new AuthError(
    "Cannot use `theme.name`: it is not a text of 1 to 64 characters without line breaks",
    { cause: { option: "theme.name" } },
  );
}

function checkCookies(tables: readonly CookieTable[]): AuthError | undefined {
  for (const table of tables) {
    for (const [key, { name, options }] of Object.entries(table)) {
      try {
        assertCookie(name, options);
      } catch (error) {
        return new AuthError(`Cannot use \`cookies.${key}\`: ${(error as Error).message}`, {
          cause: { option: `cookies.${key}` },
        });
      }
    }
  }
}

function checkRecords({ records }: AuthConfig): AuthError | undefined {
  if (records === undefined) return;
  const lacking = RECORD_OPERATIONS.filter((name) => typeof records?.[name] !== "function");
  if (lacking.length === 0) return;
  return new AuthError(
    `Cannot use \`records\`: it lacks ${lacking.map((name) => `\`${name}\``).join(", ")}; pass a ` +
      "store of records, such as `PostgresRecords(pool)`",
    { cause: { option: "records" } },
  );
}

function checkProviders({ providers, redirectProxyUrl }: AuthConfig): AuthError | undefined {
  if (!Array.isArray(providers)) {
    return new AuthError("Cannot use `providers`: it must be a list", {
      cause: { option: "providers" },
    });
  }
  if (redirectProxyUrl && !URL.canParse(redirectProxyUrl)) {
    return new AuthError(`Cannot use \`redirectProxyUrl\`: "${redirectProxyUrl}" is not a URL`, {
      cause: { option: "redirectProxyUrl" },
    });
  }
}

function checkSignUp(config: AuthConfig): AuthError | undefined {
  const { signUp, account } = config;
  const fail = (fault: string) =>
    new AuthError(`Cannot use \`signUp\`: ${fault}`, { cause: { option: "signUp" } });
  const other = hasSignUpOptions(signUp) &&
    Object.keys(signUp).find((one) => !SIGN_UP_OPTIONS.has(one));
  if (other) return fail(`there is no member "${other}"; it has \`policy\` and \`name\``);
  const { policy, name } = signUpOf(config);
  if (policy !== "open" && policy !== "invited" && typeof policy !== "function") {
    return fail('it is not "open", "invited" or a function, or an object with one as `policy`');
  }
  if (!SIGN_UP_NAMES.has(name)) return fail('its `name` is not "ask", "optional" or "none"');
  if (name !== "ask" || account) return undefined;
  return fail('`name: "ask"` needs the account page; add `account: AccountPage()`');
}

/** Members of `signUp`. */
const SIGN_UP_OPTIONS: ReadonlySet<string> = new Set<keyof SignUpOptions>(["policy", "name"]);

/** Values of its `name`. */
const SIGN_UP_NAMES: ReadonlySet<unknown> = new Set<SignUpName>(["ask", "optional", "none"]);

function checkLegacy({ legacy }: AuthConfig): AuthError | undefined {
  if (legacy === undefined || typeof legacy?.open === "function") return;
  return new AuthError(
    "Cannot use `legacy`: it reads no sessions; pass the result of a function such as " +
      "`nextAuth4()`",
    { cause: { option: "legacy" } },
  );
}

/**
 * Returns the faults of a table, each with the option that it is about.
 *
 * @param isHttps `true` when the table is used by https alone
 */
export function faultsOfCookies(table: CookieTable, isHttps = false): string[] {
  return Object.entries(table).flatMap(([key, { name, options }]) => {
    const { sameSite, secure, httpOnly } = options;
    const faults: string[] = [];
    const add = (fault: string) => faults.push(`\`cookies.${key}\` ${fault}`);
    if (!secure && sameSite === "none") add('has `sameSite: "none"` without `secure`');
    if (!secure && /^__(Host|Secure)-/.test(name)) add(`is named ${name} without \`secure\``);
    if (key !== "sessionToken") return faults;
    if (!secure && isHttps && faults.length === 0) add("has `secure: false`");
    if (!httpOnly) add("has `httpOnly: false`");
    return faults;
  });
}

type ConfigWarning = ResolvedConfig["warnings"][number];

/** Facts that the config alone does not show. */
export interface WarningFacts {
  /** Providers that can be used. */
  readonly usable: readonly ResolvedProvider[];
  /** Cookies: one table, or two if the scheme of a request decides. */
  readonly tables: readonly CookieTable[];
  /** `true` when two providers have the same id. */
  readonly hasDuplicates: boolean;
  /** `true` when a usable provider proves addresses. */
  readonly canProve: boolean;
  /** `true` when there are second factors and no way to tell users of their changes. */
  readonly hasSilentFactors: boolean;
}

/** Options of earlier versions, and what to write instead. */
const REMOVED: readonly (readonly [option: string, path: readonly string[], remedy: string])[] = [
  ["session.revocation.store", ["session", "revocation", "store"], "pass the store as `records`"],
  ...["createSessionRecord", "deleteSessionsByUserId", "useOnce"].map((name) =>
    [`adapter.${name}`, ["adapter", name], "remove it, and pass `records`"] as const
  ),
];

function isSet(config: AuthConfig, path: readonly string[]): boolean {
  let value: unknown = config;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value !== undefined;
}

/** Returns the warnings, each with the providers it is about. */
export function listWarnings(
  config: AuthConfig,
  { usable, tables, hasDuplicates, canProve, hasSilentFactors }: WarningFacts,
): ConfigWarning[] {
  const { secret, redirectProxyOrigins } = config;
  const warnings: ConfigWarning[] = REMOVED.filter(([, path]) => isSet(config, path))
    .map(([option, , remedy]) => ({ code: "removed-option", about: `\`${option}\`: ${remedy}` }));
  const warnAbout = (code: ConfigWarning["code"], about: readonly string[]) => {
    if (about.length > 0) warnings.push({ code, about: about.join(", ") });
  };
  const newest = typeof secret === "string" ? secret : secret?.[0] ?? "";
  if (newest.length < 32) warnings.push({ code: "short-secret" });
  if (hasDuplicates) warnings.push({ code: "duplicate-provider" });
  const isProxied = usable.some((provider) =>
    "redirectProxyUrl" in provider && provider.redirectProxyUrl
  );
  if (isProxied && !redirectProxyOrigins) warnings.push({ code: "redirect-proxy-origins" });
  if (config.experimental?.enableWebAuthn === true) {
    warnings.push({ code: "experimental-webauthn" });
  }
  if (hasSilentFactors) warnings.push({ code: "factors-without-mail" });
  const insecure = usable.filter((provider) => isOAuth(provider) && isInsecure(provider));
  warnAbout("insecure-requests", insecure.map(({ id }) => id));
  warnAbout("unproven-addresses", canProve ? findUnproven(usable) : []);
  warnAbout("unverified-linking", findRiskyLinks(usable));
  warnAbout("long-lifetime", findLongLifetimes(config, usable));
  // What is wrong by http alone, or by https alone, is seen only where the scheme is known.
  const [first = [], ...others] = tables.map((table) => faultsOfCookies(table));
  warnAbout(
    "insecure-cookie",
    first.filter((fault) => others.every((other) => other.includes(fault))),
  );
  return warnings;
}

/** Options in seconds that are longer than any cookie lives, with their values. */
function findLongLifetimes(
  { session, jwt }: AuthConfig,
  usable: readonly ResolvedProvider[],
): string[] {
  const options: [string, number | undefined][] = [
    ["session.maxAge", session?.maxAge],
    ["session.updateAge", session?.updateAge],
    ["session.revocation.maxLag", session?.revocation?.maxLag],
    ["jwt.maxAge", jwt?.maxAge],
    ...usable.map((provider): [string, number | undefined] => [
      `maxAge of "${provider.id}"`,
      provider.type === "email" ? provider.maxAge : undefined,
    ]),
  ];
  return options.filter(([, seconds = 0]) => seconds > MAX_AGE_LIMIT)
    .map(([name, seconds]) => `${name} is ${seconds}`);
}
