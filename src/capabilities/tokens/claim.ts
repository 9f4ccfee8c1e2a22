/**
 * Tokens of providers in a session token, in one sealed claim: the tokens themselves, or the
 * id of their record.
 *
 * @module
 */

import type { ResolvedConfig } from "../../types/internal.ts";
import { open, seal, type StoredTokens } from "./stored_tokens.ts";

/** The tokens of each provider, as sessions of apps have them. */
export type Claim = Record<string, { kept: StoredTokens } | { record: string }>;

/** Opens a claim; empty without one. */
export async function openClaim(
  config: ResolvedConfig,
  sealed: string | undefined,
): Promise<Claim> {
  return sealed === undefined ? {} : await open<Claim>(config, sealed);
}

/** Seals a claim with the tokens of one more provider. */
export async function withProvider(
  config: ResolvedConfig,
  claim: Claim,
  provider: string,
  entry: Claim[string],
): Promise<string> {
  return await seal(config, { ...claim, [provider]: entry });
}
