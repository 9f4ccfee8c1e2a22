import { assertEquals } from "@std/assert";
import { fr } from "@x/auth/languages/fr";
import type {
  AddressConfirmFault,
  AddressRequestFault,
  AddressUndoFault,
  AuthConfig,
  EmailPurpose,
  OrganizationRefusal,
  PasswordFault,
  TextChanges,
  Translation,
} from "@x/auth/types";
import type { FlatTexts } from "../../src/languages/_translation.ts";
import german from "../../src/languages/de.json" with { type: "json" };

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

Deno.test("languages: a text that is missing does not compile", () => {
  const { "signIn.heading": heading, ...others } = german;
  const all: FlatTexts = { ...others, "signIn.heading": heading };
  // @ts-expect-error -- there is no heading
  const incomplete: FlatTexts = others;
  assertEquals(Object.keys(all).length, Object.keys(incomplete).length + 1);
});

Deno.test("texts: a refusal or error without a sentence does not compile", () => {
  const { password, address, organizations, verify } = fr.texts;
  const passwordFaults: Readonly<Record<PasswordFault, string>> = password.errors;
  const addressFaults: Readonly<
    Record<AddressConfirmFault | AddressRequestFault | Exclude<AddressUndoFault, "waiting">, string>
  > = address.errors;
  const refusals: Readonly<Record<OrganizationRefusal, string>> = organizations.reasons;
  const purposes: Readonly<Record<EmailPurpose, string>> = verify.text;
  for (const sentences of [passwordFaults, addressFaults, refusals, purposes]) {
    assertEquals(Object.values<string>(sentences).includes(""), false);
  }
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
