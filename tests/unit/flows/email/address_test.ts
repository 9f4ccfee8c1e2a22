import { assert, assertEquals, assertThrows } from "@std/assert";
import { EmailSignInError } from "../../../../src/errors.ts";
import { findFault, toIdentifier } from "../../../../src/flows/email/address.ts";
import { createCode } from "../../../../src/flows/email/code.ts";
import type { EmailConfig } from "../../../../src/types/provider.ts";

const provider: EmailConfig = {
  id: "mail",
  name: "Email",
  type: "email",
  sendVerificationRequest: () => {},
};

/** Typed address → identifier. */
const accepted: Record<string, string> = {
  "ada@example.com": "ada@example.com",
  "  Ada@Example.COM ": "ada@example.com",
  "ada.lovelace+tag@mail.example.co.uk": "ada.lovelace+tag@mail.example.co.uk",
  "o'brien@example.com": "o'brien@example.com",
  "a_b-c=d&e*f#g$h@example.com": "a_b-c=d&e*f#g$h@example.com",
  "root@localhost": "root@localhost",
  "1@2.example": "1@2.example",
  "ada@bücher.example": "ada@bücher.example",
  "josé@example.com": "josé@example.com",
  "jose\u0301@example.com": "josé@example.com",
  "用户@例子.广告": "用户@例子.广告",
  "ａｄａ@example.com": "ada@example.com",
  "ﬁ@example.com": "fi@example.com",
  "\u212Aelvin@example.com": "kelvin@example.com",
  [`${"a".repeat(64)}@example.com`]: `${"a".repeat(64)}@example.com`,
};

for (const [typed, identifier] of Object.entries(accepted)) {
  Deno.test(`toIdentifier() accepts ${JSON.stringify(typed).slice(0, 40)}`, () => {
    assertEquals(toIdentifier(typed, provider), identifier);
  });
}

const MALLORY = "mallory@evil.example";
const hostile: unknown[] = [
  // Empty values, and values that are not strings.
  "",
  " ",
  "@",
  "ada",
  "ada@",
  "@example.com",
  undefined,
  null,
  42,
  ["ada@example.com", MALLORY],
  { toString: () => "ada@example.com" },
  // A second recipient, by separators of all kinds.
  `ada@example.com,${MALLORY}`,
  `ada@example.com, ${MALLORY}`,
  `ada@example.com;${MALLORY}`,
  `ada@example.com ${MALLORY}`,
  `ada@example.com\t${MALLORY}`,
  `${MALLORY},ada@example.com`,
  "ada@example.com,",
  ",ada@example.com",
  "ada,mallory@evil.example",
  "ada@example.com,evil.example",
  `ada@example.com，${MALLORY}`,
  `ada@example.com﹐${MALLORY}`,
  `ada@example.com；${MALLORY}`,
  "ada@example.com，evil",
  // Digits that NFKC maps to digits with a comma, parentheses or a dot.
  "ada\u{1F101}mallory@example.com",
  "ada\u2474@example.com",
  "ada@example\u2488com@",
  "ada@example.com\u{1F101}evil",
  // Two @ signs, and characters that NFKC maps to one.
  "ada@example.com@evil.example",
  "ada@@example.com",
  "ada＠example.com",
  "ada﹫example.com",
  "mallory@evil.example＠example.com",
  "mallory@evil.example﹫example.com",
  // Quotes, comments, groups, angle brackets, literals, routes.
  `"ada@example.com"@evil.example`,
  `"mallory@evil.example,x"@example.com`,
  `"ada"@example.com`,
  `ada＂@example.com`,
  `ada@example.com"`,
  "ada(comment)@example.com",
  "ada@example.com(evil)",
  `<${MALLORY}>`,
  `Ada <ada@example.com>`,
  `ada@example.com>${MALLORY}`,
  `ada@example.com＜x＞`,
  `friends:ada@example.com;`,
  "ada@[127.0.0.1]",
  "ada@[IPv6:::1]",
  "ada@127.0.0.1",
  "ada%evil.example@example.com",
  "evil.example!ada@example.com",
  "@evil.example:ada@example.com",
  "ada\\@evil.example",
  "ada\\,x@example.com",
  "|mail@example.com",
  "`id`@example.com",
  "-oQ/tmp@example.com",
  // Headers and commands of SMTP.
  "ada@example.com\r\nBcc: mallory@evil.example",
  "ada@example.com\nRCPT TO:<mallory@evil.example>",
  "ada@example.com\r",
  "\nada@example.com",
  "ada\r\n@example.com",
  "ada@example.com\0",
  "ada\0@example.com",
  "ada@example.com\u0085x",
  "ada@example.com\u2028mallory@evil.example",
  "ada\u000b@example.com",
  // Invisible characters.
  "ada\u200B@example.com",
  "ada\u00AD@example.com",
  "ada\u202E@example.com",
  "\uFEFFada@example.com\u2060",
  "ada@exa\u200Dmple.com",
  "ada\u3164@example.com",
  "ada\uFE0F@example.com",
  "ada\uD800@example.com",
  "ada\u00A0b@example.com",
  // Invalid domains.
  "ada@.example.com",
  "ada@example.com.",
  "ada@example..com",
  "ada@-example.com",
  "ada@example-.com",
  "ada@exam_ple.com",
  "ada@example.com/x",
  "ada@example.com:25",
  "ada@example.com?cc=x",
  "ada@example。com",
  "ada@℀.example",
  `ada@${"a".repeat(64)}.example`,
  // Local parts that need quotes.
  ".ada@example.com",
  "ada.@example.com",
  "a..b@example.com",
  "a b@example.com",
  // Too long.
  `${"a".repeat(65)}@example.com`,
  `${"é".repeat(33)}@example.com`,
  `ada@${"a.".repeat(130)}example`,
  "a".repeat(1_000_000) + "@example.com",
  `${"ﷺ".repeat(60)}@example.com`,
];

Deno.test("toIdentifier() refuses every hostile address with an error that does not contain it", () => {
  assert(hostile.length >= 60);
  for (const typed of hostile) {
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
  for (const typed of hostile) {
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

Deno.test("findFault() accepts plain addresses", () => {
  for (const identifier of Object.values(accepted)) assertEquals(findFault(identifier), undefined);
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
