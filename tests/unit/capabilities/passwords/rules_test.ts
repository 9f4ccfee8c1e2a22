import { assertEquals } from "@std/assert";
import { findFault } from "../../../../src/capabilities/passwords/rules.ts";
import type { PasswordFault } from "../../../../src/types/password.ts";
import { assertLinear } from "../../../_growth.ts";
import { goodPasswords, likelyPasswords } from "./_likely.ts";

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
  ["64 characters", "engines weave algebraic flowers ".repeat(3).slice(0, 64), undefined],
  ["65 characters", "engines weave algebraic flowers ".repeat(3).slice(0, 65), "too-long"],
  ["a megabyte", "a".repeat(1_000_000), "too-long"],
  ["a lone surrogate", "k7 mölqz \ud800", "malformed"],
  ["U+0000", "k7 mölqz\0", "malformed"],
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
  ["each character twice", "ppaasssswwoorrdd", "common"],
  ["each character three times, in several scripts", "🐙🐙🐙пппsssааа", undefined],
  ["each character twice, but for the last", "ppaasssswwoorrdx", undefined],
  ["a common word in a sentence", "my password is a sentence", undefined],
  ["the address", "ada.lovelace@engines.example", "personal"],
  ["the part before the @", "Ada.Lovelace1", "personal"],
  ["a part of the address, with a year", "lovelace1815", "personal"],
  ["the host", "analytics2024", "personal"],
  ["the name", "ada king 1815", "personal"],
  ["the name of the site in a sentence", "analytics weaves flowers", undefined],
];

for (const [title, password, fault] of CASES) {
  Deno.test(`faultOf: ${title}`, () => assertEquals(findFault(password, facts), fault));
}

Deno.test("faultOf: the longest runs of characters take as long as other passwords", async () => {
  const any = { ...facts, maxLength: 1_000_000 };
  for (
    const [run, end] of [["a", "b"], ["ab", "c"], ["aa", ""], ["🐙", "b"], [" ", "b"], ["1", "0"]]
  ) {
    await assertLinear(`"${run}…${end}"`, (length) => {
      const password = run!.repeat(length / run!.length) + end;
      return () => findFault(password, any);
    }, { to: 32_768 });
  }
});

Deno.test("faultOf: a user without an address and a name, on an unknown host", () => {
  const bare = { minLength: 8, maxLength: 64, user: {} };
  assertEquals(findFault("lovelace1815", bare), undefined);
});

const alone = { minLength: 15, maxLength: 256, user: {} };

Deno.test("faultOf: none of the 10,000 likeliest passwords of 15 characters is accepted", () => {
  const accepted = likelyPasswords().filter((password) => findFault(password, alone) !== "common");
  assertEquals(accepted, []);
});

Deno.test("faultOf: all passwords of password managers, and of dice, are accepted", () => {
  const refused = goodPasswords().filter((password) => findFault(password, alone) !== undefined);
  assertEquals(refused, []);
});

for (
  const password of [
    ...["123456789012345", "1234567890123456", "Password123456789", "Welcome123456789"],
    ...["admin1234567890", "qwertyuiopasdfgh", "asdfghjklqwertyuiop", "1q2w3e4r5t6y7u8i"],
    ...["1qaz2wsx3edc4rfv", "abc123abc123abc123", "987654321098765"],
    ...["correct horse battery staple", "Correct-Horse-Battery-Staple1", "P@$$w0rd-P@$$w0rd"],
    ...["drowssap123456789", "zaq1@WSXcde3$RFV", "MonkeyDragon2024!", "password83920174652"],
    ...["!@#$%^&*()!@#$%^", "mypasswordispassword"],
  ]
) {
  Deno.test(`faultOf: ${password}`, () => assertEquals(findFault(password, alone), "common"));
}

for (
  const password of [
    ...["engines weave algebraic patterns", "looms weave flowers and leaves", "weave the flowers"],
    ...[
      "purple monkey dishwasher",
      "I had 3 cats in Lisbon!",
      "пароли-из-слов-три",
      "839201746529173",
    ],
    ...["Outback-Doorknob-Spinach4", "🐙🦑🦐🦞🦀🐡🐠🐟🐬🐳🐋🦈🐊🐅🐆", "%&!7(#)2@:_ö*+~§½"],
  ]
) {
  Deno.test(`faultOf: accepts ${password}`, () => {
    assertEquals(findFault(password, alone), undefined);
  });
}

Deno.test("faultOf: what belongs to the user or the site, with any digits", () => {
  const all = { ...facts, minLength: 15 };
  for (const password of ["lovelace1234567890", "Analytics2024-2025!", "LovelaceEngines839201"]) {
    assertEquals(findFault(password, all), "personal", password);
  }
});

Deno.test("faultOf: reads the start of a long password, and no more", () => {
  assertEquals(findFault("password1".repeat(28), alone), "common");
  assertEquals(findFault("engines weave algebraic ".repeat(10), alone), undefined);
});
