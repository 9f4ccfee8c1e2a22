/**
 * Finds clients: in the config, in the store, or by the document at their URL.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import type { Client, ClientAuthentication } from "./client.ts";
import type { OAuthClientOptions, OAuthGrantType } from "./options.ts";
import type { OAuthCall } from "./settings.ts";

/** Grants of a client whose options name none. */
const GRANTS: readonly OAuthGrantType[] = ["code", "refresh"];

/** Finds a client; `undefined` for one that is not known. */
export async function findClient(
  { settings }: Pick<OAuthCall, "config" | "settings">,
  id: string,
): Promise<Client | undefined> {
  const options = settings.clients.get(id);
  return options && await ofConfig(id, options);
}

/**
 * Returns `true` while a client is known: the tokens of one that was removed do not count. It is read
 * within `maxLag`.
 */
export async function clientStands(
  { settings }: Pick<OAuthCall, "config" | "settings">,
  id: string,
): Promise<boolean> {
  return await Promise.resolve(settings.clients.has(id));
}

async function ofConfig(id: string, options: OAuthClientOptions): Promise<Client> {
  const { scopes, resources, grants = GRANTS } = options;
  return {
    id,
    source: "config",
    isStranger: false,
    name: options.name ?? id,
    redirectUris: options.redirectUris ?? [],
    postLogoutRedirectUris: options.postLogoutRedirectUris ?? [],
    authentication: await authenticationOf(options),
    grants: new Set(grants),
    scopes: scopes ? new Set(scopes) : "all",
    resources: resources ? new Set(resources) : "all",
    isFirstParty: options.isFirstParty === true,
    idTokenAlgorithm: options.idTokenAlgorithm ?? "RS256",
    service: options.service,
  };
}

async function authenticationOf(
  { secret, jwks, jwksUri }: OAuthClientOptions,
): Promise<ClientAuthentication> {
  if (jwks || jwksUri) return { method: "private_key_jwt", jwks, jwksUri };
  if (secret === undefined) return { method: "none" };
  const secrets = typeof secret === "string" ? [secret] : secret;
  return { method: "secret", hashes: await Promise.all(secrets.map(hashOfSecret)) };
}

/** Hash of a secret, as it is kept. */
export async function hashOfSecret(secret: string): Promise<string> {
  return await sha256Base64url(`oauth client secret: ${secret}`);
}
