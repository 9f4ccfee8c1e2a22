/**
 * Tells users by email of changes of their account, where the app has `account`, `factors` or
 * `Password`: an app without them pays no read of the user.
 *
 * @module
 */

import type { Caller } from "./notice.ts";
import { lazy } from "../base/lazy.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { AccountNotice } from "../types/texts.ts";

const notices = lazy(() => import("./account_notices.ts"));

/** Returns `true` when users are notified of changes of their account. */
export function tellsOfChanges({ protectsAccounts, sendMail }: ResolvedConfig): boolean {
  return protectsAccounts && sendMail !== undefined;
}

/** Returns `true` when users are notified of sign-ins in new browsers, which the store remembers. */
export function tellsOfDevices(config: ResolvedConfig): boolean {
  const { notifiesNewDevice, store, records } = config;
  return notifiesNewDevice && store !== undefined && records !== undefined &&
    tellsOfChanges(config);
}

/**
 * Sends a notice to an address.
 *
 * @param provider name of the provider, for notices about one
 * @param due day of a deletion, for notices about one
 */
export async function notify(
  caller: Caller,
  to: string | null | undefined,
  notice: AccountNotice,
  { provider = "", due }: { provider?: string; due?: Date } = {},
): Promise<void> {
  if (!to || !tellsOfChanges(caller.config)) return;
  await (await notices()).sendAccountNotice(caller, to, notice, { provider, due });
}

/** Sends a notice to a user; the change stands even if the user cannot be read. */
export async function notifyUser(
  caller: Caller,
  userId: string,
  notice: AccountNotice,
  values?: { provider?: string },
): Promise<void> {
  const { config } = caller;
  if (!tellsOfChanges(config)) return;
  try {
    await notify(caller, (await config.store?.getUser(userId))?.email, notice, values);
  } catch (error) {
    config.logger.error(error as Error);
  }
}
