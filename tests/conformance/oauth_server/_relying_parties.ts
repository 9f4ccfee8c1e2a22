/**
 * Clients of other projects, as an app would use them. Each signs the user in and gets tokens; what
 * it checks by itself, such as `state`, `nonce`, `iss`, and signatures, is checked here too.
 *
 * @module
 */

import * as arctic from "arctic";
import { OidcClient, WebStorageStateStore } from "oidc-client-ts";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { Issuer } from "openid-client-5";
import OAuth2Strategy from "passport-oauth2";
import OpenIdConnect from "passport-openidconnect";
import { AuthorizationCode } from "simple-oauth2";
import { CALLBACK, type Judged, READ, SECRET } from "./_judged.ts";

/** What a client has after a sign-in. */
export interface Held {
  /** The user, as the client read it; `undefined` for a client without OpenID Connect. */
  readonly subject?: string;
  /** Access token. */
  readonly accessToken: string;
  /**
   * Uses the refresh token, each time the newest.
   *
   * @returns the new access token
   */
  refresh(): Promise<string>;
}

/** A client. */
export interface RelyingParty {
  /** Its package. */
  readonly name: string;
  /** `"api"` when its access token is for the guarded resource, else for userinfo. */
  readonly wants: "api" | "sign-in";
  /** Signs the user in. */
  signIn(site: Judged): Promise<Held>;
}

const SIGN_IN = "openid profile email";
const ALL = `openid ${READ}`;

/** oauth4webapi, with a pushed request and the resource named. */
const oauth4webapi: RelyingParty = {
  name: "oauth4webapi",
  wants: "api",
  async signIn({ issuer, resource, browse }) {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const url = new URL(issuer);
    const server = await oauth.processDiscoveryResponse(
      url,
      await oauth.discoveryRequest(url, insecure),
    );
    const client: oauth.Client = { client_id: "web" };
    const authentication = oauth.ClientSecretBasic(SECRET);
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, authentication, {
        response_type: "code",
        redirect_uri: CALLBACK,
        scope: ALL,
        resource,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }, insecure),
    );
    const authorize = new URL(server.authorization_endpoint!);
    authorize.searchParams.set("client_id", "web");
    authorize.searchParams.set("request_uri", pushed.request_uri);
    const answer = oauth.validateAuthResponse(server, client, await browse(authorize), state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        answer,
        CALLBACK,
        verifier,
        { ...insecure, additionalParameters: { resource } },
      ),
      { expectedNonce: nonce, requireIdToken: true },
    );
    let refreshToken = tokens.refresh_token!;
    return {
      subject: oauth.getValidatedIdTokenClaims(tokens)!.sub,
      accessToken: tokens.access_token,
      async refresh() {
        const next = await oauth.processRefreshTokenResponse(
          server,
          client,
          await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, {
            ...insecure,
            additionalParameters: { resource },
          }),
        );
        refreshToken = next.refresh_token ?? refreshToken;
        return next.access_token;
      },
    };
  },
};

const openidClient6: RelyingParty = {
  name: "openid-client 6",
  wants: "sign-in",
  async signIn({ issuer, browse }) {
    const config = await openid.discovery(new URL(issuer), "web", SECRET, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: SIGN_IN,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const tokens = await openid.authorizationCodeGrant(config, await browse(url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const { sub } = tokens.claims()!;
    const user = await openid.fetchUserInfo(config, tokens.access_token, sub);
    let refreshToken = tokens.refresh_token!;
    return {
      subject: user.sub,
      accessToken: tokens.access_token,
      async refresh() {
        const next = await openid.refreshTokenGrant(config, refreshToken);
        refreshToken = next.refresh_token ?? refreshToken;
        return next.access_token;
      },
    };
  },
};

/** The version that next-auth 4 uses. */
const openidClient5: RelyingParty = {
  name: "openid-client 5",
  wants: "sign-in",
  async signIn({ issuer, browse }) {
    const { Client } = await Issuer.discover(issuer);
    const client = new Client({
      client_id: "web",
      client_secret: SECRET,
      redirect_uris: [CALLBACK],
      response_types: ["code"],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const checks = { state: openid.randomState(), nonce: openid.randomNonce() };
    const url = client.authorizationUrl({
      scope: SIGN_IN,
      ...checks,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const answer = client.callbackParams((await browse(url)).href);
    let tokens = await client.callback(CALLBACK, answer, { ...checks, code_verifier: verifier });
    const { sub } = await client.userinfo(tokens);
    return {
      subject: sub,
      accessToken: tokens.access_token!,
      async refresh() {
        const next = await client.refresh(tokens.refresh_token!);
        tokens = next;
        return next.access_token!;
      },
    };
  },
};

/** A client in a browser: public. It asks for the claims of the user with its access token. */
const oidcClientTs = (
  name: string,
  wants: RelyingParty["wants"],
  scope: string,
): RelyingParty => ({
  name,
  wants,
  async signIn({ issuer, browse }) {
    const values = new Map<string, string>();
    const client = new OidcClient({
      authority: issuer,
      client_id: "cli",
      redirect_uri: CALLBACK,
      response_type: "code",
      scope,
      loadUserInfo: true,
      stateStore: new WebStorageStateStore({
        store: {
          getItem: (key: string) => values.get(key) ?? null,
          setItem: (key: string, value: string) => void values.set(key, value),
          removeItem: (key: string) => void values.delete(key),
          key: (index: number) => [...values.keys()][index] ?? null,
          get length() {
            return values.size;
          },
          clear: () => values.clear(),
        },
      }),
    });
    const { url } = await client.createSigninRequest({ nonce: crypto.randomUUID() });
    let tokens = await client.processSigninResponse((await browse(url)).href);
    return {
      subject: tokens.profile.sub,
      accessToken: tokens.access_token,
      async refresh() {
        tokens = await client.useRefreshToken({
          state: {
            refresh_token: tokens.refresh_token!,
            id_token: tokens.id_token,
            session_state: null,
            scope: tokens.scope,
            profile: tokens.profile,
          },
        });
        return tokens.access_token;
      },
    };
  },
});

const simpleOAuth2: RelyingParty = {
  name: "simple-oauth2",
  wants: "api",
  async signIn({ issuer, browse }) {
    const { authorize, token } = await endpointsOf(issuer);
    const client = new AuthorizationCode({
      client: { id: "web", secret: SECRET },
      auth: {
        tokenHost: issuer,
        tokenPath: token.pathname,
        authorizePath: authorize.pathname,
      },
    });
    const verifier = openid.randomPKCECodeVerifier();
    const url = client.authorizeURL({
      redirect_uri: CALLBACK,
      scope: READ,
      state: "a-state",
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const code = (await browse(url)).searchParams.get("code")!;
    let held = await client.getToken({ code, redirect_uri: CALLBACK, code_verifier: verifier });
    return {
      accessToken: held.token.access_token as string,
      async refresh() {
        held = await held.refresh();
        return held.token.access_token as string;
      },
    };
  },
};

const arcticClient: RelyingParty = {
  name: "arctic",
  wants: "api",
  async signIn({ issuer, browse }) {
    const { authorize, token } = await endpointsOf(issuer);
    const client = new arctic.OAuth2Client("web", SECRET, CALLBACK);
    const verifier = arctic.generateCodeVerifier();
    const { S256 } = arctic.CodeChallengeMethod;
    const state = arctic.generateState();
    const url = client.createAuthorizationURLWithPKCE(authorize.href, state, S256, verifier, [
      READ,
    ]);
    const code = (await browse(url)).searchParams.get("code")!;
    let tokens = await client.validateAuthorizationCode(token.href, code, verifier);
    return {
      accessToken: tokens.accessToken(),
      async refresh() {
        tokens = await client.refreshAccessToken(token.href, tokens.refreshToken(), []);
        return tokens.accessToken();
      },
    };
  },
};

const passportOAuth2: RelyingParty = {
  name: "passport-oauth2",
  wants: "api",
  async signIn({ issuer, browse }) {
    const { authorize, token } = await endpointsOf(issuer);
    const options = {
      authorizationURL: authorize.href,
      tokenURL: token.href,
      clientID: "web",
      clientSecret: SECRET,
      callbackURL: CALLBACK,
      scope: READ,
      state: true,
      pkce: true,
    };
    // deno-lint-ignore no-explicit-any -- the package has no types
    const strategy: any = new OAuth2Strategy(
      options,
      (accessToken: string, refreshToken: string, _profile: unknown, done: Done) =>
        done(null, { accessToken, refreshToken }),
    );
    const session = {};
    // Passport adds these members before it calls a strategy.
    const authenticate = (query: Record<string, string>) =>
      // deno-lint-ignore no-explicit-any -- see above
      new Promise<any>((resolve, reject) => {
        const request = Object.create(strategy);
        request.redirect = resolve;
        request.success = resolve;
        request.error = reject;
        request.fail = (why: unknown) => reject(new Error(`refused: ${JSON.stringify(why)}`));
        request.authenticate({ query, session });
      });
    const back = await browse(await authenticate({}));
    const held: { accessToken: string; refreshToken: string } = await authenticate(
      Object.fromEntries(back.searchParams),
    );
    let { refreshToken } = held;
    return {
      accessToken: held.accessToken,
      refresh: () =>
        new Promise((resolve, reject) => {
          strategy._oauth2.getOAuthAccessToken(
            refreshToken,
            { grant_type: "refresh_token" },
            (error: unknown, accessToken: string, next: string) => {
              if (error) return reject(new Error(JSON.stringify(error)));
              refreshToken = next;
              resolve(accessToken);
            },
          );
        }),
    };
  },
};

/** It knows no PKCE. `nonce` is a switch of it, which is off by default. */
const passportOpenIdConnect: RelyingParty = {
  name: 'passport-openidconnect, with pkce: "nonce"',
  wants: "sign-in",
  async signIn({ issuer, browse }) {
    const { authorize, token } = await endpointsOf(issuer);
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    const options = {
      issuer,
      authorizationURL: authorize.href,
      tokenURL: token.href,
      userInfoURL: metadata.userinfo_endpoint,
      clientID: "old",
      clientSecret: SECRET,
      callbackURL: CALLBACK,
      scope: ["profile", "email"],
      nonce: true,
    };
    // deno-lint-ignore no-explicit-any -- the package has no types
    const strategy: any = new OpenIdConnect.Strategy(
      options,
      (
        _issuer: string,
        profile: { id: string },
        _context: unknown,
        _idToken: unknown,
        accessToken: string,
        refreshToken: string,
        done: (error: unknown, user: unknown) => void,
      ) => done(null, { id: profile.id, accessToken, refreshToken }),
    );
    const session = {};
    const authenticate = (query: Record<string, string>) =>
      // deno-lint-ignore no-explicit-any -- see above
      new Promise<any>((resolve, reject) => {
        const request = Object.create(strategy);
        request.redirect = resolve;
        request.success = resolve;
        request.error = reject;
        request.fail = (why: unknown) => reject(new Error(`refused: ${JSON.stringify(why)}`));
        request.authenticate({ query, session, headers: {}, connection: {} }, {});
      });
    const back = await browse(await authenticate({}));
    const held = await authenticate(Object.fromEntries(back.searchParams));
    let refreshToken: string = held.refreshToken;
    return {
      subject: held.id,
      accessToken: held.accessToken,
      refresh: async () => {
        const answer = await (await fetch(token, {
          method: "POST",
          headers: { authorization: `Basic ${btoa(`old:${SECRET}`)}` },
          body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
        })).json();
        if (answer.error) throw new Error(JSON.stringify(answer));
        refreshToken = answer.refresh_token;
        return answer.access_token;
      },
    };
  },
};

/** The library of next-auth 4, as with `checks: ["state", "nonce"]`. */
const openidClient5WithoutPkce: RelyingParty = {
  name: 'openid-client 5 without PKCE, with pkce: "nonce"',
  wants: "sign-in",
  async signIn({ issuer, browse }) {
    const { Client } = await Issuer.discover(issuer);
    const client = new Client({
      client_id: "old",
      client_secret: SECRET,
      redirect_uris: [CALLBACK],
      response_types: ["code"],
    });
    const checks = { state: openid.randomState(), nonce: openid.randomNonce() };
    const url = client.authorizationUrl({ scope: SIGN_IN, ...checks });
    const answer = client.callbackParams((await browse(url)).href);
    let tokens = await client.callback(CALLBACK, answer, checks);
    return {
      subject: (await client.userinfo(tokens)).sub,
      accessToken: tokens.access_token!,
      async refresh() {
        tokens = await client.refresh(tokens.refresh_token!);
        return tokens.access_token!;
      },
    };
  },
};

type Done = (error: unknown, user: { accessToken: string; refreshToken: string }) => void;

/** Endpoints, for clients that read no metadata. */
async function endpointsOf(issuer: string): Promise<{ authorize: URL; token: URL }> {
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  return {
    authorize: new URL(metadata.authorization_endpoint),
    token: new URL(metadata.token_endpoint),
  };
}

/**
 * Clients of this server alone: `oidc-provider` has no token for a resource that userinfo takes too,
 * and demands PKCE as it is configured.
 */
export const HERE_ALONE: readonly RelyingParty[] = [
  oidcClientTs("oidc-client-ts for an API too", "api", `${SIGN_IN} ${READ} phone groups`),
  passportOpenIdConnect,
  openidClient5WithoutPkce,
];

/** The clients; the first ones are quick. */
export const RELYING_PARTIES: readonly RelyingParty[] = [
  oauth4webapi,
  openidClient6,
  openidClient5,
  oidcClientTs("oidc-client-ts", "sign-in", SIGN_IN),
  simpleOAuth2,
  arcticClient,
  passportOAuth2,
];
