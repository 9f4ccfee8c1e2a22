/**
 * One parsed request → one internal answer. `Auth` calls it for requests of
 * browsers, `RequestAuth` for calls of the app itself.
 *
 * @module
 */

import { handlerOf } from "./actions/mod.ts";
import { ProofRequired, SignInError, TooManyRequests } from "../errors.ts";
import { auditRefusal } from "../hooks/audit.ts";
import { traceAction } from "../hooks/telemetry.ts";
import { lazy } from "../base/lazy.ts";
import { createContext } from "../request/context.ts";
import { turnToBegin } from "../request/turn.ts";
import { answerError, answerLimit, answerProblem } from "../response/failure.ts";
import { withCookies } from "../response/respond.ts";
import type {
  Context,
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

const backChannel = lazy(() => import("../capabilities/back_channel/action.ts"));
const requestLimits = lazy(() => import("../limits/request.ts"));
const typedFields = lazy(() => import("./typed_fields.ts"));
const stepUps = lazy(() => import("../step_up/step_up.ts"));

/** Runs the action of a request. Never throws: failures are answered and logged. */
export function dispatch(request: RequestInternal, config: ResolvedConfig): Promise<Outcome> {
  return traceAction(request, config, run);
}

async function run(request: RequestInternal, config: ResolvedConfig): Promise<Outcome> {
  const { problem } = config;
  if (problem) return { answer: await answerProblem(problem, request, config), error: problem };
  let ctx: Context | undefined;
  try {
    if (request.method === "POST" || request.action === "callback") await turnToBegin();
    if (isStatement(request, config)) {
      return { answer: await (await backChannel()).receive(request, config) };
    }
    if (config.limits && isCounted(request)) {
      await (await requestLimits()).countRequest(request, config, config.limits);
    }
    ctx = await createContext(request, config);
    return { answer: withCookies(await answerOf(ctx), ctx.cookies) };
  } catch (error) {
    await auditRefusal(config, request, error);
    if (ctx && error instanceof SignInError) await (await typedFields()).keepTyped(ctx);
    const answer = error instanceof TooManyRequests
      ? await answerLimit(error, request, config, ctx)
      : answerError(error, request, config, ctx);
    return { answer, error };
  }
}

/** Runs the handler; a user who must prove first who it is, is led to that and back. */
async function answerOf(ctx: Context): Promise<ResponseInternal> {
  try {
    return await handlerOf(ctx.request)(ctx);
  } catch (error) {
    if (!(error instanceof ProofRequired)) throw error;
    return await (await stepUps()).leadToProof(ctx, error);
  }
}

/** Actions whose forms are counted. */
const COUNTED_POSTS: ReadonlySet<string> = new Set([
  "account",
  "address",
  "factor",
  "password",
  "signin",
]);

/** Returns `true` for a request that can guess, send or compute something; pages are free. */
function isCounted({ action, method }: RequestInternal): boolean {
  return action === "callback" || action === "webauthn-options" ||
    (method === "POST" && COUNTED_POSTS.has(action));
}

/** Returns `true` for a message of a provider, which has no browser and so no cookies. */
function isStatement(
  { action, method, providerId }: RequestInternal,
  { revocation }: ResolvedConfig,
): boolean {
  return action === "signout" && method === "POST" && providerId !== undefined &&
    revocation?.backChannel === true;
}
