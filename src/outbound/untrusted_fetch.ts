/**
 * Requests to URLs that someone else wrote: an administrator of a customer, or a client. Each goes
 * through the checks for URLs of strangers: https, a public name, public addresses alone, no redirect,
 * and limits on size and time.
 *
 * @module
 */

import { connect, connectBy, type Connection, type UntrustedAnswer } from "./connection.ts";
import { faultOfUrl } from "./untrusted_url.ts";

/** Most bytes of an answer: keys of large providers have about 20 KB. */
const MAX_BYTES = 64 * 1024;

/** Milliseconds of a request, with the resolution of the name. */
const TIMEOUT_MS = 5000;

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** What a URL is compared with: an issuer of this machine lets others of it pass. */
export const PLACES = { internet: { issuer: "" }, development: { issuer: "http://localhost" } };

/**
 * Makes a `fetch` for URLs of others.
 *
 * @param own that of the app, after the checks. Default: `node:https`
 * @param connection parts that a test replaces
 */
export function makeUntrustedFetch(
  own: typeof fetch | undefined,
  place: keyof typeof PLACES,
  connection?: Connection,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: "manual" });
    const url = new URL(request.url);
    const fault = faultOfUrl(url.href, PLACES[place]);
    if (fault !== undefined) throw new TypeError(`Cannot reach ${url.host}: ${fault}`);
    const { method } = request;
    const bytes = new Uint8Array(await request.arrayBuffer());
    const sent = { method, body: bytes.length > 0 ? bytes : undefined, maxBytes: MAX_BYTES };
    const headers = { ...Object.fromEntries(request.headers), "accept-encoding": "identity" };
    return toResponse(
      url.host,
      await withinTime(
        url,
        request.signal,
        async (signal) =>
          own
            ? await connectBy(own, url, headers, signal, sent)
            : await connect(url, headers, signal, connection, sent),
      ),
    );
  };
}

async function withinTime(
  url: URL,
  outer: AbortSignal,
  send: (signal: AbortSignal) => Promise<UntrustedAnswer>,
): Promise<UntrustedAnswer> {
  const over = new AbortController();
  const end = (reason: unknown) => over.abort(reason);
  const timer = setTimeout(() => end(new Error("there was no answer in time")), TIMEOUT_MS);
  const stop = () => end(outer.reason);
  outer.addEventListener("abort", stop, { once: true });
  try {
    return await send(over.signal);
  } catch (error) {
    const message = over.signal.aborted ? "there was no answer in time" : withoutPath(url, error);
    throw new TypeError(`Cannot reach ${url.host}: ${message}`);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
  }
}

/** What an error says. The text of a `fetch` often has the URL, whose path may open something. */
function withoutPath({ href, host, pathname, search }: URL, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const path = pathname + search;
  const short = message.replaceAll(href, host);
  return path === "/" ? short : short.replaceAll(path, "/…");
}

function toResponse(host: string, { status, headers, body }: UntrustedAnswer): Response {
  if (!(status >= 200 && status <= 599)) {
    throw new TypeError(`Cannot read the answer of ${host}: its status is ${status}`);
  }
  const content = WITHOUT_BODY.has(status) || body.length === 0 ? null : body as BodyInit;
  return new Response(content, { status, headers });
}
