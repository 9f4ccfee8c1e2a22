import { assertEquals } from "@std/assert";
import { faultOf } from "../../../src/passwords/rules.ts";
import type { PasswordFault } from "../../../src/types/password.ts";

const facts = {
  minLength: 8,
  maxLength: 64,
  user: { email: "ada.lovelace@engines.example", name: "Ada King" },
  host: "www.analytics.example:8443",
};

const CASES: [title: string, password: string, fault: PasswordFault | undefined][] = [
  ["seven characters", "k7 mölq", "too-short"],
  ["eight characters", "k7 mölqz", undefined],
  ["eight characters of 16 code units", "🐙🦑🦐🦞🦀🐡🐠🐟", undefined],
  ["characters that become fewer by normalization", "ka\u0308se\u0308 m", "too-short"],
  ["64 characters", "correct horse battery staple ".repeat(3).slice(0, 64), undefined],
  ["65 characters", "correct horse battery staple ".repeat(3).slice(0, 65), "too-long"],
  ["a megabyte", "a".repeat(1_000_000), "too-long"],
  ["a lone surrogate", "k7 mölqz \ud800", "malformed"],
  ["spaces and letters only", "weave the flowers", undefined],
  ["letters of any script", "пароль-из-слов", undefined],
  ["a common password", "password", "common"],
  ["in capitals, with digits and signs", "Password2024!", "common"],
  ["with signs for letters", "P@$$w0rd", "common"],
  ["written twice", "sunshinesunshine", "common"],
  ["written twice, with a space", "password password", "common"],
  ["digits in order", "1234567890", "common"],
  ["digits in reverse order", "9876543210", "common"],
  ["the alphabet", "abcdefghijklmno", "common"],
  ["a row of keys", "qwertzuiop", "common"],
  ["one character", "aaaaaaaaaaaaaaa", "common"],
  ["three characters", "abcabcabcabcabc", "common"],
  ["a common word in a sentence", "my password is a sentence", undefined],
  ["the address", "ada.lovelace@engines.example", "personal"],
  ["the part before the @", "Ada.Lovelace1", "personal"],
  ["a part of the address, with a year", "lovelace1815", "personal"],
  ["the host", "analytics2024", "personal"],
  ["the name", "ada king 1815", "personal"],
  ["the name of the site in a sentence", "analytics weaves flowers", undefined],
];

for (const [title, password, fault] of CASES) {
  Deno.test(`faultOf: ${title}`, () => assertEquals(faultOf(password, facts), fault));
}

Deno.test("faultOf: a user without an address and a name, on an unknown host", () => {
  const bare = { minLength: 8, maxLength: 64, user: {} };
  assertEquals(faultOf("lovelace1815", bare), undefined);
});
