/**
 * SimpleLogin, OpenID Connect: {@link https://simplelogin.io/docs/siwsl/intro/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/simplelogin.ts";

/** Claims of SimpleLogin's ID token that are read here. */
export interface SimpleLoginProfile {
  /** Account number. */
  id: number;
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name: string;
  /** E-mail address, an alias if the person chose one. */
  email: string;
  /** `true` when the address is verified. */
  email_verified: boolean;
  /** URL of a picture. */
  avatar_url: string | null;
  /** Members that SimpleLogin adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with SimpleLogin. Create a website under "Sign in with SimpleLogin".
 * Callback URL: `{origin}{basePath}/callback/simplelogin`. Variables:
 * `AUTH_SIMPLELOGIN_ID`, `AUTH_SIMPLELOGIN_SECRET`.
 *
 * @example
 * ```ts
 * import SimpleLogin from "@x/auth/providers/simplelogin";
 *
 * const provider = SimpleLogin({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.issuer);
 * ```
 */
export default function SimpleLogin<
  P extends SimpleLoginProfile,
  Id extends OwnId<"simplelogin"> = "simplelogin",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "simplelogin"),
    name: "SimpleLogin",
    type: "oidc",
    issuer: "https://app.simplelogin.io",
    emailVerified: "email_verified",
    profile: (claims) => ({
      id: claims.sub,
      name: claims.name,
      email: claims.email,
      image: claims.avatar_url,
    }),
    style: { brandColor: "#e3156a", mark },
    options,
  };
}
