import { assertEquals, assertThrows } from "@std/assert";
import { AuthError } from "../../../src/errors.ts";
import { cleanName, requireName } from "../../../src/hooks/names.ts";

const PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627";

for (
  const [what, name, clean] of [
    ["a name", " Ada \u00a0 Lovelace ", "Ada Lovelace"],
    ["64 characters", "\u{1f600}".repeat(64), "\u{1f600}".repeat(64)],
    ["emoji that are joined", "\u{1f469}\u200d\u{1f52c}", "\u{1f469}\u200d\u{1f52c}"],
    ["a Persian word with a non-joiner", PERSIAN, PERSIAN],
    ["one combining mark", "\u0301", "\u0301"],
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

Deno.test("requireName() says which thing cannot be renamed", () => {
  assertEquals(requireName("passkey", " Phone "), "Phone");
  assertThrows(() => requireName("passkey", "\u200b"), AuthError, "Cannot rename the passkey");
});
