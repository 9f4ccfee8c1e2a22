/**
 * Requests of programs, which prove themselves by what they send: no cookie is read or set, each
 * parameter occurs once, and every answer is one for programs.
 *
 * @module
 */

import { AuthError, TooManyRequests, UnknownAction } from "../errors.ts";
import { auditRefusal } from "../hooks/audit.ts";
import { rateLimitedLog } from "../hooks/logger.ts";
import { copyClientAddress } from "../http/client_address.ts";
import { lazy } from "../base/lazy.ts";
import {
  FORM_TYPE,
  hasLong,
  longField,
  mediaTypeOf,
  parseJson,
  readText,
  wrongType,
} from "../request/parse.ts";
import { isTemporary } from "../response/failure.ts";
import { JSON_HEADERS, NO_STORE } from "../response/respond.ts";
import type {
  CallMethod,
  CallRequest,
  ExplicitEndpoint,
  RequestInternal,
  ResolvedConfig,
  ResponseInternal,
} from "../types/internal.ts";

const requestLimits = lazy(() => import("../limits/request.ts"));

/** Answers a request of a program. Never throws. */
export async function answerCall(
  endpoint: ExplicitEndpoint,
  request: RequestInternal,
  config: ResolvedConfig,
): Promise<ResponseInternal> {
  const method = request.method as CallMethod | "OPTIONS";
  const headers = {
    ...NO_STORE,
    ...endpoint.cors === "any-origin"
      ? {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "DPoP-Nonce, WWW-Authenticate",
      }
      : {},
  };
  if (method === "OPTIONS") {
    return { status: 204, headers: { ...headers, ...allowed(endpoint) }, cookies: [] };
  }
  try {
    const handlers = await endpoint.load();
    const handler = handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
    if (!handler) {
      const { Allow } = allowed(endpoint);
      return await describe(endpoint, {
        status: 405,
        error: "invalid_request",
        message: `The endpoint takes ${Allow}, not ${method}`,
      }, { ...headers, Allow });
    }
    if (config.limits && endpoint.isCounted && method !== "GET" && method !== "HEAD") {
      await (await requestLimits()).countRequest(request, config, config.limits);
    }
    const answer = await handler(await toCall(endpoint, request, config), config);
    return { ...answer, headers: { ...headers, ...answer.headers }, cookies: [] };
  } catch (thrown) {
    await auditRefusal(config, request, thrown);
    return await refuse(endpoint, thrown, config, headers);
  }
}

async function refuse(
  endpoint: ExplicitEndpoint,
  thrown: unknown,
  { logger }: ResolvedConfig,
  headers: Readonly<Record<string, string>>,
): Promise<ResponseInternal> {
  const error = thrown instanceof Error ? thrown : new AuthError(String(thrown));
  // Any client can cause refusals.
  rateLimitedLog(logger, error, error.message);
  const { status, direct } = error.constructor as typeof AuthError;
  const isTheirs = error instanceof TooManyRequests || (error instanceof AuthError && direct);
  const isLater = isTemporary(error);
  const fault = isTheirs
    ? { error: "invalid_request", message: error.message }
    : isLater
    ? { error: "temporarily_unavailable", message: FAILED }
    : { error: "server_error", message: FAILED };
  return await describe(
    endpoint,
    { status: isTheirs || isLater ? status : 500, ...fault },
    { ...headers, ...isLater ? { "Retry-After": String(error.retryAfter) } : {} },
  );
}

const FAILED = "The request could not be processed";

/** An error as the programs of an endpoint read it. */
async function describe(
  { describeError }: ExplicitEndpoint,
  { status, error, message }: {
    readonly status: number;
    readonly error: string;
    readonly message: string;
  },
  headers: Readonly<Record<string, string>>,
): Promise<ResponseInternal> {
  const own = await describeError?.({ status, message });
  if (own) return { ...own, headers: { ...headers, ...own.headers }, cookies: [] };
  return {
    status,
    headers: { ...JSON_HEADERS, ...headers },
    body: { error, error_description: `${message}.` },
    cookies: [],
  };
}

function allowed(
  { methods, cors }: ExplicitEndpoint,
): Record<string, string> & { "Allow": string } {
  const list = [...methods, "OPTIONS"].join(", ");
  if (cors !== "any-origin") return { "Allow": list };
  return {
    "Allow": list,
    "Access-Control-Allow-Methods": list,
    // Anything: no header opens what a program could not. The wildcard leaves out `Authorization`.
    "Access-Control-Allow-Headers": "Authorization, Content-Type, DPoP, *",
    "Access-Control-Max-Age": "600",
  };
}

async function toCall(
  { repeated = [], reads = [] }: ExplicitEndpoint,
  { cookieHeader: _, skipsCsrf: _skips, isOwnPost: _own, request, method, ...rest }:
    RequestInternal,
  config: ResolvedConfig,
): Promise<CallRequest> {
  const lists: Record<string, string[]> = Object.create(null);
  const once = (pairs: URLSearchParams) => toSingle(pairs, repeated, lists);
  const query = once(new URL(request.url).searchParams);
  const text = method === "GET" || method === "HEAD"
    ? ""
    : await readText(request, config.sizes.bodyBytes);
  const contentType = mediaTypeOf(request);
  const isRead = contentType !== undefined && reads.includes(contentType);
  const body = text && !isRead ? readBody(text, contentType, once) : undefined;
  const limit = config.sizes.fieldCharacters;
  if (hasLong(query, limit) || hasLong(body, limit)) throw longField(config);
  return {
    ...rest,
    method,
    query,
    body,
    repeated: lists,
    ...isRead ? { text } : {},
    contentType,
    authorization: request.headers.get("authorization"),
    request: withoutCookies(request),
  };
}

function readBody(
  text: string,
  type: string | undefined,
  once: (pairs: URLSearchParams) => Record<string, string>,
): Record<string, unknown> {
  if (type === "application/json") return parseJson(text);
  if (type === FORM_TYPE) return once(new URLSearchParams(text));
  throw wrongType();
}

/** @throws {UnknownAction} for a parameter that occurs twice (RFC 6749 §3.2) */
function toSingle(
  pairs: URLSearchParams,
  repeated: readonly string[],
  lists: Record<string, string[]>,
): Record<string, string> {
  const single: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) {
    if (name === "__proto__") continue;
    if (repeated.includes(name)) (lists[name] ??= []).push(value);
    else if (name in single) throw new UnknownAction("A parameter of the request is repeated");
    else single[name] = value;
  }
  return single;
}

function withoutCookies(request: Request): Request {
  if (!request.headers.has("cookie")) return request;
  const headers = new Headers(request.headers);
  headers.delete("cookie");
  const bare = new Request(request.url, { method: request.method, headers });
  copyClientAddress(request, bare);
  return bare;
}
