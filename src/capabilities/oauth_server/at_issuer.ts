/**
 * Pages of the authorization server, which are shown at the origin of the issuer alone.
 *
 * @module
 */

import { UnknownAction } from "../../errors.ts";
import { loadsHtml } from "../../response/failure.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { ActionHandlers, Context, Handler, ResponseInternal } from "../../types/internal.ts";
import { sendWaiting } from "./send_waiting.ts";
import { type OAuthCall, oauthCall, reportOrigin } from "./settings.ts";
import { answerUnknown, UnknownApp } from "./unknown_app.ts";

/** A handler of a page. */
type PageHandler = (ctx: Context, call: OAuthCall) => Promise<ResponseInternal>;

/** Handlers that answer 404 at every other origin: a URL of the server is never that of a header. */
export function atIssuer(handlers: { GET: PageHandler; POST: PageHandler }): ActionHandlers {
  const limited = (handler: PageHandler): Handler => async (ctx) => {
    const { request: { request, origin }, config } = ctx;
    const call = oauthCall({ request, origin }, config);
    if (origin === call.settings.origin) {
      await sendWaiting(call);
      try {
        return await handler(ctx, call);
      } catch (error) {
        if (error instanceof UnknownApp) return await answerUnknown(ctx, error);
        throw error;
      }
    }
    reportOrigin(call);
    if (loadsHtml(request)) throw new UnknownAction("The page is not at this origin");
    return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
  };
  return { GET: limited(handlers.GET), POST: limited(handlers.POST) };
}

/** Parameters of a request in their order, with those that are repeated. */
export function pairsIn(
  { request: { request, method, form, body = {} } }: Context,
): readonly (readonly [string, string])[] {
  if (method !== "POST") return [...new URL(request.url).searchParams];
  if (form) return [...form];
  return Object.entries(body).filter((pair): pair is [string, string] =>
    typeof pair[1] === "string"
  );
}
