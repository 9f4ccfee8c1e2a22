/**
 * The functions of a config for Node's requests and responses, shared by the
 * wrappers for `node:http` and Express.
 *
 * @module
 */

import type { Bound } from "../server/bind.ts";
import { createRequestActions } from "../server/create_request_actions.ts";
import { headersFor } from "../server/personal.ts";
import { enter } from "../server/protect.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { Session } from "../types/entities.ts";
import type { AnyGuardOptions, CredentialKind, Principal } from "../types/principal.ts";
import {
  isUsableMethod,
  type NodeHead,
  type NodeRequest,
  type NodeRequestFacts,
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
  /** The request. */
  req: Req;
  /** The response. */
  res: NodeResponse | undefined;
}

/** Functions of a config for Node's requests and responses. */
export interface NodeBinding<Req> {
  /** The `RequestAuth` of a request, the same for every call. */
  of(req: Req): Promise<RequestAuth>;
  /**
   * Handles an action and sends the response.
   *
   * @param basePath base path of the actions. Default: the config's
   */
  answer(
    auth: RequestAuth,
    req: Req & NodeRequest,
    res: NodeResponse,
    basePath?: string,
  ): Promise<void>;
  /** The session, or `null`. A response renews a session that is due for renewal. */
  session(call: NodeCall<Req>): Promise<Session | null>;
}

/**
 * Binds a config to Node's requests.
 *
 * @param factsOf facts about a request that depend on the framework
 */
export function bindNode<Req extends NodeHead>(
  bound: Bound<Req>,
  factsOf: (req: Req) => NodeRequestFacts,
): NodeBinding<Req> {
  return {
    // Node uses one request object throughout; a `Request` is made at the first call.
    of: (req) => bound.of(() => toRequest(req, factsOf(req)), req, req),
    async answer(auth, req, res, basePath) {
      if (!isUsableMethod(req.method ?? "")) {
        return sendText(res, 400, "Bad request");
      }
      const request = req.method === "GET" || req.method === "HEAD"
        ? undefined
        : withBody(toRequest(req, factsOf(req)), req);
      const answer = await auth.answer({ request, basePath });
      // The answer has its own cookies, so those that earlier calls set are removed.
      await auth.writeTo(res, responseSink(res), []);
      sendAnswer(res, answer);
    },
    session: ({ req, res }) =>
      bound.session(
        () => toRequest(req, factsOf(req)),
        req,
        req,
        res && { answer: res, sink: responseSink(res) },
      ),
  };
}

/**
 * Makes the functions of a config.
 *
 * @param factsOf facts about a request that depend on the framework
 */
export function createNodeCalls<Req extends NodeHead>(
  bound: Bound<Req>,
  factsOf: (req: Req) => NodeRequestFacts,
) {
  const binding = bindNode(bound, factsOf);
  const { of } = binding;
  const carry = (auth: RequestAuth, { res }: Pick<NodeCall<Req>, "res">) =>
    res && auth.writeTo(res, responseSink(res));

  return {
    ...binding,
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
      // Before the app's own code, which can set another value.
      else if (!res.headersSent) {
        for (const [name, value] of headersFor(options)) {
          if (!res.getHeader(name)) res.setHeader(name, value);
        }
      }
      return who;
    },
    ...createRequestActions(
      ({ req }: NodeCall<Req>) => of(req),
      ({ redirect }) => redirect,
      carry,
      carry,
    ),
  };
}
