/**
 * What the flow asks of the code that strict clients bring with their provider.
 *
 * @module
 */

import type * as oauth from "oauth4webapi";
import { strictChecksOf, type StrictClientChecks } from "../../config/check_provider.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";

/** The code of a strict client; its parts are loaded at their first use. */
export interface StrictClientCode extends StrictClientChecks {
  /** Loads proof of possession. */
  readonly possession: () => Awaitable<Possession>;
  /** Loads the protection of authorization requests. */
  readonly request: () => Awaitable<RequestProtection>;
  /** Loads the security profile. */
  readonly profile: () => Awaitable<SecurityProfile>;
}

/** Proof of possession of a key. */
export interface Possession {
  /** The prover of a key. */
  makeProver(
    provider: ResolvedOAuthProvider,
    key: NonNullable<ResolvedOAuthProvider["dpop"]>,
  ): Promise<oauth.DPoPHandle>;
  /** Returns `true` for the answer that asks for a nonce and brings it. */
  asksForNonce(response: Response): Promise<boolean>;
}

/** Protection of authorization requests. */
export interface RequestProtection {
  /** Protects the parameters; returns those that the browser carries. */
  protect(
    provider: ResolvedOAuthProvider,
    as: oauth.AuthorizationServer,
    params: URLSearchParams,
  ): Promise<URLSearchParams>;
}

/** The security profile. */
export interface SecurityProfile {
  /** Metadata with which weaker answers are refused. */
  restrict(
    provider: ResolvedOAuthProvider,
    as: oauth.AuthorizationServer,
  ): oauth.AuthorizationServer;
  /** Explains an answer that the profile refuses. */
  explainProfile(error: unknown): string | undefined;
}

/** The code of a provider with `par`, `dpop`, `requestObject` or `securityProfile`. */
export function strictCodeOf(provider: ResolvedOAuthProvider): StrictClientCode {
  // The check of the provider requires it.
  return strictChecksOf(provider) as StrictClientCode;
}
