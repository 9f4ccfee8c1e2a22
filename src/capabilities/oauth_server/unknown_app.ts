/**
 * A request of an app that is not known, or that names a place which is not registered for it. There is
 * no place to which an answer may go, so the user gets a page, which says what to do, and the log says
 * what is wrong, under the same reference.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 RFC 6749 §4.1.2.1}
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { InvalidCallbackUrl } from "../../errors.ts";
import { rateLimitedLog, refer } from "../../hooks/logger.ts";
import { shownTarget } from "../../http/redirect_uri.ts";
import { loadsHtml } from "../../response/failure.ts";
import { renderPart } from "../../response/render.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { OAuthUnknown } from "../../../pages/oauth_server/step.ts";
import type { Client } from "./client.ts";
import { shownName } from "./shown.ts";

const page = lazy(() => import("../../../pages/oauth_server/mod.ts"));

/** Form of an id that a page and the log repeat: any other text could be a sentence of a stranger. */
const ID = /^[\w.-]{1,64}$/;

/** The same of a URI, without its query. */
const URI = /^[a-z][\w.+-]{0,30}:[\w.:/~[\]-]{1,200}$/i;

/** A request that is answered with a page. */
export class UnknownApp extends InvalidCallbackUrl {
  readonly fault: OAuthUnknown["fault"];
  readonly app: string | undefined;

  /**
   * @param message what is wrong, for the log
   * @param app the app, as the page names it
   */
  constructor(fault: OAuthUnknown["fault"], message: string, app?: string) {
    super(`Cannot return to an app: ${message}`);
    this.fault = fault;
    this.app = app;
  }
}

/**
 * The client of a request is not known.
 *
 * @param id its id, as it was sent
 */
export function unknownClient(id: string | undefined): UnknownApp {
  if (id === undefined) return new UnknownApp("client", "the request has no `client_id`");
  const app = shownId(id);
  const named = app === undefined ? "the client of the request" : `the client "${app}"`;
  return new UnknownApp("client", `${named} is not known here`, app);
}

/**
 * A URI of a request is not one of its client.
 *
 * @param name name of the parameter
 * @param uri the URI, as it was sent
 */
export function unknownTarget(
  { id, name: own, isUntrusted, redirectUris }: Client,
  name: "post_logout_redirect_uri" | "redirect_uri",
  uri: string | undefined,
): UnknownApp {
  const [first] = redirectUris;
  // The name of a stranger is a claim of its own.
  const app = isUntrusted ? first && shownTarget(first) : shownName(own, id);
  const [sent = ""] = uri?.split(/[?#]/, 1) ?? [];
  const what = uri === undefined
    ? `the request has no \`${name}\``
    : `\`${name}\`${URI.test(sent) ? ` ${sent}` : ""} is not registered`;
  return new UnknownApp("target", `${what} for the client ${JSON.stringify(id)}`, app);
}

/** A pushed request is not there. */
export function unknownRequest(): UnknownApp {
  return new UnknownApp("request", "`request_uri` is not known, was used, or has expired");
}

/** An id as it is repeated: of a document, its host. */
function shownId(id: string): string | undefined {
  if (/^https?:\/\//.test(id) && URL.canParse(id)) return new URL(id).host;
  return ID.test(id) ? id : undefined;
}

/**
 * The page. Programs get what they get for any request that cannot be read.
 *
 * @throws {UnknownApp} for a program
 */
export async function answerUnknown(ctx: Context, error: UnknownApp): Promise<ResponseInternal> {
  const { request, config } = ctx;
  if (!request.wantsJson && !loadsHtml(request.request)) throw error;
  refer(error);
  // Anyone can cause it: the reference is that of the line about the same.
  const reference = rateLimitedLog(config.logger, error, error.message);
  const { fault, app } = error;
  const props: OAuthUnknown = { step: "unknown", fault, app, reference };
  const load = async () => (await page()).unknownPart;
  const shown = await renderPart("oauth", load, props, request, config);
  const isShown = shown.status === undefined || shown.status === 200;
  return "redirect" in shown || !isShown ? shown : { ...shown, status: 400 };
}
