/**
 * Refresh tokens: sealed, so that a text that was guessed costs no call of the store, and ends nothing.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import type { RefreshContent } from "../../credentials/family.ts";
import { openValid, seal } from "../../credentials/sealed.ts";
import type { FamilyData } from "./kinds.ts";
import type { OAuthConfig } from "./settings.ts";

/** Seconds after which a family ends that is not used. */
const IDLE_MAX_AGE = 2_592_000;

/** Seconds after which every family ends. */
const MAX_AGE = 90 * 86_400;

const REFRESH = {
  prefix: "xo1_",
  salt: "authjs.oauth-refresh",
  maxAge: IDLE_MAX_AGE,
} as const;

/** Time at which a family ends. */
export function expiryOf({ createdAt }: Pick<FamilyData, "createdAt">): Date {
  return new Date(Math.min(nowMs() + IDLE_MAX_AGE * 1000, createdAt + MAX_AGE * 1000));
}

/**
 * Seals a refresh token.
 *
 * @param stays `true` for one that no use replaces, so that the text counts as long as its family can
 */
export async function sealRefresh(
  config: OAuthConfig,
  content: RefreshContent,
  stays = false,
): Promise<string> {
  return await seal(config, stays ? { ...REFRESH, maxAge: MAX_AGE } : REFRESH, content);
}

/** Opens a refresh token; `undefined` for text that this server has not made. */
export async function openRefresh(
  config: OAuthConfig,
  text: string,
): Promise<RefreshContent | undefined> {
  return await openValid<RefreshContent>(config, REFRESH, text);
}
