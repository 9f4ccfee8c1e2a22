/**
 * The session strategies, by name.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import { countRead, isMetered, type ReadResult } from "../hooks/telemetry.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Session } from "../types/entities.ts";
import type { SessionIdentity } from "../types/identity.ts";
import { type AdapterError, JWTSessionError, SessionTokenError } from "../errors.ts";
import { isStoreFailure } from "../hooks/adapter.ts";
import type { Context, ResolvedConfig } from "../types/internal.ts";
import type { SessionStrategy } from "../types/session.ts";
import { isActing, isOver } from "./opened_session.ts";
import { jwtStrategy } from "./jwt.ts";

/** A strategy that is loaded at its first use, so that other apps pay nothing for it. */
function loadedLater(load: () => Promise<SessionStrategy>): SessionStrategy {
  const loaded = lazy(load);
  return {
    issue: async (...args) => (await loaded()).issue(...args),
    read: async (...args) => (await loaded()).read(...args),
    end: async (...args) => (await loaded()).end(...args),
    open: async (...args) => (await loaded()).open(...args),
    recheck: async (...args) => (await loaded()).recheck(...args),
    prove: async (...args) => (await loaded()).prove(...args),
    fork: async (...args) => (await loaded()).fork(...args),
  };
}

const strategies: Record<"jwt" | "database", SessionStrategy> = {
  jwt: jwtStrategy,
  database: loadedLater(async () => (await import("./database.ts")).databaseStrategy),
};

const acting = loadedLater(async () =>
  (await import("./acting.ts")).makeActingStrategy(({ config }) =>
    strategies[config.session.strategy]
  )
);

/** The strategy of this app; of a session in which an operator acts for the user, its own one. */
export function sessionOf(ctx: Context): SessionStrategy {
  return isActing(ctx) ? acting : strategies[ctx.config.session.strategy];
}

/** The ids of the session's record and its user; `null` without a live session that has both. */
export async function findIdentity(ctx: Context): Promise<SessionIdentity | null> {
  return (await sessionOf(ctx).open(ctx))?.identity ?? null;
}

/** The stored user of the session; `null` without one, and without a live session. */
export async function currentUser(ctx: Context): Promise<AdapterUser | null> {
  return await (await sessionOf(ctx).open(ctx))?.user() ?? null;
}

/**
 * Reads, and extends, the session; `update` carries client data.
 *
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is one
 */
export async function readSession(
  ctx: Context,
  update?: { /** Client data. */ data: unknown },
): Promise<Session | null> {
  try {
    const session = await sessionOf(ctx).read(ctx, update);
    if (isMetered()) await countRead(makeResult(ctx, session));
    return session;
  } catch (error) {
    if (isMetered()) await countRead("failed");
    if (!isStoreFailure(error) || isUnknown(ctx.config, error)) throw error;
    const { strategy } = ctx.config.session;
    const Failure = strategy === "jwt" ? JWTSessionError : SessionTokenError;
    ctx.config.logger.error(new Failure(error));
    return null;
  }
}

/**
 * Decides what a session is that the store could not tell.
 *
 * @returns `true` when callers must learn that it is unknown; `false` for an error of something
 * else, and when the app lets a failing store mean "no session"
 */
export function isUnknown({ session }: ResolvedConfig, error: unknown): error is AdapterError {
  return session.onStoreFailure === "throw" && isStoreFailure(error);
}

function makeResult(ctx: Context, session: Session | null): ReadResult {
  if (session) return "found";
  if (!ctx.cookies.get("sessionToken")) return "none";
  return isOver(ctx) ? "over" : "failed";
}
