/**
 * Access tokens of a provider, which are kept in records: one that is fresh, and one that is
 * refreshed. The provider is a function that answers at once.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { type AuthConfig, customFetch, encode } from "../../../mod.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import { getAccessToken } from "../../../src/frameworks/server.ts";
import { save } from "../../../src/capabilities/tokens/record.ts";
import { fetchHeaders, Jar, ORIGIN } from "../_browser.ts";
import { claimsOf, inTurns, SECRET, SESSION_COOKIE, USERS } from "../_users.ts";
import type { Prepare, Workload } from "../_workload.ts";
import { KeepTokens } from "../../../src/capabilities/tokens/mod.ts";

/** @param minimumSeconds `Infinity` refreshes at each call */
function accessToken(minimumSeconds: number): Prepare {
  return async () => {
    let refreshes = 0;
    const answer: typeof fetch = () =>
      Promise.resolve(Response.json({
        access_token: `token ${++refreshes}`,
        token_type: "bearer",
        expires_in: 3600,
      }));
    const config: AuthConfig = {
      providers: [{
        id: "op",
        name: "OP",
        type: "oauth",
        clientId: "id",
        clientSecret: "secret",
        authorization: "https://op.example/authorize",
        token: "https://op.example/token",
        userinfo: "https://op.example/userinfo",
        [customFetch]: answer,
      }],
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      tokens: KeepTokens(),
      secret: SECRET,
      trustHost: true,
    };
    const resolved = resolveConfig(config);
    const lists = [];
    for (let index = 0; index < USERS; index++) {
      const claims = claimsOf(index);
      await save(resolved, resolved.records!, claims.sub, {
        provider: "op",
        providerAccountId: claims.sub,
        type: "oauth",
        access_token: "token 0",
        refresh_token: "refresh",
        expires_at: Math.floor(Date.now() / 1000) + 3600,
      });
      const proof = { at: 1, methods: ["fed"], provider: "op" };
      const token = { ...claims, session_proof: proof };
      const value = await encode({ token, secret: SECRET, salt: SESSION_COOKIE });
      lists.push(fetchHeaders(new Jar([[SESSION_COOKIE, value]])));
    }
    const next = inTurns(lists);
    const request = () => new Request(`${ORIGIN}/page`, { headers: next() });
    const run = async (request: Request) => {
      const token = await getAccessToken(request, config, { minimumSeconds });
      assertEquals(token?.accessToken, `token ${refreshes}`);
    };
    await run(request());
    assertEquals(refreshes, minimumSeconds === Infinity ? 1 : 0);
    return { request, run };
  };
}

export const accessTokens: Workload[] = [
  {
    id: "access-token-fresh",
    label: "`getAccessToken`, fresh token",
    targets: {},
    contenders: { ours: accessToken(60) },
  },
  {
    id: "access-token-refresh",
    label: "`getAccessToken`, refresh",
    targets: {},
    contenders: { ours: accessToken(Infinity) },
  },
];
