import { assertEquals } from "@std/assert";
import { peerOf, setPeer } from "../../../src/request/peer.ts";

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
