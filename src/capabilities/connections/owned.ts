/**
 * What changes of a connection have in common: whose it is, who may, and how often a provider is asked.
 *
 * @module
 */

import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import type { Actor } from "../organizations/actor.ts";
import { type ConnectionData, connections } from "./kinds.ts";

/** Most times per hour that an organization lets the app ask providers, by tests and for metadata. */
const QUESTIONS_PER_HOUR = 60;

/** Most changes of a connection per hour by admin links. Owners get an email about each. */
const LINK_CHANGES_PER_HOUR = 20;

/** Who may change a connection. */
export const CHANGE = { role: "owner", freshProof: "all", delegable: true } as const;

/** A connection of the organization; `undefined` for all others. */
export async function findOwn(
  { org, call: { records } }: Actor,
  id: string,
): Promise<ConnectionData | undefined> {
  const text = String(id);
  const found = text !== "" && text.length <= 100 ? await connections.get(records, text) : null;
  return found?.data.org === org ? found.data : undefined;
}

/**
 * Counts a change of a connection; returns `true` when an admin link has made too many in this hour. What
 * owners could not be told of must not happen, so changes have the limit, and not the emails.
 */
export async function isBusyByLink({ via, org, call: { config } }: Actor): Promise<boolean> {
  if (via === undefined) return false;
  const hour = await makeKey(newestSecret(config), "changes by admin links", org);
  return (await countUp(config, hour, LINK_CHANGES_PER_HOUR)).isFull;
}

/** Counts a question to a provider; returns `true` when it was too much for this hour. */
export async function isBusy({ org, call: { config } }: Actor): Promise<boolean> {
  const hour = await makeKey(newestSecret(config), "tests of connections", org);
  return (await countUp(config, hour, QUESTIONS_PER_HOUR)).isFull;
}
