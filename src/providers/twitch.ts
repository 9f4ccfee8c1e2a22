/**
 * Twitch, OpenID Connect: {@link https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/twitch.ts";

/** Claims of Twitch's ID token that are read here. */
export interface TwitchProfile {
  /** Stable account number, as text. */
  sub: string;
  /** User name. */
  preferred_username: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture: string;
  /** Members that Twitch adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Twitch. Register an application in the developer console.
 * Callback URL: `{origin}{basePath}/callback/twitch`. Variables:
 * `AUTH_TWITCH_ID`, `AUTH_TWITCH_SECRET`.
 *
 * @example
 * ```ts
 * import Twitch from "@x/auth/providers/twitch";
 *
 * const provider = Twitch({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.issuer);
 * ```
 */
export default function Twitch<P extends TwitchProfile, Id extends OwnId<"twitch"> = "twitch">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "twitch"),
    name: "Twitch",
    type: "oidc",
    issuer: "https://id.twitch.tv/oauth2",
    authorization: {
      params: {
        scope: "openid user:read:email",
        // The ID token has these claims only when they are requested by name.
        claims: {
          id_token: {
            email: null,
            email_verified: null,
            picture: null,
            preferred_username: null,
          },
        },
      },
    },
    token: { conform: repair },
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: "email_verified",
    style: { brandColor: "#65459B", mark },
    options,
  };
}

/**
 * Turns Twitch's list of scopes into a string, as RFC 6749 §5.1 requires, and its
 * errors into an error code of §5.2.
 */
async function repair(response: Response): Promise<Response> {
  const answer = await response.json();
  if (!response.ok) return Response.json({ error: "invalid_request" }, { status: 400 });
  const { scope, ...rest } = answer;
  return Response.json(Array.isArray(scope) ? { ...rest, scope: scope.join(" ") } : rest);
}
