/**
 * The end of a grant by what comes to the endpoints.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import { audit } from "../../hooks/audit.ts";
import { endGrant } from "./grants.ts";
import type { OAuthCall } from "./settings.ts";

/** Ends a grant whose code or refresh token was used again, as a thief does. */
export async function endReused(
  { config, request }: Pick<OAuthCall, "config" | "request">,
  grant: string,
  userId: string,
): Promise<void> {
  if ((await endGrant(config.records, grant, userId)).length === 0) return;
  const caller = { config, request: { action: "oauth/token", method: request.method, request } };
  await audit(caller, { name: "oauth.reused", userId, credential: grant });
}

/** A grant that is over. */
export function ended(): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", "The grant has ended");
}
