/**
 * The app with its authorization server on a loopback port, an MCP server that it guards, and a
 * browser in which a user is signed in. The MCP server is the one of the official package.
 *
 * @module
 */

import { MemoryAdapter } from "../../../adapters/memory.ts";
import { defineAuth } from "../../../src/frameworks/define.ts";
import {
  OAuthServer,
  type OAuthServerOptions,
} from "../../../src/capabilities/oauth_server/mod.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import { byForm, createServerBrowser, type PageAnswer, type ServerBrowser } from "./_browser.ts";
import {
  ADA,
  APP_CALLBACKS,
  CALLBACK,
  type Judged,
  LOOPBACK,
  READ,
  SECRET,
  WRITE,
} from "./_judged.ts";
import { answerMcp, fetchDocument, scopesFor } from "./_mcp_server.ts";

/** Button of the consent page. */
const ALLOW = "Allow";

/** Options of {@linkcode startLive}. */
export interface LiveOptions {
  /** Others than the usual ones. */
  readonly server?: Partial<OAuthServerOptions>;
  readonly config?: Partial<AuthConfig>;
  /** Path of the issuer. Default: none. */
  readonly path?: string;
  /** What the user does on pages of the server. Default: allows. */
  readonly answer?: PageAnswer;
}

/** The app. */
export interface Live extends Judged {
  // deno-lint-ignore no-explicit-any -- the options have no known scopes
  readonly auth: any;
  readonly adapter: ReturnType<typeof MemoryAdapter>;
  /** The browser of the user. */
  readonly browser: ServerBrowser;
  /** Signs a user in, in another browser. */
  signIn(user: { id: string; name: string; email: string }): Promise<ServerBrowser>;
  /** Everything that was asked, as "POST /auth/oauth/token 200". */
  readonly log: string[];
}

/** Starts the app. */
export async function startLive(
  { server: options, config, path = "", answer = byForm({}, ALLOW) }: LiveOptions = {},
): Promise<Live> {
  const log: string[] = [];
  /** Set when the URL of the server is known. */
  const site: { answer?: (request: Request) => Promise<Response> } = {};
  const running = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, onError: failed },
    async (request) => {
      const response = await site.answer!(request);
      log.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
      return response;
    },
  );
  const origin = `http://127.0.0.1:${running.addr.port}`;
  const issuer = origin + path;
  const resource = `${origin}/mcp`;
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [],
    session: { strategy: "jwt", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    ...config,
    adapter,
    oauthServer: OAuthServer({
      issuer,
      resources: {
        [resource]: {
          name: "Projects",
          scopes: [READ, WRITE],
        },
      },
      clients: {
        web: { name: "Partner", redirectUris: [CALLBACK, ...APP_CALLBACKS], secret: SECRET },
        cli: { redirectUris: [LOOPBACK, CALLBACK] },
        old: { name: "Old", redirectUris: [CALLBACK], secret: SECRET, pkce: "nonce" },
      },
      registration: { metadataDocuments: "ask", dynamic: "open" },
      fetch: fetchDocument,
      ...options,
    } as OAuthServerOptions),
  } as AuthConfig);
  // deno-lint-ignore no-explicit-any -- as in the interface
  const app = auth as any;
  const guarded = { accept: ["token"], resource } as const;
  const mcp = app.protect(
    async (request: Request) => {
      const scopes = await scopesFor(request);
      const who = await app.authenticate(request, { ...guarded, scopes });
      if (!who.ok) return who.response();
      return await answerMcp(request);
    },
    { ...guarded, scopes: [READ] },
  );
  site.answer = async (request) =>
    new URL(request.url).pathname === "/mcp" ? await mcp(request) : await auth.handler(request);

  const signIn = async (user: { id: string; name: string; email: string }) => {
    const { setCookies } = await signInAs(auth, user, { origin });
    const browser = createServerBrowser(origin, answer);
    browser.cookies.store(new URL(origin), setCookies);
    return browser;
  };
  const browser = await signIn(ADA);
  return {
    name: "@x/auth",
    issuer,
    resource,
    auth,
    adapter,
    browser,
    log,
    signIn,
    browse: (url) => browser.follow(url),
    async ask(token) {
      const { status, body } = await fetch(resource, {
        method: "POST",
        headers: {
          "authorization": `Bearer ${token}`,
          "content-type": "application/json",
          "accept": "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
      await body?.cancel();
      return status;
    },
    async endGrants() {
      for (const { id } of await app.oauthServer.listGrants(ADA.id)) {
        await app.oauthServer.revokeGrant(ADA.id, id);
      }
    },
    [Symbol.asyncDispose]: () => running.shutdown(),
  };
}

function failed(error: unknown): Response {
  return new Response(String((error as Error)?.stack ?? error), { status: 500 });
}
