/**
 * Metadata and keys of the authorization server, fetched once for all parallel
 * sign-ins and cached for an hour.
 *
 * @see {@link https://openid.net/specs/openid-connect-discovery-1_0.html OpenID Connect Discovery} and {@link https://www.rfc-editor.org/rfc/rfc8414 RFC 8414}
 * @module
 */

import type * as oauth from "oauth4webapi";
import { nowMs } from "../../base/time.ts";
import { errorOfUrl, shownUrl } from "../../config/check_provider.ts";
import { addParams } from "../../config/providers.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { discover, discoveryUrlOf } from "./discovery.ts";
import { fetchJson, innerFetchOf } from "./fetch.ts";
import { strictCodeOf } from "./strict_client.ts";

/** Milliseconds for which cached metadata and keys are used. */
const LIFETIME_MS = 60 * 60 * 1000;

/** Milliseconds between two requests for keys on behalf of tokens that anyone can send. */
const PAUSE_MS = 10_000;

/** Most entries of a cache, two for an issuer; a further one replaces the oldest. */
const MAX_ENTRIES = 2500;

/** Placeholder for the issuer of providers that have none. */
const NO_ISSUER = "https://issuer.invalid";

/** Members of a discovery document that are used here, and the options that override them. */
const OPTIONS = {
  authorization_endpoint: "authorization",
  token_endpoint: "token",
  userinfo_endpoint: "userinfo",
  jwks_uri: "jwks_endpoint",
} as const;

/** Public keys of an issuer. */
export interface KeySet {
  /** RFC 7517 keys. */
  keys: JsonWebKey[];
}

interface Entry {
  value: Promise<unknown>;
  fetchedAtMs: number;
}

// Per `fetch`, since two apps in one process may reach different servers under the same URL.
const caches = new WeakMap<typeof fetch, Map<string, Entry>>();

/**
 * Metadata of a provider's server: the configured endpoints, completed by
 * discovery when a needed one is missing.
 *
 * @param needed endpoints the caller is about to use
 * @throws {TypeError} when discovery fails, the document has a URL that must not
 * be used, or the provider lacks a part of its security profile
 */
export async function getServer(
  provider: ResolvedOAuthProvider,
  ...needed: (
    | "authorization"
    | "pushed"
    | "token"
    | "userinfo"
    | "keys"
    | "endSession"
    | "revocation"
  )[]
): Promise<oauth.AuthorizationServer> {
  const configured = {
    authorization_endpoint: provider.authorization.url?.href,
    token_endpoint: provider.token.url?.href,
    userinfo_endpoint: provider.userinfo?.url?.href,
    jwks_uri: provider.jwks_endpoint ? String(provider.jwks_endpoint) : undefined,
  };
  const has = {
    authorization: configured.authorization_endpoint,
    pushed: undefined,
    token: configured.token_endpoint ?? provider.token.request,
    userinfo: configured.userinfo_endpoint ?? provider.userinfo?.request,
    keys: configured.jwks_uri,
    // No option sets these two.
    endSession: undefined,
    revocation: undefined,
  };
  const discovers = needed.some((name) => !has[name]) && (provider.issuer || provider.wellKnown);
  const discovered = discovers
    ? await remember(provider, discoveryKeyOf(provider), () => discover(provider))
    : { issuer: provider.issuer ?? NO_ISSUER };
  const as: Record<string, unknown> = { ...discovered };
  for (const [name, option] of Object.entries(OPTIONS)) {
    // A member of the provider object overrides that of the document.
    const own = configured[name as keyof typeof OPTIONS];
    const text = own || !as[name] ? undefined : errorOfUrl(provider, as[name]);
    if (text) {
      throw new TypeError(
        `Cannot use the ${name} in the discovery document of "${provider.id}": ${text}; ` +
          `set \`${option}\`, or correct the document at ${shownUrl(discoveryUrlOf(provider))}`,
      );
    }
    if (own) as[name] = own;
  }
  for (const name of ["authorization", "token", "userinfo"] as const) {
    const endpoint = provider[name];
    const discoveredUrl = endpoint?.url ? undefined : as[`${name}_endpoint`];
    if (endpoint?.params && typeof discoveredUrl === "string") {
      as[`${name}_endpoint`] = addParams(new URL(discoveredUrl), endpoint.params).href;
    }
  }
  const server = as as oauth.AuthorizationServer & typeof as;
  if (!provider.securityProfile) return server;
  return (await strictCodeOf(provider).profile()).restrict(provider, server);
}

/** Lets the next call of {@linkcode getServer} ask the server again. */
export function forgetServer(provider: ResolvedOAuthProvider): void {
  cacheOf(provider).delete(discoveryKeyOf(provider));
}

function discoveryKeyOf(provider: ResolvedOAuthProvider): string {
  return `discovery ${discoveryUrlOf(provider)} ${provider.issuer}`;
}

/**
 * Keys of a server.
 *
 * @param suffices called with cached keys: when it returns `false`, the keys are
 * fetched once more, since the server may have changed them
 * @param isSparing `true` for a token that anyone can send: keys that are some seconds old
 * are not fetched again
 */
export async function getKeys(
  provider: ResolvedOAuthProvider,
  jwksUri: string,
  suffices: (keys: KeySet) => boolean | Promise<boolean>,
  isSparing = false,
): Promise<KeySet> {
  const fetchKeys = async (): Promise<KeySet> => {
    const response = await fetchJson(provider, "jwks", jwksUri);
    const { status } = response;
    const set: unknown = status === 200 ? await response.json().catch(() => undefined) : undefined;
    if (isKeySet(set)) return set;
    throw new TypeError(
      `Cannot read the keys of "${provider.id}" at ${shownUrl(jwksUri)}: the answer (status ` +
        `${status}) is not a JSON Web Key Set; if that is not their URL, set \`jwks_endpoint\``,
    );
  };
  const key = `keys ${jwksUri}`;
  const known = cacheOf(provider).get(key);
  const asked = remember(provider, key, fetchKeys);
  const keys = await asked;
  // Keys that were fetched for this call are current, so they are not fetched again.
  if (asked !== known?.value || await suffices(keys)) return keys;
  if (isSparing && known && nowMs() - known.fetchedAtMs < PAUSE_MS) return keys;
  // Of parallel calls that need the new key, the first fetches and the others share its request.
  if (cacheOf(provider).get(key) === known) cacheOf(provider).delete(key);
  return await remember(provider, key, fetchKeys);
}

function isKeySet(value: unknown): value is KeySet {
  const keys = (value as Partial<KeySet> | null)?.keys;
  return Array.isArray(keys) && keys.every((key) => typeof key === "object" && key !== null);
}

function cacheOf(provider: ResolvedOAuthProvider): Map<string, Entry> {
  const fetch = innerFetchOf(provider);
  let cache = caches.get(fetch);
  if (!cache) caches.set(fetch, cache = new Map());
  return cache;
}

/** Caches a result: parallel callers share one request, and failures are not cached. */
function remember<T>(
  provider: ResolvedOAuthProvider,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const cache = cacheOf(provider);
  const known = cache.get(key);
  // A key is always used with the same loader, so the entry has the type of its result.
  if (known && nowMs() - known.fetchedAtMs < LIFETIME_MS) return known.value as Promise<T>;
  const entry: Entry = { value: load(), fetchedAtMs: nowMs() };
  keep(cache, key, entry);
  entry.value.catch(() => {
    if (cache.get(key) === entry) cache.delete(key);
  });
  return entry.value as Promise<T>;
}

function keep(cache: Map<string, Entry>, key: string, entry: Entry): void {
  if (cache.size >= MAX_ENTRIES) cache.delete(cache.keys().next().value!);
  cache.set(key, entry);
}

/**
 * Runs a request on behalf of a token that anyone can send. After a failure, it is the answer
 * for some seconds, so that a flood of tokens causes no flood of requests.
 */
export async function rateLimited<T>(
  provider: ResolvedOAuthProvider,
  load: () => Promise<T>,
): Promise<T> {
  const cache = cacheOf(provider);
  const key = `failure ${provider.id}`;
  const failure = cache.get(key);
  if (failure && nowMs() - failure.fetchedAtMs < PAUSE_MS) throw await failure.value;
  try {
    return await load();
  } catch (error) {
    keep(cache, key, { value: Promise.resolve(error), fetchedAtMs: nowMs() });
    throw error;
  }
}
