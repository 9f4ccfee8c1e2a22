/**
 * The endings of what a client was given, on Better Auth: its plugin for authorization servers, SQLite
 * with the tables that its own migration writes, and requests to its HTTP API. The guarded server is
 * its `verifyBearerToken`, as its documentation shows it.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { oauthProvider } from "@better-auth/oauth-provider";
import { oauthProviderResourceClient } from "@better-auth/oauth-provider/resource-client";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { getAuthTables } from "better-auth/db";
import { getMigrations } from "better-auth/db/migration";
import { admin, jwt } from "better-auth/plugins";
import { CHALLENGE, VERIFIER } from "../conformance/oauth_server/_rig.ts";

const BASE = "/api/auth";
const CALLBACK = "https://client.example/callback";
const PASSWORD = "engines weave algebraic patterns";
const SCOPE = "project:read";

/** What a client can still do. */
export interface Reach {
  /** Status of the guarded server. */
  readonly status: number;
  /** The same with its strict options; absent where there are none. */
  readonly strictStatus?: number;
  /** `true` when introspection says so; `null` when the client is not there to ask. */
  readonly active: boolean | null;
  /** `"tokens"`, or the code of the error. */
  readonly refresh: string;
}

/** The site. */
export interface PeerServer extends AsyncDisposable {
  /** Gives a client access, brings an ending about, and asks; `null` where there is no such ending. */
  measure(ending: string): Promise<Reach | null>;
  /** A client with a refresh token, and the token endpoint without a socket. */
  refreshing(): Promise<{
    readonly refreshToken: string;
    readonly client: Readonly<Record<"client_id" | "client_secret", string>>;
    readonly url: string;
    answer(request: Request): Promise<Response>;
  }>;
}

interface Given {
  readonly user: { readonly id: string; readonly cookie: string };
  readonly client: { readonly client_id: string; readonly client_secret: string };
  readonly tokens: { readonly access_token: string; readonly refresh_token: string };
}

/** How the site is started. */
export interface PeerServerOptions {
  /** The API that the tokens are for. Default: one of the site itself. */
  readonly guarded?: string;
  /** `true`: with its adapter for arrays in the memory. Default: SQLite. */
  readonly isInMemory?: boolean;
}

/** Starts the site. */
export async function startPeerServer(
  { guarded, isInMemory = false }: PeerServerOptions = {},
): Promise<PeerServer> {
  /** Set when the URL of the site is known. */
  const site: { answer?: (request: Request) => Promise<Response> } = {};
  const running = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => site.answer!(request),
  );
  const app = `http://127.0.0.1:${running.addr.port}`;
  const resource = guarded ?? `${app}/mcp`;
  const issuer = `${app}${BASE}`;
  const database = new DatabaseSync(":memory:");
  const options = {
    baseURL: app,
    basePath: BASE,
    secret: "a-secret-of-at-least-32-characters",
    database,
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: { enabled: true },
    plugins: [
      jwt({ jwt: { issuer } }),
      admin(),
      oauthProvider({
        loginPage: "/sign-in",
        consentPage: "/consent",
        scopes: ["openid", "profile", "email", "offline_access", SCOPE],
        resources: [{
          identifier: resource,
          name: "Projects",
          allowedScopes: [SCOPE, "offline_access"],
        }],
        enforcePerClientResources: false,
        silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
      }),
    ],
  } satisfies BetterAuthOptions;
  const tables = Object.keys(getAuthTables(options));
  const auth = betterAuth({
    ...options,
    database: isInMemory
      ? memoryAdapter(Object.fromEntries(tables.map((name) => [name, []])))
      : database,
  });
  if (!isInMemory) await (await getMigrations(options)).runMigrations();
  const { adapter } = await auth.$context;
  site.answer = (request) => auth.handler(request);
  const { verifyBearerToken } = oauthProviderResourceClient(auth).getActions();

  const send = async (path: string, headers: Record<string, string>, body?: object) =>
    await fetch(`${app}${BASE}${path}`, {
      redirect: "manual",
      method: body ? "POST" : "GET",
      headers: { origin: app, ...body ? { "content-type": "application/json" } : {}, ...headers },
      ...body ? { body: JSON.stringify(body) } : {},
    });
  const must = async (path: string, headers: Record<string, string>, body?: object) => {
    const response = await send(path, headers, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const post = async (
    path: string,
    client: Given["client"],
    fields: Record<string, string>,
  ) => {
    const { client_id, client_secret } = client;
    const body = new URLSearchParams({ client_id, client_secret, ...fields });
    return await fetch(`${app}${BASE}${path}`, { method: "POST", body });
  };

  let count = 0;
  const signUp = async (): Promise<Given["user"]> => {
    const email = `user-${++count}@example.com`;
    const response = await send("/sign-up/email", {}, { name: "Ada", email, password: PASSWORD });
    const cookie = response.headers.getSetCookie().map((text) => text.split(";")[0]).join("; ");
    return { id: (await response.json()).user.id, cookie };
  };
  const root = await signUp();
  await adapter.update({
    model: "user",
    where: [{ field: "id", value: root.id }],
    update: { role: "admin" },
  });

  async function give(scope = `openid offline_access ${SCOPE}`): Promise<Given> {
    const user = await signUp();
    const client = await must("/oauth2/create-client", { cookie: root.cookie }, {
      client_name: "Partner",
      redirect_uris: [CALLBACK],
      // As its `remoteVerify` sends it.
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope,
      resource,
      state: "a-state",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    });
    const asked = await send(`/oauth2/authorize?${query}`, { cookie: user.cookie });
    const consent = new URL(asked.headers.get("location") ?? "", app);
    const said = await asked.text();
    if (consent.pathname !== "/consent") {
      throw new Error(`No consent page: ${asked.status} ${consent} ${said}`);
    }
    const { url } = await must("/oauth2/consent", { cookie: user.cookie }, {
      accept: true,
      oauth_query: consent.search.slice(1),
    });
    const code = new URL(url).searchParams.get("code")!;
    const response = await post("/oauth2/token", client, {
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      resource,
    });
    const tokens = await response.json();
    if (!tokens.refresh_token) throw new Error(`No tokens: ${JSON.stringify(tokens)}`);
    return { user, client, tokens };
  }

  async function reachOf({ client, tokens }: Given): Promise<Reach> {
    const options = {
      verifyOptions: { audience: resource, issuer },
      requiredScopes: [SCOPE],
      jwksUrl: `${issuer}/jwks`,
    };
    const status = await verifyBearerToken(tokens.access_token, options)
      .then(() => 200, () => 401);
    const strictStatus = await verifyBearerToken(tokens.access_token, {
      ...options,
      remoteVerify: {
        introspectUrl: `${issuer}/oauth2/introspect`,
        clientId: client.client_id,
        clientSecret: client.client_secret,
        force: true,
      },
    }).then(() => 200, () => 401);
    const introspected = await post("/oauth2/introspect", client, { token: tokens.access_token });
    const { active } = await introspected.json();
    const refreshed = await post("/oauth2/token", client, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      resource,
    });
    const { error, access_token } = await refreshed.json();
    return {
      status,
      strictStatus,
      active: introspected.ok ? active === true : null,
      refresh: access_token ? "tokens" : error,
    };
  }

  /** Ways to bring an ending about. */
  const ENDINGS: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
    "suspension": ({ user }) =>
      must("/admin/ban-user", { cookie: root.cookie }, { userId: user.id }),
    "deletion": ({ user }) =>
      must("/admin/remove-user", { cookie: root.cookie }, { userId: user.id }),
    "sign-out everywhere": ({ user }) => must("/revoke-sessions", { cookie: user.cookie }, {}),
    "consent removed": async ({ user }) => {
      const [consent] = await must("/oauth2/get-consents", { cookie: user.cookie });
      const response = await send("/oauth2/delete-consent", { cookie: user.cookie }, {
        id: consent.id,
      });
      if (!response.ok) throw new Error(await response.text());
      await response.body?.cancel();
    },
    "refresh token revoked": ({ client, tokens }) =>
      post("/oauth2/revoke", client, { token: tokens.refresh_token }),
    "access token revoked": ({ client, tokens }) =>
      post("/oauth2/revoke", client, { token: tokens.access_token }),
    "client removed": async ({ client }) => {
      const response = await send("/oauth2/delete-client", { cookie: root.cookie }, {
        client_id: client.client_id,
      });
      if (!response.ok) throw new Error(await response.text());
      await response.body?.cancel();
    },
    "password change that ends everything": ({ user }) =>
      must("/change-password", { cookie: user.cookie }, {
        currentPassword: PASSWORD,
        newPassword: `${PASSWORD} again`,
        revokeOtherSessions: true,
      }),
  };

  return {
    async measure(ending) {
      const bring = ENDINGS[ending];
      if (!bring) return null;
      const before = await reachOf(await give());
      const { status, strictStatus, active, refresh } = before;
      if (status !== 200 || strictStatus !== 200 || !active || refresh !== "tokens") {
        throw new Error(`It did not work before: ${JSON.stringify(before)}`);
      }
      const given = await give();
      await bring(given);
      return await reachOf(given);
    },
    async refreshing() {
      // Without an ID token, as the other servers answer a refresh.
      const { client, tokens } = await give(`offline_access ${SCOPE}`);
      const { client_id, client_secret } = client;
      return {
        refreshToken: tokens.refresh_token,
        client: { client_id, client_secret },
        url: `${app}${BASE}/oauth2/token`,
        answer: (request) => auth.handler(request),
      };
    },
    async [Symbol.asyncDispose]() {
      await running.shutdown();
      database.close();
    },
  };
}
