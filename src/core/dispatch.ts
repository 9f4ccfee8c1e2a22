/**
 * One parsed request → one internal answer. `Auth` calls it for requests of
 * browsers, `RequestAuth` for calls of the app itself.
 *
 * @module
 */

import { handlerOf } from "./actions/mod.ts";
import { ProofRequired, SignInError, VisitorChanged } from "../errors.ts";
import { auditRefusal } from "../hooks/audit.ts";
import { traceAction } from "../hooks/telemetry.ts";
import { endpointAt } from "../http/paths.ts";
import { lazy } from "../base/lazy.ts";
import { createContext } from "../request/context.ts";
import { limitConcurrency } from "../request/concurrency.ts";
import { withCookies } from "../response/respond.ts";
import type {
  AmbientEndpoint,
  Context,
  Endpoint,
  Handler,
  RequestInternal,
  ResolvedConfig,
  ResponseInternal,
} from "../types/internal.ts";

/** The answer of an action, and its failure if there was one. */
export interface Outcome {
  /** The answer for a browser; after a failure, a page, a redirect to one, or a refusal. */
  answer: ResponseInternal;
  /** The failure, logged already. */
  error?: unknown;
}

// Most requests do not fail.
const failures = lazy(() => import("../response/failure.ts"));
const requestLimits = lazy(() => import("../limits/request.ts"));

/** Key and suffix of the cookie with a form, see `lost_session.ts`. */
const TYPED_FORM = ["typedFields", "form"] as const;

const typedFields = lazy(() => import("./typed_fields.ts"));
const stepUps = lazy(() => import("./step_up/step_up.ts"));
const lostSessions = lazy(() => import("./lost_session.ts"));
const visitors = lazy(() => import("./visitor_changed.ts"));

/**
 * Runs the action of a request. Never throws: failures are answered and logged.
 *
 * @param own handler of a capability, which has counted the request. Default: that of the action
 */
export function dispatch(
  request: RequestInternal,
  config: ResolvedConfig,
  own?: Handler,
): Promise<Outcome> {
  return traceAction(request, config, (...args) => run(...args, own));
}

async function run(
  request: RequestInternal,
  config: ResolvedConfig,
  own: Handler | undefined,
): Promise<Outcome> {
  const { error: configError } = config;
  if (configError) {
    const { answerConfigError } = await failures();
    return { answer: await answerConfigError(configError, request, config), error: configError };
  }
  let ctx: Context | undefined;
  try {
    if (request.method === "POST" || request.action === "callback") await limitConcurrency();
    const endpoint = own ? undefined : findEndpoint(request, config);
    if (endpoint?.kind === "explicit") {
      return { answer: await endpoint.answer(endpoint, request, config) };
    }
    if (!own && config.limits && !request.isCounted && isCounted(request, endpoint)) {
      await (await requestLimits()).countRequest(request, config, config.limits);
    }
    ctx = await createContext(request, config);
    return { answer: withCookies(await runHandler(ctx, endpoint, own), ctx.cookies) };
  } catch (error) {
    await auditRefusal(config, request, error);
    if (ctx && error instanceof SignInError) await (await typedFields()).keepTyped(ctx);
    const { answerError, answerLater, isTemporary } = await failures();
    const answer = isTemporary(error)
      ? await answerLater(error, request, config, ctx)
      : await answerError(error, request, config, ctx);
    return { answer, error };
  }
}

/**
 * Runs the handler; a user who must prove first who it is, is led to that and back, and one who
 * posted the form of another is asked.
 */
async function runHandler(
  ctx: Context,
  endpoint: AmbientEndpoint | undefined,
  own: Handler | undefined,
): Promise<ResponseInternal> {
  try {
    const handler = own ??
      (endpoint ? (await endpoint.load())[ctx.request.method]! : handlerOf(ctx.request));
    const answer = await handler(
      hasTypedForm(ctx) ? await (await lostSessions()).withForm(ctx) : ctx,
    );
    return answer.needsSession ? await leadToSignIn(ctx, answer) : answer;
  } catch (error) {
    if (error instanceof VisitorChanged) {
      return await (await visitors()).askVisitor(ctx, error);
    }
    if (!(error instanceof ProofRequired)) throw error;
    const answer = await (await stepUps()).leadToProof(ctx, error);
    return ctx.request.method === "POST"
      ? await (await lostSessions()).leadAway(ctx, answer)
      : answer;
  }
}

/** A browser that has a session which has ended, or sends a form, is told more. */
async function leadToSignIn(
  ctx: Context,
  { needsSession: _, ...answer }: ResponseInternal,
): Promise<ResponseInternal> {
  const { cookies, request } = ctx;
  const isKnown = request.method === "POST" || cookies.get("sessionToken") !== undefined;
  return isKnown ? await (await lostSessions()).explainSignIn(ctx, answer) : answer;
}

/** Returns `true` where a form of the page was typed before, so that the page shows it. */
function hasTypedForm({ request, cookies }: Context): boolean {
  return request.method === "GET" && cookies.get(...TYPED_FORM) !== undefined;
}

/** The endpoint of a capability; `undefined` for the actions of the core. */
function findEndpoint(
  { path, method }: RequestInternal,
  config: ResolvedConfig,
): Endpoint | undefined {
  if (path === undefined) return undefined;
  // Endpoints for programs say themselves which methods they take.
  return endpointAt(config, path, method) ??
    config.endpoints.get(path)?.find(({ kind }) => kind === "explicit");
}

/** Returns `true` for a request that can guess, send or compute something; pages are free. */
function isCounted(
  { action, method, providerId }: RequestInternal,
  endpoint: AmbientEndpoint | undefined,
): boolean {
  if (endpoint) return method === "POST" && endpoint.isCounted === true;
  return action === "callback" || action === "webauthn-options" ||
    (method === "POST" && action === "signin" && providerId !== undefined);
}
