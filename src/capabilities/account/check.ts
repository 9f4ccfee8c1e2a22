/**
 * Checks what the page on which users manage their account needs.
 *
 * @module
 */

import { AuthError, MissingAdapter } from "../../errors.ts";
import { lackingOf, missing } from "../../hooks/adapter.ts";
import type { AccountOptions } from "../../types/account.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { StoreMethod } from "../../types/internal.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import { mailerOf } from "../../config/mailer.ts";
import { recordsOf } from "../../config/records.ts";

/** Methods that every row of the page needs. */
const METHODS: readonly StoreMethod[] = [
  "getUser",
  "getUserByAccount",
  "getUserByEmail",
  "updateUser",
  "deleteUser",
  "unlinkAccount",
  "linkAccount",
];

/** Returns the first error that makes the page unusable. */
export function checkAccount(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  { place, deletion }: AccountOptions,
): AuthError | undefined {
  const { adapter } = config;
  const bad = (why: string, option = "account") =>
    new AuthError(`Cannot use \`${option}\`: ${why}`, { cause: { option } });
  if (place !== undefined && typeof place !== "function") {
    return bad("it is not a function", "account.place");
  }
  if (deletion !== undefined && !isGrace(deletion?.graceDays)) {
    return bad("`graceDays` must be a whole number from 1 to 365", "account.deletion");
  }
  if (!adapter) return new MissingAdapter("Cannot use `account`: set `adapter`, which keeps users");
  // Passkeys can be shown and named without more, and removed where the adapter can do it.
  const lacking = lackingOf(adapter, METHODS);
  if (lacking.length > 0) return missing(lacking);
  if (!recordsOf(config)) {
    return bad(
      "there is no store of records; set `records`, for example to `PostgresRecords(pool)`, or " +
        "use an adapter of this library",
    );
  }
  if (!mailerOf(config, providers)) {
    return bad(
      "users are notified of changes by email; set `sendMail`, or use an email provider of this " +
        "library",
    );
  }
}

function isGrace(days: unknown): boolean {
  return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 365;
}
