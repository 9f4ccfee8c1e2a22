/**
 * Names and scopes as pages show them.
 *
 * @module
 */

import { cleanName } from "../../base/names.ts";
import type { ShownAccess } from "../../../pages/oauth_server/step.ts";
import type { Settings } from "./settings.ts";
import type { Targets } from "./targets.ts";

/** Name of a client; where a stranger's could be read as another sentence, the place it leads to. */
export function shownName(name: string, target: string): string {
  return cleanName(name) ?? target;
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
