/**
 * Profile of a user: from the ID token, the userinfo endpoint, or both.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfo OpenID Connect Core §5.3}
 * @module
 */

import * as oauth from "oauth4webapi";
import { SCOPE } from "../../config/defaults.ts";
import { shownUrl } from "../../config/check_provider.ts";
import { AuthError } from "../../errors.ts";
import { providerUrls } from "../../http/url.ts";
import { isRecord } from "../../base/objects.ts";
import { customFetch } from "../../symbols.ts";
import type { Profile } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { clientOf, isBound } from "./client.ts";
import type { Exchanged } from "./exchange.ts";
import { makeFetch } from "./fetch.ts";
import { explainWeak } from "./id_token.ts";
import { sendWithDPoP } from "./possession.ts";
import { verifySignature } from "./signature.ts";

/**
 * Reads the profile.
 *
 * With an ID token, the userinfo endpoint is read when the provider has
 * `idToken: false`, or when the token has neither `name` nor `email` although
 * the scope requests them. In the second case a failed request is logged, and
 * the profile is that of the ID token, which already identifies the user.
 *
 * @throws {TypeError} when the userinfo endpoint must be read and cannot be, or
 * when its answer is about another user
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
        `Cannot read name and email at the userinfo endpoint of "${provider.id}", so the user ` +
          "gets the claims of the ID token only; set `idToken: true` to never request the endpoint",
        { cause: { err: error as Error, provider: provider.id } },
      ),
    );
    return claims;
  }
  // The ID token has no address, so its `email_verified` must not apply to the endpoint's.
  const { email_verified: _, ...signed } = claims;
  return { ...requireSubject(found, claims.sub), ...signed };
}

/** `true` when an ID token lacks requested claims, and there is a userinfo endpoint. */
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
        [customFetch]: makeFetch(provider, "userinfo"),
        ...providerUrls(ctx, provider.id),
      },
    });
    const profile = isRecord(answer) ? answer : {};
    // The app's own request uses this user's tokens, so its answer may lack the subject.
    return claims && profile.sub === undefined ? { ...profile, sub: claims.sub } : profile;
  }
  if (!as.userinfo_endpoint) {
    throw new TypeError(
      `Cannot read the profile at "${provider.id}": there is no userinfo endpoint; set \`userinfo\``,
    );
  }
  const response = await sendWithDPoP(
    provider,
    "userinfo",
    as.userinfo_endpoint,
    isBound(tokens) ? provider.dpop : undefined,
    (options) => oauth.userInfoRequest(as, clientOf(provider), tokens.access_token!, options),
  );
  if (response.status === 401 && isBound(tokens)) {
    throw new TypeError(
      `Cannot read the profile of "${provider.id}" at ${shownUrl(as.userinfo_endpoint)}: it does ` +
        "not accept the access token with its DPoP proof (status 401); check the clock of this " +
        "server, and that `dpop` is set",
    );
  }
  if (claims) return await processUserInfo(provider, as, response);
  const profile: unknown = response.status === 200 ? await response.json() : undefined;
  if (!isRecord(profile)) {
    throw new TypeError(
      `Cannot read the profile of "${provider.id}" at ${
        shownUrl(as.userinfo_endpoint)
      }: the answer ` +
        `(status ${response.status}) is not a JSON object`,
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
  const profile = await oauth
    .processUserInfoResponse(as, client, oauth.skipSubjectCheck, response)
    .catch(async (error) => {
      const message = await explainWeak(provider, error);
      throw message ? new TypeError(message, { cause: error }) : error;
    });
  if (jwt) {
    await verifySignature(provider, as, jwt, client.userinfo_signed_response_alg);
  }
  return profile as Profile;
}

/** OpenID Connect Core §5.3.2: another subject's answer must not be used. */
function requireSubject(profile: Profile, subject: string): Profile {
  if (profile.sub === subject) return profile;
  throw new TypeError('Cannot use the profile: its subject, "sub", is not that of the ID token');
}
