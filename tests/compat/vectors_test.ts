import { assertEquals } from "@std/assert";
import { sha256Hex } from "../../src/base/crypto/hash.ts";
import { deriveKey } from "../../src/base/crypto/keys.ts";
import { decode } from "../../src/jwt.ts";

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const keys: [string, string, string][] = [
  [
    "authjs.session-token",
    "b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025131e90695ff072a9d148f1511c7a4981a85b63a628311da1fa7ccfc49c47c2bb",
    "7x9DUMVaEU6giab0l0OWDt4e4SsRH_cbwMof2EzEyy6onK5o8xSPPB799RVoqm2v6z674kQCv9jom2T8S-a1dQ",
  ],
  [
    "__Secure-authjs.session-token",
    "0d8bf2d720367891eda6b7cc8f1960cf3fac4c0e5972e05c0ea71f835d01d69a60b8d258a71a473d46b0eec5ed3dfe45a7bcfbe54ccfa14f50206f3af0f777f5",
    "7E3YIGAxRtn6djTGy1UjZrFvXELHKzM9vfWl0nQ4b88EsnrmmX0grN0VKis7G3fjgB626TXm_lEtBG1N0E7Xyg",
  ],
  [
    "encodedState",
    "873919037dab91c0520af9b5dbaa5c3642b0ee31f816a0b08fc766b788879243af6b009a41598809c140510bd5f782dfe391ce3792140318fad4e4cd6b6d99a4",
    "ze1rGMPGVDubcXDnXo8NkdIqeDyuSSG3mI5gRPgxRiRlgDu9MMjrpKw4-pNomgcTqiQZlith1dCysR6uVPfKfg",
  ],
  [
    "authjs.pkce.code_verifier",
    "09799f2f3a147ee04564cb6fffa0f9d14e3b1228c3dc92ae2838e1b924780d7b13448c326d049b0df2d7385ed7c0821d74098064c3ab4f990139c66a959a2e7a",
    "blHTc0EpRsZL_cVRMKg-_-3TOPHVevUguReQuKZ58UCzr9SJHtE5y5AiBLIcLq2eom37tW3_mHzTE-OPXXZ76g",
  ],
];

for (const [salt, key, kid] of keys) {
  Deno.test(`vector: key and key id for the purpose "${salt}"`, async () => {
    const derived = await deriveKey("secret", salt, "A256CBC-HS512");
    assertEquals(hex(derived.bytes), key);
    assertEquals(derived.kid, kid);
  });
}

Deno.test("vector: the 32-byte key of older tokens", async () => {
  const derived = await deriveKey("secret", "authjs.session-token", "A256GCM");
  assertEquals(
    hex(derived.bytes),
    "b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025",
  );
  assertEquals(derived.kid, "tgdt-VLOTRviBTc4vwSS-WjOhg14Bq0M6tGDvSzfdgs");
});

Deno.test("vector: decode() reads a recorded token", async () => {
  const token =
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiN3g5RFVNVmFFVTZnaWFiMGwwT1dEdDRlNFNzUkhfY2J3TW9mMkV6RXl5Nm9uSzVvOHhTUFBCNzk5UlZvcW0ydjZ6Njc0a1FDdjlqb20yVDhTLWExZFEifQ..negfqU7FrW11nJJfd4-oXw.0GYR5K-5a_iTxhHnKMLJ4e_bVgxr1PggkgGe6pLFKUuelJou3AVS9idIF5SJJ0nmoPR1Qz_Hccewu3p2GRFUhH0YEnAM6SrC-e8wGiXVN1w6Hnxa7CSeFULTHil1mEyXuJtAR5K7FYqPJYppqXt7yEy5t3NwNXok3MgiGNh35CO_8UM3XzExQtNz3CZ7EXGsesHZCwXaoTtFgg_0EAwDzQ.DO4PPApkX7AqaPA4n-cb1_9OZZJqz3kJybA-MWZtbd4";
  assertEquals(await decode({ token, secret: "secret", salt: "authjs.session-token" }), {
    name: "Ada",
    email: "ada@example.com",
    picture: null,
    sub: "42",
    iat: 1795227789,
    exp: 4950987789,
    jti: "ef925ad3-ed4d-425c-9a35-91324635e019",
  });
});

const hashes: [string, string][] = [
  ["a".repeat(64) + "secret", "903c1490e042a075338b0e597cd889260f671063edb09ab070d2634e8277cf9c"],
  ["a".repeat(64) + "new,old", "9c18442e55a051fa6f99bbf245176c408ce1d26bb8b56656a77fb79e2029ab12"],
  ["tok123" + "secret", "9477bc40e1bac557a95b436c1559a2d01a0709c67969dd278601327992993df2"],
];
for (const [text, hash] of hashes) {
  Deno.test(`vector: hash of "${text.slice(-12)}"`, async () => {
    assertEquals(await sha256Hex(text), hash);
  });
}
