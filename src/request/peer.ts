/**
 * The network address a request came from. A `Request` does not have it, so a
 * wrapper that knows the socket sets it here.
 *
 * @module
 */

const addresses = new WeakMap<Request, string>();

/** Stores the address of a request. */
export function setPeer(request: Request, address: string | undefined): void {
  if (address !== undefined) addresses.set(request, address);
}

/** Returns the address, if a wrapper has set it. */
export function peerOf(request: Request): string | undefined {
  return addresses.get(request);
}

/**
 * Returns the socket's address from the object that a server passes with a
 * request: `Deno.serve` and Fresh, or Hono's server for Node.
 */
export function addressOf(info: unknown): string | undefined {
  const { remoteAddr, incoming } = (info ?? {}) as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
}
