/**
 * Limits of requests: per client address, and per action over all clients. They are
 * counted before anything else of a request is looked at.
 *
 * @module
 */

import { warnOnce } from "../config/resolve.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { ResolvedLimits } from "../types/limits.ts";
import { isLocal, networkOf } from "./network.ts";
import { Buckets, count } from "./rate.ts";
import { tooMany } from "./refusal.ts";

/** Buckets of all addresses; made at the first address that is counted. */
let buckets: Buckets | undefined;

/** Times at which the bucket of each action is empty. */
const actions = new Map<string, number>();

/**
 * Counts a request.
 *
 * @throws {TooManyRequests} when a limit is reached
 */
export async function countRequest(
  request: RequestInternal,
  config: ResolvedConfig,
  limits: ResolvedLimits,
): Promise<void> {
  await countAddress(request, config, limits);
  const perMinute = limits.perAction[request.action as keyof ResolvedLimits["perAction"]];
  if (perMinute === undefined) return;
  const { emptyAtMs, freeAtMs } = count(actions.get(request.action) ?? 0, perMinute, Date.now());
  if (freeAtMs !== undefined) {
    throw tooMany(
      `Too many requests for the action "${request.action}" (limits.perAction)`,
      freeAtMs,
    );
  }
  actions.set(request.action, emptyAtMs);
}

async function countAddress(
  { request }: RequestInternal,
  { addressOf, logger }: ResolvedConfig,
  { perAddress, readsSocket }: ResolvedLimits,
): Promise<void> {
  if (perAddress === false) return;
  const address = addressOf(request);
  const network = address === null ? null : networkOf(address);
  // Clients without a known address must not share a bucket, which one of them could fill; nor
  // must those behind one proxy.
  if (network === null || (readsSocket && isLocal(network))) return;
  buckets ??= new Buckets();
  const freeAtMs = await buckets.take(network, perAddress);
  if (freeAtMs === undefined) return;
  if (readsSocket && request.headers.has("x-forwarded-for")) {
    warnOnce(logger, "forwarded-address-ignored");
  }
  throw tooMany("Too many requests from one address (limits.perAddress)", freeAtMs);
}
