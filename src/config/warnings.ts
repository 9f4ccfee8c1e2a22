/**
 * Warnings about a config that works.
 *
 * @module
 */

import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig, ResolvedProvider } from "../types/internal.ts";
import { findUnproven } from "./address_proof.ts";

type ConfigWarning = ResolvedConfig["warnings"][number];

/** Facts that the config alone does not show. */
export interface WarningFacts {
  /** Providers that can be used. */
  readonly usable: readonly ResolvedProvider[];
  /** `true` when two providers have the same id. */
  readonly hasDuplicates: boolean;
  /** `true` when a usable provider proves addresses. */
  readonly canProve: boolean;
  /** `true` when there are second factors and no way to tell users of their changes. */
  readonly hasSilentFactors: boolean;
}

/** Returns the warnings, each with the providers it is about. */
export function warningsOf(
  { secret, redirectProxyOrigins, experimental }: AuthConfig,
  { usable, hasDuplicates, canProve, hasSilentFactors }: WarningFacts,
): ConfigWarning[] {
  const warnings: ConfigWarning[] = [];
  const newest = typeof secret === "string" ? secret : secret?.[0] ?? "";
  if (newest.length < 32) warnings.push({ code: "short-secret" });
  if (hasDuplicates) warnings.push({ code: "duplicate-provider" });
  const isProxied = usable.some((provider) =>
    "redirectProxyUrl" in provider && provider.redirectProxyUrl
  );
  if (isProxied && !redirectProxyOrigins) warnings.push({ code: "redirect-proxy-origins" });
  if (hasSilentFactors) warnings.push({ code: "factors-without-mail" });
  if (experimental?.enableWebAuthn) warnings.push({ code: "experimental-webauthn" });
  const unproven = canProve ? findUnproven(usable) : [];
  if (unproven.length > 0) {
    warnings.push({ code: "unproven-addresses", about: unproven.join(", ") });
  }
  return warnings;
}
