/**
 * How sign-ins are remembered: a table of strategies.
 *
 * @module
 */

import type { Context, SessionStrategy } from "../types/internal.ts";
import { jwtStrategy } from "./jwt.ts";

/** The strategy of this app. */
export function sessionOf(_ctx: Context): SessionStrategy {
  return jwtStrategy;
}
