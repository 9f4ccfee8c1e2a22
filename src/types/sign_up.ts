/**
 * Who may become a user.
 *
 * @module
 */

import type { Account, Awaitable, Profile, User } from "./entities.ts";

/** A person who would become a user. */
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
