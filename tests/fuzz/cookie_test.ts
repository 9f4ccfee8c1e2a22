/**
 * Parsing and serialization of arbitrary cookies.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { cookieTable } from "../../src/config/defaults.ts";
import {
  chunkNames,
  CookieJar,
  joinChunks,
  parseCookies,
  serializeCookie,
} from "../../src/http/cookie.ts";
import type { Cookie } from "../../src/types/internal.ts";
import { runs, SEED } from "./_seed.ts";

const options = { seed: SEED, numRuns: runs(3000) };

/** Strings that are close to the cookie grammar. */
const header = fc.oneof(
  anyText({ maxLength: 200 }),
  fc.array(
    fc.constantFrom(
      "a",
      "b.0",
      "b.1",
      "=",
      ";",
      " ",
      '"',
      "%",
      "%41",
      "%E0%A4",
      "\t",
      ",",
      "\u0000",
    ),
    { maxLength: 40 },
  ).map((parts) => parts.join("")),
);

const name = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,20}$/);
/** Well-formed strings, like all values that are written to cookies. */
const value = fc.string({ unit: "grapheme", maxLength: 60 });

/** Cookie header of a browser that received these `Set-Cookie` values. */
function toHeader(cookies: readonly Cookie[]): string {
  return cookies.map((cookie) => serializeCookie(cookie).split("; ")[0]).join("; ");
}

Deno.test(`parseCookies(): parses any header (seed ${SEED})`, () => {
  fc.assert(
    fc.property(header, (text) => {
      for (const [name, value] of parseCookies(text)) {
        assert(name.length > 0 && name === name.trim());
        assertEquals(typeof value, "string");
      }
    }),
    options,
  );
});

Deno.test(`joinChunks(), chunkNames(): accept any set of cookies (seed ${SEED})`, () => {
  fc.assert(
    fc.property(header, fc.constantFrom("a", "b", "__proto__", ""), (text, name) => {
      const cookies = parseCookies(text);
      assertEquals(typeof joinChunks(cookies, name), "string");
      for (const chunk of chunkNames(cookies, name)) assert(cookies.has(chunk));
    }),
    options,
  );
});

Deno.test(`serializeCookie(): parseCookies() returns the serialized value (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([name]) => name }), (pairs) => {
      const cookies = pairs.map(([name, value]) => ({ name, value, options: {} }));
      assertEquals([...parseCookies(toHeader(cookies))], pairs);
    }),
    options,
  );
});

Deno.test(`serializeCookie(): a value cannot add an attribute (seed ${SEED})`, () => {
  fc.assert(
    fc.property(name, value, (name, value) => {
      const line = serializeCookie({ name, value, options: { path: "/", httpOnly: true } });
      assertEquals(line.split(";").slice(1), [" Path=/", " HttpOnly"]);
      assert(/^[\x21-\x7e ]*$/.test(line));
    }),
    options,
  );
});

Deno.test(`CookieJar: stores a session token of any length, with any previous cookies (seed ${SEED})`, () => {
  const table = cookieTable(true);
  const token = fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.stringMatching(/^[\w.-]{1,8}$/))
    .map(([length, unit]) => unit.repeat(length).slice(0, length));
  fc.assert(
    fc.property(token, token, (before, after) => {
      const first = new CookieJar("", table);
      first.set("sessionToken", before);
      const second = new CookieJar(toHeader(first.outgoing()), table);
      assertEquals(second.get("sessionToken"), before);
      second.set("sessionToken", after);
      const held = new Map(first.outgoing().map((cookie) => [cookie.name, cookie]));
      for (const cookie of second.outgoing()) {
        assert(serializeCookie(cookie).length <= 4096, "a cookie that browsers drop");
        if (cookie.options.maxAge === 0) held.delete(cookie.name);
        else held.set(cookie.name, cookie);
      }
      const third = new CookieJar(toHeader([...held.values()]), table);
      assertEquals(third.get("sessionToken"), after);
      third.delete("sessionToken");
      assertEquals(third.outgoing().map(({ name }) => name).sort(), [...held.keys()].sort());
    }),
    { seed: SEED, numRuns: runs(300) },
  );
});
