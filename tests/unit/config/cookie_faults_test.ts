import { assertEquals } from "@std/assert";
import { faultsOfCookies } from "../../../src/config/cookie_faults.ts";
import { cookieTable } from "../../../src/config/defaults.ts";
import type { CookieAttributes } from "../../../src/types/options.ts";

const faults = (isHttps: boolean, options: CookieAttributes, name?: string) =>
  faultsOfCookies(
    cookieTable(isHttps, { sessionToken: { options, ...name ? { name } : {} } }),
    isHttps,
  );

Deno.test("faultsOfCookies() finds none in the defaults", () => {
  for (const isHttps of [true, false]) {
    assertEquals(faultsOfCookies(cookieTable(isHttps), isHttps), []);
  }
});

Deno.test("faultsOfCookies() finds cookies that browsers drop", () => {
  assertEquals(faults(false, { sameSite: "none" }), [
    '`cookies.sessionToken` has `sameSite: "none"` without `secure`',
  ]);
  assertEquals(faults(false, { sameSite: "none", secure: true }), []);
  assertEquals(faults(true, { sameSite: "none" }), []);
  assertEquals(faults(true, { secure: false }), [
    "`cookies.sessionToken` is named __Secure-authjs.session-token without `secure`",
  ]);
  assertEquals(faults(false, {}, "__Host-app"), [
    "`cookies.sessionToken` is named __Host-app without `secure`",
  ]);
});

Deno.test("faultsOfCookies() finds session cookies that others can read", () => {
  assertEquals(faults(true, { secure: false }, "app"), [
    "`cookies.sessionToken` has `secure: false`",
  ]);
  assertEquals(faults(false, { secure: false }, "app"), []);
  assertEquals(faults(false, { httpOnly: false }), [
    "`cookies.sessionToken` has `httpOnly: false`",
  ]);
});
