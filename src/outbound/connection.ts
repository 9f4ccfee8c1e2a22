/**
 * One request to a URL that a stranger wrote. The name is resolved once; the connection goes to an
 * address of that answer which was checked, and to no other.
 *
 * @module
 */

import { isLoopbackAddress, isPublic } from "./public_address.ts";

/** An address of a name. */
export interface ResolvedAddress {
  /** IPv4 or IPv6 address. */
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** Parts of a connection that tests replace. */
export interface Connection {
  /** Resolves a name, to all of its addresses. */
  readonly resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Decides about an address. */
  readonly accepts: (address: string, host: string) => boolean;
  /** Options of `node:https`. */
  readonly options?: { readonly port?: number; readonly ca?: string };
}

/** The status, the headers and the body of an answer. */
export interface UntrustedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What is sent, and how much is read. */
export interface UntrustedRequest {
  /** Default `GET`. */
  readonly method?: string | undefined;
  /** Body. Default: none. */
  readonly body?: Uint8Array | undefined;
  /** Most bytes of the answer. Default: 10 KiB. */
  readonly maxBytes?: number;
}

/** Most bytes of a body. */
const MAX_BYTES = 10 * 1024;

/** Hosts of this machine by name, which a server under development may ask. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** The modules that are needed, where the runtime has them. */
interface NodeModules {
  readonly http: Pick<typeof import("node:http"), "request">;
  readonly https: Pick<typeof import("node:https"), "request">;
  readonly dns: Pick<typeof import("node:dns"), "lookup">;
}

/**
 * The modules of Node, which Deno has too; `undefined` elsewhere. They are looked up at the first
 * use: a bundle for another runtime does not need them.
 */
export function nodeModules(): NodeModules | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  try {
    const find = (id: string) => process?.getBuiltinModule?.(`node:${id}`);
    const [http, https, dns] = [find("http"), find("https"), find("dns")];
    // The functions are typed for any module; the types of these are known.
    return http && https && dns ? { http, https, dns } as NodeModules : undefined;
  } catch {
    // The edge runtime of Next has the function, and it always throws.
    return undefined;
  }
}

/** The connection of apps. */
export const CONNECTION: Connection = {
  resolve: (host) =>
    new Promise((resolve, reject) =>
      nodeModules()!.dns.lookup(
        host,
        { all: true },
        (error, found) => error ? reject(error) : resolve(found),
      )
    ),
  // Only a server under development gets a URL of its own machine as far as this.
  accepts: (address, host) =>
    LOOPBACK_HOST.test(host) ? isLoopbackAddress(address) : isPublic(address),
};

/**
 * Sends a request by `node:https`.
 *
 * @throws {Error} when an address is not accepted, and when there is no answer
 */
export async function connect(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { resolve, accepts, options }: Connection = CONNECTION,
  { method = "GET", body, maxBytes = MAX_BYTES }: UntrustedRequest = {},
): Promise<UntrustedAnswer> {
  const node = nodeModules();
  if (!node) throw new Error("the runtime has no `node:https`");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const found = await Promise.race([resolve(host), aborted(signal)]);
  // All of them: which one answers would be the choice of the stranger.
  if (found.length === 0 || !found.every(({ address }) => accepts(address, host))) {
    throw new Error("the name leads to an address that is not public");
  }
  const { request } = url.protocol === "http:" ? node.http : node.https;
  return await new Promise((answer, reject) => {
    const sent = request({
      protocol: url.protocol,
      hostname: host,
      port: url.port || undefined,
      path: url.pathname + url.search,
      method,
      headers: { ...headers, ...body ? { "content-length": String(body.length) } : {} },
      // A kept connection would have been checked for another request.
      agent: false,
      signal,
      lookup: (_host, wanted, done) =>
        typeof wanted === "object" && wanted.all
          ? done(null, [...found])
          : done(null, found[0]!.address, found[0]!.family),
      ...options,
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      // A runtime that resolves the name again does not get its answer read.
      const { remoteAddress = "" } = response.socket;
      const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/, "");
      if (!found.some(({ address }) => address === plain)) {
        sent.destroy();
        return reject(new Error("the connection went to another address"));
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      response.on("error", reject);
      response.on("close", () => reject(new Error("the answer ended too early")));
      response.on("data", (chunk: Uint8Array) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= maxBytes) return;
        sent.destroy();
        reject(tooLong(maxBytes));
      });
      response.on("end", () => {
        const names = Object.entries(response.headers)
          .flatMap(([name, value]) =>
            value === undefined ? [] : [[name, [value].flat().join(", ")] as [string, string]]
          );
        answer({
          status: response.statusCode ?? 0,
          headers: new Headers(names),
          body: joined(chunks, size),
        });
      });
    });
    sent.end(body);
  });
}

/**
 * Sends a request by the function of an app.
 *
 * @throws {Error} when there is no answer, or one that is too long
 */
export async function connectBy(
  send: typeof fetch,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { method = "GET", body, maxBytes = MAX_BYTES }: UntrustedRequest = {},
): Promise<UntrustedAnswer> {
  const init: RequestInit = { headers, redirect: "manual", signal, credentials: "omit", method };
  const asked = send(url.href, { ...init, ...body ? { body: body as BodyInit } : {} });
  const response = await Promise.race([asked, aborted(signal)]);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await Promise.race([reader.read(), aborted(signal)]);
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size <= maxBytes) continue;
    await reader.cancel();
    throw tooLong(maxBytes);
  }
  return { status: response.status, headers: response.headers, body: joined(chunks, size) };
}

function tooLong(maxBytes: number): Error {
  return new Error(`the answer is longer than ${maxBytes} bytes`);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Rejects when the time is over, also where what is waited for does not know the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
