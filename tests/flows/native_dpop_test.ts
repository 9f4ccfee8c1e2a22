/**
 * Tokens that are bound to a key of the client: alone they open nothing.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { createProofKey, type ProofKey } from "../_dpop.ts";
import { APP } from "./_flow.ts";
import { createAda, createNativeApp, enter, type NativeApp } from "./_native.ts";
import { STRATEGIES } from "./_strategies.ts";

const CALL = `${APP}/auth/native/call`;
const TOKEN = `${APP}/auth/native/token`;
const API = `${APP}/api`;

const enterWith = async (app: NativeApp, key: ProofKey) =>
  await enter(app, { headers: { dpop: await key.prove("POST", CALL) } });

for (const strategy of STRATEGIES) {
  Deno.test(`DPoP, ${strategy}: a bound access token needs its proof`, async () => {
    const app = createNativeApp(strategy);
    await createAda(app);
    const key = await createProofKey();
    const { accessToken, tokenType } = await enterWith(app, key);
    assertEquals(tokenType, "DPoP");
    const unbound = await enter(app);
    const ask = async (
      scheme: string,
      token: string,
      dpop?: string,
      required = false,
    ) => {
      const request = new Request(API, {
        headers: { authorization: `${scheme} ${token}`, ...dpop === undefined ? {} : { dpop } },
      });
      const who = await app.auth.authenticate(request, {
        accept: ["bearer"],
        ...required ? { dpop: "required" } : {},
      });
      return who.ok ? "in" : who.reason;
    };
    const other = await createProofKey();
    const prove = (from = key, url = API, token = accessToken) => from.prove("GET", url, token);
    assertEquals(await ask("DPoP", accessToken, await prove()), "in");
    assertEquals(await ask("DPoP", accessToken, await prove(), true), "in");
    assertEquals(await ask("Bearer", accessToken, await prove()), "proof-missing");
    assertEquals(await ask("Bearer", accessToken), "proof-missing");
    assertEquals(await ask("DPoP", accessToken), "proof-missing");
    assertEquals(await ask("DPoP", accessToken, await prove(other)), "proof-wrong");
    assertEquals(
      await ask("DPoP", accessToken, await prove(key, API.replace("https", "http"))),
      "proof-url",
    );
    assertEquals(
      await ask("DPoP", accessToken, await prove(key, API, unbound.accessToken)),
      "proof-wrong",
    );
    const proof = await prove();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => ask("DPoP", accessToken, proof)),
    );
    assertEquals(all.filter((one) => one === "in").length, 1);
    assertEquals(all.filter((one) => one === "proof-replayed").length, 49);
    const bare = unbound.accessToken;
    assertEquals(await ask("DPoP", bare, await prove(key, API, bare)), "not-accepted");
    assertEquals(await ask("Bearer", bare), "in");
    assertEquals(await ask("Bearer", bare, undefined, true), "proof-missing");
  });

  Deno.test(`DPoP, ${strategy}: a refresh and a call need the same key`, async () => {
    const app = createNativeApp(strategy);
    await createAda(app);
    const key = await createProofKey();
    const other = await createProofKey();
    const { accessToken, refreshToken } = await enterWith(app, key);
    const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
    assertEquals((await app.token(fields)).error, "invalid_dpop_proof");
    const wrong = await app.token(fields, { dpop: await other.prove("POST", TOKEN) });
    assertEquals(wrong.error, "invalid_grant");
    const far = await app.token(fields, { dpop: await key.prove("POST", CALL) });
    assertEquals(far.error, "invalid_dpop_proof");
    const next = await app.token(fields, { dpop: await key.prove("POST", TOKEN) });
    assertEquals([next.status, next.token_type], [200, "DPoP"], JSON.stringify(next));
    const call = async (headers: Record<string, string>) =>
      await app.call({ path: "session", headers });
    const authorization = `DPoP ${accessToken}`;
    const proven = { authorization, dpop: await key.prove("POST", CALL, accessToken) };
    const good = await call(proven);
    assertEquals([good.httpStatus, good.body?.user?.email], [200, "ada@example.com"]);
    assertEquals((await call(proven)).error, "invalid_dpop_proof");
    assertEquals((await call({ authorization })).error, "invalid_token");
    const bearer = await call({ authorization: `Bearer ${accessToken}` });
    assertEquals([bearer.httpStatus, bearer.error], [401, "invalid_token"]);
    const challenge = bearer.headers.get("www-authenticate");
    assert(challenge?.includes("DPoP algs="), challenge ?? "none");
  });
}

Deno.test("DPoP: a proof that is not valid begins no session", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const answer = await app.call({
    path: "callback/password",
    method: "POST",
    body: {},
    headers: { dpop: "none" },
  });
  assertEquals([answer.httpStatus, answer.error], [400, "invalid_dpop_proof"]);
  assertEquals(await app.auth.sessions.list(id), []);
});
