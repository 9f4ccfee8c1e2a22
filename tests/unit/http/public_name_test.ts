import { assertEquals } from "@std/assert";
import { isPublicName } from "../../../src/http/public_name.ts";

/** The registry of special-use names (RFC 6761), and names of networks that are not the internet. */
const REFUSED: readonly string[] = [
  ...["printer.local", "a.b.local", "vault.internal", "metadata.google.internal", "nas.home.arpa"],
  ...["1.0.0.127.in-addr.arpa", "localhost.localdomain", "app.localhost", "hidden.onion"],
  ...["a.alt", "a.invalid", "a.test", "router.lan", "files.corp", "router.home", "a.mail"],
  ...["a.intranet", "a.private", "a.workgroup", "a.domain"],
  // Single labels, and what is no name.
  ...["localhost", "local", "intranet", "vault", "com", "", ".", "a.", ".a.com", "a..com"],
  ...["printer.local.", "example.com.", "127.0.0.1", "[::1]", "1.2.3", "a.1", "a_b.com", "-a.com"],
  ...[
    `${"a".repeat(64)}.com`,
    `a.${"a".repeat(64)}`,
    `a${"-".repeat(62)}b.com`,
    `${"a.".repeat(126)}com`,
    "EXAMPLE.com",
    "exämple.com",
    "a.com:443",
  ],
];

const PUBLIC: readonly string[] = [
  ...["example.com", "client.example", "a.b.c.co.uk", "xn--bcher-kva.example", "local.example.com"],
  ...["internal.dev", "my-local.app", "onion.org", "a.localhost.example", "test.io", "1.com"],
  ...[`${"a".repeat(63)}.com`, `a.${"a".repeat(63)}`, `a${"-".repeat(61)}b.com`],
];

for (const [names, isPublic] of [[REFUSED, false], [PUBLIC, true]] as const) {
  for (const name of names) {
    Deno.test(`isPublicName(${JSON.stringify(name.slice(0, 40))}) is ${isPublic}`, () => {
      assertEquals(isPublicName(name), isPublic);
    });
  }
}

Deno.test("isPublicName() is false for what is no text", () => {
  for (const value of [undefined, null, 1, {}, ["example.com"]]) {
    assertEquals(isPublicName(value), false);
  }
});
