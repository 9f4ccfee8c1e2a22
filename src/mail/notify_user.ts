/**
 * Tells users by email of changes of their account, where the app has `account`, `factors` or
 * `Password`: an app without them pays no read of the user.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { AccountNotice } from "../types/texts.ts";
import type { Caller } from "./send_notice.ts";
import type { NoticeObject } from "./notice_objects.ts";

const notices = lazy(() => import("./account_notice.ts"));

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

/** `"GitHub (ada)"`: users may have two accounts at one provider. */
export function withLabel(name: string, label: string | undefined): string {
  return label === undefined ? name : `${name} (${label})`;
}

/** Sends a notice to an address. */
export async function notify<Notice extends AccountNotice>(
  caller: Caller,
  to: string | null | undefined,
  notice: Notice,
  ...[object]: NoticeObject<Notice>
): Promise<void> {
  if (!to || !tellsOfChanges(caller.config)) return;
  await (await notices()).sendAccountNotice(caller, to, notice, object);
}

/** Sends a notice to a user; the change stands even if the user cannot be read. */
export async function notifyUser<Notice extends AccountNotice>(
  caller: Caller,
  userId: string,
  notice: Notice,
  ...object: NoticeObject<Notice>
): Promise<void> {
  const { config } = caller;
  if (!tellsOfChanges(config)) return;
  try {
    await notify(caller, (await config.store?.getUser(userId))?.email, notice, ...object);
  } catch (error) {
    config.logger.error(error as Error);
  }
}
