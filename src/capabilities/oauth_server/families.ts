/**
 * Families of refresh tokens: one record for each. A refresh token is sealed, so that a text that was
 * guessed costs no call of the store, and ends nothing.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { decode, encode } from "../../jwt.ts";
import type { FamilyData } from "./kinds.ts";
import type { OAuthConfig } from "./settings.ts";

/** Content of a refresh token. */
export interface RefreshContent {
  /** Id of the family. */
  readonly family: string;
  /** Random. */
  readonly generation: string;
}

/** Seconds after which a family ends that is not used. */
const IDLE_MAX_AGE = 30 * 86_400;

/** Seconds after which every family ends. */
const MAX_AGE = 90 * 86_400;

const PREFIX = "xo1_";
const SALT = "authjs.oauth-refresh";

/** Time at which a family ends. */
export function expiryOf({ createdAt }: Pick<FamilyData, "createdAt">): Date {
  return new Date(Math.min(nowMs() + IDLE_MAX_AGE * 1000, createdAt + MAX_AGE * 1000));
}

/** Seals a refresh token. */
export async function sealRefresh({ jwt }: OAuthConfig, content: RefreshContent): Promise<string> {
  const params = { secret: jwt.secret, salt: SALT, maxAge: IDLE_MAX_AGE };
  return PREFIX + await encode({ ...params, token: { ...content } });
}

/** Opens a refresh token; `undefined` for text that this server has not made. */
export async function openRefresh(
  { jwt }: OAuthConfig,
  text: string,
): Promise<RefreshContent | undefined> {
  if (!text.startsWith(PREFIX)) return undefined;
  const params = { secret: jwt.secret, salt: SALT };
  const token = text.slice(PREFIX.length);
  return await decode<RefreshContent>({ ...params, token }).catch(() => null) ?? undefined;
}
