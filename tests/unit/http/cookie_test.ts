import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../../_any_text.ts";
import {
  assertCookie,
  CHUNK_SIZE,
  chunkNames,
  CookieJar,
  joinChunks,
  parseCookies,
  serializeCookie,
} from "../../../src/http/cookie.ts";
import type { CookieAttributes } from "../../../src/types/options.ts";
import { cookieTable } from "../../../src/config/defaults.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const cookies = (record: Record<string, string>) => new Map(Object.entries(record));
const serialize = (options: CookieAttributes, value = "v", name = "n") =>
  serializeCookie({ name, value, options });

const headers: [string, string, Record<string, string>][] = [
  ["nothing", "", {}],
  ["one pair", "a=1", { a: "1" }],
  ["pairs", "a=1; b=2;c=3", { a: "1", b: "2", c: "3" }],
  ["white space around everything", "  a = 1 ;\tb =\t2 ", { a: "1", b: "2" }],
  ["empty segments", ";; ;a=1;;", { a: "1" }],
  ["a name without a value", "a; b=2; c", { b: "2" }],
  ["a value without a name", "=1; b=2", { b: "2" }],
  ["an empty value", "a=; b=2", { a: "", b: "2" }],
  ["equals signs in a value", "a=b=c==; d=4", { a: "b=c==", d: "4" }],
  ["the first of two equal names", "a=1; a=2", { a: "1" }],
  ["an empty first of two equal names", "a=; a=2", { a: "" }],
  ["quotes", 'a="1"; b="x y"', { a: "1", b: "x y" }],
  ["unpaired quotes", 'a="; b="1; c=1"; d=""', { a: '"', b: '"1', c: '1"', d: "" }],
  ["percent-encoding", "a=%7B%22x%22%7D; b=%E2%82%AC", { a: '{"x"}', b: "€" }],
  ["percent-encoding in quotes", 'a="%3B"', { a: ";" }],
  ["broken percent-encoding", "a=%; b=%zz; c=%E2%82; d=100%25", {
    a: "%",
    b: "%zz",
    c: "%E2%82",
    d: "100%",
  }],
  ["a name that is encoded", "a%3D=1", { "a%3D": "1" }],
  ["plus signs", "a=1+1", { a: "1+1" }],
  ["a separator inside quotes", 'a="x;y"', { a: '"x' }],
];
for (const [what, header, expected] of headers) {
  Deno.test(`parseCookies() reads ${what}`, () => {
    assertEquals(parseCookies(header), cookies(expected));
  });
}

Deno.test("parseCookies() treats names of prototype members as ordinary names", () => {
  const parsed = parseCookies("__proto__=1; constructor=2; hasOwnProperty=3; toString=4");
  assertEquals([...parsed.keys()], ["__proto__", "constructor", "hasOwnProperty", "toString"]);
  assertEquals(parsed.get("__proto__"), "1");
  assertEquals(parseCookies("a=1").get("constructor"), undefined);
  assertEquals(({} as Record<string, unknown>)["1"], undefined);
});

Deno.test("parseCookies() never throws, with any header", () => {
  fc.assert(fc.property(anyText({ maxLength: 200 }), (header) => {
    for (const [name, value] of parseCookies(header)) {
      assertEquals(typeof value, "string");
      assertEquals(name, name.trim());
      assert(name.length > 0 && !name.includes(";") && !name.includes("="));
    }
  }));
});

Deno.test("parseCookies() takes linear time for any header", () => {
  // Counts characters that a search may have read, instead of measuring time.
  let looked = 0;
  class Counted extends String {
    override indexOf(word: string, from = 0): number {
      const at = super.indexOf(word, from);
      looked += (at === -1 ? this.length : at) - from + 1;
      return at;
    }
  }
  for (const header of [";".repeat(20_000), `${";".repeat(20_000)}a=1`, "a;".repeat(10_000)]) {
    looked = 0;
    parseCookies(new Counted(header) as unknown as string);
    assert(looked < 10 * header.length, `${looked} characters for ${header.length}`);
  }
});

Deno.test("serializeCookie() writes values that parseCookies() returns unchanged", () => {
  const name = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,30}$/);
  const value = fc.string({ unit: "grapheme", maxLength: 100 });
  fc.assert(fc.property(name, value, (name, value) => {
    const text = serializeCookie({ name, value, options: {} });
    assertEquals(/^[\x21-\x7e]*$/.test(text) && !text.includes(";"), true);
    assertEquals(parseCookies(`${"x".repeat(31)}=1; ${text}; z=2`).get(name), value);
  }));
});

Deno.test("serializeCookie() writes attributes in the order of Auth.js", () => {
  const expires = new Date("2030-01-02T03:04:05.678Z");
  assertEquals(
    serialize({
      sameSite: "lax",
      priority: "high",
      partitioned: true,
      secure: true,
      httpOnly: true,
      expires,
      path: "/auth",
      domain: "app.example",
      maxAge: 900,
    }, "a b|c"),
    "n=a%20b%7Cc; Max-Age=900; Domain=app.example; Path=/auth; " +
      "Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly; Secure; Partitioned; Priority=High; " +
      "SameSite=Lax",
  );
  assertEquals(serialize({}), "n=v");
  assertEquals(
    serialize({ httpOnly: false, secure: false, partitioned: false, sameSite: false }),
    "n=v",
  );
});

for (
  const [what, options, expected] of [
    ["Max-Age=0, which deletes", { maxAge: 0 }, "n=v; Max-Age=0"],
    ["a Max-Age in whole seconds", { maxAge: 59.9 }, "n=v; Max-Age=59"],
    ["a Max-Age of 400 days at most", { maxAge: 1e10 }, "n=v; Max-Age=34560000"],
    ["a negative Max-Age", { maxAge: -1 }, "n=v; Max-Age=-1"],
    ["sameSite true as Strict", { sameSite: true }, "n=v; SameSite=Strict"],
    ["sameSite none", { sameSite: "none" }, "n=v; SameSite=None"],
    ["a domain with a dot in front", { domain: ".app.example" }, "n=v; Domain=.app.example"],
    ["a value with the app's encoding", { encode: (text: string) => `<${text}>` }, "n=<v>"],
  ] as [string, CookieAttributes, string][]
) {
  Deno.test(`serializeCookie() writes ${what}`, () => assertEquals(serialize(options), expected));
}

for (const name of ["", "a b", "a;b", "a=b", "a,b", 'a"b', "a\nb", "ä", "a(b)", "a@b", "a\u0000"]) {
  Deno.test(`assertCookie() refuses the name ${JSON.stringify(name)}`, () => {
    assertThrows(() => assertCookie(name, {}), TypeError, "name");
    assertThrows(() => serialize({}, "v", name), TypeError, "name");
  });
}

for (
  const [why, options, words] of [
    ["a domain with a port", { domain: "app.example:80" }, "domain"],
    ["a domain that ends the attribute", { domain: "a;b" }, "domain"],
    ["a domain with a line break", { domain: "a.example\n" }, "domain"],
    ["a domain of dots", { domain: ".." }, "domain"],
    ["a domain with a dash at the end", { domain: "a-.example" }, "domain"],
    ["a path without a slash", { path: "auth" }, "path"],
    ["an empty path", { path: "" }, "path"],
    ["a path that ends the attribute", { path: "/; Domain=evil.example" }, "path"],
    ["a path with a line break", { path: "/\r\nSet-Cookie: a=1" }, "path"],
    ["a path beyond ASCII", { path: "/ü" }, "path"],
    ["a maxAge that is not a number", { maxAge: NaN }, "maxAge"],
    ["an infinite maxAge", { maxAge: Infinity }, "maxAge"],
    ["a maxAge that is a string", { maxAge: "60" }, "maxAge"],
    ["an unknown sameSite", { sameSite: "sometimes" }, "sameSite"],
    ["sameSite in capitals", { sameSite: "Lax" }, "sameSite"],
  ] as unknown as [string, CookieAttributes, string][]
) {
  Deno.test(`assertCookie() refuses ${why}`, () => {
    const error = assertThrows(() => assertCookie("name", options), TypeError, words);
    assert((error as Error).message.includes('"name"'), "the message names the cookie");
  });
}

Deno.test("assertCookie() enforces the rules of the __Host- prefix", () => {
  assertCookie("__Host-a", { path: "/", secure: true });
  const words = "__Host-";
  assertThrows(() => assertCookie("__Host-a", { path: "/auth" }), TypeError, words);
  assertThrows(
    () => assertCookie("__Host-a", { path: "/", domain: "a.example" }),
    TypeError,
    words,
  );
  assertCookie("__Secure-a", { path: "/auth", domain: "a.example", secure: true });
});

Deno.test("CHUNK_SIZE leaves room for the longest name and all attributes in 4096 bytes", () => {
  const line = serialize(
    {
      path: "/",
      expires: new Date("2030-09-30T23:59:59Z"),
      httpOnly: true,
      secure: true,
      sameSite: "strict",
    },
    "x".repeat(CHUNK_SIZE),
    "__Secure-authjs.session-token.99",
  );
  assertEquals(CHUNK_SIZE, 3936);
  assert(line.length <= 4096, `${line.length}`);
});

const joins: [string, Record<string, string>, string][] = [
  ["nothing", { other: "1" }, ""],
  ["the plain cookie", { s: "plain" }, "plain"],
  ["one chunk", { "s.0": "a" }, "a"],
  ["chunks in any order", { "s.2": "c", "s.0": "a", "s.1": "b" }, "abc"],
  ["more than ten chunks by number", {
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`s.${i}`, String.fromCharCode(97 + i)]),
    ),
  }, "abcdefghijkl"],
  ["chunks beside a stale plain cookie", { s: "stale", "s.0": "a", "s.1": "b" }, "ab"],
  ["chunks up to the first gap", { "s.0": "a", "s.2": "c" }, "a"],
  ["chunks up to the first empty one", { "s.0": "a", "s.1": "", "s.2": "c" }, "a"],
  ["the plain cookie when chunk 0 is missing", { s: "plain", "s.1": "b" }, "plain"],
  ["the plain cookie when chunk 0 is empty", { s: "plain", "s.0": "" }, "plain"],
  [
    "nothing of cookies that share the prefix",
    { "s-x": "1", sx: "2", "s.x": "3", "s.00": "4" },
    "",
  ],
];
for (const [what, record, expected] of joins) {
  Deno.test(`joinChunks() returns ${what}`, () => {
    assertEquals(joinChunks(cookies(record), "s"), expected);
  });
}

Deno.test("chunkNames() returns only the cookie and its chunks", () => {
  const all = cookies({
    "a.s": "",
    s: "1",
    "s.0": "2",
    "s.12": "",
    "s.999": "3",
    "s.1000": "",
    "s.": "",
    "s.x": "",
    "s.0x": "",
    "s.-1": "",
    "s.0.0": "",
    "s-other": "",
    sx: "",
    S: "",
  });
  assertEquals(chunkNames(all, "s"), ["s", "s.0", "s.12", "s.999"]);
  assertEquals(chunkNames(new Map(), "s"), []);
});

Deno.test("chunkNames() uses the name as a string, not as a pattern", () => {
  assertEquals(chunkNames(cookies({ "axb": "", "a.b": "", "a.b.0": "" }), "a.b"), ["a.b", "a.b.0"]);
});

Deno.test("parseCookies() drops spaces and tabs around a name, and no other white space", () => {
  const cookies = parseCookies("\t a =1;\xa0__Host-b=2; \x0bc=3;d\x85=4");
  assertEquals([...cookies], [["a", "1"], ["\xa0__Host-b", "2"], ["\x0bc", "3"], ["d\x85", "4"]]);
});

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
