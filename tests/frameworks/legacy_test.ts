/**
 * Sessions of next-auth 4 in every wrapper: the response moves them to the cookie of this
 * library, and a sign-out in the same request leaves none of the two.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { nextAuth4 } from "../../src/tools/migrate/next_auth_4.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { type OldApp, startOldApp } from "../flows/_next_auth_4.ts";
import type { App, Call } from "./_table.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";

const OLD = "next-auth.session-token";
const OWN = "authjs.session-token";
const secret = "a-secret-of-at-least-32-characters";
const config: AuthConfig = { providers: [], secret, trustHost: true, legacy: nextAuth4() };

let before: OldApp;
Deno.test.beforeAll(async () => {
  before = await startOldApp("http://localhost", secret);
});
Deno.test.afterAll(async () => await before[Symbol.asyncDispose]());

/** A browser with a session of next-auth, in two chunks. */
async function browserOf(app: App): Promise<CookieStore> {
  const claims = { sub: "7", name: "Ada", ballast: "x".repeat(3000) };
  const token = await before.encode({ token: claims, secret });
  const browser = new CookieStore();
  const chunks = [token.slice(0, 3933), token.slice(3933)];
  browser.store(
    new URL(app.origin),
    chunks.map((chunk, i) => `${OLD}.${i}=${chunk}; Path=/; HttpOnly; SameSite=Lax`),
  );
  return browser;
}

/** The sessions that the app read, and the session cookies that the browser has afterwards. */
async function visit(app: App, browser: CookieStore, calls: readonly Call[], isForm = false) {
  const url = new URL(app.origin);
  const headers: Record<string, string> = { cookie: browser.header(url) };
  if (isForm) {
    headers.origin = app.origin;
    headers["content-type"] = "application/x-www-form-urlencoded";
  }
  const method = isForm ? "POST" : "GET";
  const { reads, setCookies } = await app.visit({ method, headers, calls });
  browser.store(url, setCookies);
  const names = browser.header(url).split("; ").map((pair) => pair.split("=", 1)[0]!);
  return {
    reads: reads.map((session) => session?.user?.name),
    cookies: names.filter((name) => name.includes("session-token")),
  };
}

const read: Call = { call: "read" };
const signOut: Call = { call: "signOut" };

for (const wrapper of [...httpWrappers, ...portWrappers]) {
  Deno.test(`${wrapper.name}: a session of next-auth 4 moves to the cookie of this library`, async () => {
    const app = await wrapper.start({ ...config });
    try {
      const browser = await browserOf(app);
      const first = await visit(app, browser, [read, read]);
      assertEquals(first, { reads: ["Ada", "Ada"], cookies: [`${OWN}.0`, `${OWN}.1`] });
      const signedOut = await visit(app, browser, [signOut], true);
      assertEquals(signedOut.cookies, []);
    } finally {
      await app.close?.();
    }
  });

  Deno.test(`${wrapper.name}: a sign-out after a read of a session of next-auth 4 leaves no cookie`, async () => {
    const app = await wrapper.start({ ...config });
    try {
      const browser = await browserOf(app);
      assertEquals(await visit(app, browser, [read, signOut], true), {
        reads: ["Ada"],
        cookies: [],
      });
    } finally {
      await app.close?.();
    }
  });
}
