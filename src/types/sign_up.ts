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
