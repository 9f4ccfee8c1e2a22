/**
 * Checks what the authorization server needs.
 *
 * @module
 */

import { recordsOf } from "../../config/records.ts";
import { AuthError, MissingAdapter } from "../../errors.ts";
import { lackingOf, missing } from "../../hooks/adapter.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { OAuthServerOptions } from "./options.ts";

function bad(why: string, option = "oauthServer"): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${why}`, { cause: { option } });
}

/** Returns the first error that makes the server unusable. */
export function checkOAuthServer(
  { adapter, session, records }: AuthConfig,
  _options: OAuthServerOptions,
): AuthError | undefined {
  if (!adapter) {
    return new MissingAdapter("Cannot use `oauthServer`: set `adapter`, which keeps users");
  }
  const lacking = lackingOf(adapter, ["getUser"]);
  if (lacking.length > 0) return missing(lacking);
  if (!session?.revocation) {
    return bad("users without session records cannot be suspended; set `session.revocation`");
  }
  if (!recordsOf({ adapter, records } as AuthConfig)) {
    return bad("there is no store of records; set `records`");
  }
}
