/**
 * Azure DevOps, OAuth 2.0: {@link https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of the Azure DevOps profile that are read here. */
export interface AzureDevOpsProfile extends AnyMembers {
  /** Stable account id, a GUID. */
  id: string;
  /** Name shown to others. */
  displayName: string;
  /** Email address. */
  emailAddress: string;
  /** Attributes of the profile. */
  coreAttributes?: {
    /** Profile picture. */
    Avatar?: {
      /** Current value. */
      value: {
        /** JPEG in base64. */
        value: string;
      };
    };
  };
}

/** Options that only {@linkcode AzureDevOpsProvider} has. */
export interface AzureDevOpsOptions {
  /** Scopes, separated by spaces. Default `vso.profile`. */
  scope?: string | undefined;
}

const SITE = "https://app.vssps.visualstudio.com";

/**
 * Sign in with Azure DevOps. Callback URL:
 * `{origin}{basePath}/callback/azure-devops`. Variables:
 * `AUTH_AZURE_DEVOPS_ID`, `AUTH_AZURE_DEVOPS_SECRET`.
 *
 * Register an app at {@link https://app.vsaex.visualstudio.com/app/register}
 * with the callback URL and the scope User profile (read). The client secret
 * is the long one, a JWT, which is the client assertion of the exchange (RFC
 * 7523).
 *
 * @deprecated Microsoft registers no new apps here. Use `microsoft-entra-id`.
 */
const AzureDevOpsProvider: OAuthProvider<"azure-devops", AzureDevOpsProfile, AzureDevOpsOptions> =
  oauth("azure-devops", (options) => ({
    name: "Azure DevOps",
    authorization: {
      url: `${SITE}/oauth2/authorize`,
      params: { response_type: "Assertion", scope: options.scope ?? "vso.profile" },
    },
    token: {
      url: `${SITE}/oauth2/token`,
      request: async ({ params, checks, provider }) => {
        const request: typeof fetch = provider[customFetch] ?? fetch;
        const response = await request(provider.token.url, {
          method: "POST",
          headers: { accept: "application/json" },
          body: new URLSearchParams({
            client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            client_assertion: provider.clientSecret ?? "",
            grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
            assertion: params.code ?? "",
            redirect_uri: provider.callbackUrl,
            ...checks.code_verifier ? { code_verifier: checks.code_verifier } : {},
          }),
        });
        if (!response.ok) {
          throw new TypeError(`Cannot exchange the Azure DevOps code: status ${response.status}`);
        }
        // It is a bearer token, although the answer has another `token_type`.
        return { tokens: { ...await response.json(), token_type: "bearer" } };
      },
    },
    userinfo: {
      url: `${SITE}/_apis/profile/profiles/me`,
      params: { details: "true", coreAttributes: "Avatar", "api-version": "6.0" },
    },
    // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
    emailVerified: false,
    profile: (user) => ({
      id: user.id,
      name: user.displayName,
      email: user.emailAddress,
      image: user.coreAttributes?.Avatar
        ? `data:image/jpeg;base64,${user.coreAttributes.Avatar.value.value}`
        : null,
    }),
  }));
export default AzureDevOpsProvider;
