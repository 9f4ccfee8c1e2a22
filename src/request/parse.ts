/**
 * A `Request` → the parts that the actions need, or a clear refusal.
 *
 * @module
 */

import { AuthError, PayloadTooLarge, UnknownAction, UnsupportedMediaType } from "../errors.ts";
import { type ActionPath, splitUrl, toActionPath } from "../http/url.ts";
import { isRecord } from "../base/objects.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";

/** Content type of a security event token (RFC 8935). */
export const EVENT_TYPE = "application/secevent+jwt";

const NOTHING: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/**
 * Reads method, path, query and body.
 *
 * The path is `{basePath}/{action}[/{providerId}]`; empty segments are
 * ignored. Only POST bodies are read: JSON objects and URL-encoded forms, and as a message
 * of a provider a security event token, which becomes the field `event`.
 *
 * @param publicOrigin origin that browsers use, when it is not that of the request
 * @throws {UnknownAction} when the method, path or body is not supported, or the body breaks off
 * @throws {UnsupportedMediaType} when the body has another content type
 * @throws {PayloadTooLarge} when a part of it is larger than its limit
 */
export async function parseRequest(
  request: Request,
  config: Pick<ResolvedConfig, "basePath" | "offered" | "sizes">,
  publicOrigin?: string,
): Promise<RequestInternal> {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") {
    throw new UnknownAction(`Only GET and POST are supported, not ${method}`);
  }
  const url = splitUrl(request.url);
  if (!url) throw new UnknownAction("The Host header is not a valid host");
  const { pathname, search } = url;
  const { bodyBytes, fieldCharacters, cookieBytes, pathCharacters } = config.sizes;
  if (pathname.length > pathCharacters) throw tooLarge("path", `${pathCharacters} characters`);
  const { action, providerId } = parsePath(pathname, config);
  const cookieHeader = headers.get("cookie") ?? "";
  if (cookieHeader.length > cookieBytes) throw tooLarge("`Cookie` header", `${cookieBytes} bytes`);
  const query = search ? toRecord(new URLSearchParams(search)) : NOTHING;
  const takesEvents = action === "signout" && providerId !== undefined;
  const body = method === "POST" ? await readBody(request, bodyBytes, takesEvents) : undefined;
  if (hasLong(query, fieldCharacters) || hasLong(body, fieldCharacters)) {
    throw tooLarge("value of a field", `${fieldCharacters} characters`);
  }
  return {
    origin: publicOrigin ?? url.origin,
    action,
    providerId,
    method,
    query,
    body,
    cookieHeader,
    request,
    returnRedirect: headers.has("x-auth-return-redirect"),
  };
}

function parsePath(
  pathname: string,
  { basePath, offered }: Pick<ResolvedConfig, "basePath" | "offered">,
): Omit<ActionPath, "isExact"> {
  const path = toActionPath(pathname, basePath, offered);
  if (!path) throw new UnknownAction("There is no such action at this path");
  if (!path.isExact) {
    throw new UnknownAction(`The path has more parts than the action "${path.action}" takes`);
  }
  const { action, providerId } = path;
  // Some clients write a missing id into the path as "undefined".
  return { action, providerId: providerId === "undefined" ? undefined : providerId };
}

function tooLarge(part: string, limit: string): PayloadTooLarge {
  return new PayloadTooLarge(`The ${part} is larger than ${limit}`);
}

function hasLong(fields: Readonly<Record<string, unknown>> = NOTHING, limit: number): boolean {
  // Without a limit, large bodies need no second look.
  if (limit === Infinity) return false;
  return Object.values(fields).some((value) => typeof value === "string" && value.length > limit);
}

async function readBody(
  request: Request,
  maxBytes: number,
  takesEvents: boolean,
): Promise<Record<string, unknown> | undefined> {
  const text = await readText(request, maxBytes).catch((error) => {
    throw error instanceof AuthError ? error : unreadable(error);
  });
  if (!text) return;
  const type = mediaTypeOf(request);
  if (takesEvents && type === EVENT_TYPE) return { event: text };
  if (type === "application/json") return parseJson(text);
  if (type === "application/x-www-form-urlencoded") return toRecord(new URLSearchParams(text));
  throw new UnsupportedMediaType(
    "Send the body as application/x-www-form-urlencoded or application/json",
  );
}

/** Any client can break off, so this is a refusal as any other, and no failure of the app. */
function unreadable(err: Error): UnknownAction {
  return new UnknownAction(
    "The body of the request cannot be read: the client broke off, or the app has read it before " +
      "(then pass on a clone of the request)",
    { cause: { err } },
  );
}

/** Content type without parameters: forms of other sites can add any of them to text/plain. */
export function mediaTypeOf({ headers }: Request): string | undefined {
  return headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const { headers } = request;
  const refuse = () => tooLarge("body", `${maxBytes} bytes`);
  const declared = headers.get("content-length");
  if (Number(declared) > maxBytes) throw refuse();
  // HTTP servers end a body at its declared length, so it needs no counting. Reading `body` first
  // would make a stream of it.
  if (declared && /^\d+$/.test(declared) && !headers.has("transfer-encoding")) {
    return await request.text();
  }
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw refuse();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text, harmless);
  } catch {
    throw new UnknownAction("The body is not valid JSON");
  }
  if (!isRecord(value)) {
    throw new UnknownAction("The body must be a JSON object");
  }
  return toRecord(Object.entries(value));
}

/**
 * Drops members, at any depth, that no form of an app has: in an app that copies
 * or merges members by assignment, they would change the prototype of its objects.
 */
function harmless(name: string, value: unknown): unknown {
  if (name === "__proto__") return undefined;
  const isPath = name === "constructor" && typeof value === "object" && value !== null &&
    Object.hasOwn(value, "prototype");
  return isPath ? undefined : value;
}

/** Makes a record without a prototype, so that it holds only sent names; the last value wins. */
function toRecord<T>(entries: Iterable<[string, T]>): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) {
    if (name !== "__proto__") record[name] = value;
  }
  return record;
}
