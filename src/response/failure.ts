/**
 * A thrown error or an unusable config → page, JSON or redirect. The only
 * code that reads the status, page and visibility of error classes.
 *
 * @module
 */

import {
  AdapterError,
  AuthError,
  CredentialsSignin,
  ErrorPageLoop,
  InvalidProvider,
  isClientError,
  MissingCSRF,
  TooManyRequests,
  UnknownAction,
} from "../errors.ts";
import { rateLimitedLog, refer } from "../hooks/logger.ts";
import { withQuery } from "../http/url.ts";
import { unknownPath } from "../request/parse.ts";
import { carryTarget, targetToKeep } from "../request/callback_url.ts";
import type {
  Context,
  Cookie,
  PageKind,
  RequestInternal,
  ResolvedConfig,
  ResponseInternal,
} from "../types/internal.ts";
import { kindUrl, ownPage, plainFailure, renderBuiltIn } from "./render.ts";
import { JSON_HEADERS, NO_STORE, serialize, type SerializedAnswer } from "./respond.ts";

const PAGES: ReadonlySet<string> = new Set(["signin", "signout", "error", "verify-request"]);

/**
 * Answers a request that is refused before it has a context. Logged once a minute.
 *
 * @param origin origin of the site; empty when it is not trusted
 */
export async function refusal(
  error: unknown,
  request: Request,
  config: ResolvedConfig,
  origin: string,
): Promise<SerializedAnswer> {
  const reference = logWithReference(error as Error, config);
  if (!(error instanceof AuthError)) throw error; // reading the request failed, not its content
  const internal = withoutContent(request, origin);
  return serialize(await refuse(error, internal, config, reference), internal);
}

function withoutContent(request: Request, origin: string): RequestInternal {
  return {
    ...{ origin, request, action: "error", method: "GET", query: {}, cookieHeader: "" },
    returnRedirect: false,
  };
}

/** Answers like a path that does not exist, for a visitor who must not learn that there is one. */
export async function answerMissing(
  { config, request: { origin, request } }: Pick<Context, "config" | "request">,
): Promise<ResponseInternal> {
  const error = unknownPath(config);
  const reference = logWithReference(error, config);
  return await refuse(error, withoutContent(request, origin), config, reference);
}

/** Refuses a request: programs get the message, people a page. */
async function refuse(
  error: AuthError,
  request: RequestInternal,
  config: ResolvedConfig,
  reference: string | undefined,
): Promise<ResponseInternal> {
  const { status } = error.constructor as typeof AuthError;
  if (!loadsHtml(request.request)) {
    return { status, headers: JSON_HEADERS, body: `Bad request. ${error.message}.` };
  }
  const isMissing = error instanceof UnknownAction || error instanceof InvalidProvider;
  const facts = { error: isMissing ? "NotFound" : "BadRequest", reference };
  const page = await renderBuiltIn("error", facts, request, config);
  return isMissing ? page : { ...page, status };
}

/** Returns `true` for a browser that shows the answer to a person. */
export function loadsHtml({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/html") === true;
}

/** The reference for the URL of a page; programs get the URL without one. */
function inUrl(reference: string | undefined, { returnRedirect, request }: RequestInternal) {
  return returnRedirect || loadsHtml(request) ? reference : undefined;
}

/** Logs a failure that every request would repeat; returns the reference in its line. */
function logWithReference(error: Error, { logger }: ResolvedConfig): string | undefined {
  refer(error);
  return rateLimitedLog(logger, error, error.message);
}

/**
 * Answers while the config is unusable: every action fails until it is fixed, or
 * until the host is trusted. Logged once a minute.
 */
export async function answerConfigError(
  configError: Error,
  request: RequestInternal,
  config: ResolvedConfig,
): Promise<ResponseInternal> {
  const reference = logWithReference(configError, config);
  const isPage = request.method === "GET" && PAGES.has(request.action);
  if (!isPage && !loadsHtml(request.request)) {
    return {
      status: 500,
      headers: JSON_HEADERS,
      body: {
        message: "There is a problem with the server configuration. Check the server logs for " +
          "more information.",
      },
    };
  }
  const { error: page } = config.pages;
  const loops = page && request.query.callbackUrl?.startsWith(page);
  if (loops) {
    config.logger.error(
      new ErrorPageLoop("Cannot show `pages.error`: it needs a session itself, so it would loop"),
    );
  }
  const error = "Configuration";
  const facts = { error, reference: inUrl(reference, request) };
  const own = loops ? undefined : ownPage("error", facts, request, config);
  return own ?? await renderBuiltIn("error", { error, reference }, request, config);
}

/**
 * Answers after an action threw.
 *
 * One-time cookies that the action used up are deleted; the target afterwards and what was typed
 * are kept for the sign-in page. All other cookies of the browser stay.
 */
export async function answerError(
  thrown: unknown,
  request: RequestInternal,
  config: ResolvedConfig,
  ctx: Context | undefined,
): Promise<ResponseInternal> {
  const error = thrown instanceof Error ? thrown : new AuthError(String(thrown));
  const known = refer(error);
  // People mistype: the audit entry says that it happened.
  if (error instanceof CredentialsSignin) config.logger.debug(`${error.type}: ${error.message}`);
  else config.logger.error(error);
  const kind = pickPage(error, config);
  const callbackUrl = ctx && (kind === "signIn" ? targetToKeep : carryTarget)(ctx);
  const cookies = ctx ? cookiesAfterFailure(ctx) : [];
  if (request.action === "session" && request.method === "POST") {
    return { status: 400, headers: JSON_HEADERS, body: null, cookies };
  }
  if (error instanceof AuthError && (error.constructor as typeof AuthError).direct) {
    return { ...await refuse(error, request, config, known), cookies };
  }
  const reference = kind === "error" ? inUrl(known, request) : undefined;
  const facts = { ...publicFacts(error), ...toldFact(error, kind, request, config), reference };
  const url = withQuery(kindUrl(kind, request, config), { ...facts, callbackUrl });
  if (request.wantsJson && error instanceof MissingCSRF) {
    // Nothing happened, so the step stays. Its client asks for a new token.
    const { status } = MissingCSRF;
    return { status, headers: JSON_HEADERS, body: { error: facts.error, url }, cookies };
  }
  // The page for this failure failed itself, so a redirect to it would loop.
  if (isSame(url, request)) return { ...plainFailure(), cookies };
  // Scripts of the library before look at the status.
  const hasStatus = request.action === "callback" && config.userConfig.legacy?.textOfRefusal;
  return { redirect: url, cookies, ...(hasStatus ? { status: statusOf(error) } : {}) };
}

function statusOf(error: Error): number {
  return error instanceof AuthError ? (error.constructor as typeof AuthError).status : 500;
}

/** The page about a failure. A text for the browser goes to the error page, if the app has one. */
function pickPage(error: Error, { pages }: ResolvedConfig): PageKind {
  if (!(error instanceof AuthError)) return "error";
  return error.text !== undefined && pages.error ? "error" : error.kind;
}

/** What `legacy` tells the app's own page or script. The pages of the library have their texts. */
function toldFact(
  error: Error,
  kind: PageKind,
  { returnRedirect }: RequestInternal,
  { pages }: ResolvedConfig,
): { error?: string } {
  const text = error instanceof AuthError ? error.text : undefined;
  return text !== undefined && (returnRedirect || pages[kind]) ? { error: text } : {};
}

/** Returns `true` for an error after which the same request can succeed, if it comes later. */
export function isTemporary(error: unknown): error is AdapterError | TooManyRequests {
  return error instanceof TooManyRequests || error instanceof AdapterError;
}

/**
 * Answers a request that can succeed later: 429 beyond a limit, 503 while the store fails, with
 * `Retry-After`. The session stays. Logged once a minute for each message, since floods end here.
 *
 * A limit refuses before anything was used up; the store can fail afterwards.
 */
export async function answerLater(
  error: AdapterError | TooManyRequests,
  request: RequestInternal,
  config: ResolvedConfig,
  ctx?: Context,
): Promise<ResponseInternal> {
  const reference = logWithReference(error, config);
  const { status } = error.constructor as typeof AuthError;
  const { retryAfter } = error;
  const limit = error instanceof TooManyRequests ? error.limit : undefined;
  const callbackUrl = ctx && targetToKeep(ctx);
  const facts = { ...publicFacts(error), reference: inUrl(reference, request), callbackUrl };
  const headers = { "Retry-After": String(retryAfter) };
  const cookies = ctx && error instanceof AdapterError ? cookiesAfterFailure(ctx) : undefined;
  if (asksForJson(request)) {
    // Clients that follow `url` find the error in it.
    const url = withQuery(kindUrl(error.kind, request, config), facts);
    // Forms for passkeys have a text for each `code`.
    const body = { error: facts.error, code: facts.error, retryAfter, reference, url };
    return { status, headers: { ...headers, ...JSON_HEADERS, ...NO_STORE }, body, cookies };
  }
  const own = ownPage("error", facts, request, config);
  const page = own ?? {
    ...await renderBuiltIn("error", { ...facts, reference, retryAfter, limit }, request, config),
    status,
  };
  return { ...page, headers: { ...page.headers as Record<string, string>, ...headers }, cookies };
}

/** Actions that answer with JSON alone. */
const FOR_SCRIPTS: ReadonlySet<string> = new Set([
  "csrf",
  "providers",
  "session",
  "webauthn-options",
]);

/** Scripts take JSON; browsers that navigate list HTML. */
function asksForJson({ action, returnRedirect, request }: RequestInternal): boolean {
  const accept = request.headers.get("accept") ?? "";
  return returnRedirect || FOR_SCRIPTS.has(action) ||
    (accept.includes("application/json") && !accept.includes("text/html"));
}

/** Describes a failure for a form of the app, for wrappers that do not redirect. */
export function describeFailure(error: AuthError): {
  /** Status of an answer about it. */
  status: number;
  /** Name of the condition, or `Configuration` for errors that are not client-safe. */
  error: string;
  /** Code of the condition, when it has one. */
  code?: string;
} {
  return { status: statusOf(error), ...publicFacts(error) };
}

/** Compares without the target afterwards, which the app's `redirect` callback may change. */
function isSame(target: string, { request, origin, method }: RequestInternal): boolean {
  if (method === "POST") return false;
  const { pathname, search } = new URL(request.url);
  const [to, from] = [target, origin + pathname + search].map((text) => {
    const url = new URL(text, origin || request.url);
    for (const name of ["callbackUrl", "reference"]) url.searchParams.delete(name);
    return url.href;
  });
  return to === from;
}

function publicFacts(error: Error): { error: string; code?: string } {
  return {
    error: isClientError(error) ? error.type : "Configuration",
    code: error instanceof AuthError ? error.code : undefined,
  };
}

function cookiesAfterFailure({ cookies }: Context): Cookie[] {
  const preserved = [cookies.name("callbackUrl"), cookies.name("typedFields")];
  return cookies.outgoing().filter(({ name, value }) =>
    preserved.includes(name) || (value === "" && !cookies.isSession(name))
  );
}
