import { assertEquals } from "@std/assert";
import { cleanName, displayName } from "../../../src/base/names.ts";

const PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627";

for (
  const [what, name, clean] of [
    ["a name", " Ada \u00a0 Lovelace ", "Ada Lovelace"],
    ["64 characters", "\u{1f600}".repeat(64), "\u{1f600}".repeat(64)],
    ["emoji that are joined", "\u{1f469}\u200d\u{1f52c}", "\u{1f469}\u200d\u{1f52c}"],
    ["a Persian word with a non-joiner", PERSIAN, PERSIAN],
    ["one combining mark", "\u0301", "\u0301"],
    ["a word with zero-width characters, which it loses", "A\u200bc\u00adm\u2060e\ufeff", "Acme"],
    ["a Latin word with joiners, which it loses", "Ac\u200d\u200cme", "Acme"],
    ["a Hangul name with a filler, which it loses", "\u3164\uae40", "\uae40"],
    ["a tag after letters, which it loses", "Ada\u{e0041}", "Ada"],
    ["a selector after a letter, which it loses", "A\ufe0fda", "Ada"],
    ["an emoji in color", "\u2764\ufe0f", "\u2764\ufe0f"],
    ["a variant of an ideograph", "\u845b\u{e0100}", "\u845b\u{e0100}"],
    ["an Indic conjunct", "\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"],
    ["words of two scripts", "\u0410\u043d\u043d\u0430 Smith", "\u0410\u043d\u043d\u0430 Smith"],
    ["Japanese with Latin", "\u30d1\u30bd\u30b3\u30f3PC\u90e8", "\u30d1\u30bd\u30b3\u30f3PC\u90e8"],
    ["a line break, which becomes a space", "Ada\nLovelace", "Ada Lovelace"],
    ["a Latin word with a Cyrillic letter", "Ac\u043ce", undefined],
    ["a Latin word with a Greek letter", "G\u03bfogle", undefined],
    ["a Cyrillic word with a Latin letter", "\u041c\u043eskva", undefined],
    ["a megabyte", "a".repeat(1_000_000), undefined],
    ["nothing", "", undefined],
    ["white space", " \t\u3000", undefined],
    ["65 characters", "a".repeat(65), undefined],
    ["a zero-width space", "\u200b", undefined],
    ["joiners alone", "\u200d\u2060\u200c", undefined],
    ["fillers of Hangul", "\u3164\u115f\uffa0", undefined],
    ["a soft hyphen", "\u00ad", undefined],
    ["a variation selector", "\ufe0f", undefined],
    ["an empty Braille cell", "\u2800", undefined],
    ["a tag without a flag", "\u{e0041}", undefined],
    ["a control character", "Ada\u0007", undefined],
    ["a change of direction", "Ada\u202egpj.exe", undefined],
    ["an isolate that is not closed", "\u2067Ada", undefined],
    ["a mark of direction", "Ada\u200f", undefined],
  ] as const
) {
  Deno.test(`cleanName() ${clean === undefined ? "refuses" : "accepts"} ${what}`, () => {
    assertEquals(cleanName(name), clean);
  });
}

for (
  const [what, name, shown] of [
    ["a name", "Ada", "Ada"],
    ["a long one to its first 63 characters", "a".repeat(65), `${"a".repeat(63)}\u2026`],
    ["one without what reorders text", "Ada\u202egpj\u0007", "Adagpj"],
    ["one without what has no shape", "A\u200bda", "Ada"],
    ["nothing of two scripts in a word", "Ac\u043ce", undefined],
    ["nothing of spaces", " ", undefined],
    ["nothing of half a character", "Ada\ud800", undefined],
    ["nothing of what is no text", null, undefined],
  ] as const
) {
  Deno.test(`displayName() shows ${what}`, () => assertEquals(displayName(name), shown));
}

Deno.test("displayName() reads the beginning of a megabyte", () => {
  assertEquals(displayName("a ".repeat(1_000_000))?.length, 64);
});
