import { assertEquals } from "@std/assert";
import { isLocal, networkOf } from "../../../src/limits/network.ts";

const NETWORKS: [address: string, network: string | null][] = [
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:8080", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["64:ff9b::192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::ffff", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["not an address", "not an address"],
  ["a:b", "a:b"],
  [":::", ":::"],
  ["x".repeat(1000), "x".repeat(64)],
  [`${"1:".repeat(1000)}`, "1:".repeat(32)],
  ["", null],
  ["  ", null],
];

for (const [address, network] of NETWORKS) {
  Deno.test(`networkOf(${JSON.stringify(address.slice(0, 30))}) is ${network?.slice(0, 30)}`, () => {
    assertEquals(networkOf(address), network);
  });
}

Deno.test("isLocal() is true for loopback, private and link-local addresses alone", () => {
  const check = (addresses: string[]) =>
    addresses.filter((address) => isLocal(networkOf(address)!));
  const local = [
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.0.1",
    "100.64.0.1",
    "100.127.0.1",
    "::1",
    "::ffff:10.0.0.1",
    "fc00::1",
    "fdff::1",
    "fe80::1",
    "febf::1",
  ];
  assertEquals(check(local), local);
  const others = [
    "126.0.0.1",
    "11.0.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.169.0.1",
    "100.63.0.1",
    "100.128.0.1",
    "100.1.0.1",
    "1.127.0.1",
    "2001:db8::1",
    "fbff::1",
    "fec0::1",
    "0:0:0:1::1",
  ];
  assertEquals(check(others), []);
});
