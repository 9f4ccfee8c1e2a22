/**
 * The seal of a client secret.
 *
 * @module
 */

import type { Seal } from "../../base/seals.ts";

/** Bound to the key of the connection, so that no record opens with the secret of another one. */
export const SECRET = {
  salt: "authjs.connection-secret",
  maxAge: 1_576_800_000,
} as const satisfies Seal;
