/**
 * NetSuite, OAuth 2.0: {@link https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771482304.html}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of NetSuite's profile that are read here. */
export interface NetSuiteProfile {
  /** Stable number of the user. */
  id: number | string;
  /** Full name. */
  name: string;
  /** E-mail address. */
  email: string;
  /** Number of the user's location. */
  location?: number;
  /** Number of the user's role. */
  role?: number;
  /** Members that NetSuite adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in the compatible interface
  [member: string]: any;
}

/** What NetSuite needs to know beside the client. */
export interface OAuthNetSuiteOptions {
  /** Required. Account, for example `1234567` or `1234567_SB1`. */
  accountID?: string | undefined;
  /** Whether to ask for consent, or a login, again. Default: the site decides. */
  prompt?: "none" | "login" | "consent" | string | undefined;
  /** Separated by spaces. Default `restlets rest_webservices`. */
  scope?: string | undefined;
  /** Required. URL of the RESTlet that tells who signed in. */
  userinfo?: OAuth2Config<unknown>["userinfo"] | undefined;
}

/**
 * Sign in with NetSuite. Create an integration record with the authorization
 * code grant. Callback URL: `{origin}{basePath}/callback/netsuite`. Variables:
 * `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`.
 *
 * NetSuite has no endpoint that tells who signed in: deploy a RESTlet that
 * answers with the members of {@linkcode NetSuiteProfile}.
 *
 * @example
 * ```ts
 * import NetSuite from "@x/auth/providers/netsuite";
 *
 * const provider = NetSuite({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   accountID: "1234567",
 *   userinfo: "https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1",
 * });
 * console.log(provider.id);
 * ```
 */
export default function NetSuite<
  P extends NetSuiteProfile,
  Id extends OwnId<"netsuite"> = "netsuite",
>(
  options?: OAuthUserConfig<P> & OAuthNetSuiteOptions & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  // A sandbox is called 1234567_SB1 in the account and 1234567-sb1 in host names.
  const host = options?.accountID?.toLowerCase().replaceAll("_", "-");
  return {
    id: idOf(options, "netsuite"),
    name: "NetSuite",
    type: "oauth",
    authorization: host && {
      url: `https://${host}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      params: {
        scope: options?.scope ?? "restlets rest_webservices",
        ...(options?.prompt ? { prompt: options.prompt } : {}),
      },
    },
    token: host &&
      `https://${host}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
    userinfo: options?.userinfo,
    checks: ["state"],
    // The address is what the RESTlet answers.
    emailVerified: false,
    profile: (user) => ({
      id: String(user.id),
      name: user.name,
      email: user.email,
      image: null,
    }),
    style: { brandColor: "#181a1b" },
    options,
  };
}
