/**
 * An app that keeps tokens, and a provider with rotating refresh tokens: each can be used
 * once, and a second use ends the grant.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig, customFetch } from "../../mod.ts";
import {
  createBrowser,
  createIdp,
  type Idp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import { SECRET } from "./_rig.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

export const APP = "https://app.example";

/** A provider whose tokens expire. */
export interface RefreshingIdp {
  idp: Idp;
  /** Every token that it has sent. */
  sent: Set<string>;
  /** Refresh tokens that were presented, oldest first. */
  presented: string[];
  /** Tokens that were revoked, oldest first. */
  revoked: string[];
  /** Lifetime of access tokens; `undefined` is not sent. */
  expiresIn: number | undefined;
  /** `false`: sign-ins bring no refresh token. */
  sendsRefreshToken: boolean;
  /** Members of the answers to refreshes that differ. */
  answer: Record<string, unknown>;
  /** Runs instead of a refresh; for failures. */
  fails?: (() => Response | Promise<Response>) | undefined;
  /** Runs after a refresh, before its answer is sent. */
  afterRefresh?: (() => unknown) | undefined;
  fetch: typeof fetch;
  handler(request: Request): Promise<Response>;
}

export async function createRefreshingIdp(
  issuer = "https://idp.example",
  sub = "7",
  given?: Idp,
): Promise<RefreshingIdp> {
  const idp = given ?? await createIdp({
    issuer,
    user: { sub, name: "Grace", email: "grace@example.com", email_verified: true, sid: "sid-1" },
  });
  const grants = new Map<string, { isUsed: boolean; grant: string }>();
  const ended = new Set<string>();
  const token = () => `secret-token-${crypto.randomUUID()}`;
  const discovery = async (request: Request) => ({
    ...await (await idp.handler(request)).json(),
    end_session_endpoint: `${issuer}/logout`,
    revocation_endpoint: `${issuer}/revoke`,
  });
  const answer = (grant: string, members: Record<string, unknown>) => {
    const refreshToken = token();
    grants.set(refreshToken, { isUsed: false, grant });
    const body: Record<string, unknown> = {
      access_token: token(),
      token_type: "Bearer",
      scope: "openid profile email",
      refresh_token: refreshToken,
      ...rig.expiresIn === undefined ? {} : { expires_in: rig.expiresIn },
      ...members,
    };
    for (const name of ["access_token", "refresh_token", "id_token"]) {
      if (typeof body[name] === "string") rig.sent.add(body[name]);
      if (body[name] === null) delete body[name];
    }
    return Response.json(body);
  };
  const refresh = async (presented: string) => {
    rig.presented.push(presented);
    if (rig.fails) return await rig.fails();
    const known = grants.get(presented);
    if (known?.isUsed) ended.add(known.grant);
    if (!known || known.isUsed || ended.has(known.grant)) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    known.isUsed = true;
    const response = answer(known.grant, rig.answer);
    await rig.afterRefresh?.();
    return response;
  };
  const rig: RefreshingIdp = {
    idp,
    sent: new Set(),
    presented: [],
    revoked: [],
    expiresIn: 3600,
    sendsRefreshToken: true,
    answer: {},
    async handler(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/.well-known/openid-configuration") {
        return Response.json(await discovery(request));
      }
      if (pathname === "/logout") return new Response("signed out");
      const form = request.method === "POST"
        ? new URLSearchParams(await request.clone().text())
        : new URLSearchParams();
      if (pathname === "/revoke") {
        rig.revoked.push(form.get("token")!);
        return new Response();
      }
      if (form.get("grant_type") === "refresh_token") {
        return await refresh(form.get("refresh_token")!);
      }
      const response = await idp.handler(request);
      if (pathname !== "/token" || !response.ok) return response;
      const { id_token } = await response.json();
      return answer(crypto.randomUUID(), {
        id_token,
        ...rig.sendsRefreshToken ? {} : { refresh_token: null },
      });
    },
    fetch: async (input, init) => await rig.handler(new Request(input, init)),
  };
  return rig;
}

/** Where an app keeps its tokens. */
export type Place = "adapter, token sessions" | "adapter, database sessions" | "records" | "cookie";

export const places: readonly Place[] = [
  "adapter, token sessions",
  "adapter, database sessions",
  "records",
  "cookie",
];

export interface TokensApp {
  config: AuthConfig;
  op: RefreshingIdp;
  errors: Error[];
  entries: AuditEntry[];
  newBrowser(): TestBrowser;
  /** A request of the app's own pages. */
  request(browser: TestBrowser, path?: string): Request;
  /** Keeps the cookies of a response, as the browser does. */
  receive(browser: TestBrowser, headers: Headers): void;
}

/** Members of the config for a place. */
export function configOf(place: Place): Partial<AuthConfig> {
  switch (place) {
    case "adapter, token sessions":
      return { adapter: MemoryAdapter(), session: { strategy: "jwt", revocation: {} } };
    case "adapter, database sessions":
      return { adapter: MemoryAdapter(), session: { strategy: "database", revocation: {} } };
    case "records":
      return { records: MemoryRecords() };
    case "cookie":
      return {};
  }
}

export function providerOf({ idp, fetch }: RefreshingIdp, id = "idp") {
  return {
    id,
    name: id,
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    checks: ["pkce" as const, "state" as const],
    [customFetch]: fetch,
  };
}

export async function createTokensApp(
  place: Place,
  members: Partial<AuthConfig> = {},
  given?: RefreshingIdp,
): Promise<TokensApp> {
  const op = given ?? await createRefreshingIdp();
  const errors: Error[] = [];
  const entries: AuditEntry[] = [];
  const config: AuthConfig = {
    providers: [providerOf(op)],
    tokens: KeepTokens(),
    secret: SECRET,
    trustHost: true,
    limits: false,
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    events: { audit: (entry) => void entries.push(entry) },
    ...configOf(place),
    ...members,
  };
  return {
    config,
    op,
    errors,
    entries,
    newBrowser: () =>
      createBrowser(APP, {
        [APP]: (request) =>
          new URL(request.url).pathname.startsWith("/auth/")
            ? Auth(request, config)
            : new Response("app"),
        [op.idp.issuer]: op.handler,
      }),
    request: (browser, path = "/page") =>
      new Request(`${APP}${path}`, {
        headers: { cookie: browser.cookies.header(new URL(APP)) ?? "" },
      }),
    receive(browser, headers) {
      browser.cookies.store(new URL(APP), headers.getSetCookie());
    },
  };
}
