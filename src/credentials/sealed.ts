/**
 * Sealed texts that clients hold. Each purpose has a salt of its own, so that no text can be used as
 * one of another purpose, nor as a cookie.
 *
 * @module
 */

import type { Salt, Seal } from "../base/seals.ts";
import { openText, sealText } from "../session/sealed_text.ts";
import type { ResolvedConfig } from "../types/internal.ts";

/** What a sealed text is for. */
export interface Purpose {
  /** First characters of the text; empty for one that only the store of records has. */
  readonly prefix: string;
  /** Salt of its key. */
  readonly salt: Salt;
}

/** Claims that the seal adds. */
export type Opened<T> = T & {
  /** Expiry, in seconds since 1970. */
  readonly exp: number;
};

/** Seals a value for the seconds of its purpose. */
export async function seal<T extends object>(
  { jwt }: Pick<ResolvedConfig, "jwt">,
  { prefix, ...purpose }: Purpose & Seal,
  value: T,
): Promise<string> {
  return prefix + await sealText(jwt.secret, purpose, value);
}

/**
 * Opens a text.
 *
 * @returns `"expired"` for one that was valid, and `undefined` for all else that cannot be opened
 */
export async function open<T extends object>(
  { jwt }: Pick<ResolvedConfig, "jwt">,
  { prefix, salt }: Purpose,
  text: unknown,
): Promise<Opened<T> | "expired" | undefined> {
  if (typeof text !== "string" || !text.startsWith(prefix)) return undefined;
  try {
    return await openText<Opened<T>>(jwt.secret, { salt }, text.slice(prefix.length)) ?? undefined;
  } catch (error) {
    return (error as Error).name === "JWTExpired" ? "expired" : undefined;
  }
}

/** {@linkcode open} for texts whose expiry is no other case than a wrong one. */
export async function openValid<T extends object>(
  config: Pick<ResolvedConfig, "jwt">,
  purpose: Purpose,
  text: unknown,
): Promise<Opened<T> | undefined> {
  const opened = await open<T>(config, purpose, text);
  return opened === "expired" ? undefined : opened;
}
