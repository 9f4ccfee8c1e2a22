/**
 * A user's second factors, for a settings page: list, add, rename, remove; and the reset by
 * an administrator.
 *
 * Functions that take the id of a user do not check permissions: take the id from the
 * session, never from the request, and ask for a fresh proof before a change. The functions
 * that add a factor take the request and check all of it themselves.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { requireName } from "../../hooks/names.ts";
import { lazy } from "../../base/lazy.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Context } from "../../types/internal.ts";
import { requireConfig } from "../../server/environment.ts";
import type { FactorAnswer, FactorConfig, FactorInfo, NewFactor } from "./function_parts.ts";

// Loaded when a function is called.
const server = lazy(() => import("../../server/sign_in.ts"));
const changes = lazy(() => import("./function_parts.ts"));

export type { FactorAnswer, FactorInfo, NewFactor } from "./function_parts.ts";

/** Options of {@linkcode remove}. */
export interface RemoveFactorOptions {
  /**
   * `true` removes the last factor although `factorPolicy.required` is set: the user is asked
   * to enrol one at the next sign-in if the policy says so. Default `false`.
   */
  mayBeLast?: boolean;
}

/** Options of {@linkcode reset}. */
export interface ResetFactorsOptions {
  /** `true` removes the factors at once. Default `false`: after 24 hours. */
  now?: boolean;
}

/**
 * Lists a user's second factors, oldest first, without secrets.
 *
 * @throws {AuthError} when the config has no `factors`
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as factors from "@x/auth/factors";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   factors: [factors.Totp()],
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * for (const { factor, name, createdAt } of await factors.list(config, "user-1")) {
 *   console.log(name ?? factor, createdAt);
 * }
 * ```
 */
export async function list(config: ServerConfig, userId: string): Promise<FactorInfo[]> {
  const resolved = requireFactors(config);
  return await (await changes()).list(resolved, userId);
}

/**
 * Renames a second factor.
 *
 * @param id id of the enrolment, from {@linkcode list}
 * @param name 1 to 64 characters, one of them visible at least, and none that changes the direction of
 *   writing; surrounding and repeated white space is removed
 * @throws {AuthError} when the user has no such factor, or the name is invalid
 */
export async function rename(
  config: ServerConfig,
  userId: string,
  id: string,
  name: string,
): Promise<void> {
  const resolved = requireFactors(config);
  const clean = requireName("factor", name);
  if (!await (await changes()).rename(resolved, userId, id, clean)) throw noFactor();
}

/**
 * Removes a second factor, and tells its owner by email. Browsers that the user trusts are
 * asked again.
 *
 * The function knows no session, so it does not check whether the factors that stay count
 * in addition to the user's sign-in method: a code by email alone does not count after a link
 * by email.
 *
 * @param id id of the enrolment, from {@linkcode list}
 * @returns `false` when it is the last one and `factorPolicy.required` is set; it stays
 * @throws {AuthError} when the user has no such factor
 */
export async function remove(
  config: ServerConfig,
  userId: string,
  id: string,
  { mayBeLast = false }: RemoveFactorOptions = {},
): Promise<boolean> {
  const resolved = requireFactors(config);
  const obstacle = await (await changes()).remove(resolved, userId, id, mayBeLast);
  if (obstacle === "unknown") throw noFactor();
  return obstacle === null;
}

/**
 * Begins to add a second factor for the user of a request. One that needs no confirmation,
 * such as recovery codes, is stored at once and replaces the one before.
 *
 * @param factor id of the factor, such as `totp`
 * @param headers headers of your response; they get the cookie that ties the enrolment to
 * this browser
 * @throws {AccessDenied} without a session, or when its proof is too old: see
 * `factorPolicy.changeMaxAge`
 * @throws {InvalidCheck} when the user cannot add this factor, for example since it does not
 * count in addition to the user's sign-in method
 * @throws {MissingCSRF} when another site posted the form
 */
export async function begin(
  config: ServerConfig,
  request: Request,
  factor: string,
  headers: Headers,
): Promise<NewFactor> {
  const { begin } = await changes();
  return await change(config, request, headers, (ctx) => begin(ctx, factor));
}

/**
 * Confirms a second factor, and tells its owner by email.
 *
 * @param headers headers of your response; they get the cookie of the session, whose proof
 * has two factors from then on
 * @returns `false` when the answer is wrong; another try is allowed
 * @throws {TooManyRequests} when too many answers were wrong
 * @throws {AuthError} as {@linkcode begin} does, and when `state` is too old
 */
export async function confirm(
  config: ServerConfig,
  request: Request,
  answer: FactorAnswer,
  headers: Headers,
): Promise<boolean> {
  const { confirm } = await changes();
  return await change(config, request, headers, (ctx) => confirm(ctx, answer));
}

/**
 * Removes all second factors of a user, for an administrator whom the user has asked. The
 * user is notified by email and can cancel it for 24 hours, on the page of second factors or by
 * {@linkcode cancelReset}. Factors that are added meanwhile stay.
 *
 * It is carried out at the first sign-in, or the first list of the factors, after that time.
 *
 * @returns time from which it takes effect; that of a reset that waits already
 * @throws {AuthError} when the config has no `factors`, or neither AUTH_URL nor `theme.name` names
 * the site in the emails
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as factors from "@x/auth/factors";
 * import { assert } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   factors: [factors.Totp()],
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const due = await factors.reset(config, "user-1");
 * assert(due > new Date());
 * assert(await factors.cancelReset(config, "user-1"));
 * ```
 */
export async function reset(
  config: ServerConfig,
  userId: string,
  { now = false }: ResetFactorsOptions = {},
): Promise<Date> {
  const resolved = requireFactors(config);
  return await (await changes()).reset({ config: resolved }, userId, now);
}

/**
 * Cancels a reset that waits.
 *
 * @returns `false` when none waits, or its time has come
 */
export async function cancelReset(config: ServerConfig, userId: string): Promise<boolean> {
  const resolved = requireFactors(config);
  return await (await changes()).cancelReset({ config: resolved }, userId);
}

/** Time from which a reset takes effect; `null` when none waits. */
export async function pendingReset(
  config: ServerConfig,
  userId: string,
): Promise<Date | null> {
  const resolved = requireFactors(config);
  return await (await changes()).pendingReset(resolved, userId);
}

async function change<T>(
  config: ServerConfig,
  request: Request,
  headers: Headers,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  requireFactors(config);
  return await (await server()).changeByUser(config, request, "factors", headers, run);
}

function requireFactors(written: ServerConfig): FactorConfig {
  const config = requireConfig(written);
  const { factors } = config;
  if (factors) return { ...config, factors };
  throw new AuthError("Cannot manage second factors: the config has no `factors`, set some", {
    cause: { option: "factors" },
  });
}

function noFactor(): AuthError {
  return new AuthError("Cannot change the factor: the user has none with this id");
}
