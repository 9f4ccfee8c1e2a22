/**
 * Targets: the scopes of a request, a grant or a token, by the resource that they belong to. They are
 * worked out once, when a request arrives; after that they only narrow (RFC 8707 §2).
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import type { Client } from "./client.ts";
import type { Resource, Settings } from "./settings.ts";

/** Scopes by the URL of their resource. The issuer has those of OpenID Connect. */
export type Targets = { readonly [resource: string]: readonly string[] };

/** The part of a target that a token is for. */
export interface Target {
  /** URL of the resource. */
  readonly resource: string;
  /** Scopes. */
  readonly scopes: readonly string[];
  /**
   * Scopes of OpenID Connect that go with those of another resource: with `openid`, the token counts at
   * `oauth/userinfo` too (OpenID Connect Core §5.3).
   */
  readonly identity: readonly string[];
}

/**
 * Works out what a client asks for.
 *
 * A scope belongs to a resource that is named. Without `resource`, it belongs to the only resource
 * that has it. Without `scope`, the client asks for all scopes of the resources that it names. A scope
 * that is not known, or not one of the client, is passed over (OpenID Connect Core §3.1.2.1): the answer
 * names those that were given.
 *
 * @param scope the parameter `scope`
 * @param resources values of the parameter `resource`
 * @throws {OAuthRefusal} `invalid_scope` or `invalid_target`
 */
export function pickTargets(
  { issuer, resources: known }: Pick<Settings, "issuer" | "resources">,
  client: Pick<Client, "scopes" | "resources">,
  scope: string | undefined,
  resources: readonly string[] = [],
): Targets {
  const has = (url: string) => known.has(url);
  const urls = new Set(resources.map((written) => matchResource(written, issuer, has)));
  const named = [...urls].map((url) => {
    const found = known.get(url);
    const mayAsk = url === issuer || client.resources === "all" || client.resources.has(url);
    if (!found || !mayAsk) throw new OAuthRefusal("invalid_target", "The resource is not known");
    return found;
  });
  const names = [...new Set((scope ?? "").split(" ").filter(Boolean))];
  if (names.length === 0) {
    const others = [...known.values()].filter(({ url }) => url !== issuer);
    // Older clients name neither a scope nor the one resource that there is.
    return listAll(named.length === 0 && others.length === 1 ? others : named, client);
  }
  const targets: Record<string, string[]> = Object.create(null);
  for (const { url } of named) targets[url] = [];
  for (const name of names) {
    if (client.scopes !== "all" && !client.scopes.has(name)) continue;
    const url = pickResource(name, named, { issuer, known });
    if (url === undefined) continue;
    const mayAsk = url === issuer || client.resources === "all" || client.resources.has(url);
    if (mayAsk) (targets[url] ??= []).push(name);
  }
  if (Object.keys(targets).length === 0) {
    const why = "No scope is known that the client may ask for";
    throw new OAuthRefusal("invalid_scope", why);
  }
  const isEmpty = Object.values(targets).some((scopes) => scopes.length === 0);
  if (isEmpty) throw new OAuthRefusal("invalid_scope", "No scope of a named resource is asked for");
  return targets;
}

/** All scopes of resources that a client names. */
function listAll(named: readonly Resource[], { scopes }: Pick<Client, "scopes">): Targets {
  const targets: Record<string, string[]> = Object.create(null);
  for (const resource of named) {
    const own = [...resource.scopes.keys()].filter((name) => scopes === "all" || scopes.has(name));
    if (own.length > 0) targets[resource.url] = own;
  }
  if (Object.keys(targets).length === 0) {
    throw new OAuthRefusal("invalid_scope", "The request asks for no scope");
  }
  return targets;
}

function pickResource(
  name: string,
  named: readonly Resource[],
  { issuer, known }: { issuer: string; known: Settings["resources"] },
): string | undefined {
  const isOpenId = known.get(issuer)!.scopes.has(name);
  if (isOpenId) return issuer;
  const among = named.some(({ url }) => url !== issuer) ? named : [...known.values()];
  const having = among.filter(({ url, scopes }) => url !== issuer && scopes.has(name));
  if (having.length < 2) return having[0]?.url;
  throw new OAuthRefusal("invalid_target", "Several resources have the scope; name one");
}

/**
 * The part of granted targets that one token is for. A token is for one resource: the one that is named,
 * else the first of the config that has one of the scopes. A refresh names the others (RFC 8707 §2.2).
 *
 * @param asked the parameters of the request
 * @throws {OAuthRefusal} for anything beyond what was granted
 */
export function narrow(
  granted: Targets,
  { issuer, resources }: Pick<Settings, "issuer" | "resources">,
  asked: { readonly scope?: string | undefined; readonly resource?: string | undefined } = {},
): Target {
  const asks = [...new Set((asked.scope ?? "").split(" ").filter(Boolean))];
  const resource = asked.resource === undefined
    ? firstResource(granted, { issuer, resources }, asks)
    : matchResource(asked.resource, issuer, (url) => Object.hasOwn(granted, url));
  const own = Object.hasOwn(granted, resource) ? granted[resource]! : undefined;
  if (!own) throw new OAuthRefusal("invalid_target", "The resource was not granted");
  const ofIssuer = Object.hasOwn(granted, issuer) ? granted[issuer]! : [];
  const identity = resource === issuer ? [] : ofIssuer;
  if (asks.length === 0) return { resource, scopes: own, identity };
  // What was passed over before is passed over here.
  const isKnown = (name: string) => [...resources.values()].some(({ scopes }) => scopes.has(name));
  const names = asks.filter(isKnown);
  const everything = Object.values(granted).flat();
  if (names.length === 0 || names.some((name) => !everything.includes(name))) {
    throw new OAuthRefusal("invalid_scope", "A scope was not granted");
  }
  const isAsked = (name: string) => names.includes(name);
  return { resource, scopes: own.filter(isAsked), identity: identity.filter(isAsked) };
}

/** Longest URL of a resource that is looked at, in characters. */
const MAX_URL = 2048;

/**
 * The URL of a resource as the config has it, for one that a client writes in another form: host in other
 * letters, the port of its scheme, a slash at its end or none (RFC 3986 §6.2). A resource at the origin of
 * the issuer has the slash, and clients may leave it out.
 *
 * @param has decides whether there is a resource
 * @returns the URL as it was written, where there is none in any form
 */
export function matchResource(
  written: string,
  issuer: string,
  has: (url: string) => boolean,
): string {
  if (written !== issuer && has(written)) return written;
  if (written.length > MAX_URL || !URL.canParse(written)) return written;
  const { href, hash, search, username, password } = new URL(written);
  if (hash || username || password || written.includes("#")) return written;
  const bare = search === "" && href.endsWith("/") ? href.slice(0, -1) : href;
  const forms = search === "" ? [href, bare, `${bare}/`] : [href];
  return forms.find((url) => url !== issuer && has(url)) ??
    forms.find((url) => url === issuer && has(url)) ?? written;
}

/** The resource of a token whose request names none. Stores keep no order, so it is that of the config. */
function firstResource(
  granted: Targets,
  { issuer, resources }: Pick<Settings, "issuer" | "resources">,
  asks: readonly string[],
): string {
  const others = listOthers(granted, issuer);
  const known = [...resources.keys()].filter((url) => others.includes(url));
  const fitting = known.filter((url) => asks.some((name) => granted[url]!.includes(name)));
  return fitting[0] ?? known[0] ?? others[0] ?? issuer;
}

/** Resources other than the issuer. */
function listOthers(targets: Targets, issuer: string): string[] {
  return Object.keys(targets).filter((url) => url !== issuer);
}

/**
 * Demands one resource, where there will be one token.
 *
 * @throws {OAuthRefusal} `invalid_target` for several
 */
export function requireOneResource(
  targets: Targets,
  { issuer }: Pick<Settings, "issuer">,
): void {
  if (listOthers(targets, issuer).length < 2) return;
  throw new OAuthRefusal("invalid_target", "The scopes are of several resources; name one");
}

/**
 * Demands that a client can get tokens for everything that its user is asked about: by a refresh, or in
 * exchange for the first one.
 *
 * @throws {OAuthRefusal} `invalid_target` where there will be one token for several resources
 */
export function requireReachable(
  targets: Targets,
  settings: Pick<Settings, "issuer">,
  { grants, exchangesTo }: Pick<Client, "exchangesTo" | "grants">,
): void {
  if (!grants.has("refresh") && exchangesTo.size === 0) requireOneResource(targets, settings);
}

/** Returns `true` when everything of `asked` is within `granted`. */
export function covers(granted: Targets, asked: Targets): boolean {
  return Object.entries(asked).every(([url, scopes]) => {
    const own = Object.hasOwn(granted, url) ? granted[url]! : [];
    return scopes.every((scope) => own.includes(scope));
  });
}

/** Both together. */
export function union(a: Targets, b: Targets): Targets {
  const all: Record<string, string[]> = Object.create(null);
  for (const [url, scopes] of [...Object.entries(a), ...Object.entries(b)]) {
    all[url] = [...new Set([...all[url] ?? [], ...scopes])];
  }
  return all;
}
