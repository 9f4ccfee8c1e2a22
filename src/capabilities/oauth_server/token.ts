/**
 * `POST oauth/token`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5 RFC 6749 §5}
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { ownMember } from "../../base/objects.ts";
import { answerTokens, OAuthRefusal, requireForm, requireText } from "../../credentials/form.ts";
import type { Awaitable } from "../../types/entities.ts";
import { authenticateClient } from "./authenticate_client.ts";
import type { OAuthGrantType } from "./options.ts";
import { answering } from "./refusal.ts";
import type { GrantHandler } from "./token_request.ts";

/** A value of `grant_type`. */
interface GrantEntry {
  /** The grant that the client must have. */
  readonly grant: OAuthGrantType;
  /** Loads what answers it. */
  readonly load: () => Awaitable<GrantHandler>;
}

/** Values of `grant_type`. */
export const GRANT_TYPES: Readonly<Record<string, GrantEntry>> = {
  "authorization_code": {
    grant: "code",
    load: lazy(async () => (await import("./codes.ts")).exchangeCode),
  },
  "refresh_token": {
    grant: "refresh",
    load: lazy(async () => (await import("./refresh.ts")).refreshTokens),
  },
  "urn:ietf:params:oauth:grant-type:device_code": {
    grant: "device",
    load: lazy(async () => (await import("./device_token.ts")).exchangeDeviceCode),
  },
  "client_credentials": {
    grant: "client-credentials",
    load: lazy(async () => (await import("./client_credentials.ts")).clientCredentials),
  },
  "urn:ietf:params:oauth:grant-type:token-exchange": {
    grant: "token-exchange",
    load: lazy(async () => (await import("./token_exchange.ts")).exchangeToken),
  },
  "urn:ietf:params:oauth:grant-type:jwt-bearer": {
    grant: "jwt-bearer",
    load: lazy(async () => (await import("./jwt_bearer.ts")).exchangeAssertion),
  },
};

/** `POST oauth/token` */
export const tokenHandler = answering(async (call, sent) => {
  requireForm(sent);
  const client = await authenticateClient(call, sent);
  const entry = ownMember(GRANT_TYPES, requireText(sent.body, "grant_type"));
  if (!entry) throw new OAuthRefusal("unsupported_grant_type", "`grant_type` is not supported");
  if (!client.grants.has(entry.grant)) {
    throw new OAuthRefusal("unauthorized_client", "The client may not use the `grant_type`");
  }
  const handler = await entry.load();
  const { more, ...tokens } = await handler(call, client, sent);
  return answerTokens(tokens, more);
});
