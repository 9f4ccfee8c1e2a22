/**
 * Signing keys, for apps.
 *
 * @module
 */

import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { OAuthConfig } from "./settings.ts";
import { replaceKeys } from "./signing_keys.ts";
import type { RotateOptions } from "./typed.ts";

/** See `OAuthFunctions.rotateSigningKey`. */
export async function rotateSigningKey(
  config: ServerConfig,
  { isEmergency = false }: RotateOptions = {},
): Promise<void> {
  await replaceKeys(requireStore(config) as OAuthConfig, isEmergency);
}
