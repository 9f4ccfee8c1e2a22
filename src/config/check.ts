/**
 * Checks a config. Each error names the option and the remedy.
 *
 * @module
 */

import { AuthError, DuplicateConditionalUI, MissingAdapter, MissingSecret } from "../errors.ts";
import {
  DATABASE_METHODS,
  EMAIL_METHODS,
  lackingOf,
  missing,
  WEBAUTHN_METHODS,
} from "../hooks/adapter.ts";
import { assertCookie } from "../http/cookie.ts";
import type { AuthConfig } from "../types/config.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";
import type { RecordStore } from "../types/records.ts";
import type { CookieTable } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import { checkCapabilities } from "./capability.ts";
import { checkLanguages } from "./languages.ts";
import { checkLimits } from "./limits.ts";
import { recordsOf } from "./records.ts";

/** Operations of a store of records. */
const RECORD_OPERATIONS = [
  "get",
  "put",
  "take",
  "list",
  "deleteOwner",
] as const satisfies (keyof RecordStore)[];

/**
 * Returns the first error that makes a config unusable; the secret is checked
 * last. Errors of single providers are found by `findFault`.
 */
export function findProblem(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  tables: readonly CookieTable[],
): AuthError | undefined {
  return checkNumbers(config) ?? checkTheme(config) ?? checkLimits(config) ??
    checkCookies(tables) ??
    checkProviders(config) ?? checkRecords(config) ?? checkSignUp(config) ?? checkLegacy(config) ??
    checkBrought(config, providers) ??
    checkLanguages(config) ??
    checkSecret(config);
}

/** Without an adapter, the capability that needs one says so, rather than an option that it needs too. */
function checkBrought(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const features = () => checkFeatures(config, providers);
  const capabilities = () => checkCapabilities(config, providers);
  return config.adapter ? features() ?? capabilities() : capabilities() ?? features();
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

function checkSignUp({ signUp = "open", adapter }: AuthConfig): AuthError | undefined {
  if (signUp === "open") return;
  if (signUp !== "invited" && typeof signUp !== "function") {
    return new AuthError('Cannot use `signUp`: it is not "open", "invited" or a function', {
      cause: { option: "signUp" },
    });
  }
  if (!adapter) {
    return new MissingAdapter("Cannot use `signUp`: set `adapter`, which knows who is a user");
  }
}

function checkLegacy({ legacy }: AuthConfig): AuthError | undefined {
  if (legacy === undefined || typeof legacy?.open === "function") return;
  return new AuthError(
    "Cannot use `legacy`: it reads no sessions; pass the result of a function such as " +
      "`nextAuth4()`",
    { cause: { option: "legacy" } },
  );
}

function checkFeatures(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const has = (type: string) => providers.some((provider) => provider.type === type);
  const { adapter } = config;
  if (typeof adapter === "function" && !("getUser" in adapter)) {
    return new MissingAdapter(
      "Cannot use `adapter`: it is a function; call it and pass its result",
    );
  }
  const strategy = config.session?.strategy ?? (adapter ? "database" : "jwt");
  if (strategy === "database") {
    if (!adapter) {
      return new MissingAdapter('Cannot use `session.strategy: "database"`: set `adapter`');
    }
    const error = missing(lackingOf(adapter, DATABASE_METHODS));
    if (error) return error;
  }
  const revocation = config.session?.revocation;
  if (revocation && !recordsOf(config)) {
    return new AuthError(
      "Cannot use `session.revocation`: there is no store of records; set `records`, for example " +
        "to `PostgresRecords(pool)`, or use an adapter of this library",
      { cause: { option: "session.revocation" } },
    );
  }
  if (has("email")) {
    if (!adapter) {
      return new MissingAdapter(
        "Cannot use email providers: set `adapter`, which stores the tokens of the links",
      );
    }
    const error = missing(lackingOf(adapter, EMAIL_METHODS));
    if (error) return error;
  }
  if (has("webauthn")) return checkWebAuthn(config, providers);
}

function checkWebAuthn(
  { adapter }: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const keys = providers.filter((provider): provider is WebAuthnConfig =>
    provider.type === "webauthn"
  );
  if (keys.filter(({ enableConditionalUI }) => enableConditionalUI).length > 1) {
    return new DuplicateConditionalUI(
      "Cannot offer two passkey providers in the autofill: set `enableConditionalUI: false` on one",
    );
  }
  if (!adapter) {
    return new MissingAdapter("Cannot use passkey providers: set `adapter`, which stores the keys");
  }
  return missing(lackingOf(adapter, WEBAUTHN_METHODS));
}
