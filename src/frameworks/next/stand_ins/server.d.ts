/**
 * The part of `next/server` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** A request with its URL in parts. */
export class NextRequest extends Request {
  /** A copy, whose URL is taken apart as the settings say. */
  constructor(request: Request, init: { nextConfig: { basePath: string } });
  /** The URL, its path without base path and language. */
  readonly nextUrl: URL & { basePath: string; locale: string; defaultLocale?: string };
}

/** What middleware is given beside the request. */
export class NextFetchEvent {
  /** Keeps the process alive. */
  waitUntil(promise: Promise<unknown>): void;
}

/** An answer that middleware can give. */
export class NextResponse extends Response {
  /** Lets the request pass. */
  static next(): NextResponse;
}
