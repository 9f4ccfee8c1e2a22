/**
 * Goes on with a sign-in that waited: its session begins.
 *
 * @module
 */

import { AccessDenied } from "../errors.ts";
import { findProvider } from "../hooks/providers.ts";
import type { WaitingSignIn } from "../session/pending_sign_in.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { User } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import { beginSession, type Begun } from "./begin_session.ts";

/**
 * Begins the session of a sign-in whose wait this call has ended.
 *
 * @throws {AccessDenied} when the user was deleted meanwhile
 */
export async function resumeSignIn(ctx: Context, waiting: WaitingSignIn): Promise<Begun> {
  const { account, profile, isNewUser, hasUnprovenAddress, proof, upstreamSession } = waiting;
  const user = await currentUser(ctx, waiting);
  const member = { user, account, isNewUser, hasUnprovenAddress, proof, upstreamSession };
  const callback = await asCallback(ctx, account.provider);
  return await beginSession(callback, member, profile, waiting.redirect);
}

/** The user as stored now, since a parallel call may have deleted or changed it. */
async function currentUser(
  { config }: Context,
  { user, userId, account }: WaitingSignIn,
): Promise<User | AdapterUser> {
  const { store, session } = config;
  // With token sessions, a user of `authorize` need not be stored.
  const isOfApp = account.type === "credentials" && session.strategy === "jwt";
  if (!store || isOfApp) return user;
  const stored = await store.getUser(userId);
  if (!stored) throw new AccessDenied("Cannot begin a session: the user was deleted");
  return stored;
}

/** The context of the first proof's provider, whom entries of the audit log name. */
async function asCallback(ctx: Context, providerId: string): Promise<Context> {
  const provider = await findProvider(ctx.config, providerId);
  return { ...ctx, request: { ...ctx.request, providerId }, provider };
}
