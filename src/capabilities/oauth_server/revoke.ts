/**
 * `POST oauth/revoke`: a client gives back what it holds. The refresh tokens and the access tokens of the
 * same sign-in end, and none of them counts at the next request. Those of another device go on, and
 * what the user has given is remembered.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009 RFC 7009}
 * @module
 */

import { OAuthRefusal, requireText } from "../../credentials/form.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import { parseAccessToken, verifyAccessToken } from "./access_token.ts";
import { authenticateClient } from "./authenticate_client.ts";
import { endHeld, type Held } from "./endings.ts";
import { openRefresh } from "./sealed_refresh_token.ts";
import { families } from "./kinds.ts";
import { answering } from "./refusal.ts";
import type { OAuthCall } from "./settings.ts";

/** `POST oauth/revoke`; a token that is none is answered as one that ended (§2.2). */
export const revokeHandler: CallHandler = answering(async (call, sent) => {
  const client = await authenticateClient(call, sent);
  const token = requireText(sent.body, "token");
  const found = await ofRefreshToken(call, token) ?? await ofAccessToken(call, token);
  if (found && found.client !== client.id) {
    throw new OAuthRefusal("unauthorized_client", "The token was issued to another client");
  }
  if (found) await endHeld(call, found);
  return { headers: JSON_HEADERS, body: {} };
});

/** A token of a client. */
interface Found extends Held {
  readonly client: string;
}

/** One that was replaced, too: its client may not have got the next one. */
async function ofRefreshToken({ config }: OAuthCall, token: string): Promise<Found | undefined> {
  const opened = await openRefresh(config, token);
  const family = opened && await families.get(config.records, opened.family);
  if (!family) return undefined;
  const { client, grant } = family.data;
  return { client, grant, family: family.id, userId: family.owner! };
}

/**
 * One that has expired, too: its grant may still stand. A token without a grant ends within minutes; an
 * exchanged one does not end what another client has.
 */
async function ofAccessToken(call: OAuthCall, token: string): Promise<Found | undefined> {
  const parsed = parseAccessToken(call, token);
  if (!parsed || !await verifyAccessToken(call, parsed)) return undefined;
  const { client_id: client, grant, family, sub: userId, act } = parsed.claims;
  return grant === undefined || act ? undefined : { client, grant, family, userId };
}
