/**
 * Sign-ins of users whose account will be deleted: they wait until the user has decided to keep it.
 *
 * @module
 */

import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import { resumeSignIn } from "../../accounts/resume_sign_in.ts";
import type { WithStore } from "../../accounts/manage.ts";
import { nowMs } from "../../base/time.ts";
import { AccessDenied, ReplayedAnswer } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { carryTarget } from "../../request/callback_url.ts";
import { findSuspension } from "../../session/user_status.ts";
import {
  beginWait,
  endWait,
  openWait,
  type Wait,
  type WaitingSignIn,
} from "../../session/pending_sign_in.ts";
import { userIdOf } from "../../session/visitor.ts";
import type { Profile } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { ProvenMember } from "../../types/identity.ts";
import { applyDueDeletion, cancelDeletion, pendingDeletion } from "./deletion.ts";

const DECISION: Wait = {
  cookie: { key: "factorAttempt", salt: "authjs.deletion-attempt", maxAge: ATTEMPT_MAX_AGE },
  seal: { salt: "authjs.sign-in-before-deletion", maxAge: ATTEMPT_MAX_AGE },
};

/**
 * Makes the sign-in of a user wait whose account will be deleted, and deletes one that is due.
 *
 * @returns URL of the page that asks the user; `undefined` for any other user
 * @throws {AccessDenied} when the account is deleted now
 */
export async function holdSignIn(
  ctx: Context,
  member: ProvenMember,
  profile: Profile | undefined,
  redirect: string,
): Promise<string | undefined> {
  const userId = userIdOf(member.user);
  const due = await pendingDeletion(ctx.config, userId);
  if (!due) return undefined;
  if (due.valueOf() <= nowMs()) {
    await applyDueDeletion(callerOf(ctx), userId);
    throw new AccessDenied("Cannot sign in: the account was to be deleted by now, and is");
  }
  // The session of a suspended user is refused, and such a user decides nothing.
  if (await findSuspension(ctx.config.records!, userId)) return undefined;
  const { user, account, isNewUser, hasUnprovenAddress, proof, upstreamSession } = member;
  await beginWait(ctx, DECISION, {
    ...{ user, account, proof, upstreamSession, redirect },
    ...isNewUser === undefined ? {} : { isNewUser },
    ...hasUnprovenAddress === undefined ? {} : { hasUnprovenAddress },
    ...profile === undefined ? {} : { profile },
  });
  // After the write, as for a session: a change of the password ends what it finds.
  await member.recheck?.();
  await audit(ctx, { name: "signin.pending", userId, proof });
  return withQuery(actionUrl(ctx, "account"), { step: "keep", callbackUrl: carryTarget(ctx) });
}

/** The check of a session that has begun: a deletion at the same time refuses it. */
export function makeRecheck(ctx: Context, member: ProvenMember): () => Promise<void> {
  return async () => {
    await member.recheck?.();
    if (await pendingDeletion(ctx.config, userIdOf(member.user)) === null) return;
    throw new AccessDenied("Cannot sign in: the user has asked meanwhile to delete the account");
  };
}

/** The sign-in of this browser that waits for the decision; `undefined` without one. */
export async function heldSignIn(ctx: Context): Promise<WaitingSignIn | undefined> {
  return await openWait(ctx, DECISION);
}

/**
 * Keeps the account, and begins the session of the sign-in that waited. Of parallel calls, one does.
 *
 * @returns URL that follows
 * @throws {ReplayedAnswer} when the sign-in has ended
 */
export async function keepAccount(ctx: Context, waiting: WaitingSignIn): Promise<string> {
  const { userId } = waiting;
  await leaveHeld(ctx, waiting);
  // A user who was suspended meanwhile is refused below.
  if (!await findSuspension(ctx.config.records!, userId)) {
    await cancelDeletion(callerOf(ctx), userId);
  }
  return (await resumeSignIn(ctx, waiting)).redirect;
}

/**
 * Ends the sign-in that waits.
 *
 * @throws {ReplayedAnswer} when another call has ended it
 */
export async function leaveHeld(ctx: Context, waiting: WaitingSignIn): Promise<void> {
  if (await endWait(ctx, DECISION, waiting)) return;
  throw new ReplayedAnswer("Cannot go on with the sign-in: it has ended");
}

/** The config check demands an adapter. */
function callerOf({ config, request }: Context) {
  return { config: config as WithStore, request };
}
