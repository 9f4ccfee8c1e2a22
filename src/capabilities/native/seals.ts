/**
 * The sealed texts of native clients, by what they are for.
 *
 * @module
 */

import type { Purpose } from "../../credentials/sealed.ts";

/** What each text is for. */
export const SEALS = {
  /** Access token. */
  access: { prefix: "xa1_", salt: "authjs.native-access" },
  /** Code of a browser sign-in. */
  code: { prefix: "xc1_", salt: "authjs.native-code" },
  /** Refresh token. */
  refresh: { prefix: "xr1_", salt: "authjs.native-refresh" },
  /** Cookies of a session, in a record. */
  session: { prefix: "", salt: "authjs.native-session" },
  /** Cookies of a sign-in that is not over. */
  state: { prefix: "xs1_", salt: "authjs.native-state" },
} as const satisfies Readonly<Record<string, Purpose>>;

/** The kind that a text has the form of. */
export function kindOf(text: string): "access" | "code" | "refresh" | "state" | undefined {
  const kinds = ["access", "code", "refresh", "state"] as const;
  return kinds.find((kind) => text.startsWith(SEALS[kind].prefix));
}
