import { assert, assertEquals } from "@std/assert";
import { fill, isRightToLeft, textsIn, withChanges } from "../../../src/base/language.ts";

interface Sample {
  heading: string;
  errors: { a: string; b: string };
}

const english: Sample = { heading: "Heading", errors: { a: "A", b: "B" } };

/** The texts with the changes of a config. */
function sampleWith(changes?: object): Sample {
  const texts = changes && { signIn: changes };
  return textsIn(english, { language: "fr", texts }, ({ signIn }) => signIn as object | undefined);
}

Deno.test("textsIn() returns the built-in texts themselves where nothing changes them", () => {
  assert(sampleWith() === english);
  assert(textsIn(english, { language: "fr", texts: {} }, () => undefined) === english);
});

Deno.test("textsIn() falls back to English for a text that is missing", () => {
  assertEquals(sampleWith({ heading: "Titre", errors: { a: undefined } }), {
    heading: "Titre",
    errors: { a: "A", b: "B" },
  });
});

Deno.test("textsIn() changes single texts, once per config", () => {
  const changes = { errors: { b: "Other" } };
  const texts = sampleWith(changes);
  assertEquals(texts, { heading: "Heading", errors: { a: "A", b: "Other" } });
  assert(sampleWith(changes) === texts);
  assertEquals(english.errors.b, "B");
});

Deno.test("withChanges() copies, so that neither side changes later", () => {
  const [texts, changes] = [{ a: { b: "1", c: "2" } }, { a: { b: "3" } }];
  const all = withChanges(texts, changes);
  assertEquals(all, { a: { b: "3", c: "2" } });
  assert(all.a !== texts.a && all.a as object !== changes.a);
  assertEquals(texts, { a: { b: "1", c: "2" } });
});

Deno.test("isRightToLeft() knows scripts by their language", () => {
  for (const language of ["ar", "ar-EG", "he", "fa-IR", "UR"]) {
    assertEquals(isRightToLeft(language), true, language);
  }
  for (const language of ["en", "de", "fr-CA", "ja", "zh", "pt-BR", "art", "", "<b>"]) {
    assertEquals(isRightToLeft(language), false, language);
  }
});

Deno.test("fill() inserts values into slots, once, unchanged", () => {
  assertEquals(fill("Go to {host}", { host: "app.example" }), "Go to app.example");
  assertEquals(fill("{a}{a}-{b}", { a: "1", b: "{a}" }), "11-{a}");
  assertEquals(fill("{a}", { a: "$& $1 $$" }), "$& $1 $$");
  assertEquals(fill("{a} {constructor} {__proto__}", {}), "{a} {constructor} {__proto__}");
  assertEquals(fill("{a}", { a: "" }), "");
});

Deno.test("fill() isolates values in text from right to left, but not on lines of their own", () => {
  assertEquals(fill("إلى {host}", { host: "app.example" }), "إلى \u2068app.example\u2069");
  assertEquals(
    fill("{code}\n\nרמז {host}", { code: "1234", host: "a" }),
    "1234\n\nרמז \u2068a\u2069",
  );
  assertEquals(fill("إلى {other}", {}), "إلى {other}");
});
