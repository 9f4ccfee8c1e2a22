/**
 * The session strategies, by name.
 *
 * @module
 */

import type { Context } from "../types/internal.ts";
import type { SessionStrategy } from "../types/session.ts";
import { databaseStrategy } from "./database.ts";
import { jwtStrategy } from "./jwt.ts";

const strategies: Record<"jwt" | "database", SessionStrategy> = {
  jwt: jwtStrategy,
  database: databaseStrategy,
};

/** The strategy of this app. */
export function sessionOf(ctx: Context): SessionStrategy {
  return strategies[ctx.config.session.strategy];
}
