import { assertEquals } from "@std/assert";
import { isLoopbackAddress, isPublic } from "../../../src/outbound/public_address.ts";

/** First and last address of each block that is not public. */
const RESERVED: readonly [what: string, ...addresses: string[]][] = [
  ["unspecified", "0.0.0.0", "0.255.255.255", "::", "0:0:0:0:0:0:0:0"],
  ["private", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0"],
  ["private", "192.168.255.255", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["carriers", "100.64.0.0", "100.127.255.255"],
  ["loopback", "127.0.0.1", "127.255.255.255", "::1"],
  ["link-local", "169.254.0.0", "169.254.169.254", "fe80::1", "febf::1", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["assignments", "192.0.0.0", "192.0.0.171", "2001::", "2001:1ff:ffff::"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.255", "2001:db8::", "3fff::1"],
  ["benchmarks", "198.18.0.0", "198.19.255.255", "2001:2::1"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["reserved", "240.0.0.0", "255.255.255.255", "4000::1", "5f00::1"],
  ["IPv4 as IPv6", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:8.8.8.8"],
  ["NAT64", "64:ff9b::8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1"],
  ["6to4", "2002:7f00:1::", "2002::1", "192.88.99.1"],
  ["Teredo", "2001:0:4136:e378::1"],
  ["discarded", "100::1"],
  ["no address", "", "client.example", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "0x7f.0.0.1"],
  ["no address", "2130706433", "1.2.3.4 ", "[2606:4700::1111]", "2606:4700::1111%1", ":::1", "g::"],
];

/** Addresses next to a block that is reserved, and some of known servers. */
const PUBLIC = [
  ...["1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255"],
  ...["100.128.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0"],
  ...["172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.167.255.255"],
  ...["192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.114.0"],
  ...["223.255.255.255", "2606:4700:4700::1111", "2001:200::1", "2001:4860:4860::8888"],
  ...["2001:db7:ffff::1", "2001:db9::1", "2003::1", "3ffe:ffff::1", "3fff:1000::1"],
];

for (const [what, ...addresses] of RESERVED) {
  for (const address of addresses) {
    Deno.test(`isPublic() refuses ${JSON.stringify(address)} (${what})`, () => {
      assertEquals(isPublic(address), false);
    });
  }
}

Deno.test("isPublic() takes the addresses next to each block", () => {
  assertEquals(PUBLIC.filter((address) => !isPublic(address)), []);
});

Deno.test("isLoopbackAddress() takes this machine alone", () => {
  const own = ["127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1"];
  const others = ["128.0.0.1", "::", "::2", "1::1", "::ffff:127.0.0.1", "localhost", "127.0.0", ""];
  assertEquals(own.filter((address) => !isLoopbackAddress(address)), []);
  assertEquals(others.filter(isLoopbackAddress), []);
});
