/**
 * Limits of requests: per client address, and per action over all clients. They are counted
 * before anything else of a request is looked at. Passwords, which take a hash, are counted
 * once more.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import { warnOnce } from "../hooks/logger.ts";
import type { TooManyRequests } from "../errors.ts";
import { isLoopback, splitUrl } from "../http/url.ts";
import { ownerOf } from "../records/owner.ts";
import type { SignedIn } from "../types/factor_task.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { ResolvedLimits } from "../types/limits.ts";
import { isLocal, networkOf } from "./network.ts";
import { Buckets, count } from "./rate.ts";
import { tooMany } from "./refusal.ts";
import { makeKey, newestSecret } from "./window.ts";

/** Buckets of all addresses and passwords; made at the first one that is counted. */
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
  const { emptyAtMs, freeAtMs } = count(actions.get(request.action) ?? 0, perMinute, nowMs());
  actions.set(request.action, emptyAtMs);
  if (freeAtMs === undefined) return;
  throw tooMany(
    `Too many requests for the action "${request.action}" (limits.perAction)`,
    freeAtMs,
  );
}

/**
 * Counts a request of a program, where only its credentials say whether it is one to count.
 *
 * @throws {TooManyRequests} when a limit is reached
 */
export async function countCall(
  { config, request, origin }: {
    readonly config: ResolvedConfig;
    readonly request: Request;
    readonly origin: string;
  },
  action = "",
): Promise<void> {
  if (!config.limits) return;
  const read = { method: "POST", query: {}, cookieHeader: "", returnRedirect: false } as const;
  await countRequest({ ...read, origin, action, request }, config, config.limits);
}

/** A request of a program. */
export interface CountedCall {
  readonly config: ResolvedConfig;
  readonly request: Request;
}

/**
 * Does work that a stranger can cause, and counts it unless its result is right: a server that comes
 * from one address for all of its users is not counted. The room is held before the work, so that
 * requests at once cannot do more of it than the limit has room for. A failure is not counted.
 *
 * @throws {TooManyRequests} when the limit of the address is reached; nothing was done then
 */
export async function countUnlessRight<T>(
  { config, request }: CountedCall,
  work: () => Promise<T>,
  isRight: (result: T) => boolean,
): Promise<T> {
  const network = config.limits && countedNetwork(request, config);
  if (!config.limits || !network || config.limits.perAddress === false) return await work();
  buckets ??= new Buckets();
  const held = await buckets.hold(network, config.limits.perAddress);
  if (typeof held === "number") throw makeTooMany(request, config, config.limits, held);
  let isCounted = false;
  try {
    const result = await work();
    isCounted = !isRight(result);
    return result;
  } finally {
    held(isCounted);
  }
}

/** The network of a request that counts as that of one client; `null` for any other. */
export function countedNetwork(request: Request, config: ResolvedConfig): string | null {
  if (!config.limits) return null;
  const { readsSocket } = config.limits;
  const network = networkIn(request, config);
  // On this machine there is no one to count, as without an address.
  if (network === null && readsSocket && !isLoopback(splitUrl(request.url)?.origin ?? "")) {
    warnOnce(config.logger, "unknown-client-address");
  }
  return isOneClient(network, readsSocket) ? network : null;
}

async function countAddress(
  { request }: RequestInternal,
  config: ResolvedConfig,
  limits: ResolvedLimits,
): Promise<void> {
  if (limits.perAddress === false) return;
  const network = countedNetwork(request, config);
  const freeAtMs = network === null ? undefined : await take(network, limits.perAddress);
  if (freeAtMs !== undefined) throw makeTooMany(request, config, limits, freeAtMs);
}

function makeTooMany(
  request: Request,
  config: ResolvedConfig,
  { readsSocket }: ResolvedLimits,
  freeAtMs: number,
): TooManyRequests {
  warnOfProxy(request, config, readsSocket);
  return tooMany("Too many requests from one address (limits.perAddress)", freeAtMs, "network");
}

/**
 * Counts a password that is about to be hashed.
 *
 * @param account the account, when it knows the browser; else the network of the request counts
 * @throws {TooManyRequests} when the limit is reached
 */
export async function countPassword(
  { request }: RequestInternal,
  config: ResolvedConfig,
  account?: string,
): Promise<void> {
  if (!config.limits) return;
  const { passwordsPerAddress, readsSocket } = config.limits;
  if (passwordsPerAddress === false) return;
  const network = networkIn(request, config);
  if (account === undefined && !isOneClient(network, readsSocket)) return;
  // Other apps of the process have other accounts.
  const name = account === undefined
    ? `password of network: ${network}`
    : await makeKey(newestSecret(config), "password", account);
  const freeAtMs = await take(name, passwordsPerAddress);
  if (freeAtMs === undefined) return;
  if (account === undefined) warnOfProxy(request, config, readsSocket);
  throw tooMany(
    "Too many passwords from one address (limits.passwordsPerAddress)",
    freeAtMs,
    account === undefined ? "network" : "account",
  );
}

/** Pages that read lists of the store which a user opens at once; from then on, one each second. */
const MOST_READS = 60;

/**
 * Counts a page that searches, or reads a list of the store, before it reads. The count is that of
 * this process, and no call of the store. Where an operator acts for the user, it is the operator's.
 *
 * @returns seconds after which the next one is accepted; `undefined` for one that was counted
 */
export async function countRead(
  config: ResolvedConfig,
  { userId, proof: { actor } }: SignedIn,
): Promise<number | undefined> {
  if (!config.limits) return undefined;
  const name = await makeKey(newestSecret(config), "read", ownerOf(actor ?? userId));
  const freeAtMs = await take(name, MOST_READS);
  return freeAtMs && Math.max(1, Math.ceil((freeAtMs - nowMs()) / 1000));
}

/** The network of the client; `null` when its address is not known. */
export function networkIn(request: Request, { addressOf }: ResolvedConfig): string | null {
  const address = addressOf(request);
  return address === null ? null : networkOf(address);
}

/**
 * Returns `false` for clients without a known address, which must not share a bucket that one of
 * them could fill, and for those behind one proxy.
 */
function isOneClient(network: string | null, readsSocket: boolean): network is string {
  return network !== null && !(readsSocket && isLocal(network));
}

function take(name: string, perMinute: number): Promise<number | undefined> {
  buckets ??= new Buckets();
  return buckets.take(name, perMinute);
}

function warnOfProxy(request: Request, { logger }: ResolvedConfig, readsSocket: boolean): void {
  if (readsSocket && request.headers.has("x-forwarded-for")) {
    warnOnce(logger, "forwarded-address-ignored");
  }
}
