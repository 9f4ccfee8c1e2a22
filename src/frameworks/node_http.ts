/**
 * Between Node's requests and responses and those of the platform.
 *
 * Parsers of the app may have read the body before; then what they made of it
 * is written down again.
 *
 * @module
 */

import { UnknownAction } from "../errors.ts";
import { serializeCookie } from "../http/cookie.ts";
import { NO_HOST, toOrigin } from "../http/url.ts";
import { setPeer } from "../request/peer.ts";
import type { CookieSink } from "../server/cookies.ts";

/** What is used of Node's `IncomingMessage`, and of what body parsers add. */
export interface NodeRequest {
  /** Method; there in every request of a server. */
  readonly method?: string | undefined;
  /** Headers; those that can repeat are lists. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What a parser made of the body. */
  readonly body?: unknown;
  /** Whether something has begun to read the body. */
  readonly readableDidRead?: boolean | undefined;
  /** Whether the body has been read to its end. */
  readonly readableEnded?: boolean | undefined;
  /** Adds a listener. */
  on(event: string, listener: (value: unknown) => void): unknown;
  /** Stops the flow of the body. */
  pause(): unknown;
  /** Starts the flow of the body again. */
  resume(): unknown;
}

/** A request of Node, as far as it is needed to say who sent it. */
export type NodeHead = Pick<NodeRequest, "headers"> & Partial<NodeRequest>;

/** What is used of Node's `ServerResponse`. */
export interface NodeResponse {
  /** Status. */
  statusCode: number;
  /** Whether it is too late for headers. */
  readonly headersSent: boolean;
  /** Reads a header. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  /** Removes a header. */
  removeHeader(name: string): void;
  /** Sends the answer. */
  end(body?: string | Uint8Array): unknown;
}

/** Facts about a request that depend on the framework it came through. */
export interface Arrival {
  /** Path and query, or a whole URL, as requests to proxies have it. Default: `/`. */
  path?: string;
  /** Whether it came over TLS. */
  isSecure: boolean;
  /** Address of the other end. */
  peer?: string;
  /** Headers that do not count, in lower case. */
  ignored?: readonly string[];
}

/** The request under its own URL, without its body, which is left to the app. */
export function toRequest(
  req: NodeHead,
  arrival: Arrival,
): Request {
  // A method that is not known is taken for one that changes something.
  const { method: own = "POST" } = req;
  const method = isUsableMethod(own) ? own : "POST";
  const headers = toHeaders(req.headers, arrival.ignored);
  const request = new Request(urlOf(req, arrival), { method, headers });
  setPeer(request, arrival.peer);
  return request;
}

/** The same request with its body: a stream, unless a parser has read it. */
export function withBody(request: Request, req: NodeRequest): Request {
  if (request.method === "GET" || request.method === "HEAD") return request;
  if (!wasRead(req)) {
    const init = { body: toStream(req), duplex: "half" };
    return new Request(request, init);
  }
  // Lengths and encodings were those of the original.
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  const { body } = req;
  if (body === undefined || body === null) return new Request(request, { headers });
  if (typeof body === "string" || body instanceof Uint8Array) {
    return new Request(request, { headers, body: body as string | Uint8Array<ArrayBuffer> });
  }
  // What came as neither is refused by its type, as it would be unparsed: forms of other sites
  // may send any of them with text/plain, and only parsers of forms bound how deep they go.
  if (!FORM.test(headers.get("content-type") ?? "")) {
    return new Request(request, { headers, body: JSON.stringify(body) });
  }
  headers.set("content-type", "application/x-www-form-urlencoded");
  const form = new URLSearchParams(toFields(body));
  return new Request(request, { headers, body: form.toString() });
}

/** The two kinds of forms. */
const FORM = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** Parsers flag what they have read; a stream knows by itself in most runtimes. */
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
 * The body as it arrives. Who stops reading lets the rest pass by: closing the
 * connection would take the answer with it.
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
        controller.enqueue(new Uint8Array(chunk as Uint8Array)); // no encoding is set here
        if ((controller.desiredSize ?? 0) <= 0) req.pause();
      });
      const broken = () => controller.error(new UnknownAction("The body ended too early"));
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

/** Sends a response, with its cookies beside those that the app has set. */
export async function sendResponse(res: NodeResponse, response: Response): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (res.headersSent) return;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value);
  }
  const before = [res.getHeader("set-cookie") ?? []].flat().map(String);
  const cookies = [...before, ...response.headers.getSetCookie()];
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  res.end(body);
}

/** The cookies of a response, as long as there is time for them. */
export function responseSink(res: NodeResponse): CookieSink {
  const cookies = () => {
    const value = res.getHeader("set-cookie");
    return value === undefined ? [] : [value].flat().map(String);
  };
  const replace = (all: readonly string[]) => {
    if (res.headersSent) return;
    if (all.length > 0) res.setHeader("set-cookie", all);
    else res.removeHeader("set-cookie");
  };
  return {
    add: (cookie) => replace([...cookies(), serializeCookie(cookie)]),
    remove(stale) {
      const texts = stale.map(serializeCookie);
      replace(cookies().filter((text) => !texts.includes(text)));
    },
  };
}

/** Headers as the platform has them, without HTTP/2's pseudo-headers. */
function toHeaders(
  headers: NodeRequest["headers"],
  without: readonly string[] = [],
): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":") || without.includes(name)) continue;
    for (const one of typeof value === "string" ? [value] : value) result.append(name, one);
  }
  return result;
}

/** The URL by the `Host` header; a refused one when that is no host. */
function urlOf(
  { headers }: Pick<NodeRequest, "headers">,
  { isSecure, path = "/" }: Arrival,
): string {
  const host = [headers.host ?? headers[":authority"]].flat()[0];
  return (toOrigin(isSecure ? "https" : "http", host) ?? NO_HOST) + pathOf(path);
}

/** Path and query; requests to proxies name a whole URL. */
export function pathOf(path: string): string {
  if (path.startsWith("/")) return path;
  if (!URL.canParse(path)) return "/";
  const { pathname, search } = new URL(path);
  return pathname + search;
}

/** Whether a `Request` can have this method. */
export function isUsableMethod(method: string): boolean {
  return !/^(CONNECT|TRACE|TRACK)$/i.test(method);
}
