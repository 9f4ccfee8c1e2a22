import { assertEquals } from "@std/assert";
import { createSigner } from "../../src/tools/testing/idp_keys.ts";
import type { HostileModes, IdpOptions } from "../../src/tools/testing/mod.ts";
import {
  APP,
  assertRefusal,
  assertRefused,
  assertSignsIn,
  createRig,
  removeKeyIds,
} from "./_rig.ts";

const provider = { authorization: { params: { response_mode: "form_post" } } };
const rs256: IdpOptions = { algorithm: "RS256" };
const other = await createSigner("RS256");

type Claims = Record<string, unknown>;

/** Modules of the basic plan whose ID token or userinfo is accepted. */
const accepted: [module: string, HostileModes, IdpOptions?][] = [
  ["oidcc-client-test", {}],
  ["oidcc-client-test-kid-absent-single-jwks", { signature: "no-kid", keys: removeKeyIds }, rs256],
  ["oidcc-client-test-idtoken-sig-rs256", {}, rs256],
  [
    "oidcc-client-test-scope-userinfo-claims",
    { idTokenClaims: (claims: Claims) => void delete claims.name },
  ],
];

for (const [module, hostile, idp] of accepted) {
  Deno.test(`form_post: ${module} is accepted`, async () => {
    await assertSignsIn(
      await createRig({ provider: { ...provider, idToken: false }, hostile, idp }),
    );
  });
}

/** Modules of the basic plan whose ID token or userinfo is refused. */
const refused: [module: string, HostileModes, RegExp, IdpOptions?][] = [
  [
    "oidcc-client-test-invalid-iss",
    { idTokenClaims: (claims: Claims) => void (claims.iss = "https://evil.example") },
    /"iss"/,
  ],
  [
    "oidcc-client-test-missing-sub",
    { idTokenClaims: (claims: Claims) => void delete claims.sub },
    /"sub"/,
  ],
  [
    "oidcc-client-test-invalid-aud",
    { idTokenClaims: (claims: Claims) => void (claims.aud = "another-client") },
    /"aud"/,
  ],
  [
    "oidcc-client-test-missing-iat",
    { idTokenClaims: (claims: Claims) => void delete claims.iat },
    /"iat"/,
  ],
  [
    "oidcc-client-test-kid-absent-multiple-jwks",
    {
      signature: "no-kid",
      keys(keys) {
        keys.push({ ...other.publicJwk });
        removeKeyIds(keys);
      },
    },
    /multiple applicable keys found/,
    rs256,
  ],
  ["oidcc-client-test-idtoken-sig-none", { signature: "none" }, /alg|Invalid JWT/],
  [
    "oidcc-client-test-invalid-sig-rs256",
    { signature: "bad" },
    /signature verification failed/,
    rs256,
  ],
  [
    "oidcc-client-test-userinfo-invalid-sub",
    { userinfoClaims: (claims: Claims) => void (claims.sub = "another-user") },
    /"sub"/,
  ],
  [
    "oidcc-client-test-nonce-invalid",
    { idTokenClaims: (claims: Claims) => void (claims.nonce = "x") },
    /"nonce"/,
  ],
];

for (const [module, hostile, reason, idp] of refused) {
  Deno.test(`form_post: ${module} is refused`, async () => {
    const rig = await createRig({ provider: { ...provider, idToken: false }, hostile, idp });
    await assertRefused(rig, reason);
  });
}

Deno.test("form_post: an error of the provider leads to the sign-in page", async () => {
  const rig = await createRig({
    provider,
    hostile: {
      authorization(params) {
        params.delete("code");
        params.set("error", "login_required");
      },
    },
  });
  const query = { max_age: "0", prompt: "none" };
  const start = new URL(await rig.browser.start("test", { callbackUrl: "/after", query }));
  assertEquals(start.searchParams.get("max_age"), "0");
  assertEquals(start.searchParams.get("prompt"), "none");
  const landing = await rig.browser.visit(start.href);
  assertEquals(landing.trail[1]?.url, `${APP}/auth/callback/test`, "the error was not posted");
  const page =
    "/auth/signin?error=OAuthCallbackError&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
  await assertRefusal(rig, landing, /login_required/, page);
});

Deno.test("form_post: a posted answer is refused unless the provider has the mode", async () => {
  const rig = await createRig();
  const start = await rig.browser.start("test", { callbackUrl: "/after" });
  const landing = await rig.browser.visit(`${start}&response_mode=form_post`);
  assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration&code=InvalidCheck`);
  assertEquals(await rig.browser.session(), null);
  assertEquals(rig.idp.count("token"), 0);
});

Deno.test("form_post: a cross-site POST with the answer signs in", async () => {
  const rig = await createRig({ provider });
  const landing = await assertSignsIn(rig);
  assertEquals(landing.trail.map(({ status }) => status), [200, 302, 200]);
});

Deno.test("form_post: only the attempt's cookie has SameSite=None", async () => {
  const { browser } = await createRig({ provider });
  await browser.start("test", { callbackUrl: "/after" });
  for (const { name, sameSite } of browser.cookies.list("app.example")) {
    assertEquals(sameSite, name.includes(".state.") ? "none" : "lax", name);
  }
});

Deno.test("form_post: an answer in the query is refused", async () => {
  const rig = await createRig({ provider });
  const start = new URL(await rig.browser.start("test"));
  start.searchParams.delete("response_mode");
  const landing = await rig.browser.visit(start.href);
  assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration&code=InvalidCheck`);
  assertEquals(await rig.browser.session(), null);
});
