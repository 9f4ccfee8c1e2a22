/**
 * Arbitrary tokens: only encrypted ones are decoded, and every failure is one of
 * the documented errors.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { decode, encode, getToken } from "../../mod.ts";
import { encryptJwe } from "../../src/base/crypto/jwe.ts";
import { deriveKey } from "../../src/base/crypto/keys.ts";
import { runs, SEED } from "./_seed.ts";

const secret = "a-secret-of-at-least-32-characters";
const salt = "authjs.session-token";
const DOCUMENTED = [
  "JWEInvalid",
  "JWEDecryptionFailed",
  "JWTExpired",
  "JWTClaimValidationFailed",
  "JWTInvalid",
];
const sealed = await encode({ token: { sub: "7" }, secret, salt });
const [HEADER] = sealed.split(".");

/** Result of `decode`: claims, or the name of its error. */
async function open(token: string): Promise<unknown> {
  try {
    return await decode({ token, secret, salt });
  } catch (error) {
    assert(error instanceof Error && DOCUMENTED.includes(error.name), `undocumented: ${error}`);
    assertEquals(error.message.includes(secret), false);
    return error.name;
  }
}

const part = fc.oneof(
  fc.base64String({ maxLength: 100 }).map((text) => text.replaceAll(/[+/=]/g, "_")),
  anyText({ maxLength: 20 }),
  fc.constantFrom("", HEADER!, ...sealed.split(".")),
);

const toPart = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Protected headers that are nearly valid. */
const header = fc.record({
  alg: fc.constantFrom("dir", "none", "A256KW", "PBES2-HS256+A128KW", "RSA-OAEP", 1, null),
  enc: fc.constantFrom("A256CBC-HS512", "A256GCM", "A128GCM", "none", 1, null),
  kid: fc.constantFrom(JSON.parse(atob(HEADER!)).kid, "other", 1, null, "__proto__"),
  zip: fc.constantFrom("DEF", undefined),
  crit: fc.constantFrom(["exp"], undefined),
}, { requiredKeys: [] }).map(toPart);

const token = fc.oneof(
  anyText({ maxLength: 200 }),
  fc.array(part, { maxLength: 7 }).map((parts) => parts.join(".")),
  fc.tuple(
    fc.oneof(
      header,
      fc.jsonValue().map((v) =>
        toPart(JSON.stringify(v).slice(0, 50))
          .replaceAll(/[^\w-]/g, "")
      ),
    ),
    fc.array(part, { minLength: 4, maxLength: 4 }),
  )
    .map(([first, rest]) => [first, ...rest].join(".")),
);

Deno.test(`decode(): rejects every token that encode() did not make, with the documented errors (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(token, async (text) => {
      const result = await open(text);
      if (text === "") assertEquals(result, null);
      else if (text !== sealed) assertEquals(typeof result, "string");
    }),
    { seed: SEED, numRuns: runs(3000) },
  );
});

Deno.test("decode(): rejects a token with any one character changed", async () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  for (let index = 0; index < sealed.length; index++) {
    const at = alphabet.indexOf(sealed[index]!);
    // The changed character differs in the highest bit, which is never padding.
    const other = alphabet[(at + 32) % 64]!;
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
    assertEquals(typeof await open(changed), "string", `a change at ${index} was accepted`);
  }
});

Deno.test("decode(): rejects a token that was shortened or extended", async () => {
  for (let length = 0; length < sealed.length; length++) {
    const result = await open(sealed.slice(0, length));
    assertEquals(typeof result, length === 0 ? "object" : "string");
  }
  for (const more of [".", "A", "=", " ", "\n", ".AAAA"]) {
    assertEquals(typeof await open(sealed + more), "string");
  }
});

Deno.test(`decode(): accepts objects with valid times and rejects any other content (seed ${SEED})`, async () => {
  const key = await deriveKey(secret, salt, "A256CBC-HS512");
  const time = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null));
  const content = fc.oneof(
    fc.json(),
    anyText(),
    fc.record({ exp: time, iat: time, nbf: time }, { requiredKeys: [] }).map((claims) =>
      JSON.stringify(claims)
    ),
  );
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      const result = await open(await encryptJwe(text, key));
      if (typeof result === "string") return;
      assertEquals(result, JSON.parse(text));
      assert(result !== null && typeof result === "object" && !Array.isArray(result));
      const { exp } = result as { exp?: unknown };
      assert(exp === undefined || (typeof exp === "number" && exp > Date.now() / 1000 - 60));
    }),
    { seed: SEED, numRuns: runs(2000) },
  );
});

Deno.test(`encode(), decode(): preserve any claims (seed ${SEED})`, async () => {
  const claims = fc.dictionary(
    fc.string({ unit: "grapheme" }).filter((name) => !["iat", "exp", "jti", "nbf"].includes(name)),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(claims, fc.string(), async (token, purpose) => {
      const text = await encode({ token, secret, salt: purpose });
      const { iat: _, exp: __, jti: ___, ...rest } = (await decode({
        token: text,
        secret,
        salt: purpose,
      }))!;
      assertEquals(rest, JSON.parse(JSON.stringify(token)));
    }),
    { seed: SEED, numRuns: runs(1000) },
  );
});

Deno.test(`getToken(): returns null for any cookie and any Authorization header (seed ${SEED})`, async () => {
  const value = fc.oneof(token, fc.constantFrom("Bearer", "Bearer ", "Bearer %", "Bearer x y"))
    .map((text) => text.replaceAll(/[^\x20-\x7e]/g, ""));
  await fc.assert(
    fc.asyncProperty(value, fc.boolean(), async (text, asCookie) => {
      const headers: Record<string, string> = asCookie
        ? { cookie: `${salt}=${text.replaceAll(";", "")}` }
        : { authorization: text.startsWith("Bearer") ? text : `Bearer ${text}` };
      const claims = await getToken({ req: { headers }, secret, salt });
      if (!text.includes(sealed)) assertEquals(claims, null);
    }),
    { seed: SEED, numRuns: runs(2000) },
  );
});
