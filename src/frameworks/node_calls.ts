/**
 * The functions of a config for Node's requests and responses, shared by the
 * wrappers for `node:http` and Express.
 *
 * @module
 */

import type {
  ActionResult,
  AuthorizationParams,
  SignInOptions,
  SignOutOptions,
} from "../server/act.ts";
import type { Bound } from "../server/bind.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import {
  type Arrival,
  isUsableMethod,
  type NodeHead,
  type NodeRequest,
  type NodeResponse,
  responseSink,
  sendResponse,
  toRequest,
  withBody,
} from "./node_http.ts";

/** The functions of a config; without a response, cookies are not set. */
export interface NodeCalls<Req> {
  /** The {@linkcode RequestAuth} of a request, the same for every call. */
  of(req: Req): Promise<RequestAuth>;
  /** Handles an action and sends the response. */
  answer(
    auth: RequestAuth,
    req: Req & NodeRequest,
    res: NodeResponse,
    basePath?: string,
  ): Promise<void>;
  /** The session, or `null`. Never throws. */
  session(req: Req, res: NodeResponse | undefined): Promise<Session | null>;
  /** Starts or completes a sign-in; returns the URL to redirect to. */
  signIn(
    req: Req,
    res: NodeResponse | undefined,
    provider?: ProviderId,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  /** Ends the session; returns the URL to redirect to. */
  signOut(req: Req, res: NodeResponse | undefined, options?: SignOutOptions): Promise<string>;
  /** Updates the session and returns it, or `null` without a session. */
  updateSession(req: Req, res: NodeResponse | undefined, data: unknown): Promise<Session | null>;
}

/**
 * Makes the functions of a config.
 *
 * @param arrivalOf facts about a request that depend on the framework
 */
export function createNodeCalls<Req extends NodeHead>(
  bound: Bound<Req>,
  arrivalOf: (req: Req) => Arrival,
): NodeCalls<Req> {
  // Node uses one request object throughout; the `Request` is a new object in every call.
  const of = (req: Req) => bound.of(toRequest(req, arrivalOf(req)), req, req);

  const act = async (
    req: Req,
    res: NodeResponse | undefined,
    run: (auth: RequestAuth) => Promise<ActionResult>,
  ): Promise<ActionResult> => {
    const auth = await of(req);
    const result = await run(auth);
    if (res) await auth.writeTo(res, responseSink(res));
    return result;
  };

  return {
    of,
    async answer(auth, req, res, basePath) {
      if (!isUsableMethod(req.method ?? "")) {
        return await sendResponse(res, new Response("Bad request", { status: 400 }));
      }
      const request = withBody(toRequest(req, arrivalOf(req)), req);
      const response = await auth.handle({ request, basePath });
      // `response` carries its own cookies, so those that earlier calls set are removed.
      await auth.writeTo(res, responseSink(res), []);
      await sendResponse(res, response);
    },
    session: (req, res) =>
      bound.session(
        toRequest(req, arrivalOf(req)),
        req,
        req,
        res && { answer: res, sink: responseSink(res) },
      ),
    signIn: async (req, res, ...how) =>
      (await act(req, res, (auth) => auth.signIn(...how))).redirect,
    signOut: async (req, res, options) =>
      (await act(req, res, (auth) => auth.signOut(options))).redirect,
    updateSession: async (req, res, data) =>
      (await act(req, res, (auth) => auth.update(data))).body as Session | null,
  };
}
