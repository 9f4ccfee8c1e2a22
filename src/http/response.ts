/**
 * `Response` objects, whatever class has that name. Servers replace the global one by a class of
 * their own, as Hono's server for Node does: its objects make the real response when something
 * other than status and headers is read.
 *
 * @module
 */

/** Facts of an answer without its headers. */
export type Status = Pick<ResponseInit, "status" | "statusText">;

/**
 * Makes a response to which headers are added. A `Response` that is given no headers may declare
 * text on its own, and forget what is added to it later when it makes the real response. Both end
 * with a `Headers` of the caller; an empty one, since adding each header to the result is several
 * times faster than passing all at once.
 */
export function createResponse(body: BodyInit | null, status: Status): Response {
  return new Response(body, { ...status, headers: new Headers() });
}

/**
 * A copy to which headers can be added; those of a fetched response are immutable.
 *
 * @param body body of the copy. Default: that of the response
 */
export function copyResponse(response: Response, body?: BodyInit | null): Response {
  // The headers come first: reading the body can make the real response without them.
  const { headers, status, statusText } = response;
  const copy = createResponse(body === undefined ? response.body : body, { status, statusText });
  // Faster than to pass the `Headers`, whose iteration sorts them.
  headers.forEach((value, name) => copy.headers.append(name, value));
  return copy;
}

/** Returns `true` for a `Response` of any class; `instanceof` knows the global one only. */
export function isResponse(value: unknown): value is Response {
  const { headers, status } = (value ?? {}) as Partial<Response>;
  return typeof status === "number" && typeof headers?.get === "function";
}
