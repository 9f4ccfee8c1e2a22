/**
 * Access that users gave to other apps, for the app itself.
 *
 * These functions do not check permissions: take the id of the user from the session, never from the
 * request, and ask for a fresh proof before a change.
 *
 * @module
 */

import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { OAuthConfig } from "./settings.ts";
import type { OAuthGrant } from "./typed.ts";
import { endUserGrant, listUserGrants } from "./user_grants.ts";

/** See `OAuthFunctions.listGrants`. */
export async function listGrants(
  config: ServerConfig,
  userId: string,
): Promise<readonly OAuthGrant[]> {
  return (await listUserGrants({ config: configOf(config) }, userId)).map(({ id, data }) => ({
    id,
    client: data.client,
    name: data.clientName,
    scopes: data.targets,
    organization: data.organization,
    createdAt: new Date(data.createdAt),
    lastUsedAt: data.lastUsedAt === null ? null : new Date(data.lastUsedAt),
  }));
}

/** See `OAuthFunctions.revokeGrant`. */
export async function revokeGrant(
  config: ServerConfig,
  userId: string,
  grantId: string,
): Promise<boolean> {
  return await endUserGrant({ config: configOf(config) }, userId, grantId);
}

function configOf(config: ServerConfig): OAuthConfig {
  return requireStore(config) as OAuthConfig;
}
