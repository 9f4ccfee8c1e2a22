/**
 * Authentication for `node:http`, and for frameworks on top of it.
 *
 * @example
 * ```ts
 * import { NodeAuth } from "@x/auth/node";
 * import GitHub from "@x/auth/providers/github";
 *
 * const { handler, auth } = NodeAuth({ providers: [GitHub({ clientId: "…" })] });
 *
 * // createServer(handler(async (req, res) => {
 * //   const session = await auth(req, res);
 * //   res.end(session ? `Hello ${session.user?.name}` : "Please sign in");
 * // })).listen(3000);
 * console.log(typeof handler, typeof auth);
 * ```
 *
 * Fastify: `app.addHook("onRequest", async (request, reply) => { if (await
 * handle(request.raw, reply.raw)) reply.hijack(); })`. Koa: `app.use(async (ctx,
 * next) => { if (await handle(ctx.req, ctx.res)) ctx.respond = false; else await
 * next(); })`.
 *
 * @module
 */

import { setPeer } from "../request/peer.ts";
import type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
import { bind } from "../server/bind.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type { InferredId, InferredSession, LazyConfigInput, TypedBy } from "../types/inference.ts";
import type { Provider, ProviderId } from "../types/provider.ts";
import {
  hasUsableMethod,
  type NodeRequest,
  type NodeResponse,
  responseSink,
  sendResponse,
  toHeaders,
  toRequest,
  urlOf,
} from "./node_http.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type * from "../types/mod.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
export type { LazyConfig } from "../server/bind.ts";
export type { NodeRequest, NodeResponse } from "./node_http.ts";

/** Members of Node's `IncomingMessage` that are used. */
export interface NodeServerRequest extends NodeRequest {
  /** Path and query. */
  readonly url?: string | undefined;
  /** The connection. */
  readonly socket?: NodeSocket | null | undefined;
}

/** Members of Node's `Socket` and `TLSSocket` that are used. */
export interface NodeSocket {
  /** Address of the other end. */
  readonly remoteAddress?: string | undefined;
  /** `true` over TLS. */
  readonly encrypted?: boolean | undefined;
}

/** A handler of `createServer`. */
export type NodeHandler<Req, Res> = (req: Req, res: Res) => unknown;

/**
 * What {@linkcode NodeAuth} returns.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 */
export interface NodeAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /**
   * A handler for `createServer` that answers the actions under `basePath` and
   * passes everything else on. Without an app, everything else is 404.
   */
  handler<Req extends NodeServerRequest, Res extends NodeResponse>(
    app?: NodeHandler<Req, Res>,
  ): (req: Req, res: Res) => Promise<void>;
  /**
   * Answers a request for an action, for hooks and middlewares of frameworks.
   * Call it before anything reads the body where you can; a body that a parser
   * has read (`req.body`) is used too.
   *
   * @returns `false` when the path is the app's own, and nothing was done
   */
  handle(req: NodeServerRequest, res: NodeResponse): Promise<boolean>;
  /**
   * The session of a request, or `null`. Never throws: a failure is logged and
   * means no session.
   *
   * @param res the response: a session that was due for it is extended there
   */
  auth(req: NodeServerRequest, res?: NodeResponse): Promise<S | null>;
  /**
   * Starts a sign-in, or finishes one with credentials, and sets its cookies on
   * the response. A sign-in that cannot start leads to the error page and is
   * logged.
   *
   * @returns the absolute URL to redirect to, with status 303
   * @throws {CredentialsSignin} when `authorize` refuses
   * @throws {AuthError} what else `authorize` failed with, and a form of another site
   */
  signIn(
    req: NodeServerRequest,
    res: NodeResponse,
    provider?: Id,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  /**
   * Ends the session, and deletes its cookie with the response.
   *
   * @returns the absolute URL to redirect to, with status 303
   * @throws {AuthError} when another site posted the form
   */
  signOut(req: NodeServerRequest, res: NodeResponse, options?: SignOutOptions): Promise<string>;
  /**
   * Updates the session: hands `data` to your `jwt` callback, or to the
   * `session` callback of database sessions. The response carries the new cookie.
   *
   * @throws {AuthError} when another site posted the form
   */
  updateSession(req: NodeServerRequest, res: NodeResponse, data: unknown): Promise<S | null>;
}

/**
 * Binds a config to `node:http`.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * The session is what your `session` callback returns, and `signIn` knows the
 * ids of your providers. Write `jwt` above `session`: types are inferred in that
 * order.
 *
 * @param config a config, what `defineAuth` returned, or a function of the
 * request that returns one; return the same object for the same settings, since
 * work is remembered per object
 */
export function NodeAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
>(
  config: LazyConfigInput<NodeServerRequest, Providers, Id, S, T, Lazy>,
): NodeAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>> {
  const bound = bind(config);

  /** Answers for a request, or `undefined` when its `Host` header is no host. */
  const of = async (req: NodeServerRequest): Promise<RequestAuth | undefined> => {
    const url = urlOf(req, isSecure(req), req.url);
    if (url === undefined) return undefined;
    const method = hasUsableMethod(req) ? req.method : "GET";
    // Its body is left to the app.
    const request = new Request(url, { method, headers: toHeaders(req.headers) });
    setPeer(request, req.socket?.remoteAddress);
    return await bound.of(request, req, req);
  };

  const require = async (req: NodeServerRequest): Promise<RequestAuth> => {
    const auth = await of(req);
    if (!auth) throw new TypeError("Cannot act on this request: its Host header is not a host");
    return auth;
  };

  const handle: NodeAuthResult["handle"] = async (req, res) => {
    const auth = await of(req);
    if (auth && (!auth.isAction || !hasUsableMethod(req))) return false;
    if (!auth) {
      await sendResponse(res, badRequest());
      return true;
    }
    const request = toRequest(req, urlOf(req, isSecure(req), req.url)!, toHeaders(req.headers));
    setPeer(request, req.socket?.remoteAddress);
    // The connection may end in the middle of a body, which must not end the process.
    const response = await auth.handle({ request }).catch(() => badRequest());
    // The response carries the cookies.
    await auth.writeTo(res, responseSink(res), []);
    await sendResponse(res, response);
    return true;
  };

  const result: NodeAuthResult = {
    handler: (app) => async (req, res) => {
      if (await handle(req, res)) return;
      if (app) await app(req, res);
      else await sendResponse(res, new Response("Not found", { status: 404 }));
    },
    handle,
    async auth(req, res) {
      const auth = await of(req);
      const session = await auth?.session() ?? null;
      if (auth && res) await auth.writeTo(res, responseSink(res));
      return session;
    },
    async signIn(req, res, ...how) {
      const auth = await require(req);
      const { redirect } = await auth.signIn(...how);
      await auth.writeTo(res, responseSink(res));
      return redirect;
    },
    async signOut(req, res, options) {
      const auth = await require(req);
      const { redirect } = await auth.signOut(options);
      await auth.writeTo(res, responseSink(res));
      return redirect;
    },
    async updateSession(req, res, data) {
      const auth = await require(req);
      const { body } = await auth.update(data);
      await auth.writeTo(res, responseSink(res));
      return body as Session | null;
    },
  };
  // Sessions are what the callback returns, and ids those of the config.
  return result as NodeAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>>;
}

const badRequest = (): Response => new Response("Bad request", { status: 400 });

function isSecure({ socket }: NodeServerRequest): boolean {
  return socket?.encrypted === true;
}
