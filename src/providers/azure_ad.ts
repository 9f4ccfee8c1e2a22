/**
 * Azure Active Directory, OpenID Connect: the former name of Microsoft Entra ID,
 * {@link https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc}.
 *
 * @module
 */

import { OAuthCallbackError } from "../errors.ts";
import { customFetch } from "../symbols.ts";
import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/azure_ad.ts";
import { type PhotoSize, readPhoto } from "./_graph_photo.ts";

export type { PhotoSize } from "./_graph_photo.ts";

/** Claims of the ID token that are read here, and a few more that apps often use. */
export interface AzureADProfile extends AnyMembers {
  /** Stable identifier of the person for the app. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address; a directory's administrator may set any. */
  email: string;
  /** Directory (tenant) of the person, a GUID. */
  tid?: string;
  /** Identifier of the person in the directory, a GUID. */
  oid?: string;
  /** Login name. */
  preferred_username?: string;
}

/** Options that only {@linkcode AzureAD} has. */
export interface AzureADOptions {
  /** Side of the picture in pixels. It becomes part of the session cookie. Default 48. */
  profilePhotoSize?: PhotoSize | undefined;
}

/**
 * Sign in with Azure Active Directory. Callback URL:
 * `{origin}{basePath}/callback/azure-ad`. Variables: `AUTH_AZURE_AD_ID`,
 * `AUTH_AZURE_AD_SECRET`, `AUTH_AZURE_AD_ISSUER`.
 *
 * Register an application in the Entra admin center with the callback URL as
 * a web redirect URI and the delegated permission `User.Read`. The issuer is
 * `https://login.microsoftonline.com/{tenant}/v2.0`; without one, people of
 * every directory and personal accounts may sign in (`common`).
 *
 * The picture is read from Microsoft Graph; without it, the user has no picture.
 *
 * No address counts as verified, since administrators choose addresses. Pass
 * `emailVerified: true` for a single tenant whose administrators the app trusts.
 *
 * @deprecated Use `microsoft-entra-id`. It has another id, so another callback
 * URL, and accounts are linked by that id.
 */
const AzureAD: OIDCProvider<"azure-ad", AzureADProfile, AzureADOptions> = oidc(
  "azure-ad",
  (options) => ({
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/common/v2.0",
    authorization: { params: { scope: "openid profile email User.Read" } },
    token: { conform: refuseErrors },
    // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
    emailVerified: false,
    profile: async (user, tokens) => ({
      id: user.sub,
      name: user.name,
      email: user.email,
      image: await readPhoto(
        tokens.access_token,
        options.profilePhotoSize ?? 48,
        options[customFetch] ?? fetch,
      ),
    }),
    style: { brandColor: "#0072c6", mark },
  }),
);
export default AzureAD;

/** Throws for refusals, some of which have status 200. */
async function refuseErrors(response: Response): Promise<undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  const error = (answer as { error?: unknown } | undefined)?.error;
  if (typeof error !== "string") return;
  throw new OAuthCallbackError("The provider refused the sign-in", { cause: { error } });
}
