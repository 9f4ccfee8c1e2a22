/**
 * What changes of a connection have in common: whose it is, who may, and how often a provider is asked.
 *
 * @module
 */

import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import type { Actor } from "../organizations/acting.ts";
import { type ConnectionData, connections } from "./kinds.ts";

/** Most times per hour that an organization lets the app ask providers, by tests and for metadata. */
const QUESTIONS_PER_HOUR = 60;

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

/** Counts a question to a provider; returns `true` when it was too much for this hour. */
export async function isBusy({ org, call: { config } }: Actor): Promise<boolean> {
  const hour = await makeKey(newestSecret(config), "tests of connections", org);
  return (await countUp(config, hour, QUESTIONS_PER_HOUR)).isFull;
}
