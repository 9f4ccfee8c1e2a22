/**
 * The network address a request came from. A `Request` does not have it, so a
 * wrapper that knows the socket sets it here.
 *
 * @module
 */

import { createFieldStore } from "../base/objects.ts";

/** The address of a request, or an object that has it. */
const peers = createFieldStore<string | object>();

/** The part of Bun's server that is used. */
interface BunServer {
  requestIP(request: Request): { address: string } | null;
}

/**
 * Stores the address of a request, or the object that a server passes with it:
 * `Deno.serve` and Fresh, Hono's server for Node, or `Bun.serve`, also in the bindings of Hono.
 * The address is read from such an object when it is needed, since Deno asks the operating
 * system each time.
 */
export function setClientAddress(request: Request, peer: unknown): void {
  if (typeof peer === "string") peers.set(request, peer);
  if (typeof peer !== "object" || peer === null) return;
  const server = bunServerOf(peer) ?? bunServerOf((peer as { server?: unknown }).server);
  // Bun knows its own request, and no copy of it.
  peers.set(request, server ? { requestIP: () => server.requestIP(request) } : peer);
}

/** The same for an argument that may be anything else; an address that is known stays. */
export function offerClientAddress(request: Request, argument: unknown): void {
  if (typeof argument !== "object" || clientAddressOf(request) !== undefined) return;
  setClientAddress(request, argument);
}

function bunServerOf(value: unknown): BunServer | undefined {
  const server = value as Partial<BunServer> | null | undefined;
  return typeof server?.requestIP === "function" ? server as BunServer : undefined;
}

/** Gives a copy of a request its address. */
export function copyClientAddress(request: Request, copy: Request): void {
  setClientAddress(copy, peers.get(request));
}

/** Returns the address, if a wrapper has set it. */
export function clientAddressOf(request: Request): string | undefined {
  const peer = peers.get(request);
  if (typeof peer !== "object") return peer;
  const { remoteAddr, incoming, requestIP } = peer as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
    requestIP?: () => { address: string } | null;
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress ?? requestIP?.()?.address;
}
