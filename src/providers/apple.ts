/**
 * Apple, OpenID Connect: {@link https://developer.apple.com/documentation/signinwithapple}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/apple.ts";

/** User data that Apple posts with the code, only when a person signs in for the first time. */
export interface AppleNonConformUser {
  /** Name that the person chose for the app. */
  name?: {
    /** Given name. */
    firstName?: string;
    /** Family name. */
    lastName?: string;
  };
  /** Email address; not signed by Apple, so the one of the ID token is used instead. */
  email?: string;
}

/** Claims of Apple's ID token that are read here, and a few more that apps often use. */
export interface AppleProfile extends AnyMembers {
  /** Stable identifier of the person for the developer team. */
  sub: string;
  /** Email address, possibly a relay of Apple's. */
  email?: string;
  /** `true` when Apple verified the address. */
  email_verified?: boolean | "true" | "false";
  /** `true` when the address is a relay address of Apple. */
  is_private_email?: boolean | "true" | "false";
  /** User data of the first sign-in. The browser sends it unsigned. */
  user?: AppleNonConformUser;
}

/**
 * Sign in with Apple. Callback URL: `{origin}{basePath}/callback/apple`, which
 * must use https and a public host name. Variables: `AUTH_APPLE_ID`,
 * `AUTH_APPLE_SECRET`.
 *
 * Register a Services ID with the callback URL as a return URL; it is the
 * client id. The client secret is a JWT that you sign with the key of the
 * team (ES256) and renew before it expires, after six months at most:
 * {@link https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret}.
 *
 * Apple answers with a cross-site POST, so the attempt's cookie is issued with
 * `SameSite=None; Secure`, and a redirect proxy is not used. The name comes
 * with the first consent only, so store it then; without it the name is the
 * email address, and there is none where that is a relay address of Apple.
 */
const Apple: OIDCProvider<"apple", AppleProfile> = oidc("apple", {
  name: "Apple",
  issuer: "https://appleid.apple.com",
  authorization: { params: { scope: "name email", response_mode: "form_post" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["nonce", "state"],
  emailVerified: "email_verified",
  profile: (user) => ({
    id: user.sub,
    name: nameOf(user.user) || (isRelay(user) ? null : user.email),
    email: user.email,
    image: null,
  }),
  style: { brandColor: "#000", mark },
});
export default Apple;

/** Nobody is called by an address that Apple made up. */
function isRelay({ is_private_email, email }: AppleProfile): boolean {
  return String(is_private_email) === "true" ||
    email?.endsWith("@privaterelay.appleid.com") === true;
}

/** Full name; empty when there is none. */
function nameOf(user: AppleNonConformUser | undefined): string {
  return [user?.name?.firstName, user?.name?.lastName].filter(Boolean).join(" ");
}
