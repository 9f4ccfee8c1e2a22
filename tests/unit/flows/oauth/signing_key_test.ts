import { assert, assertEquals, assertFalse, assertRejects } from "@std/assert";
import { exportJWK, generateKeyPair } from "jose";
import { toKeyPair, toSigningKey } from "../../../../src/flows/oauth/signing_key.ts";
import type { PrivateJwk } from "../../../../src/types/mod.ts";

async function createJwk(alg: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return await exportJWK(privateKey) as PrivateJwk;
}

/** One key for all algorithms with RSA: it takes long to make. */
const rsa = await createJwk("RS256");

for (const alg of ["ES256", "ES384", "ES512", "Ed25519", "PS256", "PS512", "RS256"]) {
  Deno.test(`toKeyPair() imports a JWK for ${alg}, whose private key cannot be exported`, async () => {
    const jwk = { .../^[RP]S/.test(alg) ? rsa : await createJwk(alg), alg };
    const { privateKey, publicKey } = await toKeyPair(jwk, "dpop`");
    assertEquals([privateKey.extractable, publicKey.extractable], [false, true]);
    assertEquals([privateKey.usages, publicKey.usages], [["sign"], ["verify"]]);
    assertEquals((await crypto.subtle.exportKey("jwk", publicKey)).d, undefined);
  });
}

Deno.test("toKeyPair() ignores members that say what a key is for", async () => {
  const jwk = { ...await createJwk("ES256"), use: "enc", key_ops: ["verify"], ext: false };
  assertEquals((await toKeyPair(jwk, "dpop`")).privateKey.type, "private");
});

Deno.test("toKeyPair() imports a JWK once", async () => {
  const jwk = await createJwk("ES256");
  const [one, other] = await Promise.all([toKeyPair(jwk, "dpop`"), toKeyPair(jwk, "dpop`")]);
  assert(one === other);
});

Deno.test("toKeyPair() rejects what cannot be imported, without a part of the key", async () => {
  const jwk = await createJwk("ES256");
  for (
    const broken of [{ ...jwk, d: "!!!secret" }, { ...jwk, x: undefined }, { ...jwk, kty: "" }]
  ) {
    const error = await assertRejects(
      () => toKeyPair(broken, 'dpop` of "op"'),
      TypeError,
      'Cannot use `dpop` of "op": it is not a valid private key for signatures',
    );
    assertFalse(Deno.inspect(error).includes("secret"));
  }
});

Deno.test("toSigningKey() keeps the key id of each form", async () => {
  const { privateKey } = await generateKeyPair("ES256");
  assertEquals(await toSigningKey(privateKey, ""), { key: privateKey });
  assertEquals(await toSigningKey({ key: privateKey, kid: "1" }, ""), {
    key: privateKey,
    kid: "1",
  });
  const { key, kid } = await toSigningKey({ ...await createJwk("ES256"), kid: "2" }, "");
  assertEquals([key.type, kid], ["private", "2"]);
});
