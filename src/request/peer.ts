/**
 * The network address a request came from. A `Request` does not have it, so a
 * wrapper that knows the socket sets it here.
 *
 * @module
 */

import { createSlot } from "../slot.ts";

/** The address of a request, or an object that has it. */
const peers = createSlot<string | object>();

/**
 * Stores the address of a request, or the object that a server passes with it:
 * `Deno.serve` and Fresh, or Hono's server for Node. The address is read from such
 * an object when it is needed, since Deno asks the operating system each time.
 */
export function setPeer(request: Request, peer: unknown): void {
  if (typeof peer === "string" || (typeof peer === "object" && peer !== null)) {
    peers.set(request, peer);
  }
}

/** Gives a copy of a request its address. */
export function copyPeer(request: Request, copy: Request): void {
  setPeer(copy, peers.get(request));
}

/** Returns the address, if a wrapper has set it. */
export function peerOf(request: Request): string | undefined {
  const peer = peers.get(request);
  if (typeof peer !== "object") return peer;
  const { remoteAddr, incoming } = peer as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
}
