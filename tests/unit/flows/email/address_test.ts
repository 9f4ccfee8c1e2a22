import { assert, assertEquals, assertThrows } from "@std/assert";
import { EmailSignInError } from "../../../../src/errors.ts";
import { toIdentifier } from "../../../../src/flows/email/address.ts";
import { createCode } from "../../../../src/flows/email/code.ts";
import type { EmailConfig } from "../../../../src/types/provider.ts";
import { ACCEPTED, HOSTILE } from "../../_addresses.ts";

const provider: EmailConfig = {
  id: "mail",
  name: "Email",
  type: "email",
  sendVerificationRequest: () => {},
};

for (const [typed, identifier] of Object.entries(ACCEPTED)) {
  Deno.test(`toIdentifier() accepts ${JSON.stringify(typed).slice(0, 40)}`, () => {
    assertEquals(toIdentifier(typed, provider), identifier);
  });
}

Deno.test("toIdentifier() refuses every hostile address with an error that does not contain it", () => {
  for (const typed of HOSTILE) {
    const error = assertThrows(
      () => toIdentifier(typed, provider),
      EmailSignInError,
      undefined,
      JSON.stringify(typed)?.slice(0, 80),
    );
    assertEquals(error.message.includes("example"), false);
  }
});

Deno.test("toIdentifier() checks the result of the app's normalizeIdentifier", () => {
  for (const typed of HOSTILE) {
    if (typeof typed !== "string") continue;
    const lenient: EmailConfig = { ...provider, normalizeIdentifier: () => typed };
    assertThrows(() => toIdentifier("ada@example.com", lenient), EmailSignInError);
  }
  for (const returned of [undefined, null, 42, ["ada@example.com"], Promise.resolve("a@b.c")]) {
    const odd = { ...provider, normalizeIdentifier: () => returned as unknown as string };
    assertThrows(() => toIdentifier("ada@example.com", odd), EmailSignInError);
  }
});

Deno.test("toIdentifier() accepts results of the app's normalizeIdentifier that follow the rules", () => {
  const own: EmailConfig = {
    ...provider,
    normalizeIdentifier(typed) {
      if (!typed.endsWith("@example.com")) throw new Error("only staff");
      return typed;
    },
  };
  assertEquals(toIdentifier("Ada@example.com", own), "Ada@example.com");
  const error = assertThrows(() => toIdentifier("ada@evil.example", own), EmailSignInError);
  assertEquals(error.cause?.err?.message, "only staff");
});

Deno.test("createCode() creates codes with every first digit, and none without the option", () => {
  assertEquals(createCode(provider), undefined);
  assertEquals(createCode({ ...provider, code: false }), undefined);
  for (const [code, length] of [[true, 8], [6, 6], [7, 7], [8, 8]] as const) {
    const digits = Array.from({ length: 500 }, () => createCode({ ...provider, code })!.digits);
    assert(digits.every((one) => one.length === length && /^\d+$/.test(one)));
    assertEquals(new Set(digits.map((one) => one[0])).size, 10);
    assert(new Set(digits).size > 490);
  }
});
