/**
 * The code that comes with a provider object.
 *
 * @module
 */

import {
  codeOf,
  type PasswordEngine,
  type StrictClientChecks,
  type WebAuthnEngine,
} from "./capability.ts";
import type { Awaitable } from "../types/entities.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../types/resolved_provider.ts";
import type { PasswordConfig } from "../types/password.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";

/** The code of a provider; `undefined` when no function of this library made the object. */
export function engineOf(provider: WebAuthnConfig): WebAuthnEngine | undefined;
export function engineOf(provider: PasswordConfig): PasswordEngine | undefined;
export function engineOf(provider: object): unknown {
  return codeOf(provider);
}

/** The code of a strict client; `undefined` without it. */
export function strictChecksOf(provider: ResolvedOAuthProvider): StrictClientChecks | undefined {
  const code = codeOf<Partial<StrictClientChecks>>(provider);
  // A provider can bring its flow instead.
  return code?.problem && code as StrictClientChecks;
}

/** Returns `true` for the provider of `@x/auth/providers/password`. */
export function isPassword(provider: ResolvedProvider): provider is PasswordConfig {
  return provider.type === "credentials" && "passwords" in provider;
}

/** The code of passwords; `undefined` without `Password`. */
export function passwordEngineOf(
  providers: Iterable<ResolvedProvider>,
): PasswordEngine | undefined {
  for (const provider of providers) {
    if (isPassword(provider)) return engineOf(provider);
  }
}

/** The code of passwords in a config that has them. */
export function passwordsOf({ providers }: ResolvedConfig): PasswordEngine {
  return passwordEngineOf(providers.values())!;
}

/** The script of passkey forms; `undefined` without a provider that has one. */
export function passkeyScript(
  { providers, unusable }: ResolvedConfig,
): Awaitable<string | undefined> {
  for (const provider of providers.values()) {
    if (provider.type === "webauthn" && !unusable.has(provider.id)) {
      return engineOf(provider)!.script();
    }
  }
}
