/**
 * NetSuite, OAuth 2.0: {@link https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771482304.html}.
 *
 * @module
 */

import type { OAuth2Config } from "../types/provider.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of NetSuite's profile that are read here. */
export interface NetSuiteProfile extends AnyMembers {
  /** Stable number of the user. */
  id: number | string;
  /** Full name. */
  name: string;
  /** Email address. */
  email: string;
  /** Number of the user's location. */
  location?: number;
  /** Number of the user's role. */
  role?: number;
}

/** Options of {@linkcode NetSuite}. */
export interface OAuthNetSuiteOptions {
  /** Required. Account, for example `1234567` or `1234567_SB1`. */
  accountID?: string | undefined;
  /** Asks for consent, or a login, again. Default: the site decides. */
  prompt?: "none" | "login" | "consent" | string | undefined;
  /** Scopes, separated by spaces. Default `restlets rest_webservices`. */
  scope?: string | undefined;
  /** Required. URL of the RESTlet that returns the signed-in user. */
  userinfo?: OAuth2Config<unknown>["userinfo"] | undefined;
}

/**
 * Sign in with NetSuite. Create an integration record with the authorization
 * code grant. Callback URL: `{origin}{basePath}/callback/netsuite`. Variables:
 * `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`.
 *
 * NetSuite has no userinfo endpoint: deploy a RESTlet that returns the members of
 * {@linkcode NetSuiteProfile}.
 */
const NetSuite: OAuthProvider<"netsuite", NetSuiteProfile, OAuthNetSuiteOptions> = oauth(
  "netsuite",
  (options) => {
    // A sandbox has the account id 1234567_SB1 and the host name 1234567-sb1.
    const host = options.accountID?.toLowerCase().replaceAll("_", "-");
    return {
      name: "NetSuite",
      authorization: host && {
        url: `https://${host}.app.netsuite.com/app/login/oauth2/authorize.nl`,
        params: {
          scope: options.scope ?? "restlets rest_webservices",
          ...(options.prompt ? { prompt: options.prompt } : {}),
        },
      },
      token: host &&
        `https://${host}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
      userinfo: options.userinfo,
      checks: ["state"],
      // The app's RESTlet sends the address, and nothing verifies it.
      emailVerified: false,
      profile: (user) => ({
        id: String(user.id),
        name: user.name,
        email: user.email,
        image: null,
      }),
      style: { brandColor: "#181a1b" },
    };
  },
);
export default NetSuite;
