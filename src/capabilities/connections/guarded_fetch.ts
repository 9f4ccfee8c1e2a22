/**
 * Requests to identity providers, whose URLs an administrator of a customer wrote. Each goes through
 * the checks for URLs of strangers: https, a public name, public addresses alone, no redirect, and
 * limits on size and time. So does every URL of a discovery document.
 *
 * @module
 */

import { faultOfUrl } from "../oauth_server/untrusted_url.ts";
import { connect, connectBy, type UntrustedAnswer } from "../oauth_server/untrusted_connection.ts";

/** Most bytes of an answer: keys of large providers have about 20 KB. */
const MAX_BYTES = 64 * 1024;

/** Milliseconds of a request, with the resolution of the name. */
const TIMEOUT_MS = 5000;

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** What a URL is compared with: an issuer of this machine lets others of it pass. */
const PLACES = { internet: { issuer: "" }, development: { issuer: "http://localhost" } };

/** Says why a URL cannot be the issuer of a connection; `undefined` for one that can. */
export function faultOfIssuer(url: unknown, isInDevelopment: boolean): string | undefined {
  if (typeof url !== "string" || url.length > 500 || !URL.canParse(url)) return "it is not a URL";
  const { href, search } = new URL(url);
  if (search !== "") return "it has a query";
  // An issuer may end with or without a slash; what is asked for is below it.
  if (href !== url && href !== `${url}/`) return "it is not in the form that browsers give it";
  return faultOfUrl(href, isInDevelopment ? PLACES.development : PLACES.internet);
}

/**
 * Makes a `fetch` for identity providers.
 *
 * @param own that of the app, after the checks. Default: `node:https`
 */
export function makeGuardedFetch(
  own: typeof fetch | undefined,
  place: keyof typeof PLACES,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: "manual" });
    const url = new URL(request.url);
    const fault = faultOfUrl(url.href, PLACES[place]);
    if (fault !== undefined) throw new TypeError(`Cannot reach the identity provider: ${fault}`);
    const { method } = request;
    const bytes = new Uint8Array(await request.arrayBuffer());
    const sent = { method, body: bytes.length > 0 ? bytes : undefined, maxBytes: MAX_BYTES };
    const headers = { ...Object.fromEntries(request.headers), "accept-encoding": "identity" };
    return toResponse(
      await withinTime(
        request.signal,
        async (signal) =>
          own
            ? await connectBy(own, url, headers, signal, sent)
            : await connect(url, headers, signal, undefined, sent),
      ),
    );
  };
}

async function withinTime(
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
    const message = over.signal.aborted ? "there was no answer in time" : (error as Error).message;
    throw new TypeError(`Cannot reach the identity provider: ${message}`);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
  }
}

function toResponse({ status, headers, body }: UntrustedAnswer): Response {
  if (!(status >= 200 && status <= 599)) {
    throw new TypeError(`Cannot read the identity provider's answer: its status is ${status}`);
  }
  const content = WITHOUT_BODY.has(status) || body.length === 0 ? null : body as BodyInit;
  return new Response(content, { status, headers });
}
