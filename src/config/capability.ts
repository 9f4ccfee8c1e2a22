/**
 * Code that comes with a provider object: an app without such a provider neither loads nor
 * bundles it. The code of second factors, which comes with the factors, is `FactorEngine`.
 *
 * @module
 */

import type { AuthError } from "../errors.ts";
import type { providerEngine } from "../symbols.ts";
import type { Removal } from "../types/account.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Flow } from "../types/flow.ts";
import type {
  ActionHandlers,
  Context,
  RequestInternal,
  ResolvedConfig,
  ResolvedProvider,
} from "../types/internal.ts";
import type { ResolvedPasswords, TypedKept } from "../types/password.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";

/** A provider object with its code. */
export interface WithEngine<Engine> {
  /** The code; its parts are loaded at their first use. */
  readonly [providerEngine]: Engine;
}

/** The code of passkey providers. */
export interface WebAuthnEngine {
  /** Loads the flow. */
  readonly flow: () => Awaitable<Flow<WebAuthnConfig>>;
  /** Loads the script of the sign-in page. */
  readonly script: () => Awaitable<string>;
}

/** The code of `Password`. */
export interface PasswordEngine {
  /** The passwords of a config. */
  resolve(providers: readonly ResolvedProvider[]): ResolvedPasswords | undefined;
  /** Returns the first error that makes passwords unusable. */
  check(config: AuthConfig, providers: readonly ResolvedProvider[]): AuthError | undefined;
  /** Loads the check of a password. */
  readonly signIn: () => Awaitable<PasswordSignIn>;
  /** Loads the records of passwords. */
  readonly records: () => Awaitable<PasswordRecords>;
  /** Loads what proves an address and a password that was kept for it. */
  readonly kept: () => Awaitable<KeptPasswords>;
  /** Loads the changes of passwords. */
  readonly changes: () => Awaitable<PasswordChanges>;
  /** Loads the action `password`. */
  readonly action: () => Awaitable<{ /** The action. */ readonly password: ActionHandlers }>;
}

/** The check of a password. */
export interface PasswordSignIn {
  /**
   * Checks the fields of the form; `null` when they are wrong, and a kept password when they are
   * right and its address was not proven.
   */
  checkPassword(
    ctx: Context,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ user: AdapterUser; recheck(): Promise<void> } | { kept: TypedKept } | null>;
}

/** Passwords that came with an address that was never proven. */
export interface KeptPasswords {
  /** Returns `true` when a password is kept for the address. */
  isKept(config: ResolvedConfig, address: string): Promise<boolean>;
  /** The user of a kept password; `null` when it does not count any more. */
  keptUser(config: ResolvedConfig, kept: TypedKept): Promise<AdapterUser | null>;
  /**
   * Gives a user the address that was proven just now, and the password.
   *
   * @returns `null` when the password does not count any more
   */
  claimKept(ctx: Context, kept: TypedKept): Promise<AdapterUser | null>;
}

/** The changes of passwords. */
export interface PasswordChanges {
  /** Removes a password; `false` when it is the last way to sign in, which stays. */
  removePassword(
    caller: { config: ResolvedConfig; request?: RequestInternal },
    user: AdapterUser,
    removal: Removal,
  ): Promise<boolean>;
}

/** The records of passwords. */
export interface PasswordRecords {
  /** The password of a user; `null` without one. */
  passwordOf(
    config: ResolvedConfig,
    userId: string,
  ): Promise<{ /** Time at which the user set it. */ readonly setAt: Date } | null>;
  /** Removes the password of a user; `true` when there was one. */
  takePassword(config: ResolvedConfig, userId: string): Promise<boolean>;
}
