/**
 * Conversion between Node's requests and responses and `Request` and `Response`.
 *
 * If a body parser of the app has read the body before, its result is serialized
 * again.
 *
 * @module
 */

import { UnknownAction } from "../errors.ts";
import { serializeCookie } from "../http/cookie.ts";
import { NO_HOST, toOrigin } from "../http/url.ts";
import type { SerializedAnswer } from "../response/respond.ts";
import { setClientAddress } from "../http/client_address.ts";
import type { CookieSink } from "../server/cookies.ts";

/** Members of Node's `IncomingMessage` and of body parsers that are used. */
export interface NodeRequest {
  /** Method; always present in requests to a server. */
  readonly method?: string | undefined;
  /** Headers by lower-case name; repeatable ones are lists. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Result of a body parser. */
  readonly body?: unknown;
  /** `true` once reading of the body has begun. */
  readonly readableDidRead?: boolean | undefined;
  /** `true` once the body has been read to its end. */
  readonly readableEnded?: boolean | undefined;
  /** Adds a listener. */
  on(event: string, listener: (value: unknown) => void): unknown;
  /** Pauses reading of the body. */
  pause(): unknown;
  /** Resumes reading of the body. */
  resume(): unknown;
}

/** Members of Node's `IncomingMessage` that are used. */
export interface NodeServerRequest extends NodeRequest {
  /** Path and query, relative to the mount path of a router. */
  readonly url?: string | undefined;
  /** Path and query as they arrived, if a router keeps them. */
  readonly originalUrl?: string | undefined;
  /** Socket of the connection. */
  readonly socket?: NodeSocket | null | undefined;
}

/** Members of Node's `Socket` and `TLSSocket` that are used. */
export interface NodeSocket {
  /** IP address of the client or proxy. */
  readonly remoteAddress?: string | undefined;
  /** `true` over TLS. */
  readonly encrypted?: boolean | undefined;
}

/** A request of Node of which only the headers are required, enough to read its session. */
export type NodeHead = Pick<NodeRequest, "headers"> & Partial<NodeRequest>;

/** Members of Node's `ServerResponse` that are used. */
export interface NodeResponse {
  /** HTTP status code. */
  statusCode: number;
  /** `true` once the headers are sent. */
  readonly headersSent: boolean;
  /** Reads a header. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  /** Removes a header. */
  removeHeader(name: string): void;
  /** Sends the response with this body. */
  end(body?: string | Uint8Array): unknown;
}

/** Facts about a request that depend on the framework it came through. */
export interface NodeRequestFacts {
  /** Path and query, or an absolute URL as in requests to proxies. Default: `/`. */
  path?: string;
  /** `true` when the request came over TLS. */
  isSecure: boolean;
  /** IP address of the client or proxy. */
  peer?: string;
  /** Names of headers to leave out, in lower case. */
  ignored?: readonly string[];
}

/** The request without its body, so that the app can still read the body. */
export function toRequest(
  req: NodeHead,
  facts: NodeRequestFacts,
): Request {
  // A method that is not known is taken for one that changes something.
  const { method: own = "POST" } = req;
  const method = isUsableMethod(own) ? own : "POST";
  const request = new Request(makeUrl(req, facts), { method });
  // Faster than passing them, above all on Deno.
  addHeaders(request.headers, req.headers, facts.ignored);
  setClientAddress(request, facts.peer);
  return request;
}

/** The same request with its body: a stream, unless a parser has read it. */
export function withBody(request: Request, req: NodeRequest): Request {
  if (request.method === "GET" || request.method === "HEAD") return request;
  if (!wasRead(req)) {
    const init = { body: toStream(req), duplex: "half" };
    return new Request(request, init);
  }
  // These headers describe the original body.
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  const { body } = req;
  if (body === undefined || body === null) return new Request(request, { headers });
  if (typeof body === "string" || body instanceof Uint8Array) {
    return new Request(request, { headers, body: body as string | Uint8Array<ArrayBuffer> });
  }
  // Other bodies keep their content type, so that an unsupported one is refused as if no parser had
  // run: another site's form can send JSON as text/plain, and only form parsers limit nesting.
  if (!FORM.test(headers.get("content-type") ?? "")) {
    return new Request(request, { headers, body: JSON.stringify(body) });
  }
  headers.set("content-type", "application/x-www-form-urlencoded");
  const form = new URLSearchParams(toFields(body));
  return new Request(request, { headers, body: form.toString() });
}

/** Content types of forms. */
const FORM = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** `true` when the body was read. Parsers set `_body`; most runtimes set the stream's members. */
function wasRead(req: NodeRequest): boolean {
  const { _body: flag } = req as { _body?: unknown };
  return Boolean(flag || req.readableDidRead || req.readableEnded);
}

/** `{ a: "1", b: ["2", "3"], c: { d: "4" } }` → `a=1`, `b=2`, `b=3`, `c[d]=4` */
function toFields(value: unknown, name = ""): [string, string][] {
  if (value === null || value === undefined || typeof value === "function") return [];
  if (typeof value !== "object") return [[name, String(value)]];
  if (Array.isArray(value)) return value.flatMap((one) => toFields(one, name));
  return Object.entries(value).flatMap(([key, one]) =>
    toFields(one, name ? `${name}[${key}]` : key)
  );
}

/**
 * The body as a stream. After a cancellation the rest of the body is discarded:
 * closing the connection would prevent the response.
 */
function toStream(req: NodeRequest): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream({
    start(controller) {
      const finish = (act: () => void) => () => {
        if (isOver) return;
        isOver = true;
        act();
      };
      req.on("data", (chunk) => {
        if (isOver) return;
        controller.enqueue(new Uint8Array(chunk as Uint8Array)); // bytes, since no encoding is set
        if ((controller.desiredSize ?? 0) <= 0) req.pause();
      });
      const broken = () =>
        controller.error(
          new UnknownAction("The connection closed before the request body was complete"),
        );
      req.on("end", finish(() => controller.close()));
      req.on("error", finish(broken));
      req.on("aborted", finish(broken));
      req.on("close", finish(broken));
      req.pause();
    },
    pull: () => void req.resume(),
    cancel() {
      isOver = true;
      req.resume();
    },
  });
}

/** Sends an answer; its cookies are added to those that the app has set. */
export function sendAnswer(
  res: NodeResponse,
  { status, headers, cookies, body }: SerializedAnswer,
): void {
  if (res.headersSent) return;
  res.statusCode = status;
  for (const [name, value] of headers) res.setHeader(name, value);
  if (cookies.length > 0) res.setHeader("set-cookie", [...cookiesOf(res), ...cookies]);
  res.end(body ?? undefined);
}

/** Sends a `Response` in the same way. */
export async function sendResponse(res: NodeResponse, response: Response): Promise<void> {
  const { status, headers } = response;
  const others = [...headers].filter(([name]) => name !== "set-cookie");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = bytes.length > 0 ? bytes : null;
  sendAnswer(res, { status, headers: others, cookies: headers.getSetCookie(), body });
}

/** Sends a status with a line of text. */
export function sendText(res: NodeResponse, status: number, text: string): void {
  const headers: [string, string][] = [["content-type", "text/plain;charset=UTF-8"]];
  sendAnswer(res, { status, headers, cookies: [], body: text });
}

function cookiesOf(res: NodeResponse): string[] {
  return [res.getHeader("set-cookie") ?? []].flat().map(String);
}

/** A sink that changes the cookies of a response until its headers are sent. */
export function responseSink(res: NodeResponse): CookieSink {
  const replace = (all: readonly string[]) => {
    if (res.headersSent) return;
    if (all.length > 0) res.setHeader("set-cookie", all);
    else res.removeHeader("set-cookie");
  };
  return {
    add: (cookie) => replace([...cookiesOf(res), serializeCookie(cookie)]),
    remove(stale) {
      const texts = stale.map(serializeCookie);
      replace(cookiesOf(res).filter((text) => !texts.includes(text)));
    },
  };
}

/** Node's headers as `Headers`, without the pseudo-headers of HTTP/2. */
export function toHeaders(
  headers: NodeRequest["headers"],
  without: readonly string[] = [],
): Headers {
  const result = new Headers();
  addHeaders(result, headers, without);
  return result;
}

function addHeaders(
  target: Headers,
  headers: NodeRequest["headers"],
  without: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":") || without.includes(name)) continue;
    for (const one of typeof value === "string" ? [value] : value) target.append(name, one);
  }
}

/** The URL from the `Host` header; one with the origin `NO_HOST` when the header is invalid. */
function makeUrl(
  { headers }: Pick<NodeRequest, "headers">,
  { isSecure, path = "/" }: NodeRequestFacts,
): string {
  const host = [headers.host ?? headers[":authority"]].flat()[0];
  return (toOrigin(isSecure ? "https" : "http", host) ?? NO_HOST) + pathOf(path);
}

/** Path and query of a path or of an absolute URL, which requests to proxies have. */
export function pathOf(path: string): string {
  if (path.startsWith("/")) return path;
  if (!URL.canParse(path)) return "/";
  const { pathname, search } = new URL(path);
  return pathname + search;
}

/** Returns `true` when a `Request` can have this method. */
export function isUsableMethod(method: string): boolean {
  return !/^(CONNECT|TRACE|TRACK)$/i.test(method);
}
