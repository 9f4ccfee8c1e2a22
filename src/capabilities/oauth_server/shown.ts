/**
 * Names and scopes as pages show them.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { cleanName } from "../../base/names.ts";
import type { ShownAccess } from "../../../pages/oauth_server/step.ts";
import type { Client } from "./client.ts";
import type { OAuthCall, Settings } from "./settings.ts";
import type { Targets } from "./targets.ts";

const organizationClients = lazy(() => import("./organization_client.ts"));

/** Name of a client; where a stranger's could be read as another sentence, the place it leads to. */
export function shownName(name: string, target: string): string {
  return cleanName(name) ?? target;
}

/** The organization whose client it is, by name: the app does not vouch for it. */
export async function findMaker(
  { config }: Pick<OAuthCall, "config">,
  { organization }: Pick<Client, "organization">,
): Promise<{ readonly maker?: string }> {
  if (organization === undefined) return {};
  const name = await (await organizationClients()).nameOfOrganization(config, organization);
  // One that ends at this moment has no name any more, and its client ends with it.
  return { maker: name ?? organization };
}

/** Scopes by resource, those of the service itself first. */
export function shownAccess(
  { issuer, resources }: Pick<Settings, "issuer" | "resources">,
  targets: Targets,
): ShownAccess[] {
  return Object.entries(targets)
    // A resource of an earlier config has no name.
    .map(([url, scopes]): ShownAccess => ({
      resource: url === issuer ? null : resources.get(url)?.name ?? url,
      scopes,
    }))
    .sort((a, b) => Number(b.resource === null) - Number(a.resource === null));
}
