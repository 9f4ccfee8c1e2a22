/**
 * Environment variables into a config. The environment is a parameter: nothing
 * here reads the process.
 *
 * @module
 */

import { completeLogger } from "../hooks/logger.ts";
import { withoutUndefined } from "../base/objects.ts";
import { developmentMode, siteOrigin } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Provider } from "../types/provider.ts";
import { BASE_PATH } from "./defaults.ts";

/** Variables by name; an object with getters reads only the variables in use. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Fills missing members of a config from `AUTH_*` variables and their older
 * names. Writes into the config.
 *
 * | Variable | Member of the config |
 * |---|---|
 * | `AUTH_URL`, before `NEXTAUTH_URL` | `basePath`: the path of the URL, `/` when it has none; without a URL `/auth`. The host is trusted |
 * | `AUTH_SECRET_3`, `AUTH_SECRET_2`, `AUTH_SECRET_1`, `AUTH_SECRET`, before `NEXTAUTH_SECRET` | `secret`, newest first |
 * | `AUTH_TRUST_HOST`, `VERCEL`, `CF_PAGES`, `DENO_DEPLOYMENT_ID` | `trustHost`: the first that is set decides; `0`, `false` and `no` mean no |
 * | `NODE_ENV` | `trustHost` is `true` unless it is `production`, when nothing above decides |
 * | `AUTH_REDIRECT_PROXY_URL` | `redirectProxyUrl` |
 * | `AUTH_{ID}_ID` | `clientId` of the provider with the id |
 * | `AUTH_{ID}_SECRET` | `clientSecret` of the provider |
 * | `AUTH_{ID}_ISSUER` | `issuer` of the provider |
 * | `AUTH_{ID}_KEY` | `apiKey` of an email provider |
 *
 * @param suppressBasePathWarning for wrappers that always set `basePath`
 *
 * @example
 * ```ts
 * import { type AuthConfig, setEnvDefaults } from "@x/auth";
 * import { assertEquals } from "@std/assert";
 *
 * const config: AuthConfig = { providers: [] };
 * setEnvDefaults({ AUTH_SECRET: "s3cret", AUTH_URL: "https://app.example/api/auth" }, config);
 * assertEquals(config.basePath, "/api/auth");
 * assertEquals(config.secret, ["s3cret"]);
 * assertEquals(config.trustHost, true);
 * ```
 */
export function setEnvDefaults(
  env: Environment,
  config: AuthConfig,
  suppressBasePathWarning = false,
): void {
  setBasePath(env, config, suppressBasePathWarning);
  setSecret(env, config);
  config.redirectProxyUrl ??= env.AUTH_REDIRECT_PROXY_URL;
  const production = isProduction(env);
  config.trustHost ??= isTrusted(env) ?? !production;
  if (!production) Reflect.set(config, developmentMode, true);
  if (Array.isArray(config.providers)) {
    config.providers = config.providers.map((provider) => withVariables(provider, env));
  }
}

/** Returns `true` where the environment is that of a deployment. */
export function isProduction(env: Environment): boolean {
  return env.NODE_ENV === "production" || Boolean(env.DENO_DEPLOYMENT_ID);
}

function setBasePath(env: Environment, config: AuthConfig, suppressWarning: boolean): void {
  const text = env.AUTH_URL ?? env.NEXTAUTH_URL;
  const url = parseUrl(text);
  if (text && !url) completeLogger(config.logger, false).warn("env-url-invalid");
  if (url) {
    Reflect.set(config, siteOrigin, url.origin);
    const isRedundant = Boolean(config.basePath);
    config.basePath ||= url.pathname;
    if (!suppressWarning && (isRedundant || url.pathname === "/")) {
      completeLogger(config.logger, false).warn(
        isRedundant ? "env-url-basepath-redundant" : "env-url-without-path",
      );
    }
  }
  config.basePath ||= BASE_PATH;
}

/** An http(s) URL, as `AUTH_URL` has to be; nothing else has an origin. */
export function parseUrl(text: string | undefined): URL | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

function setSecret(env: Environment, config: AuthConfig): void {
  if (config.secret?.length) return;
  const names = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1"];
  const values = names.map((name) => env[name]);
  values.push(env.AUTH_SECRET ?? env.NEXTAUTH_SECRET);
  config.secret = values.filter((value): value is string => Boolean(value));
}

/**
 * Returns `true` when the environment marks the host header as safe; `undefined`
 * when no variable is about it.
 */
export function isTrusted(env: Environment): boolean | undefined {
  // Only a URL fixes an origin; other text is no reason to trust the host.
  if (parseUrl(env.AUTH_URL ?? env.NEXTAUTH_URL)) return true;
  const said = env.AUTH_TRUST_HOST ?? env.VERCEL ?? env.CF_PAGES ?? env.DENO_DEPLOYMENT_ID;
  return said === undefined ? undefined : isYes(said);
}

/** Returns `true` for a value that means yes; text from an environment may mean no. */
export function isYes(said: unknown): boolean {
  return typeof said === "string"
    ? !["", "0", "false", "no"].includes(said.toLowerCase())
    : said === true;
}

/** Variable of a provider's member: `AUTH_{ID}_{NAME}`. */
export function variableName(id: string, name: "ID" | "SECRET" | "ISSUER" | "KEY"): string {
  return `AUTH_${id.toUpperCase().replaceAll("-", "_")}_${name}`;
}

/** Variables by the members of a provider that they fill. */
const VARIABLES = {
  clientId: "ID",
  clientSecret: "SECRET",
  issuer: "ISSUER",
  apiKey: "KEY",
} as const;

/**
 * Calls provider functions with the variables of their default id, and fills
 * missing members of provider objects. The app's object is not changed.
 */
function withVariables(written: Provider, env: Environment): Provider {
  const variables: Partial<Record<string, string>> = {};
  let isRead = false;
  // The id names the variables, and only the function knows it. One that reads them, and so needs
  // them to make the provider, is called again.
  const options = new Proxy(variables, {
    get(target, name) {
      isRead ||= Object.hasOwn(VARIABLES, name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      isRead = true;
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      isRead = true;
      return Reflect.ownKeys(target);
    },
  });
  const named = typeof written === "function" ? callWith(written, options) : written;
  // A provider that cannot be made is reported with the other problems of the config.
  if (typeof named?.id !== "string") return written;
  for (const [member, name] of Object.entries(VARIABLES)) {
    const value = env[variableName(named.id, name)];
    if (value !== undefined) variables[member] = value;
  }
  const { clientId, clientSecret, issuer, apiKey } = variables;
  const needsThem = isRead && Object.keys(variables).length > 0;
  const provider = typeof written === "function" && needsThem
    ? callWith(written, variables)
    : named;
  if (!provider) return written;
  const open = withoutUndefined(
    provider.type === "oauth" || provider.type === "oidc"
      ? { clientId, clientSecret, issuer }
      : provider.type === "email"
      ? { apiKey }
      : {},
  );
  const filled = { ...open, ...withoutUndefined(provider) };
  // Options win over members: the app's values win over the environment, which wins over the
  // provider's own values.
  if (provider.options) filled.options = { ...open, ...withoutUndefined(provider.options) };
  return filled as Provider;
}

function callWith<P>(create: (options: object) => P, options: object): P | undefined {
  try {
    return create(options);
  } catch {
    return undefined;
  }
}
