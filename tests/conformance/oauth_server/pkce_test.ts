/**
 * PKCE at the token endpoint (RFC 7636, RFC 9700 §2.1.1): always, and with S256 alone.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { sha256Base64url } from "../../../src/base/crypto/hash.ts";
import { assertRefused, CHALLENGE, createServer, VERIFIER } from "./_rig.ts";
import { codeFields, createUser, redeem, WEB } from "./_tokens.ts";

/** Texts that are no verifier of the challenge. */
const WRONG: readonly (readonly [name: string, verifier: string])[] = [
  ["another one", VERIFIER.replace("d", "e")],
  ["the challenge itself, as with `plain`", CHALLENGE],
  ["the verifier with more behind it", `${VERIFIER}A`],
  ["the verifier without its end", VERIFIER.slice(0, -1)],
  ["the verifier in another case", VERIFIER.toLowerCase()],
  ["the verifier with a space", ` ${VERIFIER}`],
];

for (const [name, code_verifier] of WRONG) {
  Deno.test(`PKCE: ${name} gives nothing, and has used up the code`, async () => {
    const rig = createServer();
    const code = await rig.code(await createUser(rig));
    const wrong = codeFields(code, { code_verifier });
    await assertRefused(await rig.post("oauth/token", wrong), "invalid_grant");
    await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  });
}

Deno.test("PKCE: without a verifier nothing is given, and the code is not used up", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig));
  for (const code_verifier of [undefined, ""]) {
    const without = codeFields(code, { code_verifier });
    await assertRefused(await rig.post("oauth/token", without), "invalid_request");
  }
  await redeem(rig, code);
});

Deno.test("PKCE: a client with a secret needs it too", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const without = codeFields(await rig.code(userId, { client: "web" }), {
    ...WEB,
    code_verifier: undefined,
  });
  await assertRefused(await rig.post("oauth/token", without), "invalid_request");
  const wrong = codeFields(await rig.code(userId, { client: "web" }), {
    ...WEB,
    code_verifier: VERIFIER.replace("d", "e"),
  });
  await assertRefused(await rig.post("oauth/token", wrong), "invalid_grant");
  await redeem(rig, await rig.code(userId, { client: "web" }), WEB);
});

Deno.test("PKCE: a verifier of fewer than 43 or more than 128 characters gives nothing", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  for (const length of [1, 42, 129]) {
    const code_verifier = "a".repeat(length);
    const challenge = await sha256Base64url(code_verifier);
    const fields = codeFields(await rig.code(userId, { challenge }), { code_verifier });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  }
  for (const length of [43, 128]) {
    const code_verifier = "a".repeat(length);
    const challenge = await sha256Base64url(code_verifier);
    await redeem(rig, await rig.code(userId, { challenge }), { code_verifier });
  }
});

Deno.test("PKCE: characters that no verifier has give nothing", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  for (const character of ["+", "/", "=", "é", "\0"]) {
    const code_verifier = "a".repeat(43) + character;
    const challenge = await sha256Base64url(code_verifier);
    const fields = codeFields(await rig.code(userId, { challenge }), { code_verifier });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  }
});

Deno.test("PKCE: no method can be named at the token endpoint", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig), { challenge: VERIFIER });
  const fields = codeFields(code, { code_challenge_method: "plain" });
  await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
});

Deno.test("PKCE: the verifier of another code gives nothing", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const other = "b".repeat(43);
  const code = await rig.code(userId, { challenge: await sha256Base64url(other) });
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  const answer = await redeem(rig, await rig.code(userId));
  assertEquals(answer.token_type, "Bearer");
});
