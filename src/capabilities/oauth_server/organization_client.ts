/**
 * Clients of organizations: what one may have, whether its organization is there, and how many there
 * may be. The record of a client is owned by its organization, and ends with it.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { isNative } from "../../http/redirect_uri.ts";
import { ownerOfOrg } from "../../records/owner.ts";
import type { Quota } from "../../records/quota.ts";
import { requireStore } from "../../server/environment.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import { organizations } from "../organizations/kinds.ts";
import { makeAppCall, requireRecords } from "../organizations/settings.ts";
import type { Fault } from "./check_client.ts";
import { isOfInternet, MAX_URI, MAX_URIS, UNTRUSTED_GRANTS } from "./client_metadata.ts";
import { clients } from "./kinds.ts";
import type { OAuthClientOptions } from "./options.ts";
import type { Settings } from "./settings.ts";

/** Most clients of an organization. */
export const MOST_CLIENTS = 50;

/** What the app alone gives to a client that it vouches for. */
const OF_APP = ["isFirstParty", "service", "exchangesTo", "pkce"] as const;

/** The first member that a client of an organization cannot have; the rest is checked as of any. */
export function faultOfOrganizationClient(
  client: OAuthClientOptions,
  settings: Pick<Settings, "issuer">,
): Fault | undefined {
  for (const member of OF_APP) {
    const value = client[member];
    if (value === undefined || value === false || value === "required") continue;
    return { member, message: "a client of an organization cannot have it" };
  }
  const needsNoUser = client.grants?.find((one) =>
    !UNTRUSTED_GRANTS.some(([, grant]) => grant === one)
  );
  if (needsNoUser !== undefined) {
    return { member: "grants", message: `"${needsNoUser}" is not for clients of organizations` };
  }
  for (const member of ["redirectUris", "postLogoutRedirectUris"] as const) {
    const uris = client[member] ?? [];
    if (uris.length > MAX_URIS) return { member, message: `it has more than ${MAX_URIS} URIs` };
    for (const uri of uris) {
      if (uri.length > MAX_URI) {
        return { member, message: `it has a URI of more than ${MAX_URI} characters` };
      }
      if (isNative(uri) || isOfInternet(uri, settings)) continue;
      return { member, message: `${JSON.stringify(uri)}: it is not at a public host` };
    }
  }
  const { backchannelLogoutUri: logout, redirectUris = [] } = client;
  if (logout !== undefined && !redirectUris.some((uri) => hostIn(uri) === hostIn(logout))) {
    return {
      member: "backchannelLogoutUri",
      message: "it is at another host than the redirect URIs",
    };
  }
}

function hostIn(uri: string): string {
  return new URL(uri).host;
}

/** The most clients of an organization. */
export function quotaOfClients(records: RecordStore, organization: string): Quota {
  const owner = ownerOfOrg(organization);
  return {
    ...{ owner, of: "clients", most: MOST_CLIENTS },
    list: async () =>
      (await clients.list(records, owner, { limit: 2 * MOST_CLIENTS })).map(({ id }) => id),
  };
}

/**
 * Refuses clients of organizations where there are none in the store.
 *
 * @throws {AuthError}
 */
export function requireOrganizations(config: Parameters<typeof requireStore>[0]): void {
  if (requireStore(config).userConfig.organizations === undefined) {
    throw new AuthError(
      "Cannot register the client of an organization: set `organizations` of the config",
      { cause: { option: "organizations" } },
    );
  }
  requireRecords(makeAppCall(config).settings, "register the client of an organization");
}

/** Name of an organization; `undefined` when there is none, or it is about to end. */
export async function nameOfOrganization(
  { records }: Pick<ResolvedConfig, "records">,
  id: string,
): Promise<string | undefined> {
  const found = await organizations.get(records!, id);
  return found && !found.data.isEnding ? found.data.name : undefined;
}
