import { assertEquals } from "@std/assert";
import { isAuthAction } from "../../../src/http/paths.ts";
import {
  actionUrl,
  isLoopback,
  NO_HOST,
  providerUrls,
  splitUrl,
  toAbsoluteUrl,
  toBasePath,
  toOrigin,
  withMembers,
  withQuery,
} from "../../../src/http/url.ts";

Deno.test("actionUrl() joins origin, base path, action and provider", () => {
  const place = { request: { origin: "https://app.example" }, config: { basePath: "/auth" } };
  assertEquals(actionUrl(place, "signout"), "https://app.example/auth/signout");
  assertEquals(actionUrl(place, "callback", "acme"), "https://app.example/auth/callback/acme");
  const root = { request: { origin: "" }, config: { basePath: "" } };
  assertEquals(actionUrl(root, "verify-request"), "/verify-request");
});

Deno.test("providerUrls() are the URLs that start and finish a sign-in", () => {
  const place = { request: { origin: "https://app.example" }, config: { basePath: "/a/b" } };
  assertEquals(providerUrls(place, "acme"), {
    signinUrl: "https://app.example/a/b/signin/acme",
    callbackUrl: "https://app.example/a/b/callback/acme",
  });
});

Deno.test("isAuthAction() returns true for the nine actions", () => {
  for (
    const action of [
      "callback",
      "csrf",
      "error",
      "providers",
      "session",
      "signin",
      "signout",
      "verify-request",
      "webauthn-options",
    ]
  ) assertEquals(isAuthAction(action), true, action);
});

Deno.test("isAuthAction() returns false for other strings", () => {
  for (
    const word of [
      "",
      "Session",
      "session ",
      "signin/github",
      "toString",
      "__proto__",
      "has",
      "size",
    ]
  ) assertEquals(isAuthAction(word), false, word);
});

Deno.test("toBasePath() returns a leading slash, no trailing one, and an empty string for the root", () => {
  for (
    const [written, expected] of [
      ["/auth", "/auth"],
      ["auth", "/auth"],
      ["/auth/", "/auth"],
      ["//api/auth//", "/api/auth"],
      ["/a.b/c", "/a.b/c"],
      ["/a//b", "/a//b"],
      ["/", ""],
      ["//", ""],
      ["", ""],
    ] as const
  ) assertEquals(toBasePath(written), expected, written);
});

Deno.test("withQuery() adds members before a fragment and after a query", () => {
  for (
    const [url, expected] of [
      ["/login", "/login?error=A%26B&n=1"],
      ["/login?", "/login?error=A%26B&n=1"],
      ["/login?a=1", "/login?a=1&error=A%26B&n=1"],
      ["/login?a=1&", "/login?a=1&error=A%26B&n=1"],
      ["/login#top", "/login?error=A%26B&n=1#top"],
      ["/login?a=1#top", "/login?a=1&error=A%26B&n=1#top"],
      ["/login#a?b", "/login?error=A%26B&n=1#a?b"],
      ["https://a.example", "https://a.example?error=A%26B&n=1"],
    ] as const
  ) assertEquals(withQuery(url, { error: "A&B", n: "1" }), expected);
});

Deno.test("withQuery() omits undefined members, and returns the URL when none is left", () => {
  assertEquals(withQuery("/a?", { b: undefined }), "/a?");
  assertEquals(withQuery("/a#b", {}), "/a#b");
  assertEquals(withQuery("/a", { b: undefined, c: "" }), "/a?c=");
});

Deno.test("withQuery() writes any value as one member", () => {
  const url = new URL(withQuery("https://a.example/x", { v: "a&b=c#d?e f\r\n€" }));
  assertEquals([...url.searchParams], [["v", "a&b=c#d?e f\r\n€"]]);
  assertEquals(url.hash, "");
});

const ORIGIN = "https://app.example";
for (
  const [url, expected] of [
    ["/", "https://app.example/"],
    ["/in?a=1#b", "https://app.example/in?a=1#b"],
    ["//evil.example", "https://app.example//evil.example"],
    ["/\\evil.example", "https://app.example//evil.example"],
    ["///evil.example", "https://app.example///evil.example"],
    ["/../x", "https://app.example/x"],
    ["/@evil.example", "https://app.example/@evil.example"],
    ["https://other.example/x", "https://other.example/x"],
    ["http://other.example", "http://other.example"],
    ["", undefined],
    ["in", undefined],
    ["./in", undefined],
    ["?a=1", undefined],
    ["\\\\evil.example", undefined],
    ["javascript:alert(1)", undefined],
    ["JavaScript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["ftp://a.example", undefined],
    ["blob:https://app.example/1", undefined],
    ["https://", undefined],
    ["https://[", undefined],
  ] as const
) {
  Deno.test(`toAbsoluteUrl() makes ${JSON.stringify(expected)} from ${JSON.stringify(url)}`, () => {
    assertEquals(toAbsoluteUrl(url, ORIGIN), expected);
  });
}

Deno.test("toAbsoluteUrl() never lets a path leave the origin", () => {
  for (const first of ["/", "//", "/\\", "/\t/", "/\n/", "/.", "/@", "/:80", "/%2F"]) {
    const url = toAbsoluteUrl(`${first}evil.example/x`, ORIGIN);
    assertEquals(new URL(url!).origin, ORIGIN, JSON.stringify(first));
  }
});

Deno.test("isLoopback() is true only for plain http on this machine", () => {
  for (
    const [origin, expected] of [
      ["http://localhost", true],
      ["http://localhost:3000", true],
      ["http://127.0.0.1:8000", true],
      ["http://127.8.9.1", true],
      ["http://[::1]", true],
      ["http://[::1]:80", true],
      ["https://localhost", false],
      ["http://localhost.evil.example", false],
      ["http://evil-localhost", false],
      ["http://127.0.0.1.evil.example", false],
      ["http://128.0.0.1", false],
      ["http://10.0.0.1", false],
      ["http://0.0.0.0", false],
      ["http://[::2]", false],
      ["http://localhost:3000@evil.example", false],
      ["http://localhost\n", false],
    ] as const
  ) assertEquals(isLoopback(origin), expected, origin);
});

Deno.test("withMembers() replaces members with the same name", () => {
  const own = new URLSearchParams("scope=a&resource=1&resource=2&prompt=none");
  const others = { scope: "b", state: "evil", lang: "de" };
  const members = withMembers(own, others, (name) => name !== "state");
  assertEquals([...members], [
    ["resource", "1"],
    ["resource", "2"],
    ["prompt", "none"],
    ["scope", "b"],
    ["lang", "de"],
  ]);
});

Deno.test("toOrigin() takes hosts, and nothing that is more or less", () => {
  const cases: [string | undefined, string | undefined][] = [
    ["app.example", "https://app.example"],
    ["App.Example:8443", "https://app.example:8443"],
    ["[::1]:3000", "https://[::1]:3000"],
    ["my_app", "https://my_app"],
    [undefined, undefined],
    ["", undefined],
    ["a b", undefined],
    ["a@b", undefined],
    ["a/b", undefined],
    ["a?b", undefined],
    ["a#b", undefined],
    ["a\\b", undefined],
    ["a%2fb", undefined],
    ["app.example:443", "https://app.example"],
    ["app.example:9999", "https://app.example:9999"],
    ["app.example:10000", "https://app.example:10000"],
    ["app.example:010000", "https://app.example:10000"],
    ["app.example:59999", "https://app.example:59999"],
    ["app.example:60000", "https://app.example:60000"],
    ["app.example:65535", "https://app.example:65535"],
    ["app.example:65536", undefined],
    ["app.example:99999", undefined],
    ["app.example:100000", undefined],
    ["app.example, evil.example", undefined],
  ];
  for (const [host, origin] of cases) assertEquals(toOrigin("https", host), origin, host);
});

Deno.test("splitUrl() refuses the URL that stands for no host", () => {
  const { url } = new Request(`${NO_HOST}/auth/session?a=b`);
  assertEquals(splitUrl(url), undefined);
});

Deno.test("withQuery() writes every character as URLSearchParams does", () => {
  const codes = [...Array(0x300).keys(), 0x20ac, 0xd7ff, 0xd800, 0xdc00, 0xfffe, 0xffff, 0x1f600];
  for (const code of codes) {
    const text = `a${String.fromCodePoint(code)}b `;
    const expected = new URLSearchParams({ [text]: text, next: text });
    assertEquals(withQuery("/page", { [text]: text, next: text }), `/page?${expected}`, `${code}`);
  }
  assertEquals(withQuery("/page", { empty: "", absent: undefined }), "/page?empty=");
  assertEquals(withQuery("/page", { absent: undefined }), "/page");
});
