/**
 * A provider as an app wrote it → a provider with every member set, and the rules by which a sign-in
 * with it proves the email address that it brings.
 *
 * Only a proven address identifies a user. Otherwise an attacker could sign up under another
 * person's address, wait until its owner signs up, and share the owner's user from then on (account
 * pre-hijacking).
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims OpenID Connect Core §5.1}
 * @module
 */

import { withoutUndefined } from "../base/objects.ts";
import { customFetch } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type {
  ResolvedEndpoint,
  ResolvedOAuthProvider,
  ResolvedProvider,
} from "../types/resolved_provider.ts";
import type { EndpointHandler, Provider, ProviderObject } from "../types/provider.ts";
import { defaultAccount, defaultAccount1, defaultProfile, SCOPE } from "./defaults.ts";
import { strictChecksOf } from "./check_provider.ts";
import type { Profile } from "../types/entities.ts";
import type { Identity } from "../types/identity.ts";

// deno-lint-ignore no-explicit-any -- providers of different profiles
type AnyProvider = ProviderObject<any>;
type Members = Record<string, unknown>;
type Endpoint = string | EndpointHandler | undefined;

const ENDPOINTS = ["authorization", "token", "userinfo"] as const;

/** Path of a discovery document below its issuer (OIDC Discovery §4). */
export const WELL_KNOWN = "/.well-known/openid-configuration";

/**
 * Calls a provider function, merges the app's options over the provider's own
 * members, and sets endpoints, checks and mappings.
 *
 * @throws {TypeError} when it is not a provider, or when an endpoint or the redirect proxy is not a URL
 */
export function resolveProvider(written: Provider, config: AuthConfig): ResolvedProvider {
  const own: AnyProvider = typeof written === "function" ? written() : written;
  if (!own || typeof own !== "object") {
    throw new TypeError("it is neither a provider nor a function that makes one");
  }
  const options = ((own as unknown as Members).options ?? {}) as Members;
  const merged = merge(own as unknown as Members, options) as unknown as AnyProvider;
  if (merged.type !== "oauth" && merged.type !== "oidc") return merged as ResolvedProvider;

  for (const name of ENDPOINTS) {
    // The types of some providers have no such member; then it stays absent.
    (merged as unknown as Members)[name] = mergeEndpoint(
      own[name as never],
      options[name] as Endpoint,
    );
  }
  return resolveOAuth(merged as unknown as Members & ResolvedOAuthProvider, own, options, config);
}

function resolveOAuth(
  provider: Members & ResolvedOAuthProvider,
  own: AnyProvider,
  options: Members,
  config: AuthConfig,
): ResolvedOAuthProvider {
  const raw = provider as Members;
  const version = toVersion(raw.version);
  if (version === "1.0") return resolveOAuth1(provider, own, options, config);
  const issuer = provider.issuer ?? issuerOf(provider.wellKnown);
  const authorization = toEndpoint(raw.authorization as Endpoint) ?? {};
  const responseMode = authorization.url?.searchParams.get("response_mode") ??
    authorization.params?.response_mode;
  const formPost = responseMode === "form_post";
  if (authorization.url && !authorization.url.searchParams.has("scope")) {
    authorization.url.searchParams.set("scope", SCOPE);
  }
  const proxy = formPost ? undefined : provider.redirectProxyUrl ?? config.redirectProxyUrl;
  const checks = [...provider.checks ?? ["pkce"]] as ResolvedOAuthProvider["checks"];
  if (checks.length === 0) checks.push("pkce");
  if (proxy && !checks.includes("state")) checks.push("state");

  return {
    ...provider,
    ...strictChecksOf(provider)?.defaults(provider),
    issuer,
    authorization,
    token: toEndpoint(raw.token as Endpoint) ?? {},
    userinfo: toEndpoint(raw.userinfo as Endpoint),
    checks: proxy ? checks.filter((check) => check !== "none") : checks,
    profile: provider.profile ?? defaultProfile,
    account: provider.account ?? defaultAccount,
    redirectProxyUrl: toProxyUrl(proxy, provider.id),
    formPost,
    version,
    requestTokenUrl: undefined,
    // A provider with its own `fetch` calls the app's `fetch` itself.
    fetch: fetchOf(own as object) ?? fetchOf(options),
  };
}

/** RFC 5849 has no scope, no discovery, and no checks except the request token. */
function resolveOAuth1(
  provider: Members & ResolvedOAuthProvider,
  own: AnyProvider,
  options: Members,
  config: AuthConfig,
): ResolvedOAuthProvider {
  const raw = provider as Members;
  const proxy = provider.redirectProxyUrl ?? config.redirectProxyUrl;
  return {
    ...provider,
    authorization: toEndpoint(raw.authorization as Endpoint) ?? {},
    token: toEndpoint(raw.token as Endpoint) ?? {},
    userinfo: toEndpoint(raw.userinfo as Endpoint),
    checks: ["state"],
    profile: provider.profile ?? defaultProfile,
    account: provider.account ?? defaultAccount1,
    redirectProxyUrl: toProxyUrl(proxy, provider.id),
    formPost: false,
    version: "1.0",
    requestTokenUrl: toEndpoint(raw.requestTokenUrl as Endpoint)?.url,
    fetch: fetchOf(own as object) ?? fetchOf(options),
  };
}

/** Accepts a number, and the letter of version 1.0a, since both are common. */
function toVersion(written: unknown): string {
  const version = String(written ?? "2.0");
  return /^1(\.0a?)?$/i.test(version) ? "1.0" : version;
}

/** Returns `true` for a provider of OAuth 1.0 (RFC 5849). */
export function isOAuth1(provider: ResolvedProvider): boolean {
  return provider.type === "oauth" && provider.version === "1.0";
}

function toProxyUrl(proxy: string | undefined, id: string): string | undefined {
  return proxy && `${new URL(proxy).href.replace(/\/$/, "")}/callback/${id}`;
}

/** The app's members over the provider's: objects merge, everything else and a mark replaces. */
function merge(own: Members, options: Members): Members {
  const result: Members = { ...own };
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || name === "__proto__") continue;
    const present = result[name];
    result[name] = name !== "mark" && isPlain(present) && isPlain(value)
      ? merge(present, value)
      : value;
  }
  return result;
}

function isPlain(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An override that is an object keeps the members and parameters that it does not name. */
function mergeEndpoint(own: Endpoint, override: Endpoint): Endpoint {
  if (override === undefined) return own;
  if (!override || typeof override === "string" || !own) return override;
  const base = typeof own === "string" ? { url: own } : own;
  const params = { ...base.params, ...withoutUndefined(override.params ?? {}) };
  return { ...base, ...withoutUndefined(override), params };
}

function toEndpoint(endpoint: Endpoint): ResolvedEndpoint | undefined {
  if (!endpoint) return undefined;
  const { url, ...handler } = typeof endpoint === "string" ? { url: endpoint } : endpoint;
  const parsed = url ? new URL(url) : undefined;
  // Provider objects made for Auth.js use this host for "no URL".
  if (!parsed || parsed.hostname === "authjs.dev") return { ...handler };
  return { ...handler, url: addParams(parsed, handler.params ?? {}) };
}

/** Sets query members that have a value; `claims` is written as JSON (OpenID Connect Core §5.5). */
export function addParams(url: URL, params: Record<string, unknown>): URL {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    url.searchParams.set(name, name === "claims" ? JSON.stringify(value) : String(value));
  }
  return url;
}

function issuerOf(wellKnown: string | undefined): string | undefined {
  return wellKnown?.endsWith(WELL_KNOWN) ? wellKnown.slice(0, -WELL_KNOWN.length) : undefined;
}

/** Finds the symbol of another copy of this module by its description: it is not registered. */
function fetchOf(holder: object): typeof fetch | undefined {
  const members = holder as Record<symbol, typeof fetch | undefined>;
  if (members[customFetch]) return members[customFetch];
  const foreign = Object.getOwnPropertySymbols(holder)
    .find((symbol) => symbol.description === customFetch.description);
  return foreign && members[foreign];
}

/** Returns `true` for a provider whose sign-ins can prove an address. */
export function provesAddresses(provider: ResolvedProvider): boolean {
  if (provider.type === "email") return true;
  if (!isOAuth(provider)) return false;
  const { emailVerified } = provider;
  return isVouchedFor(provider) || (emailVerified !== undefined && emailVerified !== false);
}

/** Returns `true` for a provider whose sign-ins may bring unproven addresses. */
export function claimsAddresses(provider: ResolvedProvider): boolean {
  return provider.type === "webauthn" || isOAuth(provider);
}

/**
 * Lists the ids of OAuth providers whose addresses are never proven. An OpenID
 * Provider without a statement may send the claim.
 */
export function findUnproven(providers: readonly ResolvedProvider[]): string[] {
  return providers
    .filter((provider) =>
      isOAuth(provider) && !provesAddresses(provider) &&
      (provider.type === "oauth" || provider.emailVerified === false)
    )
    .map(({ id }) => id);
}

/**
 * Lists the ids of OAuth providers that sign in to users by addresses which they do not verify.
 * An OpenID Provider without a statement may send the claim.
 */
export function findRiskyLinks(providers: readonly ResolvedProvider[]): string[] {
  return providers
    .filter((provider) =>
      isOAuth(provider) && isVouchedFor(provider) &&
      (provider.emailVerified ?? provider.type === "oidc") === false
    )
    .map(({ id }) => id);
}

/** With this option, the app must know that the provider verifies addresses. */
function isVouchedFor({ allowDangerousEmailAccountLinking }: ResolvedOAuthProvider): boolean {
  return allowDangerousEmailAccountLinking === true;
}

/** Returns `true` for a sign-in that proved its address. */
export function isProven(
  provider: ResolvedProvider,
  { account, profile = {} }: Pick<Identity, "account" | "profile">,
): boolean {
  if (account.type === "email") return true;
  if (!isOAuth(provider)) return false;
  const { email_verified: claim } = profile;
  if (claim !== undefined && !isTrue(claim)) return false;
  return isVouchedFor(provider) || isStated(provider, profile, claim !== undefined);
}

/** Applies the provider's statement to a profile; `unstated` is the result without one. */
function isStated(
  { emailVerified }: ResolvedOAuthProvider,
  profile: Profile,
  unstated: boolean,
): boolean {
  if (typeof emailVerified === "string") return isTrue(profile[emailVerified]);
  if (typeof emailVerified !== "function") return emailVerified ?? unstated;
  try {
    return emailVerified(profile) === true;
  } catch {
    return false; // a profile without the members that the function reads proves nothing
  }
}

/** Some providers write claims as text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === "true";
}

/** Returns `true` for a provider of OAuth or OpenID Connect. */
export function isOAuth(provider: ResolvedProvider | undefined): provider is ResolvedOAuthProvider {
  return provider?.type === "oauth" || provider?.type === "oidc";
}
