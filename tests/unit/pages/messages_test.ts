import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { type Messages, messagesFor, signInError } from "../../../pages/messages.ts";
import { fill } from "../../../src/language.ts";

const en = messagesFor("en").messages;
const de = messagesFor("de").messages;

for (
  const [header, language] of [
    [undefined, "en"],
    ["", "en"],
    ["en", "en"],
    ["de", "de"],
    ["de-AT", "de"],
    ["de-CH;q=0.9, en;q=0.8", "de"],
    ["en-GB, de;q=0.9", "en"],
    ["fr, de;q=0.5, en;q=0.4", "de"],
    ["fr-FR, fr", "en"],
    ["*", "en"],
    ["en;q=0, de", "de"],
    ["en;q=0, de;q=0", "en"],
    ["DE", "de"],
    ["constructor", "en"],
    ["__proto__", "en"],
    ["ü", "en"],
    ["de\r\nx: y", "en"],
    ["de,".repeat(100), "en"],
  ] as const
) {
  Deno.test(`messagesFor(${JSON.stringify(header)?.slice(0, 30)}) returns ${language}`, () => {
    const found = messagesFor(header);
    assertEquals(found.language, language);
    assert(found.messages === (language === "en" ? en : de));
  });
}

/** Every message with its path. */
function texts(messages: Messages): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "object") {
      for (const [name, member] of Object.entries(value!)) walk(member, `${path}.${name}`);
    }
  };
  walk(messages, "");
  return found;
}

Deno.test("messagesFor() has the same keys and slots in both languages, and different words", () => {
  const [english, german] = [texts(en), texts(de)];
  assertEquals([...german.keys()], [...english.keys()]);
  assert(english.size > 30);
  const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();
  for (const [key, text] of english) {
    assertEquals(slots(german.get(key)!), slots(text), key);
    if (text !== "Code") assertNotEquals(german.get(key), text, key);
    assert(text.trim() && german.get(key)!.trim(), key);
  }
  for (const key of Object.keys(en.errors)) {
    assertEquals(de.errors[key]!.again, en.errors[key]!.again, key);
  }
});

Deno.test("messagesFor(): no message reveals internal details", () => {
  for (const text of [...texts(en).values(), ...texts(de).values()]) {
    assertEquals(
      /token|secret|cookie|exception|stack|null|undefined|OAuth|<|&/i.test(text),
      false,
      text,
    );
  }
});

Deno.test("signInError() returns a message for every parameter of the specification", () => {
  for (const messages of [en, de]) {
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
    ) assertEquals(signInError(messages, error), own[error]);
    for (const error of ["x", "", "constructor", "__proto__", "toString"]) {
      assertEquals(signInError(messages, error), any, error);
    }
  }
});

Deno.test("fill() inserts values into slots, once, unchanged", () => {
  assertEquals(fill("Go to {host}", { host: "app.example" }), "Go to app.example");
  assertEquals(fill("{a}{a}-{b}", { a: "1", b: "{a}" }), "11-{a}");
  assertEquals(fill("{a}", { a: "$& $1 $$" }), "$& $1 $$");
  assertEquals(fill("{a} {constructor} {__proto__}", {}), "{a} {constructor} {__proto__}");
  assertEquals(fill("{a}", { a: "" }), "");
});
