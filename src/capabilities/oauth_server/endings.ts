/**
 * The end of what a client has by what comes to the endpoints.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { audit } from "../../hooks/audit.ts";
import type { ChildData } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";
import { endGrant } from "./grants.ts";
import { endFamily, type TokenFamily } from "./family_end.ts";

/** Loaded where clients are notified of sign-outs. */
const sessions = lazy(() => import("./client_sessions.ts"));

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

/**
 * Ends a family whose code or refresh token was used again, as a thief does, and the session at the
 * client that came with it.
 */
export async function endReused(
  call: Pick<OAuthCall, "config" | "request" | "settings">,
  held: Held & Pick<ChildData, "sid">,
): Promise<void> {
  const { config, request } = call;
  const { grant, userId, sid } = held;
  const end = () => endHeld({ config }, held);
  const hasEnded = sid === undefined
    ? await end()
    : await (await sessions()).tellingClients(call, userId, ({ id }) => id === sid, end);
  if (!hasEnded) return;
  const caller = { config, request: { action: "oauth/token", method: request.method, request } };
  await audit(caller, { name: "oauth.reused", userId, credential: grant });
}

/** A grant that is over. */
export function ended(): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", "The grant has ended");
}
