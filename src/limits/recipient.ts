/**
 * The limits of emails to one address, and of emails that one user has sent to addresses of others.
 * They are counted before the email is sent, and are the same for known and unknown addresses.
 *
 * @module
 */

import { toNormalForm } from "../base/address.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import { tooMany } from "./refusal.ts";
import { countUp, makeKey, newestSecret } from "./window.ts";

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
  const id = await makeKey(
    newestSecret(config),
    "recipient",
    toNormalForm(identifier.toLowerCase()),
  );
  const { isFull, until } = await countUp(config, id, max);
  if (isFull) {
    throw tooMany(
      "Too many mails to one address (limits.perRecipient)",
      until.valueOf(),
      "recipient",
    );
  }
}

/** Most emails per hour that a user can have sent to addresses that are not the user's own. */
const MOST_OF_SENDER = 20;

/**
 * Counts an email that a user has sent to an address of the user's choice.
 *
 * @throws {TooManyRequests} when the user has sent too many
 * @throws {AdapterError} when the store that counts fails
 */
export async function countSender(config: ResolvedConfig, userId: string): Promise<void> {
  const id = await makeKey(newestSecret(config), "sender", userId);
  const { isFull, until } = await countUp(config, id, MOST_OF_SENDER);
  if (!isFull) return;
  const message = "Too many mails of one user to addresses of others";
  throw tooMany(message, until.valueOf(), "account");
}
