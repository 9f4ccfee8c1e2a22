/**
 * Tells users by email of the first sign-in in a browser.
 *
 * @module
 */

import { deviceOf } from "../base/device.ts";
import { msFromNow } from "../base/time.ts";
import { audit } from "../hooks/audit.ts";
import { askFirst } from "../hooks/topics.ts";
import { rememberUser } from "../limits/device.ts";
import { notify } from "../mail/notify_user.ts";
import { defineKind, hashedId } from "../records/kind.ts";
import type { Context } from "../types/internal.ts";
import type { ResolvedUser } from "../types/identity.ts";
import type { RecordStore } from "../types/records.ts";

/** Milliseconds for which further sign-ins of the same browser and address count as one. */
const ONCE_MS = 10 * 60 * 1000;

/** Sign-ins that the user was notified of, by user, browser and address; the owner is the user. */
const tellings = defineKind<string, null>("device.new", hashedId("new device"));

/** What the core knows of a sign-in. */
type SignIn = Pick<ResolvedUser, "account" | "user" | "isNewUser" | "keepsSession">;

/**
 * Remembers the user of a sign-in in the browser. When the browser did not know the user, an email
 * and an entry of the audit log say so, both after the answer. A user who is new, or is signed in
 * already, learns nothing from them, and neither does one whose act another email tells of.
 *
 * @param redirect URL that follows the sign-in
 */
export async function noteDevice(
  ctx: Context,
  { account, user, isNewUser, keepsSession }: SignIn,
  redirect: string,
): Promise<void> {
  const { id } = user;
  if (!id || !await rememberUser(ctx, id) || isNewUser || keepsSession) return;
  const isTold = await askFirst(ctx.config, "sign-in.told", { ctx, account, redirect });
  setTimeout(() => tell(ctx, id, isTold));
}

/** Never rejects: nothing waits for it. */
async function tell(ctx: Context, userId: string, isTold = false): Promise<void> {
  const { store, records, logger } = ctx.config;
  try {
    // A user of `authorize` need not be stored.
    const user = await store!.getUser(userId);
    if (!user || !await isFirst(ctx, records!, userId)) return;
    await audit(ctx, { name: "device.new", userId });
    if (!isTold) await notify(ctx, user.email, "new-device");
  } catch (error) {
    logger.error(error as Error);
  }
}

/** Of parallel sign-ins of a browser, one gets `true`. */
async function isFirst(ctx: Context, records: RecordStore, userId: string): Promise<boolean> {
  const { request } = ctx.request;
  const key = JSON.stringify([userId, deviceOf(request), ctx.config.addressOf(request)]);
  const expires = msFromNow(ONCE_MS);
  return await tellings.add(records, key, { userId, expires, data: null });
}
