/**
 * The functions of a config for Node's requests and responses, shared by the
 * wrappers for `node:http` and Express.
 *
 * @module
 */

import type { Bound } from "../server/bind.ts";
import { createRequestActions } from "../server/create_request_actions.ts";
import { enter } from "../server/protect.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { Session } from "../types/entities.ts";
import type { AnyGuardOptions, CredentialKind, Principal } from "../types/principal.ts";
import {
  type Arrival,
  isUsableMethod,
  type NodeHead,
  type NodeRequest,
  type NodeResponse,
  responseSink,
  sendAnswer,
  sendResponse,
  sendText,
  toRequest,
  withBody,
} from "./node_http.ts";

/** A request and its response; without a response, cookies are not set. */
export interface NodeCall<Req> {
  req: Req;
  res: NodeResponse | undefined;
}

/**
 * Makes the functions of a config.
 *
 * @param arrivalOf facts about a request that depend on the framework
 */
export function createNodeCalls<Req extends NodeHead>(
  bound: Bound<Req>,
  arrivalOf: (req: Req) => Arrival,
) {
  // Node uses one request object throughout; a `Request` is made at the first call.
  const of = (req: Req) => bound.of(() => toRequest(req, arrivalOf(req)), req, req);
  const carry = (auth: RequestAuth, { res }: Pick<NodeCall<Req>, "res">) =>
    res && auth.writeTo(res, responseSink(res));

  return {
    of,
    /** Handles an action and sends the response. */
    async answer(
      auth: RequestAuth,
      req: Req & NodeRequest,
      res: NodeResponse,
      basePath?: string,
    ): Promise<void> {
      if (!isUsableMethod(req.method ?? "")) {
        return sendText(res, 400, "Bad request");
      }
      const request = req.method === "GET" || req.method === "HEAD"
        ? undefined
        : withBody(toRequest(req, arrivalOf(req)), req);
      const answer = await auth.answer({ request, basePath });
      // The answer has its own cookies, so those that earlier calls set are removed.
      await auth.writeTo(res, responseSink(res), []);
      sendAnswer(res, answer);
    },
    checkGuard: bound.checkGuard,
    /** The principal; `undefined` once the answer to a refused request is sent. */
    async enter<Kind extends CredentialKind>(
      req: Req,
      res: NodeResponse,
      options: AnyGuardOptions<Kind>,
    ): Promise<Principal<Kind> | undefined> {
      const auth = await of(req);
      const { who, answer } = await enter(auth, options, [req]);
      await carry(auth, { res });
      if (answer) await sendResponse(res, answer);
      return who;
    },
    /** The session, or `null`. Never throws. */
    session: ({ req, res }: NodeCall<Req>): Promise<Session | null> =>
      bound.session(
        () => toRequest(req, arrivalOf(req)),
        req,
        req,
        res && { answer: res, sink: responseSink(res) },
      ),
    ...createRequestActions(
      ({ req }: NodeCall<Req>) => of(req),
      ({ redirect }) => redirect,
      carry,
      carry,
    ),
  };
}
