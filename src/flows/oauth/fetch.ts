/**
 * `fetch` for answers of providers: bounded in time and size, read to the end
 * before anybody looks at them.
 *
 * @module
 */

import type { ResolvedOAuthProvider } from "../../types/internal.ts";

/** Largest answer that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Longest wait for an answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

const bounded = new WeakMap<typeof fetch, typeof fetch>();

/** The provider's own `fetch`, or the runtime's, with limits. */
export function fetchOf({ fetch: own }: ResolvedOAuthProvider): typeof fetch {
  const inner = own ?? globalThis.fetch;
  let outer = bounded.get(inner);
  if (!outer) {
    outer = (input, init) => fetchBounded(inner, input, init);
    bounded.set(inner, outer);
  }
  return outer;
}

async function fetchBounded(
  inner: typeof fetch,
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException("The provider did not answer in time", "TimeoutError");
      abort.abort(reason);
      // A fetch of the app may not listen to the signal.
      reject(reason);
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      // Tokens go where the config says; a provider could send us anywhere, also inside.
      fetchWhole(inner, input, { redirect: "manual", ...init, signal: abort.signal }),
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
): Promise<Response> {
  const response = await inner(input, init).catch((error) => {
    throw withoutUrls(error);
  });
  const body = await readAll(response);
  // Only some statuses may have a body at all.
  return new Response(body.byteLength > 0 ? body : null, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/**
 * Runtimes say which URL they could not reach, and some providers want tokens
 * in theirs: what is left of it is the origin.
 */
function withoutUrls(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DOMException) return error;
  const messages: string[] = [];
  for (let e: unknown = error; e instanceof Error && messages.length < 5; e = e.cause) {
    messages.push(e.message.replaceAll(/(\bhttps?:\/\/[^\s/?#'")]*)[^\s'")]*/gi, "$1"));
  }
  return new TypeError(messages.join(": "));
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
