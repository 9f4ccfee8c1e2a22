/**
 * Apps of frameworks for sign-in that use the server as their provider. Such an app keeps no tokens
 * by itself; it gets them in a callback and refreshes them by a request of its own.
 *
 * @module
 */

import { Auth as AuthJs, type AuthConfig as AuthJsConfig } from "@auth/core";
import { Auth, type AuthConfig } from "../../../mod.ts";
import { createBrowser, type TestBrowser } from "../../../src/tools/testing/mod.ts";
import { startOldApp } from "../../flows/_next_auth_4.ts";
import { APP, type Judged, SECRET } from "./_judged.ts";
import type { Held, RelyingParty } from "./_relying_parties.ts";

const APP_SECRET = "a-secret-of-at-least-32-characters";

/** What the callbacks of the app put into the session. No real app shows tokens to browsers. */
interface SessionWithTokens {
  user: { id: string };
  tokens: { accessToken: string; refreshToken: string };
}

/** Signs in with the browser of the test, and with that of the user at the server. */
async function signIn({ issuer, browse }: Judged, app: TestBrowser): Promise<Held> {
  const { url, response } = await app.visit((await browse(await app.start("judged"))).href);
  await response.body?.cancel();
  const session = await app.session() as SessionWithTokens | null;
  if (!session?.tokens) throw new Error(`The app signed nobody in; it went to ${url}`);
  const { refreshToken, accessToken } = session.tokens;
  return {
    subject: session.user.id,
    accessToken,
    refresh: refresher(issuer, refreshToken),
  };
}

function isAction({ url }: Request): boolean {
  return new URL(url).pathname.startsWith("/auth/");
}

function tokensOf(account: { access_token?: string | null; refresh_token?: string | null }) {
  return { accessToken: account.access_token, refreshToken: account.refresh_token };
}

/** The request that the guides of these frameworks show. */
function refresher(issuer: string, refreshToken: string): () => Promise<string> {
  let current = refreshToken;
  return async () => {
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    const response = await fetch(metadata.token_endpoint, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`web:${SECRET}`)}` },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: current }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    current = answer.refresh_token ?? current;
    return answer.access_token;
  };
}

const authCore: RelyingParty = {
  name: "@auth/core",
  wants: "sign-in",
  async signIn(site) {
    const config: AuthJsConfig = {
      providers: [{
        ...{ id: "judged", name: "Judged", type: "oidc", issuer: site.issuer },
        ...{ clientId: "web", clientSecret: SECRET, checks: ["pkce", "state", "nonce"] },
      }],
      secret: APP_SECRET,
      trustHost: true,
      basePath: "/auth",
      logger: { error() {}, warn() {}, debug() {} },
      callbacks: {
        jwt({ token, account, profile }) {
          if (!account) return token;
          return { ...token, tokens: tokensOf(account), sub: profile!.sub! };
        },
        session: ({ session, token: { sub, tokens } }) => ({
          ...session,
          tokens,
          user: { ...session.user, id: sub! },
        }),
      },
    };
    const browser = createBrowser(APP, { [APP]: (request) => AuthJs(request, config) });
    return await signIn(site, browser);
  },
};

/** This library on the other side. */
const own: RelyingParty = {
  name: "@x/auth",
  wants: "sign-in",
  async signIn(site) {
    const config: AuthConfig = {
      providers: [{
        ...{ id: "judged", name: "Judged", type: "oidc", issuer: site.issuer },
        ...{ clientId: "web", clientSecret: SECRET },
      }],
      secret: APP_SECRET,
      trustHost: true,
      limits: false,
      callbacks: {
        jwt({ token, account, profile }) {
          if (!account) return token;
          return { ...token, tokens: tokensOf(account), subject: profile!.sub };
        },
        session: ({ session, token: { subject, tokens } }) => ({
          ...session,
          tokens,
          user: { ...session.user, id: subject as string },
        }),
      },
    };
    const browser = createBrowser(APP, {
      [APP]: (request) => isAction(request) ? Auth(request, config) : new Response("Home"),
    });
    return await signIn(site, browser);
  },
};

/** next-auth 4, in a process of its own. */
const nextAuth4: RelyingParty = {
  name: "next-auth 4",
  wants: "sign-in",
  async signIn(site) {
    const provider = { issuer: site.issuer, clientId: "web", clientSecret: SECRET };
    await using app = await startOldApp(APP, APP_SECRET, { provider });
    const browser = createBrowser(APP, { [APP]: (request) => app.handle(request) }, "/api/auth");
    return await signIn(site, browser);
  },
};

/** The apps. */
export const RELYING_APPS: readonly RelyingParty[] = [authCore, own, nextAuth4];
