/**
 * Microsoft Entra ID, OpenID Connect: {@link https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc}.
 *
 * @module
 */

import { OAuthCallbackError } from "../errors.ts";
import { customFetch } from "../symbols.ts";
import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/microsoft_entra_id.ts";
import { type PhotoSize, readPhoto } from "./_graph_photo.ts";

export type { PhotoSize } from "./_graph_photo.ts";

/** Claims of Entra ID's ID token that are read here, and a few more that apps often use. */
export interface MicrosoftEntraIDProfile extends AnyMembers {
  /** Stable id of the person for this app. */
  sub: string;
  /** Id of the person in the tenant, the same for all apps. */
  oid: string;
  /** Id of the person's tenant. */
  tid: string;
  /** Full name. */
  name: string;
  /** Email address, which the tenant's administrators choose. */
  email: string;
  /** Login name. */
  preferred_username: string;
}

/** Options that only {@linkcode MicrosoftEntraID} has. */
export interface MicrosoftEntraIDOptions {
  /** Edge of the profile picture, in pixels. Default 48. It is part of the session cookie. */
  profilePhotoSize?: PhotoSize | undefined;
}

/**
 * Sign in with Microsoft Entra ID. Register an application with the platform
 * "Web". Callback URL: `{origin}{basePath}/callback/microsoft-entra-id`.
 * Variables: `AUTH_MICROSOFT_ENTRA_ID_ID`, `AUTH_MICROSOFT_ENTRA_ID_SECRET`,
 * `AUTH_MICROSOFT_ENTRA_ID_ISSUER`.
 *
 * Without an issuer, people of all tenants and with personal accounts can sign
 * in, and the administrators of each tenant choose the email addresses in it:
 * refuse unknown tenants in the `signIn` callback (`profile.tid`),
 * and leave `allowDangerousEmailAccountLinking` off.
 *
 * For the same reason no address counts as verified. Pass `emailVerified: true`
 * for a single tenant whose administrators the app trusts, or add the optional
 * claim `xms_edov` to the registration and pass
 * `emailVerified: ({ xms_edov }) => [true, 1, "1"].includes(xms_edov)`.
 *
 * @param options `issuer` limits sign-ins to one tenant:
 * `https://login.microsoftonline.com/<tenant>/v2.0`, by its id or a domain of it.
 * Default: `common` instead of a tenant, for all accounts; `organizations` is for
 * all except personal accounts, `consumers` for personal accounts only
 */
const MicrosoftEntraID: OIDCProvider<
  "microsoft-entra-id",
  MicrosoftEntraIDProfile,
  MicrosoftEntraIDOptions
> = oidc("microsoft-entra-id", (options) => {
  const { profilePhotoSize = 48 } = options;
  return {
    // What its users know it by, and Microsoft wants on buttons.
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/common/v2.0",
    authorization: { params: { scope: "openid profile email User.Read" } },
    token: { conform: refuseErrors },
    // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
    emailVerified: false,
    profile: async (claims, tokens) => ({
      id: claims.sub,
      name: claims.name,
      email: claims.email,
      image: await readPhoto(
        tokens.access_token,
        profilePhotoSize,
        options[customFetch] ?? fetch,
      ),
    }),
    style: { brandColor: "#0072c6", mark },
  };
});
export default MicrosoftEntraID;

/** Throws for refusals, some of which have status 200. */
async function refuseErrors(response: Response): Promise<undefined> {
  const answer = await response.json().catch(() => undefined);
  if (typeof answer?.error !== "string") return;
  throw new OAuthCallbackError("The provider refused the sign-in", {
    cause: { error: answer.error },
  });
}
