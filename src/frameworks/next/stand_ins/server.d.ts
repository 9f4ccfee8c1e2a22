/**
 * The part of `next/server` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** A request with its parsed URL. */
export class NextRequest extends Request {
  /** Copies a request and parses its URL with these settings. */
  constructor(request: Request, init: { nextConfig: { basePath: string } });
  /** The URL, its path without base path and locale. */
  readonly nextUrl: URL & { basePath: string; locale: string; defaultLocale?: string };
}

/** Second parameter of middleware. */
export class NextFetchEvent {
  /** Keeps the process alive until the promise settles. */
  waitUntil(promise: Promise<unknown>): void;
}

/** A response of middleware. */
export class NextResponse extends Response {
  /** Returns the response that lets the request pass. */
  static next(): NextResponse;
}
