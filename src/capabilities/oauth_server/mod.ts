/**
 * The app as authorization server: MCP clients, and "sign in with your app" (OAuth 2.1, OpenID
 * Connect).
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import { type CapabilityCode, codeOf, type WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { Subscriptions } from "../../types/topics.ts";
import { checkOAuthServer, needsOf } from "./check.ts";
import { endpointsFor } from "./endpoints.ts";
import { grants } from "./kinds.ts";
import type { OAuthServerOptions } from "./options.ts";
import { ACR_MFA, type OAuthCode, resourceDocumentUrl, toSettings } from "./settings.ts";
import type { OAuthFunctions } from "./typed.ts";

export type * from "./options.ts";
export type * from "./typed.ts";
export type { Capability };

const accountRow = lazy(() => import("./account_row.ts"));
const userSection = lazy(() => import("./user_section.ts"));
const claims = lazy(() => import("./claim.ts"));
const developerAppsLink = lazy(() => import("./developer_apps_link.ts"));
const functions = withNames(
  lazy(() => import("./functions.ts")),
  "deliverLogouts getClient issueToken listClientGrants listClients listGrants registerClient " +
    "removeClient revokeGrant rotateClientSecret rotateSigningKey updateClient " +
    "verifyToken",
);
const endings = lazy(() => import("./grants.ts"));
const onlineAccess = lazy(() => import("./online_access.ts"));
const logouts = lazy(async () => (await import("./logout_topics.ts")).topics);

/** What a server listens to that tells clients of endings. */
const LOGOUTS: Subscriptions = {
  "session.ending": async (moment) => await (await logouts())["session.ending"](moment),
  "sessions.ended": async (moment) => await (await logouts())["sessions.ended"](moment),
  "member.removed": async (moment) => await (await logouts())["member.removed"](moment),
  "organization.deleting": async (moment) =>
    await (await logouts())["organization.deleting"](moment),
  "session.begun": async (moment) => await (await logouts())["session.begun"](moment),
};

/** Form of a signed token: three parts, the first of which is a JSON object. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Makes the app an authorization server, whose tokens `authenticate` accepts as `"token"`.
 *
 * Needs `session.revocation`, an adapter with `getUser`, and a store of records.
 *
 * @typeParam Scope Is inferred.
 * @typeParam Resource Is inferred.
 */
export function OAuthServer<const Scope extends string, const Resource extends string = string>(
  options: OAuthServerOptions<Scope, Resource>,
): Capability<"oauthServer", OAuthFunctions<Scope, Resource>> {
  const settings = toSettings(options);
  const { issuer, resources } = settings;
  const code: OAuthCode = {
    settings,
    check: () => checkOAuthServer(options, settings),
    needs: needsOf(options),
    // Organizations that are the app's own tables have no pages.
    endpoints: (_, { organizations }) =>
      endpointsFor(settings, codeOf<CapabilityCode>(organizations)?.endpoints !== undefined),
    protectsAccounts: true,
    scopes: [...resources.values()].flatMap((resource) => [...resource.scopes]),
    credential: {
      via: "token",
      recognizes: (token) => TOKEN.test(token),
      load: claims,
      resources: [...resources.keys()],
      contexts: [ACR_MFA],
      scopes: (resource) => [...resources.get(resource ?? issuer)?.scopes ?? []],
      metadataUrl: (resource) =>
        resource !== issuer && resources.has(resource)
          ? resourceDocumentUrl({ url: resource })
          : undefined,
    },
    records: [{
      name: grants.name,
      // The anchor and the index are of no use to the user.
      list: async ({ records }, userId) =>
        (await grants.list(records!, userId)).map((
          { data: { anchor: _, listedUntil: _until, ...data } },
        ) => ({ data })),
    }],
    functions: { oauthServer: functions },
    on: {
      "user.shown": async (moment) => await (await userSection()).userSection(moment),
      ...settings.developerApps
        ? {
          "organization.link": async (asked) =>
            (await developerAppsLink()).developerAppsLink(asked),
        } satisfies Subscriptions
        : {},
      "account.row": async (asked) => await (await accountRow()).accountRow(asked),
      "sessions.ended": async ({ config: { records }, userId }) =>
        // The check of the config demands the store.
        await (await endings()).endAllGrants(records!, userId),
      "user.deleting": async (moment) => {
        await (await endings()).unlistGrants(moment);
        if (settings.sendsLogouts) await (await logouts())["user.deleting"](moment);
      },
      "access.ended": async ({ config: { records }, userId }) =>
        await (await endings()).endGrantAnchor(records!, userId),
      ...settings.sendsLogouts ? LOGOUTS : {},
      ...settings.endsWithSessions
        ? {
          "session.ending": async (moment) => {
            if (settings.sendsLogouts) await (await logouts())["session.ending"](moment);
            await (await onlineAccess()).endWithSession(moment);
          },
        } satisfies Subscriptions
        : {},
    },
  };
  const made: Capability<"oauthServer", OAuthFunctions<Scope, Resource>> & WithCode<typeof code> = {
    id: "oauthServer",
    [capability]: code,
  };
  return made;
}
