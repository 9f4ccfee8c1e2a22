/**
 * The sealed texts of native clients, by what they are for.
 *
 * @module
 */

import type { Seal } from "../../base/seals.ts";
import type { Purpose } from "../../credentials/sealed.ts";

/** What each text is for, and for how long, where neither the config nor the caller says that. */
export const SEALS = {
  /** Access token. */
  access: { prefix: "xa1_", salt: "authjs.native-access" },
  /** Code of a browser sign-in. */
  code: { prefix: "xc1_", salt: "authjs.native-code", maxAge: 315_360_000 },
  /** Refresh token. */
  refresh: { prefix: "xr1_", salt: "authjs.native-refresh" },
  /** Cookies of a session, in a record. */
  session: { prefix: "", salt: "authjs.native-session" },
  /** Cookies of a sign-in that is not over. */
  state: { prefix: "xs1_", salt: "authjs.native-state", maxAge: 900 },
} as const satisfies Readonly<Record<string, Purpose & Partial<Seal>>>;

/** The kind that a text has the form of. */
export function kindOf(text: string): "access" | "code" | "refresh" | "state" | undefined {
  const kinds = ["access", "code", "refresh", "state"] as const;
  return kinds.find((kind) => text.startsWith(SEALS[kind].prefix));
}
