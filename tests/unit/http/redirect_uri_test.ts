import { assert, assertEquals } from "@std/assert";
import {
  findFault,
  isLoopback,
  isNative,
  isRegistered,
  shownTarget,
  sourceOf,
} from "../../../src/http/redirect_uri.ts";

const URIS: readonly [uri: string, isValid: boolean][] = [
  ["http://127.0.0.1/callback", true],
  ["http://127.0.0.1:8080/callback", true],
  ["http://[::1]/callback", true],
  ["http://[::1]:8080/", true],
  ["https://app.example/native", true],
  ["https://app.example/native?a=b", true],
  ["com.example.app:/callback", true],
  ["com.example.app:callback", true],
  ["com.example.app://callback", true],
  ["com.example.app:///cb", true],
  ["http://localhost/callback", false],
  ["http://localhost:8080/callback", false],
  ["http://127.0.0.1", true],
  ["http://127.0.0.1:8080", true],
  ["HTTP://[::1]:8080", true],
  ["http://127.0.0.1.evil.example/callback", false],
  ["http://127.0.0.1@evil.example/callback", false],
  ["http://127.1/callback", false],
  ["http://0.0.0.0/callback", false],
  ["http://[::2]/callback", false],
  ["http://app.example/callback", false],
  ["https://*.app.example/callback", false],
  ["https://user@app.example/callback", false],
  ["https://app.example/#fragment", false],
  ["https://app.example/a b", false],
  ["https://app.example/\u00e9", false],
  ["myapp:/callback", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["file:///etc/passwd", false],
  ["/callback", false],
  ["", false],
];

for (const [uri, isValid] of URIS) {
  Deno.test(`faultOf() ${isValid ? "takes" : "refuses"} ${JSON.stringify(uri)}`, () => {
    assertEquals(findFault(uri) === undefined, isValid, findFault(uri));
  });
}

Deno.test("faultOf() takes localhost by name where that is wanted, and nothing else more", () => {
  const names = [
    "http://localhost/callback",
    "http://localhost:3334/oauth/callback",
    "http://localhost/",
    "http://localhost",
    "http://LOCALHOST:3000",
  ];
  for (const [uri, isValid] of [...URIS, ...names.map((uri) => [uri, false] as const)]) {
    const isTaken = isValid || names.includes(uri) || uri === "http://localhost:8080/callback";
    assertEquals(findFault(uri, { takesLocalhost: true }) === undefined, isTaken, uri);
  }
  assert(findFault("http://localhost.evil.example/", { takesLocalhost: true }));
});

Deno.test("faultOf() takes schemes without a dot where that is wanted, and never those of systems", () => {
  for (const scheme of ["cursor", "vscode-insiders", "raycast", "ms-app", "MyApp"]) {
    const uri = `${scheme}://host/callback`;
    assertEquals(findFault(uri, { takesAnyScheme: true }), undefined, uri);
    assert(findFault(uri), uri);
  }
  for (const scheme of ["javascript", "file", "intent", "web+app", "ms-settings", "c", "tel"]) {
    assert(findFault(`${scheme}://host/callback`, { takesAnyScheme: true }), scheme);
  }
});

Deno.test("isNative() is true for loopbacks and schemes of apps", () => {
  assert(isNative("http://127.0.0.1/callback"));
  assert(isNative("com.example.app:/callback"));
  assert(!isNative("https://app.example/native"));
  assert(!isNative("HTTPS://app.example/native"));
});

Deno.test("faultOf() refuses what is no text", () => {
  for (const uri of [undefined, null, 1, {}, ["http://127.0.0.1/callback"]]) assert(findFault(uri));
});

Deno.test("isRegistered() compares the parts, and leaves out the port of a loopback alone", () => {
  const registered = ["http://127.0.0.1/callback", "https://app.example:444/native"];
  const cells: [string, boolean][] = [
    ["http://127.0.0.1/callback", true],
    ["http://127.0.0.1:1/callback", true],
    ["http://127.0.0.1:65535/callback", true],
    ["http://127.0.0.1:65536/callback", false],
    ["http://127.0.0.1:1/callback/", false],
    ["http://127.0.0.1:1/callback?a=1", false],
    ["http://127.0.0.1:1/Callback", false],
    ["http://[::1]:1/callback", false],
    ["HTTP://127.0.0.1/callback", true],
    ["https://app.example:444/native", true],
    ["https://app.example/native", false],
    ["https://app.example:445/native", false],
    ["https://APP.example:444/native", true],
    ["https://app.example:444/Native", false],
    ["https://app.example:444/a/../native", false],
  ];
  for (const [uri, expected] of cells) assertEquals(isRegistered(uri, registered), expected, uri);
});

Deno.test("shownTarget(), isLoopback() and sourceOf() name the app that the browser returns to", () => {
  const cells: [string, string, boolean, string][] = [
    ["http://127.0.0.1:8080/callback", "127.0.0.1:8080", true, "http://127.0.0.1:*"],
    ["http://[::1]:8080/callback", "[::1]:8080", true, "http:"],
    ["http://localhost:8080/callback", "localhost:8080", true, "http://localhost:*"],
    ["https://app.example/native", "app.example", false, "https:"],
    ["https://127.0.0.1.example/callback", "127.0.0.1.example", false, "https:"],
    ["com.example.app:/callback", "com.example.app", false, "com.example.app:"],
  ];
  for (const [uri, target, isLocal, source] of cells) {
    assertEquals([shownTarget(uri), isLoopback(uri), sourceOf(uri)], [target, isLocal, source]);
  }
});
