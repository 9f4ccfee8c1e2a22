/**
 * Apps that change the `domain` of a cookie while browsers hold cookies of the scope before: those
 * come first, and no response that knows the new scope alone would end them.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { cookieTable } from "../../src/config/defaults.ts";
import { CookieJar } from "../../src/http/cookie.ts";
import Credentials from "../../src/providers/credentials.ts";
import type { CookieKey } from "../../src/types/cookies.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const ORIGIN = "https://app.site.example";
const DOMAIN = "site.example";

/** The cookies of a browser with their scopes; the oldest come first, as RFC 6265 §5.4 says. */
function createBrowser(config: () => AuthConfig) {
  const cookies = new Map<string, string>();
  const send = async (path: string, fields?: Record<string, string>) => {
    const cookie = [...cookies].map(([key, value]) => `${key.split(" ")[0]}=${value}`).join("; ");
    const response = await Auth(
      new Request(ORIGIN + path, {
        headers: { cookie },
        ...fields ? { method: "POST", body: new URLSearchParams(fields) } : {},
      }),
      config(),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      const key = `${name} ${/; Domain=([^;]+)/i.exec(line)?.[1] ?? "host"}`;
      if (value === "" || /Max-Age=0\b/i.test(line)) cookies.delete(key);
      else cookies.set(key, value!);
    }
    return await response.json().catch(() => null);
  };
  const csrf = async () => (await send("/auth/csrf")).csrfToken as string;
  return {
    cookies,
    name: async () => (await send("/auth/session"))?.user?.name as string | undefined,
    signIn: async (name: string) => {
      await send("/auth/callback/credentials", { csrfToken: await csrf(), name });
    },
    signOut: async () => void await send("/auth/signout", { csrfToken: await csrf() }),
    scopes: () =>
      [...cookies.keys()].filter((key) => key.includes("session-token"))
        .map((key) => key.split(" ")[1]).sort(),
  };
}

function createApp(strategy: Strategy) {
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    providers: [Credentials({
      authorize: async ({ name }) => {
        const email = `${name}@example.com`;
        const id = String(name);
        return await adapter.getUserByEmail(email) ??
          await adapter.createUser({ id, name: id, email, emailVerified: null });
      },
    })],
    adapter,
    session: { strategy },
    callbacks: {
      // Some sessions need several cookies.
      jwt: ({ token }) => ({ ...token, pad: token.name === "long" ? "x".repeat(3000) : "" }),
    },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  };
  let domain: string | undefined;
  return {
    scope: (next: string | undefined) => void (domain = next),
    browser: createBrowser(() => ({
      ...config,
      ...domain ? { cookies: { sessionToken: { options: { domain } } } } : {},
    })),
  };
}

for (const strategy of STRATEGIES) {
  for (const [before, after] of [[undefined, DOMAIN], [DOMAIN, undefined]]) {
    const what = after ? "added" : "removed";
    for (const first of strategy === "jwt" ? ["ada", "long"] : ["ada"]) {
      Deno.test(`cookies: after a domain is ${what}, the newest session counts, and one is left (${strategy}, ${first})`, async () => {
        using time = new FakeTime();
        const { browser, scope } = createApp(strategy);
        scope(before);
        await browser.signIn(first);
        assertEquals(await browser.name(), first);
        scope(after);
        assertEquals(await browser.name(), first, "nobody is signed out");
        time.tick(5_000);
        await browser.signIn("bob");
        assertEquals(await browser.name(), "bob");
        if (after) assertEquals(browser.scopes(), [DOMAIN]);
        time.tick(5_000);
        // The next write knows of both.
        await browser.signIn("eve");
        assertEquals(await browser.name(), "eve");
        assertEquals(browser.scopes(), [after ?? "host"]);
        await browser.signOut();
        assertEquals(await browser.name(), undefined);
        assertEquals(browser.scopes(), []);
      });
    }
  }
}

const KEYS = Object.keys(cookieTable(false)) as CookieKey[];

for (const key of KEYS) {
  Deno.test(`CookieJar ends both scopes of "${key}", and reads all values`, () => {
    const { name } = cookieTable(false)[key];
    const own = { [key]: { options: { domain: DOMAIN } } };
    const header = `${name}=old; ${name}=new; other=1; other=2`;
    const scoped = new CookieJar(header, cookieTable(false, own));
    assertEquals(scoped.all(key), ["old", "new"]);
    scoped.set(key, "value");
    assertEquals(
      scoped.outgoing().map(({ value, options }) => [value, options.domain]),
      [["", undefined], ["value", DOMAIN]],
    );
    scoped.delete(key);
    assertEquals(scoped.outgoing().map(({ value, options }) => [value, options.domain]), [
      ["", undefined],
      ["", DOMAIN],
    ]);
    const bare = new CookieJar(header, cookieTable(false), { origin: "https://app.site.example" });
    bare.delete(key);
    assertEquals(bare.outgoing().map(({ options }) => options.domain), [
      "app.site.example",
      "site.example",
      undefined,
    ]);
    // What is not configured, and not sent twice, costs no cookie.
    for (const jar of [cookieTable(false), cookieTable(false, own)]) {
      const empty = new CookieJar("", jar, { origin: "https://app.site.example" });
      empty.set(key, "value");
      assertEquals(empty.outgoing().length, 1);
    }
    const once = new CookieJar(`${name}=old`, cookieTable(false), {
      origin: "https://app.site.example",
    });
    once.set(key, "value");
    assertEquals(once.outgoing().length, 1);
  });
}

Deno.test("CookieJar reads a thousand values of one name as a few", () => {
  const header = Array.from({ length: 1000 }, (_, index) => `authjs.session-token=${index}`);
  const jar = new CookieJar(header.join("; "), cookieTable(false));
  assertEquals(jar.get("sessionToken"), "0");
  assert(jar.all("sessionToken").length <= 9);
});

Deno.test("CookieJar tries no scope above an address or a name of one label", () => {
  for (const host of ["127.0.0.1", "[::1]", "localhost", ""]) {
    const jar = new CookieJar("authjs.nonce=a; authjs.nonce=b", cookieTable(false), {
      origin: host && `https://${host}`,
    });
    jar.delete("nonce");
    assertEquals(jar.outgoing().length, 1, host);
  }
});
