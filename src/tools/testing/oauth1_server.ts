/**
 * A small OAuth 1.0a server for tests, in process or on a loopback port. A test
 * can make it misbehave.
 *
 * By default it is strict: every signature, timestamp and nonce is checked,
 * replays are refused, request tokens and verifiers work once.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849 RFC 5849}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { preciseSeconds } from "../../base/time.ts";
import { expectedSignature, parseOAuthHeader, type ProtocolParams } from "./oauth1_signature.ts";

/** Endpoints of the server. */
export type OAuth1Endpoint = "request_token" | "authorize" | "access_token" | "profile";

/** Options of {@linkcode createOAuth1Server}. */
export interface OAuth1ServerOptions {
  /** Origin of the server. Default `https://oauth1.example`. */
  origin?: string | undefined;
  /** Client id of the only client. Default `test-client`. */
  clientId?: string | undefined;
  /** Client secret. Default `test-client-secret`. */
  clientSecret?: string | undefined;
  /** Members of the profile that the profile endpoint returns. */
  user?: Record<string, unknown> | undefined;
  /** Paths of the endpoints. Default: their names. */
  paths?: Partial<Record<OAuth1Endpoint, string>> | undefined;
}

/** Deliberate faults of the server; every member may be changed at any time. */
export interface OAuth1HostileModes {
  /** Changes the parameters of the redirect back to the app. */
  authorization?(params: URLSearchParams): void;
  /** Replaces the answer of an endpoint. */
  answer?: Partial<Record<OAuth1Endpoint, (response: Response) => Response | Promise<Response>>>;
}

/** A request that reached the server. */
export interface OAuth1Request {
  /** Endpoint of the request. */
  endpoint: OAuth1Endpoint;
  /** Whole URL. */
  url: string;
  /** `Authorization` header; empty when there is none. */
  authorization: string;
}

/** A running server. */
export interface OAuth1Server {
  /** Origin of the server. */
  readonly origin: string;
  /** Client id of the only client. */
  readonly clientId: string;
  /** Client secret. */
  readonly clientSecret: string;
  /** Members of a provider object for this server: endpoints, version and client. */
  readonly provider: {
    /** Always `"1.0"`. */
    version: "1.0";
    /** URL of the request token endpoint. */
    requestTokenUrl: string;
    /** URL of the page where the person consents. */
    authorization: string;
    /** URL of the access token endpoint. */
    token: string;
    /** URL of the profile endpoint. */
    userinfo: string;
    /** Client id of the only client. */
    clientId: string;
    /** Client secret. */
    clientSecret: string;
  };
  /** Deliberate faults of the server. */
  readonly hostile: OAuth1HostileModes;
  /** Every request so far, oldest first. */
  readonly requests: OAuth1Request[];
  /** Reasons of refused requests, oldest first. */
  readonly refusals: string[];
  /** Members of the profile that the profile endpoint returns. */
  user: Record<string, unknown>;
  /** `true` makes the person deny access. Default `false`. */
  denies: boolean;
  /** Number of requests to an endpoint. */
  count(endpoint: OAuth1Endpoint): number;
  /** Answers a request. */
  handler(request: Request): Promise<Response>;
  /** A `fetch` that reaches this server only; for a provider's `[customFetch]`. */
  fetch: typeof fetch;
}

interface RequestToken {
  secret: string;
  callback: string;
  verifier?: string;
}

/** Seconds by which a client's clock may differ. */
const TOLERANCE = 300;

/**
 * Creates a server in process.
 *
 * @example
 * ```ts
 * import { createOAuth1Server } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const server = createOAuth1Server();
 * const response = await server.fetch(server.provider.requestTokenUrl, { method: "POST" });
 * assertEquals(response.status, 401);
 * assertEquals(server.refusals, ["it is not signed"]);
 * ```
 */
export function createOAuth1Server(options: OAuth1ServerOptions = {}): OAuth1Server {
  const {
    origin = "https://oauth1.example",
    clientId = "test-client",
    clientSecret = "test-client-secret",
    user = { id: "user-1", name: "Ada Lovelace", email: "Ada@Example.com" },
  } = options;
  const paths: Record<OAuth1Endpoint, string> = {
    request_token: "/request_token",
    authorize: "/authorize",
    access_token: "/access_token",
    profile: "/profile",
    ...options.paths,
  };
  const requestTokens = new Map<string, RequestToken>();
  const accessTokens = new Map<string, string>();
  const seen = new Set<string>();

  /** Parameters of a request with a valid signature, or the reason to refuse it. */
  const verify = async (
    request: Request,
    tokenSecretOf: (token: string | undefined) => string | undefined,
  ): Promise<ProtocolParams | string> => {
    const params = parseOAuthHeader(request.headers.get("authorization"));
    if (!params) return "it is not signed";
    const { consumer_key, nonce = "", signature = "", timestamp = "", token, version } = params;
    if (consumer_key !== clientId) return "its client is unknown";
    if (params.signature_method !== "HMAC-SHA1") return "its method is unknown";
    if (version !== undefined && version !== "1.0") return "its version is unknown";
    if (!/^[1-9]\d*$/.test(timestamp)) return "its timestamp is not a positive integer";
    if (Math.abs(preciseSeconds() - Number(timestamp)) > TOLERANCE) {
      return "its timestamp is too old or too new";
    }
    if (!nonce) return "it has no nonce";
    const tokenSecret = tokenSecretOf(token);
    if (tokenSecret === undefined) return "its token is unknown, or was used";
    const expected = await expectedSignature(request, params, { clientSecret, tokenSecret });
    if (!isEqual(expected, signature)) return "its signature is wrong";
    // After the signature check, so that only the client can use up a nonce.
    const id = JSON.stringify([timestamp, nonce, token]);
    if (seen.has(id)) return "it is a replay";
    seen.add(id);
    return params;
  };

  const refuse = (message: string, status = 401): Response => {
    server.refusals.push(message);
    return new Response("refused", { status });
  };

  const issue = (members: Record<string, string>): Response =>
    new Response(new URLSearchParams(members).toString(), {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

  const requestToken = async (request: Request): Promise<Response> => {
    const params = await verify(request, (token) => token === undefined ? "" : undefined);
    if (typeof params === "string") return refuse(params);
    if (!URL.canParse(params.callback ?? "")) return refuse("it has no callback", 400);
    const [token, secret] = [randomBase64url(16), randomBase64url(32)];
    requestTokens.set(token, { secret, callback: params.callback! });
    return issue({
      oauth_token: token,
      oauth_token_secret: secret,
      oauth_callback_confirmed: "true",
    });
  };

  /** The consent page: the person is signed in and decides at once. */
  const authorize = (request: Request): Response => {
    const token = new URL(request.url).searchParams.get("oauth_token") ?? "";
    const known = requestTokens.get(token);
    if (!known || known.verifier) return refuse("its token is unknown, or was used", 400);
    const params = new URLSearchParams();
    if (server.denies) {
      requestTokens.delete(token);
      params.set("denied", token);
    } else {
      known.verifier = randomBase64url(16);
      params.set("oauth_token", token);
      params.set("oauth_verifier", known.verifier);
    }
    server.hostile.authorization?.(params);
    const location = new URL(known.callback);
    for (const [name, value] of params) location.searchParams.append(name, value);
    return new Response(null, { status: 302, headers: { location: location.href } });
  };

  const accessToken = async (request: Request): Promise<Response> => {
    const params = await verify(request, (token) => requestTokens.get(token ?? "")?.secret);
    if (typeof params === "string") return refuse(params);
    const known = requestTokens.get(params.token!);
    // `verify` awaits, so a concurrent request may have used the token.
    if (!known) return refuse("its token is unknown, or was used");
    if (!known.verifier || !isEqual(known.verifier, params.verifier ?? "")) {
      return refuse("its verifier is wrong");
    }
    requestTokens.delete(params.token!);
    const [token, secret] = [randomBase64url(16), randomBase64url(32)];
    accessTokens.set(token, secret);
    return issue({ oauth_token: token, oauth_token_secret: secret, screen_name: "ada" });
  };

  const profile = async (request: Request): Promise<Response> => {
    const params = await verify(request, (token) => accessTokens.get(token ?? ""));
    return typeof params === "string" ? refuse(params) : Response.json(server.user);
  };

  const table: Record<
    OAuth1Endpoint,
    ["GET" | "POST", (request: Request) => Response | Promise<Response>]
  > = {
    request_token: ["POST", requestToken],
    authorize: ["GET", authorize],
    access_token: ["POST", accessToken],
    profile: ["GET", profile],
  };

  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    // The cast holds: the keys of the table are the endpoints.
    const endpoint = (Object.keys(table) as OAuth1Endpoint[])
      .find((name) => paths[name] === pathname && table[name][0] === request.method);
    if (!endpoint) return new Response("Not found", { status: 404 });
    const [, answer] = table[endpoint];
    const authorization = request.headers.get("authorization") ?? "";
    server.requests.push({ endpoint, url: request.url, authorization });
    const response = await answer(request);
    return await server.hostile.answer?.[endpoint]?.(response) ?? response;
  };

  const server: OAuth1Server = {
    origin,
    clientId,
    clientSecret,
    provider: {
      version: "1.0",
      requestTokenUrl: origin + paths.request_token,
      authorization: origin + paths.authorize,
      token: origin + paths.access_token,
      userinfo: origin + paths.profile,
      clientId,
      clientSecret,
    },
    hostile: {},
    requests: [],
    refusals: [],
    user,
    denies: false,
    count: (endpoint) => server.requests.filter((request) => request.endpoint === endpoint).length,
    handler,
    fetch(input, init) {
      const request = new Request(input, init);
      if (new URL(request.url).origin !== origin) {
        throw new TypeError(`Cannot reach ${request.url}: this fetch reaches ${origin} only`);
      }
      return handler(request);
    },
  };
  return server;
}

/** A server on a loopback port. */
export interface ServedOAuth1Server extends OAuth1Server, AsyncDisposable {}

/**
 * Creates a server on a free loopback port.
 *
 * @example
 * ```ts
 * import { serveOAuth1Server } from "@x/auth/testing";
 *
 * await using server = serveOAuth1Server();
 * const response = await fetch(server.provider.userinfo);
 * await response.body?.cancel();
 * console.log(response.status); // 401
 * ```
 */
export function serveOAuth1Server(
  options: Omit<OAuth1ServerOptions, "origin"> = {},
): ServedOAuth1Server {
  // deno-lint-ignore prefer-const -- the origin is known only when the server listens
  let server: OAuth1Server | undefined;
  const listener = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => server!.handler(request),
  );
  server = createOAuth1Server({ ...options, origin: `http://127.0.0.1:${listener.addr.port}` });
  return Object.assign(server, { [Symbol.asyncDispose]: () => listener.shutdown() });
}
