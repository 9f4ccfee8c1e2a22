import { assertEquals } from "@std/assert";
import {
  clientAddressOf,
  copyClientAddress,
  offerClientAddress,
  setClientAddress,
} from "../../../src/http/client_address.ts";

Deno.test("clientAddressOf() returns the address that was set for the same request object", () => {
  const request = new Request("https://app.example/");
  assertEquals(clientAddressOf(request), undefined);
  setClientAddress(request, undefined);
  assertEquals(clientAddressOf(request), undefined);
  setClientAddress(request, "192.0.2.1");
  assertEquals(clientAddressOf(request), "192.0.2.1");
  setClientAddress(request, undefined);
  assertEquals(clientAddressOf(request), "192.0.2.1");
  // Headers do not set it.
  const headers = { "x-forwarded-for": "203.0.113.1" };
  assertEquals(clientAddressOf(new Request(request, { headers })), undefined);
});

Deno.test("clientAddressOf() reads the address from what a server passes with a request, when it is needed", () => {
  let reads = 0;
  const info = {
    get remoteAddr() {
      reads++;
      return { hostname: "192.0.2.1" };
    },
  };
  const request = new Request("https://app.example/");
  setClientAddress(request, info);
  const copy = new Request(request);
  copyClientAddress(request, copy);
  assertEquals(reads, 0);
  assertEquals([clientAddressOf(request), clientAddressOf(copy), reads], [
    "192.0.2.1",
    "192.0.2.1",
    2,
  ]);
  setClientAddress(copy, { incoming: { socket: { remoteAddress: "192.0.2.2" } } });
  assertEquals(clientAddressOf(copy), "192.0.2.2");
  setClientAddress(copy, {});
  assertEquals(clientAddressOf(copy), undefined);
});

Deno.test("clientAddressOf() asks the server of Bun about its own request, also for a copy", () => {
  const request = new Request("https://app.example/");
  const server = {
    address: "192.0.2.1",
    requestIP(asked: Request) {
      return asked === request ? { address: this.address } : null;
    },
  };
  for (const passed of [server, { server }]) {
    setClientAddress(request, passed);
    const copy = new Request(request);
    copyClientAddress(request, copy);
    assertEquals([clientAddressOf(request), clientAddressOf(copy)], ["192.0.2.1", "192.0.2.1"]);
  }
  setClientAddress(request, { requestIP: () => null });
  assertEquals(clientAddressOf(request), undefined, "a request that has ended");
});

Deno.test("offerClientAddress() takes what a server passes, and no other argument of a handler", () => {
  const request = new Request("https://app.example/");
  for (const argument of ["198.51.100.1", 7, null, undefined, { params: {} }]) {
    offerClientAddress(request, argument);
    assertEquals(clientAddressOf(request), undefined);
  }
  offerClientAddress(request, { remoteAddr: { hostname: "192.0.2.1" } });
  assertEquals(clientAddressOf(request), "192.0.2.1");
  // An address that is known stays.
  offerClientAddress(request, { remoteAddr: { hostname: "192.0.2.2" } });
  offerClientAddress(request, { params: {} });
  assertEquals(clientAddressOf(request), "192.0.2.1");
});
