/**
 * Checks the options of the page on which users manage their account, and says what it needs.
 *
 * @module
 */

import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import type { AccountOptions } from "../../types/account.ts";

/** What every row of the page needs. */
export const ACCOUNT_NEEDS: Demand = {
  option: "account",
  // Passkeys can be shown and named without more, and removed where the adapter can do it.
  adapter: [
    "getUser",
    "getUserByAccount",
    "getUserByEmail",
    "updateUser",
    "deleteUser",
    "unlinkAccount",
    "linkAccount",
  ],
  sessions: "always",
  emails: "notices of changes",
};

/** Returns the first error of the options. */
export function checkAccount({ place, deletion }: AccountOptions): AuthError | undefined {
  const bad = (message: string, option: string) =>
    new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
  if (place !== undefined && typeof place !== "function") {
    return bad("it is not a function", "account.place");
  }
  if (deletion !== undefined && !isGrace(deletion?.graceDays)) {
    return bad("`graceDays` must be a whole number from 1 to 365", "account.deletion");
  }
}

function isGrace(days: unknown): boolean {
  return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 365;
}
