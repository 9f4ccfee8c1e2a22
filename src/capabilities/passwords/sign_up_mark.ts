/**
 * The sign-in that created a user is marked for some minutes: a password that its session sets is
 * part of the sign-up, and needs no email that warns of it.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { msFromNow } from "../../base/time.ts";
import { tellsOfChanges } from "../../mail/notify_user.ts";
import { ownerOf } from "../../records/owner.ts";
import { usedMarks } from "../../records/used.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { Moments } from "../../types/topics.ts";

/** Milliseconds in which a sign-up is completed. */
const SIGN_UP_MS = 15 * 60 * 1000;

/** Marks the sign-in of a new user by an email, which a password follows. */
export async function noteSignUp(
  { ctx: { config }, user: { id }, isNewUser, type, provenAt }: Moments["session.begun"],
): Promise<void> {
  if (!isNewUser || type !== "email" || !id || !config.records || !tellsOfChanges(config)) return;
  const expires = msFromNow(SIGN_UP_MS);
  await usedMarks.add(config.records, await makeName(id, provenAt), { expires, data: null });
}

/**
 * Uses the mark up: the first password of a new user, set in the session of the sign-up.
 *
 * @returns `true` once, and for no other session
 */
export async function takeSignUp(
  { records, logger }: ResolvedConfig,
  { userId, proof: { at } }: Pick<Visitor, "userId" | "proof">,
): Promise<boolean> {
  if (!records) return false;
  try {
    return await usedMarks.take(records, await makeName(userId, at)) !== null;
  } catch (error) {
    // The password is set: the email is sent rather than the request refused.
    logger.error(error as Error);
    return false;
  }
}

/** A later proof of the same user is another one. */
async function makeName(userId: string, provenAt: number): Promise<string> {
  return await hashParts("sign-up of a user", [ownerOf(userId), String(provenAt)]);
}
