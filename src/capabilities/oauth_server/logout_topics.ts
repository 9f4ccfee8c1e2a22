/**
 * What a client is notified of, by topic. Only a server that tells clients listens.
 *
 * @module
 */

import { findSuspension } from "../../session/user_status.ts";
import type { Subscriptions } from "../../types/topics.ts";
import { endClientSessions, tellingClients } from "./client_sessions.ts";
import { endAllGrants } from "./grants.ts";
import { lookForLogouts } from "./logouts.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";

/** The check of the config demands what it needs. */
const known = (config: object) => config as OAuthConfig;

/** The subscriptions, with that of every server to the end of all sessions. */
export const topics = {
  "session.ending": async ({ config, userId, sessionId }) =>
    await endClientSessions(known(config), userId, ({ data }) => data.session === sessionId),
  "sessions.ended": async ({ config, userId }) => {
    const setup = { config: known(config), settings: settingsIn(config) };
    await tellingClients(
      setup,
      userId,
      () => true,
      () => endAllGrants(setup.config.records, userId),
    );
  },
  "user.deleting": async ({ caller: { config }, userId }) => {
    // At the first call, another capability may still refuse.
    const { records } = known(config);
    if (await findSuspension(records, userId) !== null) {
      await endClientSessions(known(config), userId);
    }
  },
  "member.removed": async (member) => await endInOrganization(member),
  "organization.deleting": async (member) => await endInOrganization(member),
  "session.begun": ({ ctx: { config } }) => Promise.resolve(lookForLogouts(known(config))),
} satisfies Subscriptions;

async function endInOrganization(
  { config, userId, organization }: {
    readonly config: object;
    readonly userId: string;
    readonly organization: string;
  },
): Promise<void> {
  await endClientSessions(
    known(config),
    userId,
    ({ data }) => data.organization === organization,
  );
}
