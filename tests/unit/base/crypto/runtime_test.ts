import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { hmacSha1, sha256Base64url, sha256Hex } from "../../../../src/base/crypto/hash.ts";
import { decryptJwe } from "../../../../src/base/crypto/jwe.ts";
import { deriveKey } from "../../../../src/base/crypto/keys.ts";
import { nodeCrypto, USES_BEFORE_LOADING } from "../../../../src/base/crypto/runtime.ts";
import { runWithoutNode } from "./_without_node.ts";

Deno.test("nodeCrypto() returns null for the first uses, then the module, looked up once", () => {
  const first = Array.from({ length: USES_BEFORE_LOADING }, nodeCrypto);
  assertEquals(first.filter((module) => module !== null), []);
  const node = nodeCrypto();
  assertEquals(typeof node?.createCipheriv, "function");
  assertStrictEquals(nodeCrypto(), node);
});

Deno.test("nodeCrypto() is optional: hashes, keys and tokens are the same without it", async () => {
  const texts = ["", "abc", "Grüße 🔑", "x".repeat(5000)];
  const secrets = ["a-secret-of-at-least-32-characters"];
  const outcome = await runWithoutNode({ texts, tokens: [], secrets, salt: "purpose" });
  assertEquals(outcome.isAway, true);
  assertEquals(outcome.kid, (await deriveKey(secrets[0]!, "purpose", "A256CBC-HS512")).kid);
  for (const [i, text] of texts.entries()) {
    const { hex, base64url, mac, token } = outcome.made[i]!;
    assertEquals(hex, await sha256Hex(text));
    assertEquals(base64url, await sha256Base64url(text));
    assertEquals(mac, await hmacSha1(secrets[0]!, text));
    assertMatch(token, /^[\w-]+\.\.[\w-]{22}\.[\w-]+\.[\w-]{43}$/);
    assertEquals(await decryptJwe(token, secrets, "purpose"), { text, index: 0 });
  }
});
