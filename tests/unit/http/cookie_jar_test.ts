import { assertEquals } from "@std/assert";
import { cookieTable } from "../../../src/config/defaults.ts";
import { CHUNK_SIZE } from "../../../src/http/cookie.ts";
import { CookieJar } from "../../../src/http/cookie_jar.ts";

const NAME = "authjs.session-token";
const jarOf = (header = "", secure = false) => new CookieJar(header, cookieTable(secure));
const names = (jar: CookieJar) => jar.outgoing().map(({ name }) => name);
const brief = (jar: CookieJar) =>
  jar.outgoing().map(({ name, value, options }) => [name, value, options.maxAge]);

Deno.test("CookieJar.name() returns the effective name, with its suffix", () => {
  assertEquals(jarOf().name("state"), "authjs.state");
  assertEquals(jarOf().name("state", "x1"), "authjs.state.x1");
  assertEquals(jarOf("", true).name("csrfToken"), "__Host-authjs.csrf-token");
  const own = new CookieJar("", cookieTable(true, { sessionToken: { name: "mine" } }));
  assertEquals(own.name("sessionToken"), "mine");
});

Deno.test("CookieJar.get() returns only the value that the browser sent under that name", () => {
  const jar = jarOf("authjs.callback-url=https%3A%2F%2Fa; authjs.state.x=1; authjs.nonce=");
  assertEquals(jar.get("callbackUrl"), "https://a");
  assertEquals(jar.get("state"), undefined);
  assertEquals(jar.get("state", "x"), "1");
  assertEquals(jar.get("state", "y"), undefined);
  assertEquals(jar.get("nonce"), undefined, "an empty value is none");
  assertEquals(jar.get("csrfToken"), undefined);
  assertEquals(jarOf("__Host-authjs.csrf-token=a").get("csrfToken"), undefined);
});

Deno.test("CookieJar.get() joins the chunks of the session token only", () => {
  assertEquals(jarOf(`${NAME}.1=b; ${NAME}.0=a`).get("sessionToken"), "ab");
  assertEquals(jarOf("authjs.state.0=a; authjs.state.1=b").get("state"), undefined);
});

Deno.test("CookieJar.get() ignores scheduled changes", () => {
  const jar = jarOf("authjs.nonce=old");
  jar.set("nonce", "new");
  assertEquals(jar.get("nonce"), "old");
});

Deno.test("CookieJar.suffixes() returns the suffixes of a name", () => {
  const jar = jarOf("authjs.state.a=1; authjs.state=2; authjs.state.b.c=3; authjs.statex=4; x=5");
  assertEquals(jar.suffixes("state"), ["a", "b.c"]);
  assertEquals(jar.suffixes("nonce"), []);
});

Deno.test("CookieJar.set() merges attributes over those of the table", () => {
  const jar = jarOf();
  const expires = new Date();
  jar.set("state", "v", { sameSite: "none", secure: true, expires }, "x");
  assertEquals(jar.outgoing(), [{
    name: "authjs.state.x",
    value: "v",
    options: {
      httpOnly: true,
      sameSite: "none",
      path: "/",
      secure: true,
      maxAge: 900,
      expires,
    },
  }]);
});

Deno.test("CookieJar.set() keeps the order, and the last value of a name", () => {
  const jar = jarOf();
  jar.set("csrfToken", "1");
  jar.set("callbackUrl", "2");
  jar.set("csrfToken", "3");
  assertEquals(jar.outgoing().map(({ name, value }) => [name, value]), [
    ["authjs.csrf-token", "3"],
    ["authjs.callback-url", "2"],
  ]);
});

for (
  const [length, chunks] of [
    [1, [1]],
    [CHUNK_SIZE, [CHUNK_SIZE]],
    [CHUNK_SIZE + 1, [CHUNK_SIZE, 1]],
    [2 * CHUNK_SIZE, [CHUNK_SIZE, CHUNK_SIZE]],
    [2 * CHUNK_SIZE + 1, [CHUNK_SIZE, CHUNK_SIZE, 1]],
    [3 * CHUNK_SIZE + 681, [CHUNK_SIZE, CHUNK_SIZE, CHUNK_SIZE, 681]],
  ] as const
) {
  Deno.test(`CookieJar.set() splits a session token of ${length} into ${chunks.length}`, () => {
    const value = Array.from({ length }, (_, i) => String.fromCharCode(97 + i % 26)).join("");
    const jar = jarOf();
    jar.set("sessionToken", value);
    const set = jar.outgoing();
    assertEquals(set.map(({ value }) => value.length), [...chunks]);
    const expected = chunks.length === 1 ? [NAME] : chunks.map((_, i) => `${NAME}.${i}`);
    assertEquals(names(jar), expected);
    // The next request has the cookies that were set.
    const header = set.map(({ name, value }) => `${name}=${value}`).join("; ");
    assertEquals(jarOf(header).get("sessionToken"), value);
  });
}

Deno.test("CookieJar.set() splits no other cookie", () => {
  const jar = jarOf();
  jar.set("state", "x".repeat(2 * CHUNK_SIZE));
  assertEquals(names(jar), ["authjs.state"]);
});

Deno.test("CookieJar.set() removes extra chunks of a longer token", () => {
  const jar = jarOf(`${NAME}.0=a; ${NAME}.1=b; ${NAME}.2=c; ${NAME}.3=d; ${NAME}-other=e`);
  jar.set("sessionToken", "short");
  assertEquals(brief(jar), [
    [`${NAME}.0`, "", 0],
    [`${NAME}.1`, "", 0],
    [`${NAME}.2`, "", 0],
    [`${NAME}.3`, "", 0],
    [NAME, "short", undefined],
  ]);
  jar.set("sessionToken", "x".repeat(CHUNK_SIZE + 1));
  assertEquals(brief(jar).map(([name, , maxAge]) => [name, maxAge]), [
    [`${NAME}.0`, undefined],
    [`${NAME}.1`, undefined],
    [`${NAME}.2`, 0],
    [`${NAME}.3`, 0],
  ]);
});

Deno.test("CookieJar.set() removes the plain cookie when the token becomes chunks", () => {
  const jar = jarOf(`${NAME}=a`);
  jar.set("sessionToken", "x".repeat(CHUNK_SIZE + 1));
  assertEquals(brief(jar).map(([name, , maxAge]) => [name, maxAge]), [
    [NAME, 0],
    [`${NAME}.0`, undefined],
    [`${NAME}.1`, undefined],
  ]);
});

Deno.test("CookieJar.delete() deletes exactly the received cookies, with the cookie's attributes", () => {
  const jar = jarOf("__Host-authjs.nonce=a", true);
  jar.delete("nonce");
  jar.delete("state");
  assertEquals(jar.outgoing(), [{
    name: "__Host-authjs.nonce",
    value: "",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: true, maxAge: 0 },
  }]);
});

Deno.test("CookieJar.delete() deletes one suffix and keeps the others", () => {
  const jar = jarOf("authjs.state.a=1; authjs.state.b=2; authjs.state=3");
  jar.delete("state", "a");
  assertEquals(brief(jar), [["authjs.state.a", "", 0]]);
});

Deno.test("CookieJar.delete() removes scheduled cookies that the browser does not have", () => {
  const jar = jarOf();
  jar.set("callbackUrl", "x");
  jar.set("sessionToken", "x".repeat(CHUNK_SIZE + 1));
  jar.set("state", "x", {}, "a");
  jar.delete("sessionToken");
  jar.delete("state", "a");
  assertEquals(names(jar), ["authjs.callback-url"]);
});

Deno.test("CookieJar.delete() deletes every chunk, and no cookie that shares the name's beginning", () => {
  const jar = jarOf(`${NAME}=a; ${NAME}.0=b; ${NAME}.7=; ${NAME}.x=d; ${NAME}2=e`);
  jar.delete("sessionToken");
  assertEquals(brief(jar), [[NAME, "", 0], [`${NAME}.0`, "", 0], [`${NAME}.7`, "", 0]]);
});

const earlier = { name: "old", options: { path: "/", domain: "app.example" } };
const movingJar = (header: string, isKept = false) =>
  new CookieJar(header, cookieTable(false), { session: earlier, isPreserved: isKept });
const deletions = (jar: CookieJar) =>
  jar.outgoing().map(({ name, options }) => [name, options.maxAge, options.domain]);

Deno.test("CookieJar.get() returns the earlier session cookie where there is none of its own", () => {
  assertEquals(movingJar("old=a").get("sessionToken"), "a");
  assertEquals(movingJar("old.0=a; old.1=b").get("sessionToken"), "ab");
  assertEquals(movingJar("old=a; authjs.session-token=b").get("sessionToken"), "b");
  assertEquals(movingJar("").get("sessionToken"), undefined);
  assertEquals(jarOf("old=a").get("sessionToken"), undefined);
});

Deno.test("CookieJar.isEarlier tells in which cookie the session token is", () => {
  assertEquals(movingJar("old=a").isEarlier, true);
  assertEquals(movingJar("old=a; authjs.session-token=b").isEarlier, false);
  assertEquals(movingJar("").isEarlier, false);
  assertEquals(jarOf("old=a").isEarlier, false);
});

Deno.test("CookieJar.set() leaves an earlier session cookie that is kept, and delete() does not", () => {
  const jar = movingJar("old=a", true);
  assertEquals([jar.isEarlier, jar.staysEarlier], [true, true]);
  jar.set("sessionToken", "b");
  assertEquals(brief(jar).map(([name, value]) => [name, value]), [["authjs.session-token", "b"]]);
  jar.delete("sessionToken");
  assertEquals(deletions(jar), [["authjs.session-token", 0, undefined], ["old", 0, "app.example"]]);
  assertEquals(movingJar("old=a; authjs.session-token=b", true).staysEarlier, false);
  assertEquals(movingJar("old=a").staysEarlier, false);
});

Deno.test("CookieJar.earlierCsrfToken reads the cookie that the library before had", () => {
  const jar = (header: string, csrf?: string) =>
    new CookieJar(header, cookieTable(false), { csrf });
  assertEquals(jar("old-csrf=a|b", "old-csrf").earlierCsrfToken, "a|b");
  assertEquals(jar("old-csrf=a|b").earlierCsrfToken, undefined);
  assertEquals(jar("", "old-csrf").earlierCsrfToken, undefined);
});

Deno.test("CookieJar.delete() deletes the earlier session cookie with its attributes, and its own", () => {
  const moved = movingJar("old.0=a; old.1=b");
  moved.delete("sessionToken");
  assertEquals(deletions(moved), [
    ["authjs.session-token", 0, undefined],
    ["old.0", 0, "app.example"],
    ["old.1", 0, "app.example"],
  ]);
  const both = movingJar("old=a; authjs.session-token=b");
  both.delete("sessionToken");
  assertEquals(deletions(both), [
    ["authjs.session-token", 0, undefined],
    ["old", 0, "app.example"],
  ]);
  const other = movingJar("old=a");
  other.delete("csrfToken");
  assertEquals(deletions(other), []);
});

Deno.test("CookieJar.set() replaces the earlier session cookie", () => {
  const jar = movingJar("old=a");
  jar.set("sessionToken", "b");
  assertEquals(jar.outgoing().map(({ name, value }) => [name, value]), [
    ["authjs.session-token", "b"],
    ["old", ""],
  ]);
});
