import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { MissingCSRF } from "../../../src/errors.ts";
import { assertSameOrigin, isSameOrigin } from "../../../src/http/origin.ts";

const APP = "https://app.example";
const LOCAL = "http://localhost:8000";

const senders: [string, string, Record<string, string>, string, boolean][] = [
  ["no header", "POST", {}, APP, true],
  ["the site's origin", "POST", { origin: APP }, APP, true],
  ["another origin", "POST", { origin: "https://evil.example" }, APP, false],
  ["another origin by GET", "GET", { origin: "https://evil.example" }, APP, false],
  [
    "another origin, with same-origin beside it",
    "POST",
    {
      origin: "https://evil.example",
      "sec-fetch-site": "same-origin",
    },
    APP,
    false,
  ],
  ["a host that starts like the site's", "POST", { origin: `${APP}.evil.example` }, APP, false],
  ["another port", "POST", { origin: `${APP}:444` }, APP, false],
  ["plain http of the same host", "POST", { origin: "http://app.example" }, APP, false],
  [
    "https of the same host, behind a proxy that terminates TLS",
    "POST",
    { origin: APP },
    "http://app.example",
    true,
  ],
  ["https of a local host", "POST", { origin: "https://localhost:8000" }, LOCAL, true],
  ["an opaque origin", "POST", { origin: "null" }, APP, false],
  [
    "an opaque origin of another site",
    "POST",
    {
      origin: "null",
      "sec-fetch-site": "cross-site",
    },
    APP,
    false,
  ],
  [
    "an origin hidden by the referrer policy",
    "POST",
    {
      origin: "null",
      "sec-fetch-site": "same-origin",
    },
    APP,
    true,
  ],
  ["an empty origin", "POST", { origin: "" }, APP, false],
  ["a cross-site post without an origin", "POST", { "sec-fetch-site": "cross-site" }, APP, false],
  ["a same-site post without an origin", "POST", { "sec-fetch-site": "same-site" }, APP, false],
  ["a same-origin post without an origin", "POST", { "sec-fetch-site": "same-origin" }, APP, true],
  ["a post from the address bar", "POST", { "sec-fetch-site": "none" }, APP, true],
  ["a navigation from another site", "GET", { "sec-fetch-site": "cross-site" }, APP, true],
  [
    "a host header that names the other origin",
    "POST",
    {
      origin: "https://evil.example",
      host: "evil.example",
      "x-forwarded-host": "evil.example",
    },
    APP,
    false,
  ],
];
for (const [name, method, headers, origin, expected] of senders) {
  Deno.test(`isSameOrigin() returns ${expected} for ${name}`, () => {
    const request = new Request(`${origin}/page`, { method, headers });
    assertEquals(isSameOrigin(request, origin), expected);
    assertEquals(isSameOrigin(request, "https://other.example", origin), expected);
  });
}

Deno.test("assertSameOrigin() throws an error that names both origins and the option", () => {
  const headers = { origin: "http://127.0.0.1:8000" };
  const request = new Request(`${LOCAL}/login`, { method: "POST", headers });
  const { message } = assertThrows(() => assertSameOrigin(request, LOCAL), MissingCSRF);
  for (const part of ["http://127.0.0.1:8000", LOCAL, "AUTH_URL"]) {
    assertStringIncludes(message, part);
  }
});
