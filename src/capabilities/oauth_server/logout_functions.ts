/**
 * Logout tokens that wait, for schedules of apps.
 *
 * @module
 */

import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { deliverLogouts as deliver } from "./logouts.ts";
import type { OAuthConfig } from "./settings.ts";
import type { DeliverOptions } from "./typed.ts";

/** See `OAuthFunctions.deliverLogouts`. */
export async function deliverLogouts(
  config: ServerConfig,
  { retryUndelivered = false }: DeliverOptions = {},
): Promise<number> {
  return await deliver(requireStore(config) as OAuthConfig, retryUndelivered);
}
