/**
 * Clients in the store, for apps.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import { forgetCached } from "../../records/cached.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { faultOfClient } from "./check_client.ts";
import { toStoredKeys } from "./client_keys.ts";
import { linksIn, withLinks } from "./client_links.ts";
import { DEFAULT_GRANTS, groupOf, hashOfSecret } from "./clients.ts";
import { clients } from "./kinds.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";
import type { OAuthFunctions, RegisteredClient } from "./typed.ts";

/** See `OAuthFunctions.registerClient`. */
export async function registerClient(
  config: ServerConfig,
  options: Parameters<OAuthFunctions["registerClient"]>[0],
): Promise<RegisteredClient> {
  const resolved = requireStore(config) as OAuthConfig;
  const { hasSecret = false, ...client } = options;
  if ("secret" in client) throw bad("secret", "it is made by `hasSecret: true`");
  if ("responseTypes" in client) throw bad("responseTypes", "only clients of the config have it");
  if ("introspects" in client) throw bad("introspects", "only clients of the config have it");
  if (client.name === undefined) throw bad("name", "it is missing");
  const fault = faultOfClient(client, settingsIn(resolved), { hasSecret });
  if (fault) throw bad(fault.member, fault.message);
  const { jwks, jwksUri, grants = DEFAULT_GRANTS } = client;
  const id = randomBase64url(16);
  const secret = hasSecret ? randomBase64url(32) : undefined;
  await clients.add(resolved.records, id, {
    expires: null,
    data: {
      name: client.name,
      ...withLinks(linksIn({ ...client }, 0)),
      isStranger: false,
      isFirstParty: client.isFirstParty === true,
      redirectUris: client.redirectUris ?? [],
      postLogoutRedirectUris: client.postLogoutRedirectUris ?? [],
      ...client.backchannelLogoutUri === undefined
        ? {}
        : { backchannelLogoutUri: client.backchannelLogoutUri },
      method: jwks || jwksUri ? "private_key_jwt" : hasSecret ? "secret" : "none",
      hash: secret === undefined ? null : await hashOfSecret(secret),
      jwks: jwks ? toStoredKeys(jwks) : null,
      jwksUri: jwksUri ?? null,
      grants,
      scopes: client.scopes ?? "all",
      resources: client.resources ?? "all",
      ...client.exchangesTo ? { exchangesTo: client.exchangesTo } : {},
      ...client.pkce === "nonce" ? { pkce: client.pkce } : {},
      idTokenAlgorithm: client.idTokenAlgorithm ?? "RS256",
      service: client.service ?? null,
      createdAt: nowDate().toISOString(),
    },
  });
  return { id, ...secret === undefined ? {} : { secret } };
}

/** See `OAuthFunctions.removeClient`. */
export async function removeClient(config: ServerConfig, clientId: string): Promise<boolean> {
  const { records } = requireStore(config) as OAuthConfig;
  const taken = await retryOnce(() => clients.take(records, clientId));
  forgetCached(records, groupOf({ id: clientId }));
  return taken !== null;
}

function bad(member: string, message: string): TypeError {
  const what = member === "" ? "the client" : `\`${member}\` of the client`;
  return new TypeError(`Cannot register the client: ${what} cannot be used: ${message}`);
}
