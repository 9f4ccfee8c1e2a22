import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { CookieStore } from "../../../../src/tools/testing/cookie_store.ts";

const APP = new URL("https://app.example/auth/x");

function storeOf(...lines: string[]): CookieStore {
  const store = new CookieStore();
  store.store(APP, lines);
  return store;
}

Deno.test("CookieStore sends cookies in the order in which they were first set", () => {
  const store = storeOf("a=1", "b=2; Path=/", "c=x%3Dy=z");
  store.store(APP, ["a=3"]);
  assertEquals(store.header(APP), "a=3; b=2; c=x%3Dy=z");
  assertEquals(store.names("app.example"), ["a", "b", "c"]);
  assertEquals(store.header(new URL("https://app.example/")), "a=3; b=2; c=x%3Dy=z");
});

Deno.test("CookieStore separates hosts, but not ports", () => {
  const store = storeOf("a=1");
  for (
    const host of ["https://other.example", "https://sub.app.example", "https://app.example.evil"]
  ) {
    assertEquals(store.header(new URL(host)), "");
  }
  assertEquals(store.header(new URL("https://app.example:8443")), "a=1");
});

Deno.test("CookieStore parses every attribute, in any case", () => {
  const [cookie] = storeOf("a=1; PATH=/auth; SECURE; httponly; samesite=Strict").list(
    "app.example",
  );
  assertEquals(cookie, {
    name: "a",
    value: "1",
    host: "app.example",
    path: "/auth",
    secure: true,
    httpOnly: true,
    sameSite: "strict",
    expiresMs: undefined,
  });
});

Deno.test("CookieStore matches paths by whole segments (RFC 6265 §5.1.4)", () => {
  const store = storeOf("a=1; Path=/auth", "b=2; Path=/auth/");
  const at = (path: string) => store.header(new URL(path, APP));
  assertEquals(at("/auth"), "a=1");
  assertEquals(at("/auth/"), "a=1; b=2");
  assertEquals(at("/auth/session"), "a=1; b=2");
  assertEquals(at("/authors"), "");
  assertEquals(at("/"), "");
});

Deno.test("CookieStore separates cookies of different paths", () => {
  const store = storeOf("a=1; Path=/", "a=2; Path=/auth");
  assertEquals(store.header(APP), "a=1; a=2");
  store.store(APP, ["a=; Path=/auth; Max-Age=0"]);
  assertEquals(store.header(APP), "a=1");
});

Deno.test("CookieStore deletes cookies with Max-Age=0 and with Expires in the past", () => {
  const store = storeOf("a=1", "b=2", "c=3");
  store.store(APP, ["a=; Max-Age=0", "b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]);
  assertEquals(store.header(APP), "c=3");
});

Deno.test("CookieStore deletes expired cookies; Max-Age overrides Expires", () => {
  using time = new FakeTime("2026-03-04T05:06:07Z");
  const store = storeOf(
    "session=1",
    "age=2; Max-Age=60; Expires=Wed, 04 Mar 2026 05:06:08 GMT",
    "date=3; Expires=Wed, 04 Mar 2026 05:06:37 GMT",
  );
  assertEquals(store.names("app.example"), ["session", "age", "date"]);
  time.tick(30_000);
  assertEquals(store.names("app.example"), ["session", "age"]);
  time.tick(30_000);
  assertEquals(store.header(APP), "session=1");
});

Deno.test("CookieStore sends secure cookies only over HTTPS and to this machine", () => {
  const store = storeOf("a=1; Secure", "b=2");
  assertEquals(store.header(new URL("http://app.example/")), "b=2");
  const local = new URL("http://localhost:3000/");
  store.store(local, ["c=3; Secure"]);
  assertEquals(store.header(local), "c=3");
});

for (
  const [url, line, kept] of [
    ["https://a.example", "x=1; Secure", true],
    ["http://a.example", "x=1; Secure", false],
    ["http://127.0.0.1:1", "x=1; Secure", true],
    ["https://a.example", "x=1; SameSite=None", false],
    ["https://a.example", "x=1; SameSite=None; Secure", true],
    ["https://a.example", "__Secure-x=1", false],
    ["https://a.example", "__Secure-x=1; Secure; Path=/auth; Domain=a.example", true],
    ["https://a.example", "__Host-x=1; Secure; Path=/", true],
    ["https://a.example", "__Host-x=1; Path=/", false],
    ["https://a.example", "__Host-x=1; Secure; Path=/auth", false],
    ["https://a.example", "__Host-x=1; Secure; Path=/; Domain=a.example", false],
    ["http://a.example", "__Host-x=1; Secure; Path=/", false],
    ["https://a.example", "no-name", false],
    ["https://a.example", "", false],
  ] as const
) {
  Deno.test(`CookieStore ${kept ? "keeps" : "drops"} "${line}" from ${url}`, () => {
    const store = new CookieStore();
    store.store(new URL(url), [line]);
    assertEquals(store.list(new URL(url).hostname).length, kept ? 1 : 0);
  });
}

Deno.test("CookieStore sends cross-site requests the cookies that SameSite allows", () => {
  const store = storeOf(
    "strict=1; SameSite=Strict",
    "lax=2; SameSite=Lax",
    "default=3",
    "none=4; SameSite=None; Secure",
  );
  const header = (crossSite: boolean, method?: string) => store.header(APP, { crossSite, method });
  assertEquals(header(false, "POST"), "strict=1; lax=2; default=3; none=4");
  assertEquals(store.header(APP), header(false));
  assertEquals(header(true), "lax=2; default=3; none=4");
  assertEquals(header(true, "POST"), "none=4");
});

Deno.test("CookieStore.plant() follows the same rules", () => {
  const store = new CookieStore();
  store.plant("https://app.example", "a=1");
  store.plant("http://app.example", "__Host-b=1; Path=/");
  assertEquals(store.names("app.example"), ["a"]);
});
