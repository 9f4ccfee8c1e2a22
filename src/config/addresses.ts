/**
 * Checks that users of a config can change their addresses.
 *
 * @module
 */

import { AuthError, MissingAdapter } from "../errors.ts";
import { lackingOf, missing } from "../hooks/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import { mailerOf } from "./mailer.ts";
import { recordsOf } from "./records.ts";

/**
 * Returns the first error that makes changes of addresses impossible.
 *
 * @param what the option or the function that needs them
 */
export function addressFault(
  what: string,
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const bad = (option: string, why: string) =>
    new AuthError(`Cannot use \`${what}\`: ${why}`, { cause: { option } });
  const { adapter, session } = config;
  if (!adapter) {
    return new MissingAdapter(`Cannot use \`${what}\`: set \`adapter\`, which keeps users`);
  }
  const lacking = missing(lackingOf(adapter, ["getUser", "getUserByEmail", "updateUser"]));
  if (lacking) return lacking;
  if (!recordsOf(config)) {
    return bad(
      "records",
      "there is no store of records; set `records`, for example to `PostgresRecords(pool)`, or " +
        "use an adapter of this library",
    );
  }
  if (!session?.revocation) {
    return bad(
      "session.revocation",
      "codes belong to a session, and other sessions end; set `session.revocation`",
    );
  }
  if (!mailerOf(config, providers)) {
    return bad(
      "sendMail",
      "it sends emails; set `sendMail`, or use an email provider of this library",
    );
  }
}
