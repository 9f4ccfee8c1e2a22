/**
 * ID tokens of a refresh: a provider may send one, and it must fit the one before.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse OpenID Connect Core §12.2}
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import { createTokensApp, type TokensApp } from "../flows/_tokens.ts";

type Claims = Record<string, unknown>;

/** An ID token that the provider has signed, with changed claims. */
async function idTokenWith({ op, newBrowser }: TokensApp, change: (claims: Claims) => void) {
  op.idp.hostile.idTokenClaims = change;
  await newBrowser().signIn("idp");
  op.idp.hostile.idTokenClaims = undefined;
  return [...op.sent].findLast((token) => token.startsWith("ey"))!;
}

async function createRig() {
  const app = await createTokensApp("adapter, token sessions");
  app.op.expiresIn = 100;
  const browser = app.newBrowser();
  await browser.signIn("idp");
  const ask = () => getAccessToken(app.request(browser), app.config);
  const answer = { access_token: "new", token_type: "bearer", expires_in: 3600 };
  return { app, browser, ask, answer };
}

/** With words of the error for what the sign-in refuses too, in the same words. */
const refused: [what: string, change: (claims: Claims) => void, words?: string][] = [
  ["of another issuer", (claims) => claims.iss = "https://other.example"],
  ["about another subject", (claims) => claims.sub = "8"],
  ["for another client", (claims) => claims.aud = "other-client"],
  ["with another authorized party", (claims) => claims.azp = "other-client", '"azp" is not the'],
  ["with an empty subject", (claims) => claims.sub = "", '"sub" is empty'],
  [
    "issued in the far future",
    (claims) => claims.iat = Number(claims.exp) + 3600,
    "in the future by this server's clock",
  ],
  [
    "that has expired",
    (claims) => claims.exp = Number(claims.iat) - 3600,
    "seconds in the past, and",
  ],
  ["without an expiry", (claims) => delete claims.exp],
];

for (const [what, change, words = ""] of refused) {
  Deno.test(`refresh: an ID token ${what} is refused with its answer`, async () => {
    const { app, browser, ask, answer } = await createRig();
    const idToken = await idTokenWith(app, change);
    const atSignIn = app.errors.map((error) => Deno.inspect(error)).join("\n");
    assertStringIncludes(atSignIn, words);
    using time = new FakeTime(Date.now());
    time.tick(100_000);
    app.op.fails = () => Response.json({ ...answer, id_token: idToken });
    const error = await assertRejects(ask, TokenRefreshError);
    assertEquals(error.remedy, "configure");
    assertStringIncludes(error.message, words);
    assertEquals((await browser.session())?.user?.name, "Grace");
    app.op.fails = undefined;
    assert((await ask())?.accessToken !== "new");
  });
}

Deno.test("refresh: an ID token of the same user and client is accepted, and so is none", async () => {
  const { app, ask, answer } = await createRig();
  const idToken = await idTokenWith(app, () => {});
  using time = new FakeTime(Date.now());
  time.tick(100_000);
  app.op.fails = () => Response.json({ ...answer, id_token: idToken });
  const token = await ask();
  assertEquals([token?.accessToken, token?.idToken], ["new", idToken]);
  time.tick(3600_000);
  app.op.fails = () => Response.json({ ...answer, access_token: "newer" });
  assertEquals((await ask())?.idToken, idToken);
});
