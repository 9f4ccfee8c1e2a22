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
 * @example Koa
 * ```ts
 * import { NodeAuth } from "@x/auth/node";
 *
 * const { handle, auth } = NodeAuth({ providers: [] });
 *
 * // app.use(async (ctx, next) => {
 * //   if (await handle(ctx.req, ctx.res)) ctx.respond = false;
 * //   else await next();
 * // });
 * // … await auth(ctx.req, ctx.res)
 * console.log(typeof handle, typeof auth);
 * ```
 *
 * @example Fastify
 * ```ts
 * import { NodeAuth } from "@x/auth/node";
 *
 * const { handle, auth } = NodeAuth({ providers: [] });
 *
 * // app.addHook("onRequest", async (request, reply) => {
 * //   if (await handle(request.raw, reply.raw)) reply.hijack();
 * // });
 * // // Without this, cookies that the app sets through Fastify replace those of the session.
 * // app.addHook("onSend", async (_request, reply) => {
 * //   const cookies = reply.raw.getHeader("set-cookie");
 * //   if (cookies) reply.header("set-cookie", cookies);
 * // });
 * // … await auth(request.raw, reply.raw)
 * console.log(typeof handle, typeof auth);
 * ```
 *
 * @module
 */

import { completeLogger } from "../hooks/logger.ts";
import type { RequestActions } from "../server/request_actions.ts";
import { bind } from "../server/bind.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type {
  ConfigNames,
  InferredId,
  InferredNames,
  InferredSession,
  LazyConfigInput,
  TypedBy,
} from "../types/inference.ts";
import type { CredentialKind, GuardOptions, Principal } from "../types/principal.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import type { Provider, ProviderId } from "../types/provider.ts";
import { assertApp, assertHandler } from "./app.ts";
import { createNodeCalls } from "./node_calls.ts";
import { type NodeResponse, type NodeServerRequest, sendText } from "./node_http.ts";

export * from "./exports.ts";
export type { NodeRequest, NodeResponse, NodeServerRequest, NodeSocket } from "./node_http.ts";

/** A request of which only the headers are required. */
export type NodeServerHead = Pick<NodeServerRequest, "headers"> & Partial<NodeServerRequest>;

/** A handler of `createServer`. */
export type NodeHandler<Req, Res> = (req: Req, res: Res) => unknown;

/**
 * Result of {@linkcode NodeAuth}. `signIn`, `signOut` and `updateSession` are
 * described in {@linkcode RequestActions}; their answers are URLs.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface NodeAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends
  Omit<
    RequestActions<[req: NodeServerRequest, res: NodeResponse], Id, S, string, [], Names>,
    "requireProof"
  >,
  TypedBy<Id, S, JWT, Names> {
  /**
   * Returns a handler for `createServer` that handles the actions under `basePath`
   * and passes other requests to `app`. Without `app` they get 404. A config
   * function that fails is logged and gets 500; an error of the app is the app's
   * own to catch.
   */
  handler<Req extends NodeServerRequest, Res extends NodeResponse>(
    app?: NodeHandler<Req, Res>,
  ): (req: Req, res: Res) => Promise<void>;
  /**
   * Makes a handler of `createServer`, or of a route, that runs for authenticated requests alone.
   * Others get the answer of the refusal: 401 or 403 with JSON, or for a browser that asks for a
   * page the redirect to the sign-in page. The response renews a session that is due for renewal. A
   * config that cannot be used is logged and gets 500; an error of the app is the app's own to
   * catch.
   *
   * @param app gets the request, the response and the principal
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   *
   * @example
   * ```ts
   * import { NodeAuth } from "@x/auth/node";
   *
   * const { handler, protect } = NodeAuth({ providers: [] });
   * const me = protect((_req, res, who) => res.end(JSON.stringify({ id: who.id })));
   * // createServer(handler((req, res) => me(req, res))).listen(3000);
   * console.log(typeof handler, typeof me);
   * ```
   */
  protect<
    const Kind extends CredentialKind = "session",
    Req extends NodeServerRequest = NodeServerRequest,
    Res extends NodeResponse = NodeResponse,
  >(
    app: (
      req: Req,
      res: Res,
      who: Principal<Kind, Names["scope"], S, Names["membership"]>,
    ) => unknown,
    options?: GuardOptions<[req: Req], Kind, Names["scope"], Names["resource"]>,
  ): (req: Req, res: Res) => Promise<void>;
  /**
   * Handles a request for an action, for hooks and middlewares of frameworks.
   * If possible, call it before the body is read; a body that a parser has read
   * (`req.body`) works too.
   *
   * @returns `false` when the request is not for an action; nothing was sent
   * @throws the error of a config function
   */
  handle(req: NodeServerRequest, res: NodeResponse): Promise<boolean>;
  /**
   * The session of a request, or `null`. A failure of your callbacks is logged and means no session.
   *
   * It is read once per request object. On a connection that stays open
   * (server-sent events, WebSocket), call this again with a copy:
   * `auth({ headers: req.headers, socket: req.socket })`.
   *
   * @param res the response; it renews a session that is due for renewal
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  auth(req: NodeServerHead, res?: NodeResponse): Promise<S | null>;
  /** The proof of the session, or `null`; see {@linkcode Proof}. */
  getProof(req: NodeServerHead): Promise<Proof | null>;
  /** `null` when the proof is good enough, else the URL to redirect to; see {@linkcode RequestActions}. */
  requireProof(req: NodeServerHead, options?: RequireProofOptions): Promise<string | null>;
}

/**
 * Binds a config to `node:http`.
 *
 * @param config a config, the result of `defineAuth`, or a function of the
 * request; for defaults and types see {@linkcode LazyConfigInput}
 */
export function NodeAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: LazyConfigInput<NodeServerHead, Providers, Id, S, T, Lazy, Organizations, Keys, OAuth>,
): NodeAuthResult<
  InferredId<Providers, Id, Lazy>,
  InferredSession<S, Lazy>,
  InferredNames<Organizations, Keys, OAuth, Lazy>
> {
  const { of, answer, session, checkGuard, enter, ...acts } = createNodeCalls(
    bind(config),
    ({ url, originalUrl, socket }: NodeServerHead) => ({
      path: originalUrl ?? url,
      isSecure: socket?.encrypted === true,
      peer: socket?.remoteAddress,
    }),
  );
  const handle: NodeAuthResult["handle"] = async (req, res) => {
    const auth = await of(req);
    if (auth.isAction) await answer(auth, req, res);
    return auth.isAction;
  };
  const result: NodeAuthResult = {
    handler(app) {
      assertApp(app, "createServer(handler(app))");
      return async (req, res) => {
        try {
          if (await handle(req, res)) return;
        } catch (error) {
          return fail(res, error);
        }
        if (app) await app(req, res);
        else sendText(res, 404, "Not found");
      };
    },
    protect(app, options) {
      assertHandler(app, "protect(handler, options)");
      const wanted = checkGuard(options);
      return async (req, res) => {
        let who;
        try {
          who = await enter(req, res, wanted);
        } catch (error) {
          return fail(res, error);
        }
        if (who) await app(req, res, who);
      };
    },
    handle,
    auth: (req, res) => session({ req, res }),
    signIn: (req, res, ...how) => acts.signIn({ req, res }, ...how),
    signOut: (req, res, options) => acts.signOut({ req, res }, options),
    impersonate: (req, res, ...how) => acts.impersonate({ req, res }, ...how),
    stopImpersonating: (req, res, options) => acts.stopImpersonating({ req, res }, options),
    updateSession: (req, res, data) => acts.updateSession({ req, res }, data),
    getProof: (req) => acts.getProof({ req, res: undefined }),
    getAccessToken: (req, res, options) => acts.getAccessToken({ req, res }, options),
    requireProof: (req, options) => acts.requireProof({ req, res: undefined }, options),
    getSignInOptions: (req, res) => acts.getSignInOptions({ req, res }),
    authenticate: (req, res, options) => acts.authenticate({ req, res }, options),
  };
  // The cast adds the callback's session type and the config's provider ids.
  return result as NodeAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>,
    InferredNames<Organizations, Keys, OAuth, Lazy>
  >;
}

/** Logs an error: no one waits for what a listener returns, so throwing it would end the process. */
function fail(res: NodeResponse, error: unknown): void {
  completeLogger(undefined, false).error(error as Error);
  sendText(res, 500, "Internal server error");
}
