import { assertEquals } from "@std/assert";
import { pageTexts, signInError } from "../../../pages/messages.ts";
import type { PageTexts } from "../../../src/types/texts.ts";
import { WORDINGS } from "./_props.ts";

const LANGUAGES = WORDINGS.map(pageTexts);

/** Every text. */
function texts(messages: PageTexts): string[] {
  const found: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === "string") found.push(value);
    else for (const member of Object.values(value!)) walk(member);
  };
  walk(messages);
  return found;
}

Deno.test("pageTexts() reveals no internal details", () => {
  for (const messages of LANGUAGES) {
    for (const text of texts(messages)) {
      // The setting of browsers has that name.
      if (text === messages.signInErrors.NoCookies) continue;
      assertEquals(
        /token|secret|cookie|exception|stack|null|undefined|OAuth|<|&/i.test(text),
        false,
        text,
      );
    }
  }
});

Deno.test("signInError() returns a message for every parameter of the specification", () => {
  for (const messages of LANGUAGES) {
    const { another, default: any, ...own } = messages.signInErrors;
    for (
      const error of [
        "Signin",
        "OAuthSignin",
        "OAuthCallbackError",
        "OAuthCreateAccount",
        "EmailCreateAccount",
        "Callback",
      ]
    ) assertEquals(signInError(messages, error), another);
    for (
      const error of [
        "OAuthAccountNotLinked",
        "AccountNotLinked",
        "EmailSignin",
        "CredentialsSignin",
        "SessionRequired",
        "MissingCSRF",
      ]
    ) assertEquals(signInError(messages, error), (own as Record<string, string>)[error]);
    for (const error of ["x", "", "constructor", "__proto__", "toString"]) {
      assertEquals(signInError(messages, error), any, error);
    }
  }
});
