/**
 * A small authorization server for tests: OAuth 2 and OpenID Connect with the
 * code flow, in process or on a loopback port. A test can make it misbehave.
 *
 * By default it is strict: exact redirect URIs, single-use codes, PKCE, client
 * authentication.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowSeconds } from "../../base/time.ts";
import { createFapiServer, type IdpFapiOptions } from "./idp_fapi.ts";
import { createSigner, type Signature, type SigningAlgorithm } from "./idp_keys.ts";
import {
  eventClaims,
  logoutClaims,
  type LogoutSubject,
  type StatementOptions,
  toStatement,
} from "./idp_statements.ts";

/** Endpoints of the server. */
export type IdpEndpoint = "discovery" | "jwks" | "par" | "authorize" | "token" | "userinfo";

/** Options of {@linkcode createIdp}. */
export interface IdpOptions {
  /** Issuer identifier. Default `https://idp.example`. */
  issuer?: string | undefined;
  /** Client id of the only client. Default `test-client`. */
  clientId?: string | undefined;
  /** Client secret. Default `test-client-secret`. */
  clientSecret?: string | undefined;
  /** Claims of the person who is signed in at the server; `sub` is required. */
  user?: Record<string, unknown> & { sub: string } | undefined;
  /** `true` adds `iss` to answers (RFC 9207) and announces it in discovery. Default `true`. */
  issuerParameter?: boolean | undefined;
  /** Algorithm of signatures. Default `ES256`. */
  algorithm?: SigningAlgorithm | undefined;
  /** `true` answers userinfo requests with a signed JWT. Default `false`. */
  signedUserinfo?: boolean | undefined;
  /**
   * Demands the FAPI 2.0 Security Profile: pushed authorization requests, PKCE,
   * `private_key_jwt` in place of the client secret, and tokens bound by DPoP.
   */
  fapi2?: IdpFapiOptions | undefined;
}

/** Deliberate faults of the server; every member may be changed at any time. */
export interface HostileModes {
  /** Signature of ID tokens. Default `proper`. */
  signature?: Signature;
  /** Changes the claims of the ID token before it is signed. */
  idTokenClaims?(claims: Record<string, unknown>): void;
  /** Signature of userinfo, with the option `signedUserinfo`. Default `proper`. */
  userinfoSignature?: Signature;
  /** Changes the claims of userinfo. */
  userinfoClaims?(claims: Record<string, unknown>): void;
  /** Changes the published keys; the first is the one that signs. */
  keys?(keys: Record<string, unknown>[]): void;
  /** Changes the parameters of the authorization response. */
  authorization?(params: URLSearchParams): void;
  /** `true` accepts every PKCE code verifier, and none. */
  ignoresPkce?: boolean;
  /** Replaces the answer of an endpoint. */
  answer?: Partial<Record<IdpEndpoint, (response: Response) => Response | Promise<Response>>>;
}

/** A running server. */
export interface Idp {
  /** Issuer identifier. */
  readonly issuer: string;
  /** Client id of the only client. */
  readonly clientId: string;
  /** Client secret. */
  readonly clientSecret: string;
  /** Deliberate faults of the server. */
  readonly hostile: HostileModes;
  /** Every request so far, oldest first. */
  readonly requests: { endpoint: IdpEndpoint; url: string; body: string; headers: Headers }[];
  /** Claims of the person who is signed in at the server. */
  user: Record<string, unknown> & { sub: string };
  /** Number of requests to an endpoint. */
  count(endpoint: IdpEndpoint): number;
  /**
   * Makes a logout token (OpenID Connect Back-Channel Logout), which the provider would post
   * as `logout_token` to `signout/<provider>`. For ID tokens with a session id, set
   * `idp.user.sid`.
   */
  logoutToken(subject: LogoutSubject, options?: StatementOptions): Promise<string>;
  /**
   * Makes a security event token with the CAEP event `session-revoked`, which the provider
   * would post as `application/secevent+jwt`.
   *
   * @param subject subject identifier (RFC 9493), for example
   * `{ format: "iss_sub", iss: idp.issuer, sub: "1" }`
   */
  securityEvent(subject: Record<string, unknown>, options?: StatementOptions): Promise<string>;
  /**
   * Makes an ID token of the user, as the SDK of a native app gets it.
   *
   * @param claims claims that differ, such as `aud` and `nonce`; `undefined` leaves one out
   * @param signature Default: `proper`
   */
  idToken(claims?: Record<string, unknown>, signature?: Signature): Promise<string>;
  /** Replaces the signing key; the old one is not published any more. */
  rotateKeys(): Promise<void>;
  /** Answers a request. */
  handler(request: Request): Promise<Response>;
  /** A `fetch` that reaches this server only; for a provider's `[customFetch]`. */
  fetch: typeof fetch;
}

interface Grant {
  redirectUri: string;
  challenge?: string;
  nonce?: string;
  /** Thumbprint of the DPoP key. */
  key?: string;
}

/**
 * Creates a server in process.
 *
 * @example
 * ```ts
 * import { createIdp } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const idp = await createIdp({ user: { sub: "1", name: "Ada" } });
 * const response = await idp.fetch(`${idp.issuer}/.well-known/openid-configuration`);
 * assertEquals((await response.json()).issuer, idp.issuer);
 * ```
 */
export async function createIdp(options: IdpOptions = {}): Promise<Idp> {
  const {
    issuer = "https://idp.example",
    clientId = "test-client",
    clientSecret = "test-client-secret",
    user = { sub: "user-1", name: "Ada Lovelace", email: "Ada@Example.com", picture: null },
    issuerParameter = true,
    algorithm,
    signedUserinfo = false,
    fapi2,
  } = options;
  const fapi = fapi2 && createFapiServer(issuer, clientId, fapi2);
  const grants = new Map<string, Grant>();
  /** Access tokens, and the thumbprints of the keys that they are bound to. */
  const accessTokens = new Map<string, string | undefined>();
  let signer = await createSigner(algorithm);

  const discovery = () =>
    Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [signer.algorithm],
      authorization_response_iss_parameter_supported: issuerParameter,
      ...signedUserinfo ? { userinfo_signing_alg_values_supported: [signer.algorithm] } : {},
      ...fapi?.metadata,
    });

  const jwks = () => {
    const keys: Record<string, unknown>[] = [{ ...signer.publicJwk }];
    idp.hostile.keys?.(keys);
    return Response.json({ keys });
  };

  const authorize = ({ searchParams }: URL): Response => {
    const asked = fapi ? fapi.take(searchParams.get("request_uri")) : searchParams;
    if (!asked) return new Response("invalid_request_uri", { status: 400 });
    const redirectUri = asked.get("redirect_uri") ?? "";
    if (asked.get("client_id") !== clientId || asked.get("response_type") !== "code") {
      return new Response("invalid_request", { status: 400 });
    }
    const code = randomBase64url(16);
    grants.set(code, {
      redirectUri,
      challenge: asked.get("code_challenge") ?? undefined,
      nonce: asked.get("nonce") ?? undefined,
      key: asked.get("dpop_jkt") ?? undefined,
    });
    const params = new URLSearchParams({ code });
    if (asked.has("state")) params.set("state", asked.get("state")!);
    if (issuerParameter) params.set("iss", issuer);
    idp.hostile.authorization?.(params);
    if (asked.get("response_mode") === "form_post") return formPost(redirectUri, params);
    const location = new URL(redirectUri);
    for (const [name, value] of params) location.searchParams.append(name, value);
    return new Response(null, { status: 302, headers: { location: location.href } });
  };

  const token = async (request: Request, body: string): Promise<Response> => {
    const form = new URLSearchParams(body);
    const refuse = (error: string, status = 400) => Response.json({ error }, { status });
    const knows = fapi
      ? await fapi.isClient(form)
      : isClient(request.headers.get("authorization"), form);
    if (!knows) return refuse("invalid_client", 401);
    const key = await fapi?.provenKey(request);
    if (typeof key === "object") return key;
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || form.get("grant_type") !== "authorization_code") return refuse("invalid_grant");
    if (grant.redirectUri !== form.get("redirect_uri")) return refuse("invalid_grant");
    if (fapi && grant.key !== key) return refuse("invalid_grant");
    const verifier = form.get("code_verifier");
    const challenge = verifier === null ? undefined : await sha256Base64url(verifier);
    if (challenge !== grant.challenge && !idp.hostile.ignoresPkce) return refuse("invalid_grant");
    const now = nowSeconds();
    const claims: Record<string, unknown> = {
      ...idp.user,
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      ...grant.nonce === undefined ? {} : { nonce: grant.nonce },
    };
    idp.hostile.idTokenClaims?.(claims);
    const accessToken = randomBase64url(16);
    accessTokens.set(accessToken, key);
    return Response.json({
      access_token: accessToken,
      token_type: fapi ? "DPoP" : "Bearer",
      expires_in: 3600,
      refresh_token: randomBase64url(16),
      scope: "openid profile email",
      id_token: await signer.sign(claims, idp.hostile.signature, clientSecret),
    });
  };

  const isClient = (authorization: string | null, form: URLSearchParams): boolean => {
    const [id, secret] = authorization?.startsWith("Basic ")
      ? basicParts(authorization.slice(6))
      : [form.get("client_id"), form.get("client_secret")];
    return id === clientId && secret === clientSecret;
  };

  const userinfo = async (request: Request): Promise<Response> => {
    const scheme = fapi ? /^DPoP / : /^Bearer /;
    const token = request.headers.get("authorization")?.replace(scheme, "") ?? "";
    const key = await fapi?.provenKey(request, token);
    if (typeof key === "object") return key;
    if (!accessTokens.has(token) || accessTokens.get(token) !== key) {
      return Response.json({ error: "invalid_token" }, { status: 401 });
    }
    const claims: Record<string, unknown> = {
      ...idp.user,
      ...signedUserinfo ? { iss: issuer, aud: clientId } : {},
    };
    idp.hostile.userinfoClaims?.(claims);
    if (!signedUserinfo) return Response.json(claims);
    const jwt = await signer.sign(claims, idp.hostile.userinfoSignature, clientSecret);
    return new Response(jwt, { headers: { "content-type": "application/jwt" } });
  };

  const handler = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = request.method === "POST" ? await request.text() : "";
    const table: Record<string, [IdpEndpoint, () => Response | Promise<Response>]> = {
      "/.well-known/openid-configuration": ["discovery", discovery],
      "/jwks": ["jwks", jwks],
      ...fapi && { "/par": ["par", () => fapi.push(request, new URLSearchParams(body))] },
      "/authorize": ["authorize", () => authorize(url)],
      "/token": ["token", () => token(request, body)],
      "/userinfo": ["userinfo", () => userinfo(request)],
    };
    const path = url.pathname.slice(new URL(issuer).pathname.replace(/\/$/, "").length);
    const [endpoint, answer] = Object.hasOwn(table, path) ? table[path]! : [];
    if (!endpoint || !answer) return new Response("Not found", { status: 404 });
    idp.requests.push({ endpoint, url: request.url, body, headers: request.headers });
    const response = await answer();
    return await idp.hostile.answer?.[endpoint]?.(response) ?? response;
  };

  const idp: Idp = {
    issuer,
    clientId,
    clientSecret,
    hostile: {},
    requests: [],
    user,
    count: (endpoint) => idp.requests.filter((request) => request.endpoint === endpoint).length,
    logoutToken: (subject, options) =>
      toStatement(signer, clientSecret, logoutClaims(issuer, clientId, subject), options),
    securityEvent: (subject, options) =>
      toStatement(signer, clientSecret, eventClaims(issuer, clientId, subject), options),
    async idToken(claims, signature) {
      const iat = nowSeconds();
      const own = { iss: issuer, aud: clientId, iat, exp: iat + 300, ...idp.user, ...claims };
      return await signer.sign(own, signature, clientSecret);
    },
    async rotateKeys() {
      signer = await createSigner(algorithm);
    },
    handler,
    // Async, so that it rejects like the runtime's `fetch` and does not throw.
    // deno-lint-ignore require-await
    async fetch(input, init) {
      const request = new Request(input, init);
      if (new URL(request.url).origin !== new URL(issuer).origin) {
        throw new TypeError(`Cannot reach ${request.url}: this fetch reaches ${issuer} only`);
      }
      return handler(request);
    },
  };
  return idp;
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function basicParts(credentials: string): string[] {
  try {
    return atob(credentials).split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", "%20")));
  } catch {
    return [];
  }
}

/** A server on a loopback port. */
export interface ServedIdp extends Idp, AsyncDisposable {}

/**
 * Creates a server on a free loopback port; its issuer is its origin.
 *
 * @example
 * ```ts
 * import { serveIdp } from "@x/auth/testing";
 *
 * await using idp = await serveIdp();
 * console.log((await fetch(`${idp.issuer}/jwks`)).status); // 200
 * ```
 */
export async function serveIdp(options: Omit<IdpOptions, "issuer"> = {}): Promise<ServedIdp> {
  // deno-lint-ignore prefer-const -- the issuer is known only when the server listens
  let idp: Idp | undefined;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => idp!.handler(request),
  );
  idp = await createIdp({ ...options, issuer: `http://127.0.0.1:${server.addr.port}` });
  return Object.assign(idp, { [Symbol.asyncDispose]: () => server.shutdown() });
}

/** OAuth 2.0 Form Post Response Mode: a page that posts the answer. */
function formPost(action: string, params: URLSearchParams): Response {
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const inputs = [...params].map(([name, value]) =>
    `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`
  );
  return new Response(
    `<!DOCTYPE html><form method="post" action="${escape(action)}">${inputs.join("")}</form>`,
    { headers: { "content-type": "text/html" } },
  );
}
