/**
 * A `Request` → the parts that the actions need, or a clear refusal.
 *
 * @module
 */

import { AuthError, PayloadTooLarge, UnknownAction, UnsupportedMediaType } from "../errors.ts";
import { type ActionPath, toActionPath } from "../http/paths.ts";
import { splitUrl } from "../http/url.ts";
import { lazy } from "../base/lazy.ts";
import { isRecord } from "../base/objects.ts";
import type {
  AmbientEndpoint,
  Endpoint,
  RequestInternal,
  ResolvedConfig,
} from "../types/internal.ts";

/** Content type of forms. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Content type of forms with files. */
const FILE_TYPE = "multipart/form-data";

/** Most bytes of a form beside its file. */
const BESIDE_FILE = 16_384;

// Few endpoints take a file.
const fileForms = lazy(() => import("./file_form.ts"));

const NOTHING: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/**
 * Media types with which an app asks for steps, and what these bring along. Libraries that take
 * anything list more types.
 */
const STEPS: ReadonlyMap<string, "" | "texts" | "parts"> = new Map([
  ["application/json", ""],
  ["application/json;with=texts", "texts"],
  ["application/json;with=parts", "parts"],
]);

/**
 * Reads method, path, query and body.
 *
 * The path is `{basePath}/{action}[/{providerId}]`, or that of an endpoint of a capability; empty
 * segments are ignored. Only POST bodies are read: JSON objects and URL-encoded forms. What
 * programs send to an endpoint of theirs is read by `core/call.ts`.
 *
 * @param publicOrigin origin that browsers use, when it is not that of the request
 * @throws {UnknownAction} when the method, path or body is not supported, or the body breaks off
 * @throws {UnsupportedMediaType} when the body has another content type
 * @throws {PayloadTooLarge} when a part of it is larger than its limit
 */
export async function parseRequest(
  request: Request,
  config: Pick<ResolvedConfig, "basePath" | "enabledPaths" | "endpoints" | "sizes">,
  publicOrigin?: string,
): Promise<RequestInternal> {
  const { method, headers } = request;
  const url = splitUrl(request.url);
  if (!url) throw new UnknownAction("The Host header is not a valid host");
  const { pathname, search } = url;
  const { bodyBytes, fieldCharacters, cookieBytes, pathCharacters } = config.sizes;
  if (pathname.length > pathCharacters) throw tooLarge("path", `${pathCharacters} characters`);
  const { action, providerId, path, params } = parsePath(pathname, config);
  const isCall = path !== undefined && isForPrograms(config.endpoints.get(path) ?? [], method);
  if (!isCall && method !== "GET" && method !== "HEAD" && method !== "POST") {
    throw new UnknownAction(`Only GET and POST are supported, not ${method}`);
  }
  const cookieHeader = headers.get("cookie") ?? "";
  if (cookieHeader.length > cookieBytes) throw tooLarge("`Cookie` header", `${cookieBytes} bytes`);
  const query = search && !isCall ? toRecord(new URLSearchParams(search)) : NOTHING;
  const { body, form, file } = method === "POST" && !isCall
    ? await readBody(request, bodyBytes, fileAt(config, path))
    : {};
  const stepExtra = STEPS.get(headers.get("accept") ?? "");
  const wantsJson = stepExtra !== undefined;
  if (hasLong(query, fieldCharacters) || hasLong(body, fieldCharacters)) throw longField(config);
  return {
    origin: publicOrigin ?? url.origin,
    action,
    providerId,
    path,
    params,
    method: method as RequestInternal["method"],
    query,
    body,
    form,
    file,
    cookieHeader,
    request,
    returnRedirect: wantsJson || headers.has("x-auth-return-redirect"),
    wantsJson,
    stepExtra: stepExtra || undefined,
  };
}

/** Returns `true` when no endpoint for browsers takes the method. */
function isForPrograms(endpoints: readonly Endpoint[], method: string): boolean {
  const takes = (kind: Endpoint["kind"]) =>
    endpoints.some((one) =>
      one.kind === kind && (one.methods as readonly string[]).includes(method)
    );
  return takes("explicit") ||
    !takes("ambient") && endpoints.some(({ kind }) => kind === "explicit");
}

function parsePath(
  pathname: string,
  { basePath, enabledPaths }: Pick<ResolvedConfig, "basePath" | "enabledPaths">,
): Omit<ActionPath, "isExact"> {
  const found = toActionPath(pathname, basePath, enabledPaths);
  if (!found) throw unknownPath({ basePath });
  if (!found.isExact) {
    throw new UnknownAction(`The path has more parts than the action "${found.action}" takes`);
  }
  // Some clients write a missing id into the path as "undefined".
  return found.providerId === "undefined" ? { ...found, providerId: undefined } : found;
}

/** The error for a path that is none. */
export function unknownPath({ basePath }: Pick<ResolvedConfig, "basePath">): UnknownAction {
  return new UnknownAction(
    `There is no such action at this path: actions are below "${basePath}/", as \`basePath\` or ` +
      "the path of AUTH_URL says",
  );
}

/** The error for a value that is too long. */
export function longField({ sizes }: Pick<ResolvedConfig, "sizes">): PayloadTooLarge {
  return tooLarge("value of a field", `${sizes.fieldCharacters} characters`);
}

function tooLarge(part: string, limit: string): PayloadTooLarge {
  return new PayloadTooLarge(`The ${part} is larger than ${limit}`);
}

/** Returns `true` when a value is longer than the limit. */
export function hasLong(
  fields: Readonly<Record<string, unknown>> = NOTHING,
  limit: number,
): boolean {
  // Without a limit, large bodies need no second look.
  if (limit === Infinity) return false;
  return Object.values(fields).some((value) => typeof value === "string" && value.length > limit);
}

/** The file that the form of a path can send. */
function fileAt(
  { endpoints }: Pick<ResolvedConfig, "endpoints">,
  path: string | undefined,
): AmbientEndpoint["file"] {
  const found = path === undefined ? [] : endpoints.get(path) ?? [];
  return found.find((one) => one.kind === "ambient")?.file;
}

async function readBody(
  request: Request,
  maxBytes: number,
  file: AmbientEndpoint["file"],
): Promise<Pick<RequestInternal, "body" | "file" | "form">> {
  const type = mediaTypeOf(request);
  if (file && type === FILE_TYPE) {
    const most = Math.min(maxBytes, file.bytes + BESIDE_FILE);
    const sent = await readWith(request, most, (body) => body.formData());
    const split = await (await fileForms()).splitForm(sent, file.field);
    return { ...split, body: toRecord(split.form) };
  }
  const text = await readText(request, maxBytes);
  if (!text) return {};
  if (type === "application/json") return { body: parseJson(text) };
  if (type !== FORM_TYPE) throw wrongType();
  const form = new URLSearchParams(text);
  return { body: toRecord(form), form };
}

/** The error for another content type than those of forms and JSON. */
export function wrongType(): UnsupportedMediaType {
  return new UnsupportedMediaType(
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

/**
 * Reads a body.
 *
 * @throws {PayloadTooLarge} when it has more bytes
 * @throws {UnknownAction} when it breaks off
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return await readWith(request, maxBytes, (body) => body.text());
}

type Body = Pick<Response, "formData" | "text">;

async function readWith<T>(
  request: Request,
  maxBytes: number,
  read: (body: Body) => Promise<T>,
): Promise<T> {
  try {
    return await read(await withinBytes(request, maxBytes));
  } catch (error) {
    throw error instanceof AuthError ? error : unreadable(error as Error);
  }
}

/** A body that is no larger. */
async function withinBytes(request: Request, maxBytes: number): Promise<Body> {
  const { headers } = request;
  const refuse = () => tooLarge("body", `${maxBytes} bytes`);
  const declared = headers.get("content-length");
  if (Number(declared) > maxBytes) throw refuse();
  // HTTP servers end a body at its declared length, so it needs no counting. Reading `body` first
  // would make a stream of it.
  if (declared && /^\d+$/.test(declared) && !headers.has("transfer-encoding")) return request;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw refuse();
    chunks.push(chunk);
  }
  const type = headers.get("content-type");
  return new Response(new Blob(chunks), type === null ? {} : { headers: { "content-type": type } });
}

/**
 * Reads a JSON object, without members that change prototypes.
 *
 * @throws {UnknownAction} for all else
 */
export function parseJson(text: string): Record<string, unknown> {
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
