/**
 * Who may become a user.
 *
 * @module
 */

import type { Account, Awaitable, Profile, User } from "./entities.ts";

/**
 * A person who would become a user.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   adapter: MemoryAdapter(),
 *   signUp: ({ user, isProven }) => isProven && user.email!.endsWith("@app.example"),
 * };
 * ```
 */
export interface SignUpIdentity {
  /** The user, as the provider describes them; without an address that is not kept. */
  user: User;
  /** The account. */
  account: Account;
  /** Profile from the provider. */
  profile?: Profile | undefined;
  /** `true` when this sign-in proved the address of `user`. */
  isProven: boolean;
}

/** See `AuthConfig.signUp`. */
export type SignUpPolicy =
  | "open"
  | "invited"
  | ((identity: SignUpIdentity) => Awaitable<boolean>);

/** What a new user is asked. */
export type SignUpName = "ask" | "optional" | "none";

/**
 * Who may become a user, and what a new user is asked.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 * import { AccountPage } from "@x/auth/account";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   adapter: MemoryAdapter(),
 *   account: AccountPage(),
 *   signUp: { name: "ask" },
 * };
 * ```
 *
 * @since 0.3.0
 */
export interface SignUpOptions {
  /** Who may become a user. Default `"open"`. */
  policy?: SignUpPolicy | undefined;
  /**
   * Whether a new user without a name is asked for it.
   *
   * - `"ask"`: on the page for the first password, which needs it, and after every other sign-up on
   *   the account page. Needs `account: AccountPage()`.
   * - `"optional"`: on the page for the first password, where it can be left empty.
   * - `"none"`: no page asks.
   *
   * Default `"optional"`.
   */
  name?: SignUpName | undefined;
}
