import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { decode, encode } from "../../../src/jwt.ts";
import { openText, sealText } from "../../../src/session/sealed_text.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const SEAL = { salt: "authjs.factor-enrolling", maxAge: 600 } as const;
const OTHER = { salt: "authjs.step-up-link", maxAge: 600 } as const;

Deno.test("sealText() writes what stores and forms hold: a token for the salt, and whom it is bound to", async () => {
  const alone = await sealText(SECRET, SEAL, { a: 1 });
  const bound = await sealText(SECRET, SEAL, { a: 2 }, "totp.ada");
  const read = async (token: string, salt: string) =>
    (await decode<{ a: number }>({ token, secret: SECRET, salt }))?.a;
  assertEquals(await read(alone, "authjs.factor-enrolling"), 1);
  assertEquals(await read(bound, "authjs.factor-enrolling.totp.ada"), 2);
  // And reads what was written so before.
  const salt = "authjs.factor-enrolling.totp.ada";
  const token = await encode({ token: { a: 3 }, secret: SECRET, salt, maxAge: 60 });
  assertEquals((await openText<{ a: number }>(SECRET, SEAL, token, "totp.ada"))?.a, 3);
  assertEquals(await openText(SECRET, SEAL, ""), null);
});

Deno.test("openText() opens no text of another purpose, another user or another secret, nor a late one", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  const text = await sealText(SECRET, SEAL, { a: 1 }, "totp.ada");
  assertEquals((await openText<{ a: number }>(SECRET, SEAL, text, "totp.ada"))?.a, 1);
  for (
    const open of [
      () => openText(SECRET, OTHER, text, "totp.ada"),
      () => openText(SECRET, SEAL, text, "totp.eve"),
      () => openText(SECRET, SEAL, text),
      () => openText("another-secret-of-32-characters-at-least", SEAL, text, "totp.ada"),
    ]
  ) {
    await assertRejects(open, Error, "no secret");
  }
  time.tick((600 + 16) * 1000);
  await assertRejects(() => openText(SECRET, SEAL, text, "totp.ada"), Error, "expired");
});
