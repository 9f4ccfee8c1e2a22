/**
 * A refresh of a client's tokens, with rotation: this authorization server, that of Better Auth,
 * and `oidc-provider`. Each signs its access tokens with EdDSA, knows the client by a secret in the
 * form, keeps its rows in the memory of the process, and is asked without a socket.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Prepare, Workload } from "../_workload.ts";
import { NO_REQUEST } from "../_workload.ts";

/** A server with a client that has a refresh token. */
export interface Refreshing {
  readonly refreshToken: string;
  /** Makes a post of the client to the token endpoint, which the result sends. */
  post(fields: Readonly<Record<string, string>>): () => Promise<Response>;
  close?(): Promise<void>;
}

const RESOURCE = "https://app.example/mcp";

/** Each operation spends the refresh token of the one before. The client's work is not counted. */
function rotating(start: () => Promise<Refreshing>): Prepare {
  return async ({ exclude }) => {
    const { refreshToken, post, close } = await start();
    let current = refreshToken;
    const check = async (response: Response) => {
      const answer = await response.json();
      assert(response.status === 200, JSON.stringify(answer));
      const { access_token, refresh_token } = answer;
      const [head = ""] = String(access_token).split(".");
      assertEquals(JSON.parse(atob(head)).alg, "EdDSA");
      assert(typeof refresh_token === "string" && refresh_token !== current);
      current = refresh_token;
    };
    const fields = { grant_type: "refresh_token", resource: RESOURCE };
    const run = async () => {
      const send = await exclude(() => post({ ...fields, refresh_token: current }));
      const response = await send();
      await check(response);
    };
    await run();
    return { request: () => NO_REQUEST, run, ...close ? { close } : {} };
  };
}

/** Posts as a server hands them over: with the length that the client has sent. */
function postsTo(
  url: string,
  client: Readonly<Record<string, string>>,
  answer: (request: Request) => Promise<Response>,
): Refreshing["post"] {
  return (fields) => {
    const body = `${new URLSearchParams({ ...client, ...fields })}`;
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    };
    const request = new Request(url, { method: "POST", headers, body });
    return () => answer(request);
  };
}

const ours = rotating(async () => {
  const rigs = await import("../../conformance/oauth_server/_rig.ts");
  const { CALLBACK, createServer, ISSUER, MCP, OPTIONS, SECRET, VERIFIER } = rigs;
  assert(MCP === RESOURCE);
  const rig = createServer({ resources: { [MCP]: OPTIONS.resources[MCP] } });
  const client = { client_id: "web", client_secret: SECRET };
  const post = postsTo(`${ISSUER}/auth/oauth/token`, client, rig.auth.handler);
  await rig.signIn();
  const response = await post({
    ...{ grant_type: "authorization_code", redirect_uri: CALLBACK, code_verifier: VERIFIER },
    code: await rig.code("ada", { client: client.client_id }),
  })();
  const { refresh_token } = await response.json();
  return { refreshToken: refresh_token, post };
});

const better = rotating(async () => {
  const { startPeerServer } = await import("../../tools/_oauth_better_auth.ts");
  const server = await startPeerServer({ guarded: RESOURCE, isInMemory: true });
  const { refreshToken, url, client, answer } = await server.refreshing();
  const close = async () => await server[Symbol.asyncDispose]();
  return { refreshToken, post: postsTo(url, client, answer), close };
});

const oidcProvider = rotating(async () => {
  const { startRotatingProvider } = await import("../_oidc_provider.ts");
  return await startRotatingProvider(RESOURCE);
});

/** A refresh, beside the same at two peers. */
export const refreshes: Workload<"ours" | "better" | "oidcProvider"> = {
  id: "oauth-refresh",
  label: "refresh at the authorization server",
  targets: {},
  contenders: { ours, better, oidcProvider },
};

/** Share of the time of Better Auth's plugin. */
export const MOST_OF_BETTER = 1 / 4;

/** Share of the time of `oidc-provider`. */
export const MOST_OF_OIDC_PROVIDER = 0.67;
