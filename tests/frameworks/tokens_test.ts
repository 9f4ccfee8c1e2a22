/**
 * `getAccessToken` of every wrapper, where the session token holds the tokens: the response
 * carries the refreshed ones.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { type AuthConfig, encode } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { seal } from "../../src/capabilities/tokens/stored_tokens.ts";
import { createRefreshingIdp, providerOf } from "../flows/_tokens.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

const COOKIE = "authjs.session-token";
const secret = "a-secret-of-at-least-32-characters";

/** The cookie of a session whose access token has expired. */
async function expiredSession(config: AuthConfig): Promise<string> {
  const kept = {
    provider: "idp",
    providerAccountId: "7",
    accessToken: "old",
    tokenType: "bearer",
    expiresAt: Math.floor(Date.now() / 1000) - 1,
    refreshToken: "once",
    idTokens: [],
    signedInAt: Date.now(),
  };
  const token = {
    sub: "7",
    name: "Ada",
    session_proof: { at: 1, methods: ["fed"], provider: "idp" },
    session_tokens: await seal(resolveConfig(config), { idp: { kept } }),
  };
  return `${COOKIE}=${await encode({ token, secret, salt: COOKIE })}; Path=/; HttpOnly`;
}

for (const wrapper of [...httpWrappers, ...portWrappers]) {
  Deno.test(`${wrapper.name}: the response carries refreshed tokens`, async () => {
    const op = await createRefreshingIdp();
    const answer = { access_token: "new", token_type: "bearer", expires_in: 3600 };
    op.fails = () => Response.json({ ...answer, refresh_token: "next" });
    const config: AuthConfig = {
      providers: [providerOf(op)],
      tokens: KeepTokens(),
      secret,
      trustHost: true,
    };
    const session = await expiredSession({ ...config });
    const app = await wrapper.start(config);
    try {
      const url = new URL(app.origin);
      const browser = new CookieStore();
      browser.store(url, [session]);
      for (let visit = 0; visit < 3; visit++) {
        const headers = { cookie: browser.header(url) };
        const calls = [{ call: "token" }, { call: "read" }] as const;
        const { token, reads, setCookies } = await app.visit({ method: "GET", headers, calls });
        browser.store(url, setCookies);
        assertEquals(token?.accessToken, "new");
        assertEquals(reads[0]?.user?.name, "Ada");
        assertEquals(setCookies.some((line) => line.startsWith(COOKIE)), visit === 0);
      }
      assertEquals(op.presented, ["once"]);
    } finally {
      await app.close?.();
    }
  });
}
