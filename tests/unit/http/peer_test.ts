import { assertEquals } from "@std/assert";
import { copyPeer, peerOf, setPeer } from "../../../src/http/peer.ts";

Deno.test("peerOf() returns the address that was set for the same request object", () => {
  const request = new Request("https://app.example/");
  assertEquals(peerOf(request), undefined);
  setPeer(request, undefined);
  assertEquals(peerOf(request), undefined);
  setPeer(request, "192.0.2.1");
  assertEquals(peerOf(request), "192.0.2.1");
  setPeer(request, undefined);
  assertEquals(peerOf(request), "192.0.2.1");
  // Headers do not set it.
  const headers = { "x-forwarded-for": "203.0.113.1" };
  assertEquals(peerOf(new Request(request, { headers })), undefined);
});

Deno.test("peerOf() reads the address from what a server passes with a request, when it is needed", () => {
  let reads = 0;
  const info = {
    get remoteAddr() {
      reads++;
      return { hostname: "192.0.2.1" };
    },
  };
  const request = new Request("https://app.example/");
  setPeer(request, info);
  const copy = new Request(request);
  copyPeer(request, copy);
  assertEquals(reads, 0);
  assertEquals([peerOf(request), peerOf(copy), reads], ["192.0.2.1", "192.0.2.1", 2]);
  setPeer(copy, { incoming: { socket: { remoteAddress: "192.0.2.2" } } });
  assertEquals(peerOf(copy), "192.0.2.2");
  setPeer(copy, {});
  assertEquals(peerOf(copy), undefined);
});

Deno.test("peerOf() asks the server of Bun about its own request, also for a copy", () => {
  const request = new Request("https://app.example/");
  const server = {
    address: "192.0.2.1",
    requestIP(asked: Request) {
      return asked === request ? { address: this.address } : null;
    },
  };
  for (const passed of [server, { server }]) {
    setPeer(request, passed);
    const copy = new Request(request);
    copyPeer(request, copy);
    assertEquals([peerOf(request), peerOf(copy)], ["192.0.2.1", "192.0.2.1"]);
  }
  setPeer(request, { requestIP: () => null });
  assertEquals(peerOf(request), undefined, "a request that has ended");
});
