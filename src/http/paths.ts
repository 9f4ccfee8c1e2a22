/**
 * Paths of our endpoints: those of the nine actions, and those that capabilities bring.
 *
 * @module
 */

import type { AuthAction, EnabledPaths, Endpoint, ResolvedConfig } from "../types/internal.ts";

const ACTIONS: ReadonlySet<string> = new Set<AuthAction>([
  "callback",
  "csrf",
  "error",
  "providers",
  "session",
  "signin",
  "signout",
  "verify-request",
  "webauthn-options",
]);

/** Actions whose path may name a provider. */
const WITH_PROVIDER: ReadonlySet<string> = new Set(["signin", "callback", "webauthn-options"]);

/** Path of the page for new accounts, which only some configs have. */
export const SIGN_UP = "signup";

/** No capability brings a path. */
export const NO_PATHS: EnabledPaths = new Map();

/**
 * Returns `true` for the name of one of the nine actions.
 *
 * @example
 * ```ts
 * import { isAuthAction } from "@x/auth";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isAuthAction("session"), true);
 * assertEquals(isAuthAction("constructor"), false);
 * ```
 */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.has(action);
}

/** Parts of the path of an action. */
export interface ActionPath {
  /** Name of the action: its path, without `/{provider}` at its end. */
  action: string;
  /** Id of the provider. */
  providerId?: string;
  /** Path of the endpoint, as a capability wrote it. */
  path?: string;
  /** Parts of the path by the name that the endpoint gives them. */
  params?: Readonly<Record<string, string>>;
  /** `false` when the path has more or other parts than the action takes. */
  isExact: boolean;
}

/**
 * The paths of endpoints, by their first part; a path that begins with `/` is at the origin's root,
 * and has its place by the whole.
 */
export function enabledPaths(paths: Iterable<string>): EnabledPaths {
  const byFirst = new Map<string, readonly string[][]>();
  for (const path of paths) {
    const parts = path.startsWith("/") ? [path] : path.split("/");
    byFirst.set(parts[0]!, [...byFirst.get(parts[0]!) ?? [], parts]);
  }
  return byFirst;
}

/** Returns `true` when a capability brings an endpoint with the path. */
export function hasPath(enabled: EnabledPaths, path: string): boolean {
  const [first] = path.split("/");
  return enabled.get(first!)?.some((parts) => parts.join("/") === path) === true;
}

/** The endpoint of a capability that takes a method; `undefined` without one. */
export function endpointAt(
  { endpoints }: Pick<ResolvedConfig, "endpoints">,
  path: string,
  method: string,
): Endpoint | undefined {
  return endpoints.get(path)?.find(({ methods }) =>
    (methods as readonly string[]).includes(method)
  );
}

/**
 * Splits `{basePath}/{action}[/{providerId}]`, and the paths of capabilities; empty segments are
 * ignored.
 *
 * @param basePath from `toBasePath`
 * @param enabled paths that capabilities of the config bring. Default: any
 * @returns `undefined` for a path that is not below an action
 */
export function toActionPath(
  pathname: string,
  basePath: string,
  enabled?: EnabledPaths,
): ActionPath | undefined {
  const isBelow = pathname.startsWith(`${basePath}/`);
  const name = isBelow ? pathname.slice(basePath.length + 1) : "";
  // First, since most requests read a session.
  if (isAuthAction(name)) return { action: name, providerId: undefined, isExact: true };
  const isAtRoot = enabled ? enabled.has(pathname) : pathname.startsWith("/.well-known/");
  if (isAtRoot) return { action: pathname, path: pathname, isExact: true };
  if (!isBelow) return undefined;
  const parts = name.split("/").filter(Boolean);
  const [action, providerId] = parts;
  if (action === undefined) return undefined;
  for (const path of enabled?.get(action) ?? []) {
    const params = readParams(path, parts);
    if (params) return found(path, params);
  }
  const isCore = isAuthAction(action);
  if (!isCore && enabled && !enabled.has(action)) return undefined;
  const takesProvider = isCore ? WITH_PROVIDER.has(action) : !enabled;
  const isExact = parts.length === 1 ? isCore || !enabled : parts.length === 2 && takesProvider;
  return { action, providerId, isExact };
}

function found(parts: readonly string[], params: Readonly<Record<string, string>>): ActionPath {
  const path = parts.join("/");
  const action = path.replace(/\/\{provider\}$/, "");
  return { action, providerId: params.provider, path, params, isExact: true };
}

/** The named parts; `undefined` when the parts are not those of the path. */
function readParams(
  path: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (path.length !== parts.length) return undefined;
  const params: Record<string, string> = Object.create(null);
  for (const [index, part] of path.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== parts[index]) return undefined;
    if (name === undefined) continue;
    const value = decoded(parts[index]!);
    if (value === undefined) return undefined;
    params[name] = value;
  }
  return params;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/**
 * Returns `true` for the path of an action, and for paths below it.
 *
 * @param enabled as for {@linkcode toActionPath}; without it, the path may also be one of the app
 */
export function isActionPath(
  pathname: string,
  basePath: string,
  enabled?: EnabledPaths,
): boolean {
  return toActionPath(pathname, basePath, enabled) !== undefined;
}
