/**
 * What lets providers end sessions brings along: the index by which they find them.
 *
 * @module
 */

import type { SessionIdentity } from "./identity.ts";
import type { Context, ResolvedRevocation } from "./internal.ts";
import type { RecordStore } from "./records.ts";
import type { ProviderSession } from "./provider_session.ts";

/** The index by which providers find sessions: the part of what lets them end some. */
export interface ProviderSessions {
  /** Makes a session findable by a session at a provider. */
  add(ctx: Context, session: SessionIdentity, upstream: ProviderSession | undefined): Promise<void>;
  /** Refuses a sign-in whose session at the provider has ended. */
  requireLive(
    revocation: ResolvedRevocation,
    upstream: ProviderSession | undefined,
  ): Promise<void>;
  /** Extends the entries of a session, when it can now live longer than they do. */
  extend(
    ctx: Context,
    session: { readonly id: string; readonly owner?: string | undefined },
    expires: Date,
  ): Promise<void>;
  /** Makes the copy of a session findable as the `first` is, which began at `beganAt`. */
  copy(ctx: Context, first: string, copy: SessionIdentity, beganAt: number): Promise<void>;
  /** Removes the entries of a session that has ended. */
  remove(records: RecordStore, id: string): Promise<void>;
  /** Removes the entries of a user's sessions except one. */
  removeAll(records: RecordStore, owner: string, exceptId: string | undefined): Promise<void>;
}
