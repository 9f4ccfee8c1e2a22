/**
 * The part of `next/server` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** A request with its URL in parts. */
export class NextRequest extends Request {
  /** A copy under another URL. */
  constructor(url: string, init: Request);
  /** The URL. */
  readonly nextUrl: URL;
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
