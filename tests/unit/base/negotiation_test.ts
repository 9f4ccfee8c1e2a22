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
    ["pt-PT", "pt-BR"],
    ["pt", "pt-BR"],
    ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
    ["es-419", "es"],
    ["ja-JP", "ja"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG,en;q=0.5", "zh-Hans"],
    ["zh-hans", "zh-Hans"],
    ["zh-Hans-HK", "zh-Hans"],
    ["zh-TW", undefined],
    ["zh-HK", undefined],
    ["zh-MO", undefined],
    ["zh-Hant", undefined],
    ["zh-Hant-HK", undefined],
    ["zh-TW,zh;q=0.9,en-US;q=0.8", "zh-Hans"],
    ["zh-TW,ja;q=0.9,en;q=0.8", "ja"],
    ["zh-x", undefined],
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
  assertEquals(languageOf("zh-HK", languages), "zh-TW");
  assertEquals(languageOf("pt-BR", languages), "pt");
  assertEquals(languageOf("zh-CN", languages), "zh");
  assertEquals(languageOf("pt-PT,pt;q=0.8", languages), "pt-PT");
});

Deno.test("languageOf() prefers a general language to that of a third region", () => {
  assertEquals(languageOf("fr-BE", ["fr-CA", "fr"]), "fr");
  assertEquals(languageOf("pt", ["pt-PT", "pt-BR"]), "pt-BR");
  assertEquals(languageOf("en-AU", ["en-GB"]), "en-GB");
});

Deno.test("languageOf() keeps the scripts of a language apart", () => {
  assertEquals(languageOf("sr-Latn", ["sr", "sr-Latn-RS"]), "sr-Latn-RS");
  assertEquals(languageOf("sr-Latn", ["sr"]), undefined);
});
