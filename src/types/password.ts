/**
 * Passwords of users, and the rules for them.
 *
 * @module
 */

import type { PasswordFault } from "./password_fault.ts";
import type { customFetch } from "../symbols.ts";
import type { Awaitable } from "./entities.ts";
import type { CredentialInput } from "./options.ts";
import type { FetchLike } from "./oauth_provider.ts";
import type { CredentialsConfig } from "./provider.ts";

export type { PasswordFault };

/**
 * Work of the hash of a password: at most 256 MiB, and 8 times the default of `2 ** ln * r * p`.
 * Stored passwords whose work is less are hashed again at
 * their next sign-in, so that the numbers can grow with the hardware.
 */
export interface PasswordCost {
  /** scrypt: binary logarithm of the memory cost, from 1 to 18. Default 15. */
  ln?: number | undefined;
  /** scrypt: block size, from 1 to 32. Default 8. */
  r?: number | undefined;
  /** scrypt: parallelization, from 1 to 16. Default 3. */
  p?: number | undefined;
  /** PBKDF2, on runtimes without scrypt: iterations, up to 4,800,000. Default 600,000. */
  iterations?: number | undefined;
}

/** Options of `Password`. */
export interface PasswordOptions {
  /** Button text on the built-in sign-in page. Default `"Password"`. */
  name?: string | undefined;
  /**
   * Fewest characters of a new password, from 8. Default: 15, or 8 for users of whom
   * `factorPolicy.required` always demands a second factor.
   */
  minLength?: number | undefined;
  /** Most characters of a new password, from 64 to 1024. Default 256. */
  maxLength?: number | undefined;
  /** Work of the hash. Default: see {@linkcode PasswordCost}. */
  cost?: PasswordCost | undefined;
  /**
   * Checks a password against a hash that was brought along with `passwords.import`, such as one of
   * bcrypt or Argon2. The password is as the user typed it. After a right one, the hash is replaced
   * by one of this library. Default: none.
   */
  verify?: ((password: string, hash: string) => Awaitable<boolean>) | undefined;
  /**
   * Refuses new passwords that are known from breaches. The service at
   * `api.pwnedpasswords.com` is sent five hex digits of the password's SHA-1 hash. When it
   * cannot be reached, the failure is logged and the password is accepted. Default `false`.
   */
  refuseBreached?: boolean | undefined;
  /**
   * Shows the built-in page `{basePath}/password`, on which users set and change their
   * password; it sends links with the first email provider. Without it, the app calls
   * `passwords.set` and `passwords.change`. Default `true`.
   */
  page?: boolean | undefined;
  /**
   * Replaces `fetch` for the service of {@linkcode PasswordOptions.refuseBreached}. Default:
   * `fetch`.
   */
  [customFetch]?: FetchLike | undefined;
}

/** Fields of the form. */
export type PasswordFields = Record<"email" | "password", CredentialInput>;

/** The provider for passwords. */
export interface PasswordConfig<Id extends string = string>
  extends CredentialsConfig<PasswordFields, Id> {
  /** Options of the passwords; their presence makes the flow check them. */
  passwords: PasswordOptions;
}

/** `Password` with its defaults. */
export interface PasswordSettings {
  /** Id of the provider. */
  readonly providerId: string;
  /** Options as written. */
  readonly options: PasswordOptions;
  /** Most characters. */
  readonly maxLength: number;
  /** Work of new hashes. */
  readonly cost: Readonly<Record<"ln" | "r" | "p" | "iterations", number>>;
  /** Id of the email provider that sends links; absent without one. */
  readonly mailProviderId?: string;
  /** Spelling of an address in the store, as that provider writes it. */
  readonly normalize?: ((typed: string) => string) | undefined;
}

/** A kept password that was typed: its address was never proven. */
export interface TypedPendingPassword {
  /** Id of the kept password. */
  readonly id: string;
  /** Address for which it is kept. */
  readonly address: string;
}
