import { assert, assertEquals } from "@std/assert";
import { pickLanguage } from "../../../src/base/negotiation.ts";
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
    assertEquals(pickLanguage(header, ["en", "de"]), language);
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
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-MO", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["zh-hant-hk", "zh-Hant"],
    ["zh-Hant-CN", "zh-Hant"],
    ["zh-TW,zh;q=0.9,en-US;q=0.8", "zh-Hant"],
    ["zh-CN,zh-TW;q=0.9", "zh-Hans"],
    ["ja-x-tw,zh-HK;q=0.9", "ja"],
    ["zh-x", undefined],
    ["ar-EG,ar;q=0.9", "ar"],
    ["it-CH, it;q=0.9, fr;q=0.5", "it"],
    ["nl-BE", "nl"],
    ["pl-PL,pl;q=0.9,en-US;q=0.8", "pl"],
    ["ko-KR,ko;q=0.9", "ko"],
    ["he-IL,he;q=0.9,en;q=0.8", "he"],
    ["iw-IL", "he"],
    ["IW", "he"],
    ["iwx", undefined],
    ["sv, fr;q=0.5", "fr"],
    ["sv", undefined],
  ] as const
) {
  Deno.test(`languageOf(${JSON.stringify(header)}) returns ${language} of all languages`, () => {
    assertEquals(pickLanguage(header, ALL), language);
  });
}

Deno.test("languageOf() never answers Traditional Chinese in Simplified, nor the other way round", () => {
  const [simplified, traditional] = [["en", "zh-Hans"], ["en", "zh-Hant"]];
  for (const tag of ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-HK"]) {
    assertEquals(pickLanguage(tag, simplified), undefined, tag);
    assertEquals(pickLanguage(`${tag},en;q=0.5`, simplified), "en", tag);
    assertEquals(pickLanguage(tag, traditional), "zh-Hant", tag);
  }
  for (const tag of ["zh", "zh-CN", "zh-SG", "zh-Hans", "zh-Hans-HK"]) {
    assertEquals(pickLanguage(tag, traditional), undefined, tag);
    assertEquals(pickLanguage(tag, simplified), "zh-Hans", tag);
  }
});

Deno.test("languageOf() prefers the more exact of two languages of the app", () => {
  const languages = ["en", "zh", "zh-TW", "pt", "pt-PT"];
  assertEquals(pickLanguage("zh-TW", languages), "zh-TW");
  assertEquals(pickLanguage("zh-HK", languages), "zh-TW");
  assertEquals(pickLanguage("pt-BR", languages), "pt");
  assertEquals(pickLanguage("zh-CN", languages), "zh");
  assertEquals(pickLanguage("pt-PT,pt;q=0.8", languages), "pt-PT");
});

Deno.test("languageOf() prefers a general language to that of a third region", () => {
  assertEquals(pickLanguage("fr-BE", ["fr-CA", "fr"]), "fr");
  assertEquals(pickLanguage("pt", ["pt-PT", "pt-BR"]), "pt-BR");
  assertEquals(pickLanguage("en-AU", ["en-GB"]), "en-GB");
});

Deno.test("languageOf() keeps the scripts of a language apart", () => {
  assertEquals(pickLanguage("sr-Latn", ["sr", "sr-Latn-RS"]), "sr-Latn-RS");
  assertEquals(pickLanguage("sr-Latn", ["sr"]), undefined);
});

Deno.test("languageOf makes nothing of Intl for a header that it has answered", () => {
  const header = "pt-PT,pt;q=0.9,nl-BE;q=0.8";
  const language = pickLanguage(header, ALL);
  const { Locale } = Intl;
  let made = 0;
  const replace = (locale: typeof Locale) => Object.assign(Intl, { Locale: locale });
  replace(
    new Proxy(Locale, {
      construct: (target, args) => (made++, Reflect.construct(target, args)),
    }),
  );
  try {
    // Lists of configs that are made per request are equal, and not the same.
    for (let round = 0; round < 3; round++) assertEquals(pickLanguage(header, [...ALL]), language);
    assertEquals(made, 0);
    assertEquals(pickLanguage(header, ["en", "nl"]), "nl");
    assert(made > 0, "another list of languages was answered from memory");
  } finally {
    replace(Locale);
  }
});

Deno.test("languageOf remembers few headers, and answers again what it forgot", () => {
  for (let n = 0; n < 3000; n++) pickLanguage(`de;q=0.${n}`, ["en", "de"]);
  assertEquals(pickLanguage("de;q=0.1", ["en", "de"]), "de");
  assertEquals(pickLanguage("xx", ["en", "de"]), undefined);
  assertEquals(pickLanguage("xx", ["en", "de"]), undefined);
});
