/**
 * Everything that tells who visits: functions of the app, pages, endpoints, and every kind of
 * credential. Each door is opened by Ada, who is signed in.
 *
 * @module
 */

import { assert } from "@std/assert";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { makeCode } from "../../src/capabilities/oauth_server/codes.ts";
import { giveGrant } from "../../src/capabilities/oauth_server/grants.ts";
import { oauthCall } from "../../src/capabilities/oauth_server/settings.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { bearerFor, signInAs } from "../../src/tools/testing/mod.ts";
import type { AuthConfig, SessionOptions } from "../../src/types/config.ts";
import type { AuthenticateOptions, CredentialKind } from "../../src/types/principal.ts";
import type { FaultStore } from "./_fault_store.ts";
import type { Strategy } from "./_strategies.ts";

export const APP = "https://app.example";
const MCP = `${APP}/mcp`;
const CALLBACK = "https://client.example/callback";
const ADA = "ada@example.com";

/** What came of opening a door: an answer, or what a function returned. */
export type Opened = Response | { readonly value: unknown };

/** A door: opens it with a new request. */
export type Door = () => Promise<Opened>;

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: "all", member: { project: ["read"] } },
});

function createApp(
  { config }: Pick<FaultStore, "config">,
  strategy: Strategy,
  session: SessionOptions,
) {
  return defineAuth({
    providers: [
      Credentials({
        credentials: { user: {} },
        authorize: ({ user }) => config.adapter!.getUser!(String(user)),
      }),
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    ...config,
    session: { strategy, revocation: {}, ...session },
    account: AccountPage(),
    factors: [Totp()],
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    native: NativeClients(),
    tokens: KeepTokens(),
    oauthServer: OAuthServer({
      issuer: APP,
      resources: { [MCP]: { scopes: ["project:read"] } },
      clients: {
        own: { redirectUris: [CALLBACK], isFirstParty: true, idTokenAlgorithm: "ES256" },
      },
    }),
    sendMail() {},
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    theme: { name: "App" },
    limits: false,
    notifyNewDevice: false,
    logger: { error() {}, warn() {}, debug() {} },
  } as AuthConfig);
}

/** The doors of an app on a store, and what Ada has to open them. */
export async function createDoors(
  store: FaultStore,
  strategy: Strategy,
  session: SessionOptions = {},
) {
  const auth = createApp(store, strategy, session);
  const given = { name: "Ada Lovelace", email: ADA, emailVerified: new Date() };
  const account = { provider: "github", type: "oauth" as const, providerAccountId: "1" };
  const signedIn = await signInAs(auth, given, {
    origin: APP,
    account: { ...account, access_token: "gh-token", token_type: "bearer" },
  });
  const userId = String(signedIn.user.id);
  const cookie = signedIn.headers.get("cookie")!;
  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ cookie, origin: APP, ...init.headers as object });
    return new Request(APP + path, { redirect: "manual", ...init, headers });
  };
  const visit = (path: string, init?: RequestInit) => auth.handler(request(`/auth/${path}`, init));
  const page = (path: string): Door => () => visit(path, { headers: { accept: "text/html" } });
  const call = (run: (request: Request) => Promise<unknown>): Door => async () => ({
    value: await run(request("/page")),
  });

  const created = await auth.organizations.createOrganization(userId, {
    name: "Team",
    slug: "team",
  });
  assert(created.ok);
  const key = await auth.keys.createFor(userId, { name: "key", scopes: ["project:read"] });
  assert(key.ok, key.ok ? "" : key.reason);
  const bearer = await bearerFor(auth, given, { origin: APP });
  const token = await accessToken();
  const csrf = async () => {
    const response = await visit("csrf");
    const { csrfToken } = await response.json();
    const own = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]!);
    return { csrfToken, headers: { cookie: [cookie, ...own].join("; ") } };
  };
  const form = await csrf();

  async function accessToken(): Promise<string> {
    const config = requireConfig(auth.config);
    const place = oauthCall({ request: new Request(APP), origin: APP }, config);
    const at = Math.floor(Date.now() / 1000);
    const proof = { at, methods: ["pwd"] as const, provider: null };
    const targets = { [MCP]: ["project:read"], [APP]: ["openid", "profile", "email"] };
    const grant = await giveGrant(place, { userId, client: "own", organization: null }, {
      ...{ clientName: "own", proof, targets, host: "client.example" },
    });
    const code = await makeCode(place, userId, {
      ...{ grant, client: "own", targets, nonce: null, authTime: at, methods: ["pwd"], jkt: null },
      ...{ redirectUri: CALLBACK, challenge: CHALLENGE },
    });
    const body = new URLSearchParams({
      ...{ grant_type: "authorization_code", code, redirect_uri: CALLBACK, client_id: "own" },
      ...{ code_verifier: VERIFIER, resource: APP },
    });
    const response = await auth.handler(
      new Request(`${APP}/auth/oauth/token`, { method: "POST", body }),
    );
    const text = await response.text();
    assert(response.ok, text);
    return JSON.parse(text).access_token;
  }

  const asked = <Kind extends CredentialKind>(
    options: AuthenticateOptions<Kind>,
    authorization?: string,
  ): Door =>
  async () => {
    const who = await auth.authenticate(
      authorization === undefined
        ? request("/api")
        : new Request(`${APP}/api`, { headers: { authorization } }),
      options as never,
    );
    return who.ok ? { value: who.id } : who.response();
  };
  const guarded = (headers: HeadersInit, options?: AuthenticateOptions): Door => {
    const handler = auth.protect(
      (_request, who) => Response.json({ id: who.id }),
      options as never,
    );
    return () => handler(request("/api", { headers }));
  };
  const json = { "content-type": "application/json" };
  const nativeCall: Door = () =>
    auth.handler(
      new Request(`${APP}/auth/native/call`, {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${bearer.accessToken}` },
        body: JSON.stringify({ method: "GET", path: "account" }),
      }),
    );
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: "own", redirect_uri: CALLBACK, state: "s" },
    ...{ code_challenge: CHALLENGE, code_challenge_method: "S256", scope: "openid" },
  });

  const doors: Record<string, Door> = {
    "GET session": () => visit("session"),
    "POST session": () =>
      visit("session", {
        method: "POST",
        headers: { ...json, ...form.headers },
        body: JSON.stringify({ csrfToken: form.csrfToken, data: {} }),
      }),
    "getSession": call((request) => auth.getSession(request)),
    "getSession with headers": call((request) => auth.getSession(request, new Headers())),
    ...strategy === "jwt" ? { "getToken": call((request) => auth.getToken(request)) } : {},
    "getProof": call((request) => auth.getProof(request)),
    // What it returns without a session is a URL.
    "requireProof": call(async (request) =>
      await auth.requireProof(request, { maxAge: 600 }) === null ? "enough" : null
    ),
    "getAccessToken": call((request) => auth.getAccessToken(request, { provider: "github" })),
    "sessions.identify": call((request) => auth.sessions.identify(request)),
    "organizations.readMembership": call(async (request) => {
      const membership = await auth.organizations.readMembership(request, "team");
      return membership.ok ? membership.role : null;
    }),
    "keys.create": call(async () => {
      const { ok } = await auth.keys.create(request("/page", { method: "POST" }), {
        ...{ name: "another", scopes: ["project:read"] },
      });
      return ok || null;
    }),
    "authenticate": asked({}),
    "authenticate for an organization": asked({ organization: "team" }),
    "authenticate with a key": asked({ accept: ["key"] }, `Bearer ${key.secret}`),
    "authenticate with a client's token": asked(
      { accept: ["bearer"] },
      `Bearer ${bearer.accessToken}`,
    ),
    "authenticate with an app's token": asked(
      { accept: ["token"], resource: APP },
      `Bearer ${token}`,
    ),
    "protect": guarded({}),
    "protect for an organization": guarded({}, { organization: "team" }),
    "protect, a page": guarded({ accept: "text/html", "sec-fetch-mode": "navigate" }),
    "csrf": () => visit("csrf"),
    "providers": () => visit("providers"),
    "sign-in page": page("signin"),
    "sign-out page": page("signout"),
    "account page": page("account"),
    "factors page": page("factors"),
    "keys page": page("keys"),
    "organizations page": page("organizations"),
    "page of an organization": page("organization/team"),
    "settings of an organization": page("organization/team/settings"),
    "keys of an organization": page("organization/team/keys"),
    "apps page": page("apps"),
    "device page": page("device"),
    "authorize": page(`oauth/authorize?${query}`),
    "authorize in silence": page(`oauth/authorize?${query}&prompt=none`),
    "userinfo": () =>
      auth.handler(
        new Request(`${APP}/auth/oauth/userinfo`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    "native call": nativeCall,
  };
  return { auth, doors, cookie, userId };
}

/** A verifier of PKCE and its challenge (RFC 7636, appendix B). */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
