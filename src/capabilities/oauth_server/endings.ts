/**
 * The end of what a client has by what comes to the endpoints.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import { audit } from "../../hooks/audit.ts";
import type { OAuthCall } from "./settings.ts";
import { endFamily, type TokenFamily } from "./token_family.ts";

/** Ends a family whose code or refresh token was used again, as a thief does. */
export async function endReused(
  { config, request }: Pick<OAuthCall, "config" | "request">,
  family: TokenFamily,
): Promise<void> {
  if (!await endFamily(config, family)) return;
  const { grant, userId } = family;
  const caller = { config, request: { action: "oauth/token", method: request.method, request } };
  await audit(caller, { name: "oauth.reused", userId, credential: grant });
}

/** A grant that is over. */
export function ended(): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", "The grant has ended");
}
