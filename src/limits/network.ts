/**
 * Network addresses → the networks that one client has.
 *
 * @module
 */

import { toGroups } from "../base/ipv6.ts";

/** Longest text that counts as it is; real addresses are shorter. */
const MAX_LENGTH = 64;

/** Characters that are read: an address with brackets, zone and port is shorter. */
const MOST_READ = 256;

/** Addresses of this machine and of private networks, also those of carriers (RFC 6598). */
const LOCAL =
  /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/**
 * Returns the network of an address: an IPv4 address as it is, an IPv6 address as its
 * /64, and an IPv4 address that is written as IPv6 (mapped, or NAT64) as IPv4. Any other
 * text counts as it is.
 *
 * @returns `null` for an empty text
 */
export function networkOf(address: string): string | null {
  const text = address.slice(0, MOST_READ).trim();
  // Some headers of proxies have the port, and link-local addresses have a zone.
  const bare = text.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1").split("%", 1)[0]!;
  if (!bare.includes(":")) return bare.slice(0, MAX_LENGTH) || null;
  const groups = toGroups(bare);
  if (!groups) return bare.slice(0, MAX_LENGTH);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isTranslated = groups[0] === 0x64 && groups[1] === 0xff9b &&
    groups.slice(2, 6).every((group) => group === 0);
  if (isMapped || isTranslated) {
    const [high, low] = [groups[6]!, groups[7]!];
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  return groups.slice(0, 4).map((group) => group.toString(16)).join(":") + "::/64";
}

/** Returns `true` for a network of this machine or of a private network, where proxies are. */
export function isLocal(network: string): boolean {
  // The loopback address ::1, unique local addresses (fc00::/7), link-local ones (fe80::/10).
  return LOCAL.test(network) || /^(0:0:0:0|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)::\/64$/.test(
    network,
  );
}
