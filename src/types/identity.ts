/**
 * What a flow proves, and the user that it leads to.
 *
 * @module
 */

import type { AdapterAccount, AdapterUser } from "./adapter.ts";
import type { Account, User } from "./entities.ts";
import type { TypedPendingPassword } from "./password.ts";
import type { AuthenticationMethod, Proof, ProviderProof } from "./proof.ts";
import type { ProviderIdentity } from "./provider.ts";
import type { ProviderSession } from "./provider_session.ts";

/** A decision to send the browser to another URL. */
export interface Redirect {
  /** Target URL. */
  redirect: string;
}

/** A proof that counts once the user confirms it on a built-in page. */
export interface Confirmation {
  /** Fields that the page's form posts back. */
  fields: Readonly<Record<string, string>>;
  /** Address of the user who would be signed in. */
  email?: string;
  /** `true` where the page posts by itself, and has the button for browsers without scripts. */
  isAtOnce?: true;
}

/** Identity that a flow proved. */
export interface Identity extends ProviderIdentity {
  /** Methods of the sign-in. */
  methods: AuthenticationMethod[];
  /** Statement of the provider, from a verified ID token only. */
  upstream?: ProviderProof;
  /** Session at the provider, from a verified ID token only. */
  upstreamSession?: ProviderSession;
  /** `true` when `user` is a row of the store. */
  isStored?: boolean;
  /** `true` when the id of `user` is random, since `authorize` returned none. */
  hasRandomId?: boolean;
  /** Throws when the proof does not count any more; called once the session has its record. */
  recheck?: (() => Promise<void>) | undefined;
  /** Model of the authenticator of a new passkey, as a UUID. */
  aaguid?: string | undefined;
  /** Address that came with the sign-in and that it does not prove, so that `user` has none. */
  unprovenAddress?: string;
  /** Password that was typed in this browser before its address was proven. */
  pending?: TypedPendingPassword;
}

/** Identity whose account has a row in the store, unlike one of a credentials provider. */
export interface StorableIdentity extends Identity {
  /** The account. */
  account: Account & Pick<AdapterAccount, "type">;
}

/** The app's user of an identity. */
export interface ResolvedUser {
  /** Stored user, or the provider's without a store. */
  user: User | AdapterUser;
  /** The account. */
  account: Account;
  /** `true` when this sign-in created the user; `undefined` without a store. */
  isNewUser?: boolean;
  /** `true` when the user is signed in already, so that the session stays as it is. */
  keepsSession?: boolean;
  /** `true` when the user's address is not proven to be the user's own. */
  hasUnprovenAddress?: boolean;
  /** Sealed tokens of providers, for the claim of a session token. */
  tokens?: string;
}

/** A session and its owner. */
export interface SessionIdentity {
  /** Id of the session's record. */
  id: string;
  /** Owning user. */
  userId: string;
}

/** A member with the proof of the sign-in. */
export interface ProvenMember extends ResolvedUser {
  /** Proof for a session that begins; one that is kept keeps its own. */
  proof: Proof;
  /** Session at the provider, from which this sign-in came. */
  upstreamSession?: ProviderSession | undefined;
  /** Throws when the proof does not count any more; called once the session has its record. */
  recheck?: (() => Promise<void>) | undefined;
}
