/**
 * The network address a request came from. A `Request` does not have it, so a
 * wrapper that knows the socket hands it over.
 *
 * @module
 */

const addresses = new WeakMap<Request, string>();

/** Remembers the address for as long as the request lives. */
export function setPeer(request: Request, address: string | undefined): void {
  if (address !== undefined) addresses.set(request, address);
}

/** The address, if a wrapper knew it. */
export function peerOf(request: Request): string | undefined {
  return addresses.get(request);
}

/** Address of the socket, from what `Deno.serve` hands its handlers. */
export function addressOf(info: unknown): string | undefined {
  return (info as { remoteAddr?: { hostname?: string } } | undefined)?.remoteAddr?.hostname;
}
