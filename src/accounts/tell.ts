/**
 * Tells users by mail of changes of their account, where the app offers the page about it.
 *
 * @module
 */

import type { Caller } from "../hooks/notice.ts";
import { lazy } from "../lazy.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { AccountNotice } from "./notices.ts";

const notices = lazy(() => import("./notices.ts"));

/** Returns `true` when users are told of changes of their account. */
export function tellsOfChanges({ offered, sendMail }: ResolvedConfig): boolean {
  return offered.has("account") && sendMail !== undefined;
}

/**
 * Sends a notice to an address.
 *
 * @param provider name of the provider, for notices about one
 */
export async function tell(
  caller: Caller,
  to: string | null | undefined,
  notice: AccountNotice,
  { provider = "" }: { provider?: string } = {},
): Promise<void> {
  if (!to || !tellsOfChanges(caller.config)) return;
  await (await notices()).sendAccountNotice(caller, to, notice, { provider });
}

/** Sends a notice to a user; the change stands even if the user cannot be read. */
export async function tellUser(
  caller: Caller,
  userId: string,
  notice: AccountNotice,
  values?: { provider?: string },
): Promise<void> {
  const { config } = caller;
  if (!tellsOfChanges(config)) return;
  try {
    await tell(caller, (await config.store?.getUser(userId))?.email, notice, values);
  } catch (error) {
    config.logger.error(error as Error);
  }
}
