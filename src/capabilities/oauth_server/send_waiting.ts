/**
 * Messages for clients that a process has left, which was killed, or whose pause is over.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { OAuthSetup } from "./settings.ts";

const logouts = lazy(() => import("./logouts.ts"));

/** Sends what waits, after the answer to a request of a client or of its user. */
export async function sendWaiting({ config, settings }: OAuthSetup): Promise<void> {
  if (settings.sendsLogouts) (await logouts()).lookForLogouts(config);
}
