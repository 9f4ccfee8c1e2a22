/**
 * LINE, OpenID Connect: {@link https://developers.line.biz/en/docs/line-login/integrate-line-login/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/line.ts";

/** Claims of LINE's ID token that are read here. */
export interface LineProfile {
  /** Stable identifier of the person for the channel's owner. */
  sub: string;
  /** Name shown to others. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** URL of a picture. */
  picture?: string;
  /** Members that LINE adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with LINE. Callback URL: `{origin}{basePath}/callback/line`.
 * Variables: `AUTH_LINE_ID`, `AUTH_LINE_SECRET`.
 *
 * Create a LINE Login channel for a web app at {@link
 * https://developers.line.biz/console/} and register the callback URL. The
 * client id is the channel id. LINE sends an e-mail address only after the channel
 * has applied for the permission.
 *
 * LINE signs ID tokens with the channel secret (HS256), and they are verified
 * with it.
 *
 * @example
 * ```ts
 * import LINE from "@x/auth/providers/line";
 *
 * const provider = LINE({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function LINE<P extends LineProfile, Id extends OwnId<"line"> = "line">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "line"),
    name: "LINE",
    type: "oidc",
    issuer: "https://access.line.me",
    client: { id_token_signed_response_alg: "HS256" },
    checks: ["state"],
    emailVerified: false, // the site does not document verification
    style: { brandColor: "#00C300", mark },
    options,
  };
}
