/**
 * Modules of the basic plan for OpenID Providers that no other test shows: what is sent in addition
 * changes nothing. Each is tried on `oidc-provider` too.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { decodeJwt } from "jose";
import { CHALLENGE, VERIFIER } from "./_differential_cases.ts";
import { ADA, CALLBACK, type Judged, SECRET } from "./_judged.ts";
import { startLive } from "./_live.ts";
import { startOracle } from "./_oracle.ts";

/** Parameters in addition to those of the code flow, by module. */
const MODULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "oidcc-ensure-other-scope-order-succeeds": { scope: "email profile openid" },
  "oidcc-display-page": { display: "page" },
  "oidcc-display-popup": { display: "popup" },
  "oidcc-ensure-request-with-unknown-parameter-succeeds": { extra: "foobar" },
  "oidcc-login-hint": { login_hint: "buffy@openid.example" },
  "oidcc-ui-locales": { ui_locales: "se" },
  "oidcc-claims-locales": { claims_locales: "se" },
  "oidcc-ensure-request-with-acr-values-succeeds": { acr_values: "urn:other:loa1" },
  "oidcc-claims-essential": { claims: '{"userinfo":{"name":{"essential":true}}}' },
};

interface Answer {
  readonly sub: string;
  readonly nonce: string;
  readonly idToken: string;
}

/** The code flow; the answer of userinfo is about the same user. */
async function codeFlow(site: Judged, more: Readonly<Record<string, string>>): Promise<Answer> {
  const metadata = await (await fetch(`${site.issuer}/.well-known/openid-configuration`)).json();
  const url = new URL(metadata.authorization_endpoint);
  const nonce = crypto.randomUUID();
  url.search = String(
    new URLSearchParams({
      client_id: "web",
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "openid profile email",
      state: "a-state",
      nonce,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      ...more,
    }),
  );
  const { searchParams } = await site.browse(url);
  assertEquals(searchParams.get("error"), null);
  assertEquals(searchParams.get("state"), "a-state");
  assertEquals(searchParams.get("iss"), site.issuer);
  const response = await fetch(metadata.token_endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`web:${SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: searchParams.get("code")!,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }),
  });
  const { access_token, id_token } = await response.json();
  const claims = decodeJwt(id_token);
  const user = await (await fetch(metadata.userinfo_endpoint, {
    headers: { authorization: `Bearer ${access_token}` },
  })).json();
  assertEquals(user.sub, claims.sub);
  assertEquals(user.name, ADA.name);
  assertEquals(claims.nonce, nonce);
  return { sub: user.sub, nonce, idToken: id_token };
}

for (const start of [startLive, startOracle]) {
  Deno.test(`basic plan: ${start.name}`, async (t) => {
    await using site = await start();
    for (const [module, more] of Object.entries(MODULES)) {
      await t.step(`${module}: the code flow goes on`, async () => {
        assertEquals((await codeFlow(site, more)).sub, ADA.id);
      });
    }
    await t.step("oidcc-prompt-none-logged-in: the same user, without a page", async () => {
      const first = await codeFlow(site, {});
      const { sub, idToken } = await codeFlow(site, { prompt: "none" });
      assertEquals(sub, first.sub);
      assertEquals(decodeJwt(idToken).auth_time, decodeJwt(first.idToken).auth_time);
    });
    await t.step("oidcc-id-token-hint: the same user, without a page", async () => {
      const first = await codeFlow(site, {});
      const hint = { prompt: "none", id_token_hint: first.idToken };
      assertEquals((await codeFlow(site, hint)).sub, first.sub);
    });
    await t.step("oidcc-scope-address, oidcc-scope-phone: neither is offered", async () => {
      const url = `${site.issuer}/.well-known/openid-configuration`;
      const { scopes_supported: scopes } = await (await fetch(url)).json();
      assert(!scopes.includes("address") && !scopes.includes("phone"));
    });
  });
}

Deno.test("basic plan: no answer to a post makes the browser post again (RFC 9700 §4.12)", async () => {
  await using site = await startLive();
  await codeFlow(site, {});
  assert(site.log.some((line) => line.startsWith("POST /auth/oauth/authorize 30")));
  assertEquals(site.log.filter((line) => / 30[78]$/.test(line)), []);
});
