/**
 * `fetch` for requests to providers: of https URLs, with limits on time and size.
 * The whole answer is read before it is returned.
 *
 * @module
 */

import { errorOfUrl } from "../../config/check_provider.ts";
import { copyResponse } from "../../http/response.ts";
import { traceFetch, type UpstreamEndpoint } from "../../hooks/telemetry.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";

/** Largest answer that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Longest wait for an answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The provider's own `fetch`, or the runtime's. Metadata is cached per `fetch`. */
export function innerFetchOf({ fetch: own }: ResolvedOAuthProvider): typeof fetch {
  return own ?? globalThis.fetch;
}

/**
 * `fetch` for a provider, with limits. It rejects URLs that {@linkcode errorOfUrl} refuses.
 *
 * @param endpoint name of the endpoint for traces
 */
export function makeFetch(
  provider: ResolvedOAuthProvider,
  endpoint: UpstreamEndpoint,
): typeof fetch {
  const inner = innerFetchOf(provider);
  return async (input, init) => {
    // By its members, since servers replace the global class.
    const request = typeof input === "object" && "url" in input ? input : undefined;
    const url = request?.url ?? String(input);
    // Only the origin is shown, since the URLs of some providers contain tokens.
    const text = errorOfUrl(provider, url, originOf(url));
    if (text) throw new TypeError(`Cannot send a request to "${provider.id}": ${text}`);
    const method = init?.method ?? request?.method ?? "GET";
    const send = () => fetchBounded(inner, input, init, originOf(url));
    return await traceFetch(endpoint, provider, method, send);
  };
}

/** Requests JSON; redirects are not followed. */
export function fetchJson(
  provider: ResolvedOAuthProvider,
  endpoint: UpstreamEndpoint,
  url: string,
): Promise<Response> {
  return makeFetch(provider, endpoint)(url, {
    headers: { accept: "application/json" },
    redirect: "manual",
  });
}

/** Origin of a URL; its scheme when it has no origin. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { origin, protocol } = new URL(url);
  return origin === "null" ? protocol : origin;
}

async function fetchBounded(
  inner: typeof fetch,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  origin: string,
): Promise<Response> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException(
        `Cannot reach ${origin}: it did not answer in time (${TIMEOUT_MS / 1000} seconds)`,
        "TimeoutError",
      );
      abort.abort(reason);
      // The app's own `fetch` may ignore the signal.
      reject(reason);
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      // No redirects: a provider could send tokens to another host, or into this network.
      fetchWhole(inner, input, { redirect: "manual", ...init, signal: abort.signal }, origin),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function fetchWhole(
  inner: typeof fetch,
  input: Parameters<typeof fetch>[0],
  init: RequestInit,
  origin: string,
): Promise<Response> {
  const response = await inner(input, init).catch((error) => {
    throw withoutUrls(error, origin);
  });
  const body = await readAll(response);
  // `Response` throws for a body with a status that allows none, such as 204.
  return copyResponse(response, body.byteLength > 0 ? body : null);
}

/**
 * Shortens URLs in the messages of an error to their origin: runtimes put the
 * URL of a failed request there, and the URLs of some providers contain tokens.
 */
function withoutUrls(error: unknown, origin: string): unknown {
  if (!(error instanceof Error) || error instanceof DOMException) return error;
  const messages: string[] = [];
  for (let e: unknown = error; e instanceof Error && messages.length < 5; e = e.cause) {
    messages.push(e.message.replaceAll(/(\bhttps?:\/\/[^\s/?#'")]*)[^\s'")]*/gi, "$1"));
  }
  return new TypeError(`Cannot reach ${origin}: ${messages.filter(Boolean).join(": ")}`);
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new RangeError(
        `Cannot read the provider's answer: it is larger than ${MAX_BYTES} bytes`,
      );
    }
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}
