import { assertEquals } from "@std/assert";
import { fr } from "@x/auth/languages/fr";
import type { AuthConfig, TextChanges, Translation } from "@x/auth/types";

const { heading, ...withoutHeading } = fr.texts.signIn;

Deno.test("Translation: a text that is missing does not compile", () => {
  const incomplete: Translation = {
    language: "it",
    // @ts-expect-error -- there is no heading
    texts: { ...fr.texts, signIn: withoutHeading },
  };
  const complete: Translation = {
    language: "it",
    texts: { ...fr.texts, signIn: { ...withoutHeading, heading } },
  };
  assertEquals(complete.texts, fr.texts);
  assertEquals(incomplete.language, "it");
});

Deno.test("texts: any part of the texts can be changed, and a wrong name does not compile", () => {
  const texts: AuthConfig["texts"] = {
    en: { signIn: { heading: "Welcome" }, mails: { link: { button: "Open" } } },
    fr: {},
  };
  // @ts-expect-error -- the member is called `heading`
  const misspelled: TextChanges = { signIn: { headline: "Welcome" } };
  // @ts-expect-error -- a text is a string
  const wrong: TextChanges = { again: 1 };
  assertEquals(Object.keys(texts), ["en", "fr"]);
  assertEquals([misspelled, wrong].length, 2);
});
