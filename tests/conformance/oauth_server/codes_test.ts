/**
 * Codes of the authorization endpoint: once, for one client, one redirect URI and one minute (RFC 6749
 * §4.1.2, RFC 9700 §2.1.1).
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { assertRefused, CALLBACK, createServer, FILES, MCP } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createProver,
  createUser,
  open,
  proven,
  redeem,
  refreshFields,
  WEB,
} from "./_tokens.ts";

Deno.test("code: it gives tokens that the guarded server accepts, and no cache keeps them", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const answer = await rig.post("oauth/token", codeFields(await rig.code(userId)));
  assertEquals(answer.status, 200);
  assertMatch(answer.headers.get("cache-control")!, /no-store/);
  assertEquals(answer.headers.getSetCookie(), []);
  const tokens = await answer.json();
  assertEquals([tokens.token_type, tokens.expires_in, tokens.scope], [
    "Bearer",
    600,
    "project:read",
  ]);
  assert(tokens.refresh_token && !tokens.id_token);
  const who = await (await assertAsked(rig, tokens.access_token, 200)).json();
  assertEquals(who, { id: userId, via: "token", scopes: ["project:read"] });
});

Deno.test("code: a second use is refused, and ends nothing within ten seconds", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const code = await rig.code(await createUser(rig));
  const { access_token } = await redeem(rig, code);
  time.tick(9_000);
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  await assertAsked(rig, access_token, 200);
});

Deno.test("code: a later use ends every token that came from it", async () => {
  const entries: string[] = [];
  const rig = createServer({}, { events: { audit: ({ name }) => void entries.push(name) } });
  using time = new FakeTime();
  const code = await rig.code(await createUser(rig));
  const { access_token, refresh_token } = await redeem(rig, code);
  time.tick(10_001);
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  await assertAsked(rig, access_token, 401);
  await assertRefused(await rig.post("oauth/token", refreshFields(refresh_token)), "invalid_grant");
  assert(entries.includes("oauth.reused"));
});

Deno.test("code: one that was guessed gives nothing and ends nothing", async () => {
  const rig = createServer();
  await assertRefused(await rig.post("oauth/token", codeFields("guess")), "invalid_grant");
});

Deno.test("code: it expires after a minute", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const userId = await createUser(rig);
  const [first, second] = [await rig.code(userId), await rig.code(userId)];
  time.tick(59_000);
  await redeem(rig, first);
  time.tick(1_001);
  await assertRefused(await rig.post("oauth/token", codeFields(second)), "invalid_grant");
});

Deno.test("code: another client gets nothing, and has used it up", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig));
  const told = await assertRefused(
    await rig.post("oauth/token", codeFields(code, WEB)),
    "invalid_grant",
  );
  // As for a code that was guessed: it says nothing of the grant.
  assertEquals(
    told,
    await assertRefused(await rig.post("oauth/token", codeFields("guess", WEB)), "invalid_grant"),
  );
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
});

Deno.test("code: a client with a secret that does not authenticate gets nothing and uses up nothing", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig), { client: "web" });
  await assertRefused(
    await rig.post("oauth/token", codeFields(code, { client_id: "web" })),
    "invalid_client",
  );
  await redeem(rig, code, WEB);
});

for (
  const [name, redirect_uri] of [
    ["another registered one", "http://127.0.0.1/callback"],
    ["one with a query", `${CALLBACK}?x=1`],
    ["one with a slash at its end", `${CALLBACK}/`],
    ["one in another case", CALLBACK.toUpperCase()],
  ] as const
) {
  Deno.test(`code: redirect URI: ${name} gives nothing, and has used up the code`, async () => {
    const rig = createServer();
    const code = await rig.code(await createUser(rig));
    const wrong = codeFields(code, { redirect_uri });
    await assertRefused(await rig.post("oauth/token", wrong), "invalid_grant");
    await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  });
}

Deno.test("code: the redirect URI may be left out, since the verifier says which request it is of", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  for (const redirect_uri of [undefined, ""]) {
    await redeem(rig, await rig.code(userId), { redirect_uri });
  }
  const code = await rig.code(userId);
  const without = { redirect_uri: undefined, code_verifier: "a".repeat(43) };
  await assertRefused(await rig.post("oauth/token", codeFields(code, without)), "invalid_grant");
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
});

Deno.test("code: without a code, the request is refused", async () => {
  const answer = await createServer().post("oauth/token", codeFields(""));
  await assertRefused(answer, "invalid_request");
});

Deno.test("code: a parameter that occurs twice is refused", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig));
  const fields = codeFields(code, { code: [code, code] });
  await assertRefused(await rig.post("oauth/token", fields), "invalid_request");
});

Deno.test("code: it is no refresh token, and a refresh token is no code", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const code = await rig.code(userId);
  await assertRefused(await rig.post("oauth/token", refreshFields(code)), "invalid_grant");
  const { refresh_token } = await redeem(rig, code);
  await assertRefused(await rig.post("oauth/token", codeFields(refresh_token)), "invalid_grant");
});

Deno.test("code: a client without the grant is refused before the code is taken", async () => {
  const clients = { own: { redirectUris: [CALLBACK], grants: ["refresh"] as const } };
  const rig = createServer({ clients });
  const code = await rig.code(await createUser(rig));
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "unauthorized_client");
});

Deno.test("code: a client without the grant for refresh tokens gets none", async () => {
  const clients = { own: { redirectUris: [CALLBACK], grants: ["code"] as const } };
  const rig = createServer({ clients });
  const tokens = await redeem(rig, await rig.code(await createUser(rig)));
  assertEquals(tokens.refresh_token, undefined);
});

Deno.test("code: one that is bound to a key needs a proof of that key", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const [own, other] = [await createProver(), await createProver()];
  const { access_token } = await redeemWith(rig, await rig.code(userId), await proven(own));
  const { jkt } = open(access_token).claims.cnf;
  const bound = async () => await rig.code(userId, { jkt });
  await assertRefused(
    await rig.post("oauth/token", codeFields(await bound())),
    "invalid_dpop_proof",
  );
  await assertRefused(
    await rig.post("oauth/token", codeFields(await bound()), await proven(other)),
    "invalid_grant",
  );
  assertEquals((await redeemWith(rig, await bound(), await proven(own))).token_type, "DPoP");
});

Deno.test("code: an unknown grant type, a body of JSON and parameters in the query are refused", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig));
  for (const grant_type of ["password", "implicit", "constructor"]) {
    const fields = codeFields(code, { grant_type });
    await assertRefused(await rig.post("oauth/token", fields), "unsupported_grant_type");
  }
  await assertRefused(
    await rig.send("oauth/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(codeFields(code)),
    }),
    "invalid_request",
  );
  const query = new URLSearchParams(codeFields(code) as Record<string, string>);
  // Nothing of a query counts.
  await assertRefused(await rig.post(`oauth/token?${query}`, {}), "invalid_client");
  await redeem(rig, code);
});

Deno.test("code: the endpoint answers at the origin of the issuer alone", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig));
  const body = new URLSearchParams(codeFields(code) as Record<string, string>);
  const response = await rig.send("https://evil.example/auth/oauth/token", {
    method: "POST",
    body,
  });
  assertEquals(response.status, 404);
  const tokens = await redeem(rig, code, { resource: MCP });
  assertEquals(open(tokens.access_token).claims.iss, "https://app.example");
});

Deno.test("code: one that was refused for its resource is used up", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig));
  const fields = codeFields(code, { resource: FILES });
  await assertRefused(await rig.post("oauth/token", fields), "invalid_target");
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
});

async function redeemWith(
  rig: ReturnType<typeof createServer>,
  code: string,
  headers: Record<string, string>,
) {
  const response = await rig.post("oauth/token", codeFields(code), headers);
  const body = await response.json();
  assertEquals(response.status, 200, JSON.stringify(body));
  return body;
}
