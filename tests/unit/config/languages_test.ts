import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checkLanguages, resolveLanguages } from "../../../src/config/languages.ts";
import { fr } from "../../../src/languages/fr.ts";
import type { AuthConfig } from "../../../src/types/config.ts";

/** A config with these members, which JavaScript does not check. */
const configOf = (members: object): AuthConfig => ({ providers: [], ...members });

Deno.test("resolveLanguages() has English, and the translations of the app", () => {
  assertEquals(resolveLanguages(configOf({})).codes, ["en"]);
  const { codes, texts } = resolveLanguages(configOf({ languages: [fr] }));
  assertEquals(codes, ["en", "fr"]);
  assert(texts.get("fr") === fr.texts);
});

Deno.test("resolveLanguages() puts texts of the app over those of a translation", () => {
  const changes = { signIn: { heading: "X" } };
  const config = configOf({ languages: [fr], texts: { en: changes, fr: changes } });
  const { texts } = resolveLanguages(config);
  assertEquals(texts.get("en"), changes);
  assertEquals(texts.get("fr")!.signIn!.heading, "X");
  assertEquals(texts.get("fr")!.signIn!.submit, fr.texts.signIn.submit);
  assertEquals(fr.texts.signIn.heading, "Connexion");
});

Deno.test("resolveLanguages() keeps the texts of two emails apart where the app has one object", () => {
  const email = { subject: "Your code" };
  const mails = { factorCode: email, addressCode: email };
  const { mails: { factorCode, addressCode } = {} } = resolveLanguages(
    configOf({ texts: { en: { mails } } }),
  ).texts.get("en")!;
  assertEquals([factorCode, addressCode], [email, email]);
  assert(factorCode !== addressCode);
});

for (
  const [members, message] of [
    [{ languages: "fr" }, "Cannot use `languages`: it must be a list"],
    [{ languages: ["fr"] }, "`fr` of `@x/auth/languages/fr`"],
    [{ languages: [{ language: "fr" }] }, "`fr` of `@x/auth/languages/fr`"],
    [{ languages: [{ language: "f r", texts: {} }] }, "`fr` of `@x/auth/languages/fr`"],
    [{ languages: [null] }, "`fr` of `@x/auth/languages/fr`"],
    [{ language: "fr" }, "Cannot use `language`: this config has texts in en; add others"],
    [{ language: 1 }, "Cannot use `language`: it must be a language tag, or a function"],
    [{ texts: [] }, "Cannot use `texts`: it must be an object"],
    [
      { texts: { fr: {} } },
      "Cannot use `texts.fr`: this config has texts in en; add others",
    ],
    [{ texts: { en: "x" } }, "Cannot use `texts.en`: it must be an object of texts"],
  ] as const
) {
  Deno.test(`checkLanguages() refuses ${JSON.stringify(members)}`, () => {
    assertStringIncludes(checkLanguages(configOf(members))!.message, message);
    // The page about the error is shown in a language.
    assertEquals(resolveLanguages(configOf(members)).codes, ["en"]);
  });
}

Deno.test("checkLanguages() accepts what the types accept", () => {
  for (
    const members of [
      {},
      { languages: [] },
      { languages: [fr], language: "fr", texts: { fr: { again: "X" }, en: {} } },
      { language: () => undefined },
      { language: "en" },
    ]
  ) assertEquals(checkLanguages(configOf(members)), undefined);
});
