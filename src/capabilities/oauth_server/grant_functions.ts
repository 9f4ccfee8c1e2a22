/**
 * Grants of users, for apps.
 *
 * @module
 */

import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { endGrant } from "./grants.ts";
import { grants } from "./kinds.ts";
import type { OAuthConfig } from "./settings.ts";
import type { OAuthGrant } from "./typed.ts";

/** See `OAuthFunctions.listGrants`. */
export async function listGrants(
  config: ServerConfig,
  userId: string,
): Promise<readonly OAuthGrant[]> {
  const { records } = requireStore(config) as OAuthConfig;
  return (await grants.list(records, userId))
    .map(({ id, data }) => ({
      id,
      client: data.client,
      name: data.clientName,
      scopes: data.targets,
      organization: data.organization,
      createdAt: new Date(data.createdAt),
      lastUsedAt: data.lastUsedAt === null ? null : new Date(data.lastUsedAt),
    }))
    .sort((a, b) => b.createdAt.valueOf() - a.createdAt.valueOf());
}

/** See `OAuthFunctions.revokeGrant`. */
export async function revokeGrant(
  config: ServerConfig,
  userId: string,
  grantId: string,
): Promise<boolean> {
  const { records } = requireStore(config) as OAuthConfig;
  const known = await grants.get(records, grantId);
  return known?.owner === userId && await endGrant(records, grantId, userId);
}
