/**
 * Sealed texts of native clients. Each kind has a salt of its own, so that none can be used as
 * another one, nor as a cookie.
 *
 * @module
 */

import { decode, encode } from "../../jwt.ts";
import type { ResolvedConfig } from "../../types/internal.ts";

/** Prefix and salt of each kind; what only the store of records has, needs no prefix. */
const KINDS = {
  /** Access token. */
  access: ["xa1_", "authjs.native-access"],
  /** Code of a browser sign-in. */
  code: ["xc1_", "authjs.native-code"],
  /** Refresh token. */
  refresh: ["xr1_", "authjs.native-refresh"],
  /** Cookies of a session, in a record. */
  session: ["", "authjs.native-session"],
  /** Cookies of a sign-in that is not over. */
  state: ["xs1_", "authjs.native-state"],
} as const;

/** A kind of text. */
export type SealKind = keyof typeof KINDS;

/** Claims that the seal adds. */
export type Opened<T> = T & {
  /** Expiry, in seconds since 1970. */
  readonly exp: number;
};

/** The kind that a text has the form of. */
export function kindOf(text: string): Exclude<SealKind, "session"> | undefined {
  const names = ["access", "code", "refresh", "state"] as const;
  return names.find((name) => text.startsWith(KINDS[name][0]));
}

/**
 * Seals a value.
 *
 * @param maxAge seconds
 */
export async function seal<T extends object>(
  { jwt }: ResolvedConfig,
  kind: SealKind,
  value: T,
  maxAge: number,
): Promise<string> {
  const [prefix, salt] = KINDS[kind];
  // Members that are absent are not sealed.
  const token = value as Record<string, unknown>;
  return prefix + await encode({ token, secret: jwt.secret, salt, maxAge });
}

/**
 * Opens a text.
 *
 * @returns `"expired"` for one that was valid, and `undefined` for all else that cannot be opened
 */
export async function open<T extends object>(
  { jwt }: ResolvedConfig,
  kind: SealKind,
  text: unknown,
): Promise<Opened<T> | "expired" | undefined> {
  const [prefix, salt] = KINDS[kind];
  if (typeof text !== "string" || !text.startsWith(prefix)) return undefined;
  try {
    const token = text.slice(prefix.length);
    return await decode<Opened<T>>({ token, secret: jwt.secret, salt }) ?? undefined;
  } catch (error) {
    return (error as Error).name === "JWTExpired" ? "expired" : undefined;
  }
}

/** {@linkcode open} for texts whose expiry is no other case than a wrong one. */
export async function openValid<T extends object>(
  config: ResolvedConfig,
  kind: SealKind,
  text: unknown,
): Promise<Opened<T> | undefined> {
  const opened = await open<T>(config, kind, text);
  return opened === "expired" ? undefined : opened;
}
