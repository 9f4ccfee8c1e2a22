/**
 * The limit of emails to one address. It is counted before the email is sent, and is the same
 * for known and unknown addresses.
 *
 * @module
 */

import { toNormalForm } from "../base/address.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import { tooMany } from "./refusal.ts";
import { countUp, keyOf, newestSecret } from "./window.ts";

/**
 * Counts an email.
 *
 * @param identifier the address, in one spelling
 * @param max emails per hour
 * @throws {TooManyRequests} when the limit is reached
 * @throws {AdapterError} when the store that counts fails
 */
export async function countMail(
  config: ResolvedConfig,
  identifier: string,
  max: number,
): Promise<void> {
  const id = await keyOf(newestSecret(config), "recipient", toNormalForm(identifier.toLowerCase()));
  const { isFull, until } = await countUp(config, id, max);
  if (isFull) {
    throw tooMany(
      "Too many mails to one address (limits.perRecipient)",
      until.valueOf(),
      "recipient",
    );
  }
}
