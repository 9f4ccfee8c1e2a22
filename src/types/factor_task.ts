/**
 * Sign-ins and sessions as the code of second factors sees them.
 *
 * @module
 */

import type { AdapterUser } from "./adapter.ts";
import type { Account, Profile, User } from "./entities.ts";
import type { Enrolment, FactorInfo, FactorUser } from "./factor.ts";
import type { Proof, RequireProofOptions } from "./proof.ts";
import type { ProviderSession } from "./provider_session.ts";

/** A sign-in whose first proof was accepted. */
export interface Pending {
  /** The user: from the store, where there is one. */
  user: User | AdapterUser;
  /** The account. */
  account: Account;
  /** Profile from the provider. */
  profile?: Profile;
  /** `true` when this sign-in created the user. */
  isNewUser?: boolean;
  /** `true` when the user's address is not proven to be the user's own. */
  hasUnprovenAddress?: boolean;
  /** The first proof. */
  proof: Proof;
  /** Session at the provider, from which the sign-in came. */
  upstreamSession?: ProviderSession | undefined;
  /** URL that the browser goes to after the last proof. */
  redirect: string;
}

/** A user with all enrolments. */
export interface Enrolled {
  /** The user. */
  user: FactorUser;
  /** Enrolments of every factor, oldest first. */
  enrolments: readonly Enrolment[];
}

/** The second factors of a user. */
export interface FactorsOfUser {
  /** The user with all enrolments. */
  enrolled: Enrolled;
  /** The factors, oldest first. */
  list: FactorInfo[];
  /** The proof that a change of the account needs. */
  requirement: Omit<RequireProofOptions, "redirectTo">;
}

/** A user who is signed in. */
export interface SignedIn {
  /** The user: from the store, where there is one. */
  user: User | AdapterUser;
  /** Id of the user. */
  userId: string;
  /** The proof of the session. */
  proof: Proof;
}
