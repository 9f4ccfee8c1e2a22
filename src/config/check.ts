/**
 * What is wrong with a config, in words that name the option and the cure.
 *
 * @module
 */

import {
  AuthError,
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  InvalidEndpoints,
  InvalidProvider,
  MissingAdapter,
  MissingAuthorize,
  MissingSecret,
  MissingWebAuthnAutocomplete,
} from "../errors.ts";
import {
  DATABASE_METHODS,
  EMAIL_METHODS,
  missing,
  RECORD_METHODS,
  WEBAUTHN_METHODS,
} from "../hooks/adapter.ts";
import { assertCookie } from "../http/cookie.ts";
import { problemOfUrl, writtenUrls } from "./endpoint_url.ts";
import { variableOf } from "./env.ts";
import type { AuthConfig } from "../types/config.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";
import type { CookieTable, ResolvedOAuthProvider, ResolvedProvider } from "../types/internal.ts";

const TYPES = ["oidc", "oauth", "email", "credentials", "webauthn"];

/** The first thing that makes a config unusable; the secret is looked at last. */
export function findProblem(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  tables: readonly CookieTable[],
): AuthError | undefined {
  return checkNumbers(config) ?? checkCookies(tables) ??
    firstOf(providers, checkProvider) ?? checkFeatures(config, providers) ?? checkSecret(config);
}

function firstOf<T>(
  items: readonly T[],
  check: (item: T) => AuthError | undefined,
): AuthError | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem) return problem;
  }
}

function checkSecret({ secret, jwt }: AuthConfig): AuthError | undefined {
  if (!isSecret(secret)) {
    return new MissingSecret(
      "Cannot work without a secret: set `secret` or AUTH_SECRET to a random string of at least " +
        "32 characters, for example from `openssl rand -base64 33`; Deno reads AUTH_SECRET only with " +
        "--allow-env",
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

function checkProvider(provider: ResolvedProvider): AuthError | undefined {
  const { id, type } = provider;
  if (id === undefined) {
    return new InvalidProvider(
      "Cannot use one of the `providers`: it has no `id`; list what a provider module exports by " +
        "default, or an object with `id`, `name` and `type`",
    );
  }
  if (typeof id !== "string" || !/^[\w.~-]+$/.test(id)) {
    return new InvalidProvider(
      `Cannot use the provider id ${JSON.stringify(id)}: it is part of a URL, so it may have ` +
        "letters, digits, and - _ . ~ only",
    );
  }
  if (!TYPES.includes(type)) {
    return new InvalidProvider(
      `Cannot use the provider "${id}": its \`type\` is not one of ${TYPES.join(", ")}`,
    );
  }
  if (type === "credentials" && typeof provider.authorize !== "function") {
    return new MissingAuthorize(
      `Cannot use the provider "${id}": pass \`authorize\` to check the credentials`,
    );
  }
  if (type === "email") return checkEmail(provider as EmailConfig);
  if (type === "oauth" || type === "oidc") return checkEndpoints(provider as ResolvedOAuthProvider);
}

function checkEmail(provider: EmailConfig): AuthError | undefined {
  const { id, maxAge, code, requiredOptions = [] } = provider;
  const refuse = (why: string) =>
    new InvalidProvider(`Cannot use the provider "${id}": ${why}`, { cause: { provider: id } });
  if (typeof provider.sendVerificationRequest !== "function") {
    return refuse("pass `sendVerificationRequest` to send the link");
  }
  if (maxAge !== undefined && !(typeof maxAge === "number" && maxAge > 0 && maxAge < Infinity)) {
    return refuse("`maxAge` is not a number of seconds above 0");
  }
  if (code !== undefined && ![true, false, 6, 7, 8].includes(code)) {
    return refuse("`code` is not true, false, 6, 7 or 8");
  }
  for (const name of requiredOptions) {
    if ((provider as unknown as Record<string, unknown>)[name]) continue;
    return refuse(`set \`${name}\`${name === "apiKey" ? ` or ${variableOf(id, "KEY")}` : ""}`);
  }
}

function checkEndpoints(provider: ResolvedOAuthProvider): AuthError | undefined {
  const { id, type, issuer, wellKnown, version } = provider;
  if (version.startsWith("1.")) {
    const problem = checkOAuth1(provider);
    if (problem) return problem;
  } else if (!issuer && !wellKnown) {
    for (const name of ["authorization", "token", "userinfo"] as const) {
      const endpoint = provider[name];
      if (endpoint?.url || (name === "userinfo" && endpoint?.request)) continue;
      return new InvalidEndpoints(
        type === "oidc"
          ? `Cannot use the provider "${id}": set \`issuer\` or ${variableOf(id, "ISSUER")}`
          : `Cannot use the provider "${id}": set \`${name}\`, or \`issuer\` to discover it`,
        { cause: { provider: id } },
      );
    }
  }
  const badUrl = checkUrls(provider);
  if (badUrl) return badUrl;
  if (!provider.clientId) {
    return new InvalidProvider(
      `Cannot use the provider "${id}": set \`clientId\` or ${variableOf(id, "ID")}, which Deno ` +
        "reads only with --allow-env",
      { cause: { provider: id } },
    );
  }
}

function checkUrls(provider: ResolvedOAuthProvider): AuthError | undefined {
  const { id, issuer, wellKnown } = provider;
  const urls = writtenUrls(provider);
  // An issuer that is not looked up is only a name.
  if (issuer?.startsWith("http:") && !wellKnown) urls.issuer = issuer;
  for (const [option, url] of Object.entries(urls)) {
    const problem = problemOfUrl(provider, url);
    if (!problem) continue;
    return new InvalidEndpoints(`Cannot use the provider "${id}": in \`${option}\`, ${problem}`, {
      cause: { provider: id },
    });
  }
}

/** There is no discovery, and no request without a secret to sign it with. */
function checkOAuth1(provider: ResolvedOAuthProvider): AuthError | undefined {
  const { id, type, version, userinfo } = provider;
  if (type !== "oauth" || version !== "1.0") {
    return new InvalidProvider(
      `Cannot use the provider "${id}": there is no version "${version}" of its type "${type}"`,
      { cause: { provider: id } },
    );
  }
  const present = {
    requestTokenUrl: provider.requestTokenUrl,
    authorization: provider.authorization.url,
    token: provider.token.url,
    userinfo: userinfo?.url ?? userinfo?.request,
  };
  for (const [name, value] of Object.entries(present)) {
    if (value) continue;
    return new InvalidEndpoints(
      `Cannot use the provider "${id}": set \`${name}\`, since OAuth 1.0 has no discovery`,
      { cause: { provider: id } },
    );
  }
  if (provider.token.request) {
    return new InvalidProvider(
      `Cannot use the provider "${id}": \`token.request\` has no place in OAuth 1.0, where the ` +
        "exchange must be signed; use `token.conform` to repair its answer",
      { cause: { provider: id } },
    );
  }
  if (provider.clientSecret) return;
  return new InvalidProvider(
    `Cannot use the provider "${id}": set \`clientSecret\` or ${variableOf(id, "SECRET")}`,
    { cause: { provider: id } },
  );
}

function checkFeatures(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const has = (type: string) => providers.some((provider) => provider.type === type);
  const { adapter } = config;
  if (typeof adapter === "function" && !("getUser" in adapter)) {
    return new MissingAdapter("Cannot use `adapter`: call the function, and pass what it returns");
  }
  const strategy = config.session?.strategy ?? (adapter ? "database" : "jwt");
  if (strategy === "database") {
    if (!adapter) {
      return new MissingAdapter('Cannot use `session.strategy: "database"`: set `adapter`');
    }
    const lacking = DATABASE_METHODS.filter((name) => !(name in adapter));
    if (lacking.length > 0) return missing(lacking);
  }
  const revocation = config.session?.revocation;
  if (revocation) {
    const store = (revocation.store ?? adapter ?? {}) as object;
    const lacking: string[] = RECORD_METHODS.filter((name) => !(name in store));
    // Database sessions are ended by their rows, which have to be found.
    if (strategy === "database" && !("listSessions" in adapter!)) lacking.push("listSessions");
    if (lacking.length > 0) return missing(lacking);
  }
  if (has("email")) {
    if (!adapter) {
      return new MissingAdapter(
        "Cannot use e-mail providers: set `adapter`, which keeps what the links are checked by",
      );
    }
    const lacking = EMAIL_METHODS.filter((name) => !(name in adapter));
    if (lacking.length > 0) return missing(lacking);
  }
  if (has("webauthn")) return checkWebAuthn(config, providers);
}

function checkWebAuthn(
  { adapter, experimental }: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const keys = providers.filter((provider): provider is WebAuthnConfig =>
    provider.type === "webauthn"
  );
  const problem = firstOf(keys, checkPasskeys);
  if (problem) return problem;
  if (keys.filter(({ enableConditionalUI }) => enableConditionalUI).length > 1) {
    return new DuplicateConditionalUI(
      "Cannot offer two passkey providers in the autofill: set `enableConditionalUI: false` on one",
    );
  }
  if (!experimental?.enableWebAuthn) {
    return new ExperimentalFeatureNotEnabled(
      "Cannot use passkey providers: set `experimental.enableWebAuthn: true`",
    );
  }
  if (!adapter) {
    return new MissingAdapter("Cannot use passkey providers: set `adapter`, which keeps the keys");
  }
  const lacking = WEBAUTHN_METHODS.filter((name) => !(name in adapter));
  if (lacking.length > 0) return missing(lacking);
}

const CEREMONIES = [
  "generateAuthenticationOptions",
  "generateRegistrationOptions",
  "verifyAuthenticationResponse",
  "verifyRegistrationResponse",
] as const;

function checkPasskeys(provider: WebAuthnConfig): AuthError | undefined {
  const { id, formFields, simpleWebAuthnBrowserVersion: version } = provider;
  const cause = { provider: id };
  if (version && !/^v\d+(\.\d+){0,2}$/.test(version)) {
    return new AuthError(
      `Cannot use the provider "${id}": \`simpleWebAuthnBrowserVersion\` is not like "v1.2.3"`,
      { cause },
    );
  }
  const fields = Object.values(formFields || {});
  const hasHint = fields.some(({ autocomplete }) => autocomplete?.includes("webauthn"));
  if (provider.enableConditionalUI && !hasHint) {
    return new MissingWebAuthnAutocomplete(
      `Cannot offer "${id}" in the autofill: give a field of \`formFields\` an \`autocomplete\` ` +
        'that ends in "webauthn", or set `enableConditionalUI: false`',
      { cause },
    );
  }
  const isComplete = typeof provider.getUserInfo === "function" &&
    typeof provider.getRelayingParty === "function" &&
    CEREMONIES.every((name) => typeof provider.simpleWebAuthn?.[name] === "function");
  if (!isComplete) {
    return new InvalidProvider(
      `Cannot use the provider "${id}": make it with the function of ` +
        "@x/auth/providers/passkey or @x/auth/providers/webauthn",
      { cause },
    );
  }
}
