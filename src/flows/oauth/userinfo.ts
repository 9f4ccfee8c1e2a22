/**
 * Where the profile of a person is: in the ID token, at the userinfo endpoint,
 * or in both.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfo OpenID Connect Core §5.3}
 * @module
 */

import * as oauth from "oauth4webapi";
import { SCOPE } from "../../config/defaults.ts";
import { mayUseHttp, shownUrl } from "../../config/endpoint_url.ts";
import { AuthError } from "../../errors.ts";
import { customFetch } from "../../symbols.ts";
import type { Profile } from "../../types/entities.ts";
import type { Context, ResolvedOAuthProvider } from "../../types/internal.ts";
import { callbackUrlOf } from "./authorization.ts";
import { clientOf } from "./client.ts";
import type { Exchanged } from "./exchange.ts";
import { fetchOf } from "./fetch.ts";
import { verifySignature } from "./signature.ts";

/**
 * Reads the profile.
 *
 * With an ID token, the userinfo endpoint is asked when the provider says
 * `idToken: false`, or when the token has neither `name` nor `email` although
 * the scope asks for them. In the second case an endpoint that cannot be read
 * is logged, and the profile is the ID token's, which already proves who signs in.
 *
 * @throws {TypeError} when the userinfo endpoint must be read and cannot be, or
 * when it answers about another person
 */
export async function readProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  exchanged: Exchanged,
): Promise<Profile> {
  const { claims } = exchanged;
  if (!claims) return await readUserinfo(ctx, provider, as, exchanged);
  if (provider.idToken === false) {
    return requireSubject(await readUserinfo(ctx, provider, as, exchanged), claims.sub);
  }
  if (provider.idToken || !isIncomplete(provider, as, claims)) return claims;
  let found: Profile;
  try {
    found = await readUserinfo(ctx, provider, as, exchanged);
  } catch (error) {
    ctx.config.logger.error(
      new AuthError(
        `Cannot read name and email of a person at the userinfo endpoint of "${provider.id}", so ` +
          "the user has what the ID token says; set `idToken: true` to ask the ID token only",
        { cause: { err: error as Error, provider: provider.id } },
      ),
    );
    return claims;
  }
  // The ID token has no address, so its `email_verified` must not vouch for the endpoint's.
  const { email_verified: _, ...signed } = claims;
  return { ...requireSubject(found, claims.sub), ...signed };
}

/** Whether an ID token lacks what was asked for, and there is somewhere else to read it. */
function isIncomplete(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  { name, email }: Profile,
): boolean {
  if (name || email || !(as.userinfo_endpoint || provider.userinfo?.request)) return false;
  const { url, params } = provider.authorization;
  const scope = String(url?.searchParams.get("scope") ?? params?.scope ?? SCOPE).split(" ");
  return scope.includes("profile") || scope.includes("email");
}

async function readUserinfo(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  { tokens, claims }: Exchanged,
): Promise<Profile> {
  const { userinfo } = provider;
  if (userinfo?.request) {
    const answer = await userinfo.request({
      tokens,
      provider: {
        ...provider,
        [customFetch]: fetchOf(provider),
        signinUrl: `${ctx.request.origin}${ctx.config.basePath}/signin/${provider.id}`,
        callbackUrl: callbackUrlOf(ctx, provider.id),
      },
    });
    const profile = isRecord(answer) ? answer : {};
    // The app's own request, with the tokens of this person, may leave the subject out.
    return claims && profile.sub === undefined ? { ...profile, sub: claims.sub } : profile;
  }
  if (!as.userinfo_endpoint) {
    throw new TypeError(
      `Cannot read the profile at "${provider.id}": there is no userinfo endpoint`,
    );
  }
  const response = await oauth.userInfoRequest(as, clientOf(provider), tokens.access_token!, {
    [oauth.customFetch]: fetchOf(provider),
    [oauth.allowInsecureRequests]: mayUseHttp(provider, as.userinfo_endpoint),
  });
  if (claims) return await processUserInfo(provider, as, response);
  const profile: unknown = response.status === 200 ? await response.json() : undefined;
  if (!isRecord(profile)) {
    throw new TypeError(
      `Cannot read the profile of "${provider.id}" at ${
        shownUrl(as.userinfo_endpoint)
      }: it answered ` +
        `${response.status} without an object`,
    );
  }
  return profile;
}

async function processUserInfo(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  response: Response,
): Promise<Profile> {
  const client = clientOf(provider);
  const isSigned = response.headers.get("content-type")?.split(";")[0] === "application/jwt";
  const jwt = isSigned ? await response.clone().text() : undefined;
  // The caller compares the subject.
  const profile = await oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, response);
  if (jwt) {
    await verifySignature(provider, as, response, jwt, client.userinfo_signed_response_alg);
  }
  return profile as Profile;
}

/** OpenID Connect Core §5.3.2: another subject's answer must not be used. */
function requireSubject(profile: Profile, subject: string): Profile {
  if (profile.sub === subject) return profile;
  throw new TypeError('Cannot use the profile: its subject, "sub", is not that of the ID token');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
