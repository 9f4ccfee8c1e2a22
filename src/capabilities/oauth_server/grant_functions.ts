/**
 * Access that users gave to other apps, for the app itself.
 *
 * These functions do not check permissions: take the id of the user from the session, never from the
 * request, and ask for a fresh proof before a change.
 *
 * @module
 */

import { checkDemand, checkDemands, type Rules } from "../../base/demands.ts";
import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { grantsOfClient } from "./client_grants.ts";
import type { Grant } from "./grants.ts";
import type { OAuthConfig } from "./settings.ts";
import type { ListGrantsOptions, OAuthGrant, OAuthGrantPage } from "./typed.ts";
import { endUserGrant, listUserGrants } from "./user_grants.ts";

/** Grants of a client that are listed at once. */
const LIMIT = { default: 50, most: 100 };

const LIST_RULES: Rules<keyof ListGrantsOptions> = { after: "free", limit: "free" };

/** See `OAuthFunctions.listGrants`. */
export async function listGrants(
  config: ServerConfig,
  userId: string,
): Promise<readonly OAuthGrant[]> {
  return (await listUserGrants({ config: configOf(config) }, userId)).map(toGrant);
}

/** See `OAuthFunctions.listClientGrants`. */
export async function listClientGrants(
  config: ServerConfig,
  clientId: string,
  options: ListGrantsOptions = {},
): Promise<OAuthGrantPage> {
  checkDemands("list the grants of a client", options, LIST_RULES);
  checkDemand("list the grants of a client", "clientId", clientId, "text");
  const { after, limit = LIMIT.default } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT.most) {
    throw new RangeError(
      `Cannot list the grants of a client: \`limit\` is not a number from 1 to ${LIMIT.most}`,
    );
  }
  if (after !== undefined && !(typeof after === "string" && /^[\w-]{22}$/.test(after))) {
    throw new RangeError("Cannot list the grants of a client: `after` is not the `next` of a page");
  }
  const { grants, ...rest } = await grantsOfClient(configOf(config), clientId, { after, limit });
  return { grants: grants.map((grant) => ({ ...toGrant(grant), userId: grant.owner! })), ...rest };
}

function toGrant({ id, data }: Grant): OAuthGrant {
  return {
    id,
    client: data.client,
    name: data.clientName,
    scopes: data.targets,
    organization: data.organization,
    createdAt: new Date(data.createdAt),
    lastUsedAt: data.lastUsedAt === null ? null : new Date(data.lastUsedAt),
  };
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
