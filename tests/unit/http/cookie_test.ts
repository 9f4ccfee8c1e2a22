import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../../_any_text.ts";
import {
  assertCookie,
  CHUNK_SIZE,
  chunkNames,
  joinChunks,
  parseCookies,
  serializeCookie,
} from "../../../src/http/cookie.ts";
import type { CookieAttributes } from "../../../src/types/options.ts";

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
