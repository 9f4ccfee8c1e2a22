/**
 * A `Request` → what the actions need of it, or a clear refusal.
 *
 * @module
 */

import { PayloadTooLarge, UnknownAction, UnsupportedMediaType } from "../errors.ts";
import { isAuthAction } from "../http/url.ts";
import type { AuthAction, RequestInternal } from "../types/internal.ts";

/** Largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Actions whose path may name a provider. */
const WITH_PROVIDER: ReadonlySet<AuthAction> = new Set(["signin", "callback", "webauthn-options"]);

const NOTHING: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/**
 * Reads method, path, query and body.
 *
 * The path is `{basePath}/{action}[/{providerId}]`; empty segments are
 * ignored. Only POST bodies are read: JSON objects and URL-encoded forms.
 *
 * @throws {UnknownAction} when the method, path or body is not one of ours
 * @throws {UnsupportedMediaType} when there is a body of another kind
 * @throws {PayloadTooLarge} when the body exceeds {@linkcode MAX_BODY_BYTES}
 */
export async function parseRequest(request: Request, basePath: string): Promise<RequestInternal> {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") {
    throw new UnknownAction(`Only GET and POST are supported, not ${method}`);
  }
  const { origin, pathname, search } = splitUrl(request.url);
  const { action, providerId } = parsePath(pathname, basePath);
  return {
    origin,
    action,
    providerId,
    method,
    query: search ? toRecord(new URLSearchParams(search)) : NOTHING,
    body: method === "POST" ? await readBody(request) : undefined,
    cookieHeader: headers.get("cookie") ?? "",
    request,
    returnRedirect: headers.has("x-auth-return-redirect"),
  };
}

/** An origin as it is always written: what a server makes of a `Host` header may be anything. */
const ORIGIN = /^https?:\/\/[a-z\d.-]+(:[1-9]\d*)?$/;

/** Cuts up what needs no parser: nearly every URL is normalized already. */
function splitUrl(url: string): { origin: string; pathname: string; search: string } {
  const hash = url.indexOf("#");
  const end = hash === -1 ? url.length : hash;
  const path = url.indexOf("/", url.indexOf("://") + 3);
  const question = url.indexOf("?", path);
  const query = question === -1 || question > end ? end : question;
  const origin = url.slice(0, path);
  return {
    origin: ORIGIN.test(origin) ? origin : new URL(url).origin,
    pathname: url.slice(path, query),
    search: url.slice(query, end),
  };
}

function parsePath(
  pathname: string,
  basePath: string,
): { action: AuthAction; providerId?: string } {
  const [action, providerId, ...rest] = pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length).split("/").filter(Boolean)
    : [];
  if (action === undefined || !isAuthAction(action) || rest.length > 0) {
    throw new UnknownAction("There is no such action at this path");
  }
  if (providerId !== undefined && !WITH_PROVIDER.has(action)) {
    throw new UnknownAction(`The action "${action}" takes no provider`);
  }
  // Clients interpolate a missing id.
  return { action, providerId: providerId === "undefined" ? undefined : providerId };
}

async function readBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const text = await readText(request);
  if (!text) return;
  // Without its parameters: forms of other sites may send any of them with text/plain.
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return parseJson(text);
  if (type === "application/x-www-form-urlencoded") return toRecord(new URLSearchParams(text));
  throw new UnsupportedMediaType(
    "Send the body as application/x-www-form-urlencoded or application/json",
  );
}

async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  const tooLarge = () => new PayloadTooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes`);
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw tooLarge();
  // A declared length can be a lie, so what arrives is counted too.
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnknownAction("The body must be a JSON object");
  }
  return toRecord(Object.entries(value));
}

/**
 * Reviver that leaves out, at any depth, the members that would change a
 * prototype where an app copies or merges objects by assignment. A field that
 * is called `constructor` stays unless it leads to a prototype.
 */
function harmless(name: string, value: unknown): unknown {
  if (name === "__proto__") return undefined;
  const isPath = name === "constructor" && typeof value === "object" && value !== null &&
    Object.hasOwn(value, "prototype");
  return isPath ? undefined : value;
}

/** Without a prototype, no name can reach anything but what was sent; the last value of a name wins. */
function toRecord<T>(entries: Iterable<[string, T]>): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) {
    if (name !== "__proto__") record[name] = value;
  }
  return record;
}
