import { assertEquals } from "@std/assert";
import { makeSignature, symmetricEncrypt } from "better-auth/crypto";
import { fromHex, toHex } from "../../../../src/base/crypto/bytes.ts";
import {
  deriveKey,
  openSealed,
  signedValue,
} from "../../../../src/tools/migrate/better_auth_secret.ts";

const OLD = "the-old-secret-of-the-app-that-was-there";
const NEW = "the-new-secret-of-the-app-that-was-there";

const one = await symmetricEncrypt({ key: OLD, data: "naïve" });
const versioned = await symmetricEncrypt({
  key: { keys: new Map([[2, NEW]]), currentVersion: 2 },
  data: "naïve",
});

for (const [name, sealed, secret] of [["one secret", one, OLD], ["versions", versioned, NEW]]) {
  Deno.test(`openSealed() opens what Better Auth has sealed, with ${name}`, async () => {
    assertEquals(await openSealed(["another", secret!], sealed!), "naïve");
    assertEquals(await openSealed([secret!, "another"], sealed!), "naïve");
    assertEquals(await openSealed(["another"], sealed!), undefined);
    assertEquals(await openSealed([], sealed!), undefined);
    const last = sealed!.at(-1) === "0" ? "1" : "0";
    assertEquals(await openSealed([secret!], sealed!.slice(0, -1) + last), undefined);
  });
}

Deno.test("openSealed() takes other texts for none that was sealed", async () => {
  for (const text of ["", "gho_abc", "ab", "zz".repeat(60), "$ba$x$abcd", '["a-b"]']) {
    assertEquals(await openSealed([OLD], text), undefined, text);
  }
});

Deno.test("deriveKey() computes the vector of the draft of XChaCha", () => {
  const key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const derived = deriveKey(fromHex(key), fromHex("000000090000004a0000000031415927"));
  assertEquals(
    toHex(derived),
    "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc",
  );
});

Deno.test("signedValue() signs as Better Auth does", async () => {
  const token = "i1VNIcew89Yjl0S2JnNb8pUwXnSbS98I";
  assertEquals(await signedValue(OLD, token), `${token}.${await makeSignature(token, OLD)}`);
});
