/**
 * The outbox of logout tokens: each is sent by a post to the URL of its client, at least once.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest OpenID Connect Back-Channel Logout 1.0 §2.5}
 * @module
 */

import { AuthError } from "../../errors.ts";
import { isLoopback } from "../../http/url.ts";
import { makeUntrustedFetch } from "../../outbound/untrusted_fetch.ts";
import { defineOutbox, type Sender } from "../../outbound/outbox.ts";
import { findClient } from "./clients.ts";
import { makeLogoutToken } from "./logout_token.ts";
import { type OAuthConfig, type OAuthSetup, settingsIn } from "./settings.ts";

/** A session of a user at a client that has ended. */
type Logout = {
  /** Id of the client. */
  client: string;
  /** Id of the user. */
  sub: string;
  /** Id of the session at the client. */
  sid: string;
};

/** The outbox. */
export const logouts = defineOutbox<Logout>("logout");

/** Sends after the answer. */
export function wakeLogouts(config: OAuthConfig): void {
  logouts.wake(config.records, senderOf(config));
}

/** The same, where this process has not looked for a while. */
export function lookForLogouts(config: OAuthConfig): void {
  logouts.look(config.records, senderOf(config));
}

/** Sends what is due now, and what was given up, if that is wanted. */
export async function deliverLogouts(
  config: OAuthConfig,
  retriesUndelivered: boolean,
): Promise<number> {
  if (retriesUndelivered) await logouts.retryUndelivered(config.records);
  return await logouts.deliver(config.records, senderOf(config));
}

function senderOf(config: OAuthConfig): Sender<Logout> {
  const setup = { config, settings: settingsIn(config) };
  return {
    send: async (logout, jti) => await send(setup, logout, jti),
    failed(client, cause, isFinal) {
      const what = client === "" ? "clients" : `the client ${JSON.stringify(client)}`;
      const next = isFinal
        ? "it is not tried again by itself; `deliverLogouts({ retryUndelivered: true })` does"
        : "it is tried again for a day";
      const message = `Cannot tell ${what} of a sign-out: ${(cause as Error).message}; ${next}`;
      config.logger.error(new AuthError(message, { cause: cause as Error }));
    },
  };
}

async function send(setup: OAuthSetup, logout: Logout, jti: string): Promise<void> {
  const client = await findClient(setup, logout.client);
  const uri = client?.backchannelLogoutUri;
  // It was removed, or is not told any more.
  if (!client || uri === undefined) return;
  const { issuer, fetch } = setup.settings;
  const place = isLoopback(new URL(issuer).origin) ? "development" : "internet";
  const body = new URLSearchParams({
    logout_token: await makeLogoutToken(setup, client, { ...logout, jti }),
  });
  const { status } = await makeUntrustedFetch(fetch, place)(uri, { method: "POST", body });
  if (status !== 200 && status !== 204) throw new Error(`the status is ${status}, not 200`);
}
