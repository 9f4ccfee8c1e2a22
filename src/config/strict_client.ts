/**
 * What the config asks of the code that a strict client brings.
 *
 * @module
 */

import type { ResolvedOAuthProvider } from "../types/resolved_provider.ts";
import { type CapabilityCode, codeOf } from "./capability.ts";

/** The checks of a strict client. */
export interface StrictClientChecks extends CapabilityCode {
  /** Members that the security profile sets where the provider has none. */
  defaults(provider: ResolvedOAuthProvider): Pick<ResolvedOAuthProvider, "par" | "client">;
  /** The reason why its options cannot be used; `undefined` when they can. */
  problem(provider: ResolvedOAuthProvider): string | undefined;
}

/** The code of a strict client; `undefined` without it. */
export function strictChecksOf(provider: ResolvedOAuthProvider): StrictClientChecks | undefined {
  const code = codeOf<Partial<StrictClientChecks> & CapabilityCode>(provider);
  // A provider can bring its flow instead.
  return code?.problem && code as StrictClientChecks;
}
