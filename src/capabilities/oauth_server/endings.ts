/**
 * The end of what a client has by what comes to the endpoints.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import { audit } from "../../hooks/audit.ts";
import type { OAuthCall } from "./settings.ts";
import { endGrant } from "./grants.ts";
import { endFamily, type TokenFamily } from "./token_family.ts";

/** The tokens of a sign-in; a version before does not say of which family they are. */
export type Held = Omit<TokenFamily, "family"> & { readonly family: string | undefined };

/**
 * Ends the tokens of a sign-in, or the whole grant where they are those of a version before.
 *
 * @returns `true` when this call has ended them
 */
export async function endHeld(
  { config }: Pick<OAuthCall, "config">,
  { family, grant, userId }: Held,
): Promise<boolean> {
  return family === undefined
    ? (await endGrant(config.records, grant, userId)).length > 0
    : await endFamily(config, { family, grant, userId });
}

/** Ends a family whose code or refresh token was used again, as a thief does. */
export async function endReused(
  { config, request }: Pick<OAuthCall, "config" | "request">,
  held: Held,
): Promise<void> {
  if (!await endHeld({ config }, held)) return;
  const { grant, userId } = held;
  const caller = { config, request: { action: "oauth/token", method: request.method, request } };
  await audit(caller, { name: "oauth.reused", userId, credential: grant });
}

/** A grant that is over. */
export function ended(): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", "The grant has ended");
}
