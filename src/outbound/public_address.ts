/**
 * Addresses that belong to the internet, and not to a network or a machine of this app.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6890 RFC 6890}, with the registries of IANA that it
 *   begins
 * @module
 */

import { toGroups } from "../base/ipv6.ts";

/** Blocks of IPv4 that are not public: address and length of the prefix. */
const RESERVED: readonly (readonly [address: string, length: number])[] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carriers
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, with the metadata of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, with the broadcast address
];

/** Returns `true` for an address that anyone on the internet can reach; `false` for any other text. */
export function isPublic(address: string): boolean {
  const number = toNumber(address);
  if (number !== undefined) {
    return !RESERVED.some(([first, length]) => {
      const size = 2 ** (32 - length);
      return Math.floor(number / size) === Math.floor(toNumber(first)! / size);
    });
  }
  const [a, b] = toGroups(address) ?? [0, 0];
  // Global unicast alone (2000::/3): without it are loopback, unspecified, local and multicast
  // addresses, and those that lead to IPv4: mapped ones and NAT64.
  if (a! < 0x2000 || a! > 0x3fff) return false;
  const isAssignment = a === 0x2001 && b! < 0x200; // with Teredo, which leads to IPv4
  const isDocumentation = (a === 0x2001 && b === 0xdb8) || (a === 0x3fff && b! < 0x1000);
  const is6to4 = a === 0x2002;
  return !isAssignment && !isDocumentation && !is6to4;
}

/** Returns `true` for an address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  if (toNumber(address) !== undefined) return address.startsWith("127.");
  return toGroups(address)?.every((group, index) => group === (index === 7 ? 1 : 0)) === true;
}

/** An IPv4 address in its usual form; `undefined` for any other text. */
function toNumber(address: string): number | undefined {
  const parts = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
    .exec(address)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((number, part) => number * 256 + part, 0);
}
