import { assertEquals } from "@std/assert";
import { languageOf } from "../../../src/base/negotiation.ts";
import { TRANSLATIONS } from "../languages/_texts.ts";

const ALL = ["en", ...TRANSLATIONS.map(({ language }) => language)];

for (
  const [header, language] of [
    [undefined, undefined],
    [null, undefined],
    ["", undefined],
    ["en", "en"],
    ["de", "de"],
    ["de-AT", "de"],
    ["de-CH;q=0.9, en;q=0.8", "de"],
    ["en-GB, de;q=0.9", "en"],
    ["fr, de;q=0.5, en;q=0.4", "de"],
    ["fr-FR, fr", undefined],
    ["*", "en"],
    ["en;q=0, de", "de"],
    ["en;q=0, de;q=0", undefined],
    ["DE", "de"],
    ["constructor", undefined],
    ["__proto__", undefined],
    ["ü", undefined],
    ["de\r\nx: y", undefined],
    ["de,".repeat(100), undefined],
  ] as const
) {
  Deno.test(`languageOf(${JSON.stringify(header)?.slice(0, 30)}) returns ${language}`, () => {
    assertEquals(languageOf(header, ["en", "de"]), language);
  });
}

for (
  const [header, language] of [
    ["fr-CA", "fr"],
    ["fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7", "fr"],
    ["pt-PT", "pt"],
    ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
    ["es-419", "es"],
    ["ja-JP", "ja"],
    ["zh-CN", "zh"],
    ["zh-TW", "zh"],
    ["zh-Hant-HK", "zh"],
    ["ar-EG,ar;q=0.9", "ar"],
    ["it-IT, it;q=0.9, fr;q=0.5", "fr"],
    ["it", undefined],
  ] as const
) {
  Deno.test(`languageOf(${JSON.stringify(header)}) returns ${language} of eight languages`, () => {
    assertEquals(languageOf(header, ALL), language);
  });
}

Deno.test("languageOf() prefers the more exact of two languages of the app", () => {
  const languages = ["en", "zh", "zh-TW", "pt", "pt-PT"];
  assertEquals(languageOf("zh-TW", languages), "zh-TW");
  assertEquals(languageOf("zh-CN", languages), "zh");
  assertEquals(languageOf("pt-PT,pt;q=0.8", languages), "pt-PT");
});
