/**
 * Records that anyone can leave open: pushed requests, codes of devices, registrations. Their number is
 * bounded, per network and per client, over all processes that share the store.
 *
 * @module
 */

import { countedNetwork } from "../../limits/request.ts";
import { tooMany } from "../../limits/refusal.ts";
import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import type { Client } from "./client.ts";
import { isAnyones, UNUSED_MS } from "./clients.ts";
import type { OAuthCall } from "./settings.ts";

/** Most records of a kind that one network leaves open in an hour. */
export const PER_NETWORK = 300;

/** The same of one client. The id of a public one is known to all, so it is many more. */
export const PER_CLIENT = 10_000;

/** Registrations of one network in an hour that stay for long. Further ones may be a flood. */
export const LONG_PER_NETWORK = 20;

/** Milliseconds for which a further one stays, unless a user gives it access. */
const SHORT_MS = 24 * 60 * 60 * 1000;

/** Milliseconds for which a registration stays that is about to be written. */
export async function findStay(
  { config, request }: Pick<OAuthCall, "config" | "request">,
): Promise<number> {
  if (!config.limits || config.limits.perAddress === false) return UNUSED_MS;
  // Those without an address are one.
  const network = countedNetwork(request, config) ?? "";
  const id = await makeKey(newestSecret(config), "oauth open", "long registration", network);
  return (await countUp(config, id, LONG_PER_NETWORK)).isFull ? SHORT_MS : UNUSED_MS;
}

/**
 * Counts a record that is about to be written. None of them is open for longer than the hour but a
 * registration; see {@linkcode findStay}.
 *
 * @param client the client that asks; absent where it registers itself
 * @throws {TooManyRequests} when too many are open
 */
export async function countOpen(
  { config, request }: Pick<OAuthCall, "config" | "request">,
  kind: "device" | "registration" | "request",
  client?: Client,
): Promise<void> {
  if (!config.limits || client && !isAnyones(client)) return;
  const network = config.limits.perAddress === false ? null : countedNetwork(request, config);
  // The network first: what it does beyond its own share is not counted for the client.
  if (network !== null) await count(config, PER_NETWORK, ["network", network]);
  if (client) await count(config, PER_CLIENT, ["client", client.id]);

  async function count(of: OAuthCall["config"], most: number, names: readonly string[]) {
    const id = await makeKey(newestSecret(of), "oauth open", kind, ...names);
    const { isFull, until } = await countUp(of, id, most);
    if (isFull) throw tooMany(`Too many open records of a ${names[0]} (${kind})`, +until);
  }
}
