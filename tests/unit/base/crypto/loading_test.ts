import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../../../src/base/crypto/hash.ts";
import { decryptJwe, encryptJwe } from "../../../../src/base/crypto/jwe.ts";
import { deriveKey } from "../../../../src/base/crypto/keys.ts";
import { USES_BEFORE_LOADING } from "../../../../src/base/crypto/runtime.ts";

// In a file of its own: the module is loaded once per process.
Deno.test("nodeCrypto() may appear at any use: keys, tokens and hashes stay the same", async () => {
  const secrets = ["a-secret-of-at-least-32-characters"];
  const key = await deriveKey(secrets[0]!, "purpose", "A256CBC-HS512");
  const tokens: string[] = [];
  const hashes = new Set<string>();
  let synchronous = 0;
  for (let i = 0; i < USES_BEFORE_LOADING; i++) {
    const made = encryptJwe(`text ${i}`, key);
    if (typeof made === "string") synchronous++;
    tokens.push(await made);
    hashes.add(await sha256Hex("abc"));
    const read = Math.floor(i / 2);
    assertEquals(await decryptJwe(tokens[read]!, secrets, "purpose"), {
      text: `text ${read}`,
      index: 0,
    });
  }
  assert(synchronous > 0 && synchronous < USES_BEFORE_LOADING, `${synchronous} by node:crypto`);
  assertEquals(hashes.size, 1);
});
