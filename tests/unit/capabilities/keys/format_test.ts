import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  formatKey,
  isPrefix,
  makeHint,
  newKeyId,
  newSecret,
  parseKey,
} from "../../../../src/capabilities/keys/format.ts";
import { createKeyApp, keyOf, outcome, signIn } from "./_keys.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const randomText = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint32Array(length)), (one) => DIGITS[one % 62]).join("");

Deno.test("formatKey(): id, secret and checksum of a fixed key", () => {
  const parts = { id: "0123456789abcdef", secret: "A".repeat(43) };
  const text = formatKey("acme", parts);
  // The CRC-32 of "acme_k1_0123456789abcdef" and 43 "A", by zlib.
  assertEquals(text, `acme_k1_0123456789abcdef${"A".repeat(43)}2cFOVJ`);
  assertEquals(parseKey("acme", text), parts);
});

Deno.test("parseKey(): every changed character makes it none", () => {
  const text = formatKey("acme", { id: newKeyId(), secret: newSecret() });
  for (let at = 0; at < text.length; at++) {
    for (const other of ["0", "z", "_", "é", " "]) {
      if (text[at] === other) continue;
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      assertEquals(parseKey("acme", changed), undefined, changed);
    }
  }
  for (const other of [text.slice(1), `${text}0`, text.slice(0, -1), "", text.toUpperCase()]) {
    assertEquals(parseKey("acme", other), undefined, other);
  }
  assertEquals(parseKey("other", text), undefined);
  assertEquals(parseKey("acm", text), undefined);
  assertEquals(parseKey("acne", text), undefined);
});

Deno.test("newSecret(): 43 characters, which use all digits", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 500; i++) {
    const secret = newSecret();
    assertMatch(secret, /^[0-9A-Za-z]{43}$/);
    assertMatch(newKeyId(), /^[0-9A-Za-z]{16}$/);
    for (const digit of secret) seen.add(digit);
  }
  assertEquals(seen.size, 62);
});

Deno.test("hintOf(): names neither the secret nor the whole id", () => {
  assertEquals(makeHint("acme", "abcdefghijklmnop"), "acme_k1_abcd…");
});

Deno.test("isPrefix(): 2 to 16 characters of a-z and 0-9", () => {
  for (const prefix of ["ab", "acme", "a1b2", "a".repeat(16)]) assert(isPrefix(prefix), prefix);
  for (const other of ["a", "a".repeat(17), "Acme", "a_b", "", "é1", undefined, 12]) {
    assert(!isPrefix(other), String(other));
  }
});

Deno.test("authenticate: 10,000 false keys cost no read of the store", async () => {
  const app = createKeyApp();
  app.calls.length = 0;
  for (let i = 0; i < 10_000; i++) {
    assertEquals(await outcome(app, `acme_k1_${randomText(65)}`), "unknown");
  }
  assertEquals(app.calls, []);
});

Deno.test("authenticate: a key with a right checksum and a wrong secret reads, and says the same", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { key } = await keyOf(app, ada.id);
  const answerOf = async (id: string) => {
    const secret = formatKey("acme", { id, secret: newSecret() });
    const headers = { authorization: `Bearer ${secret}` };
    const who = await app.auth.authenticate(new Request("https://app.example/", { headers }), {
      accept: ["key"],
    });
    assert(!who.ok);
    const answer = who.response();
    return [who.reason, answer.status, [...answer.headers], await answer.text()];
  };
  app.calls.length = 0;
  const ofKnown = await answerOf(key.id);
  const callsOfKnown = [...app.calls];
  app.calls.length = 0;
  const unknownId = newKeyId();
  assertEquals(await answerOf(unknownId), ofKnown);
  assertEquals(ofKnown[0], "unknown");
  assertEquals(
    app.calls.map((call) => call.replace(unknownId, key.id)),
    callsOfKnown,
    "the same reads",
  );
});
