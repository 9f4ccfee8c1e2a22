/**
 * Warnings about a config that works.
 *
 * @module
 */

import { MAX_AGE_LIMIT } from "../http/cookie.ts";
import type { AuthConfig } from "../types/config.ts";
import type { CookieTable, ResolvedConfig } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import { findRiskyLinks, findUnproven, isOAuth } from "./address_proof.ts";
import { faultsOfCookies } from "./cookie_faults.ts";
import { isInsecure } from "./endpoint_url.ts";

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
export function warningsOf(
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
