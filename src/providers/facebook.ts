/**
 * Facebook, OAuth 2.0: {@link https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/facebook.ts";

/** Members of Facebook's user that are read here. */
export interface FacebookProfile extends AnyMembers {
  /** Account number as a string, different for each app. */
  id: string;
  /** Full name. */
  name: string;
  /** Email address, if there is one and the person allows it. */
  email?: string;
  /** Profile picture. */
  picture: {
    /** Data of the picture. */
    data: AnyMembers & {
      /** URL of the picture, which expires. */
      url: string;
    };
  };
}

/**
 * Sign in with Facebook. Callback URL: `{origin}{basePath}/callback/facebook`.
 * Variables: `AUTH_FACEBOOK_ID`, `AUTH_FACEBOOK_SECRET`.
 *
 * Create an app at {@link https://developers.facebook.com/apps} with Facebook
 * Login, and add the callback URL to its valid OAuth redirect URIs; in
 * production it must use https. Request more members of the user with
 * `userinfo.params.fields`.
 */
const Facebook: OAuthProvider<"facebook", FacebookProfile> = oauth("facebook", {
  name: "Facebook",
  authorization: {
    url: "https://www.facebook.com/v19.0/dialog/oauth",
    params: { scope: "email" },
  },
  token: { url: "https://graph.facebook.com/oauth/access_token", conform: readError },
  userinfo: {
    url: "https://graph.facebook.com/me",
    params: { fields: "id,name,email,picture" },
  },
  // Facebook documents the address as "valid" only: https://developers.facebook.com/docs/graph-api/reference/user/
  emailVerified: false,
  profile: (user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    // Absent where the person or `fields` leaves it out.
    image: (user.picture as FacebookProfile["picture"] | undefined)?.data?.url,
  }),
  style: { brandColor: "#006aff", mark },
});
export default Facebook;

/**
 * Facebook's errors are objects with a message, where RFC 6749 §5.2 has a code: without one, no
 * log line could say what to correct.
 */
async function readError(response: Response): Promise<Response | undefined> {
  if (response.ok) return undefined;
  const answer = await response.json().catch(() => undefined);
  const { message, type, code } = answer?.error ?? {};
  if (typeof message !== "string") return undefined;
  return Response.json(
    { error: codeOf(message) ?? `${type}.${code}`, error_description: message },
    { status: response.status },
  );
}

function codeOf(message: string): string | undefined {
  if (/client.?(secret|id)|validating application/i.test(message)) return "invalid_client";
  if (/verification code|authorization code/i.test(message)) return "invalid_grant";
}
