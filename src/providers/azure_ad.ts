/**
 * Azure Active Directory, OpenID Connect: the former name of Microsoft Entra ID,
 * {@link https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc}.
 *
 * @module
 */

import { OAuthCallbackError } from "../errors.ts";
import { customFetch } from "../symbols.ts";
import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { type PhotoSize, readPhoto } from "./_graph_photo.ts";

export type { PhotoSize } from "./_graph_photo.ts";

/** Claims of the ID token that are read here, and a few apps ask for. */
export interface AzureADProfile {
  /** Stable identifier of the person for the app. */
  sub: string;
  /** Full name. */
  name: string;
  /** E-mail address; a directory's administrator may set any. */
  email: string;
  /** Directory (tenant) of the person, a GUID. */
  tid?: string;
  /** Identifier of the person in the directory, a GUID. */
  oid?: string;
  /** Name the person signs in with. */
  preferred_username?: string;
  /** Members that the directory adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in the compatible interface
  [member: string]: any;
}

/** Options of {@linkcode AzureAD}. */
export type AzureADOptions<P> = OIDCUserConfig<P> & {
  /** Side of the picture in pixels. It becomes part of the session cookie. Default 48. */
  profilePhotoSize?: PhotoSize | undefined;
};

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
 * The picture is read from Microsoft Graph; none, when that fails.
 *
 * No address counts as verified, since administrators choose addresses. Pass
 * `emailVerified: true` for a single tenant whose administrators the app trusts.
 *
 * @deprecated Use `microsoft-entra-id`. It has another id, so another callback
 * URL, and accounts are linked by that id.
 *
 * @example
 * ```ts
 * import AzureAD from "@x/auth/providers/azure-ad";
 *
 * const provider = AzureAD({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0",
 * });
 * console.log(provider.id);
 * ```
 */
export default function AzureAD<
  P extends AzureADProfile,
  Id extends OwnId<"azure-ad"> = "azure-ad",
>(
  options?: AzureADOptions<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "azure-ad"),
    name: "Azure Active Directory",
    type: "oidc",
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
        options?.profilePhotoSize ?? 48,
        options?.[customFetch] ?? fetch,
      ),
    }),
    style: { brandColor: "#0072c6" },
    options,
  };
}

/** Some refusals come with status 200. */
async function refuseErrors(response: Response): Promise<undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  const error = (answer as { error?: unknown } | undefined)?.error;
  if (typeof error !== "string") return;
  throw new OAuthCallbackError("The provider refused the sign-in", { cause: { error } });
}
