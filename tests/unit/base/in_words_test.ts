import { assertEquals } from "@std/assert";
import {
  agoInWords,
  amountInWords,
  countInWords,
  dateInWords,
  dayInWords,
  durationInWords,
  type Unit,
} from "../../../src/base/in_words.ts";

const AMOUNTS = [1, 2, 3, 11, 100];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Amounts of each unit: seconds, minutes, hours, days. */
const TABLE: Readonly<Record<string, Readonly<Record<Unit, string>>>> = {
  en: {
    second: "1 second, 2 seconds, 3 seconds, 11 seconds, 100 seconds",
    minute: "1 minute, 2 minutes, 3 minutes, 11 minutes, 100 minutes",
    hour: "1 hour, 2 hours, 3 hours, 11 hours, 100 hours",
    day: "1 day, 2 days, 3 days, 11 days, 100 days",
  },
  de: {
    second: "1 Sekunde, 2 Sekunden, 3 Sekunden, 11 Sekunden, 100 Sekunden",
    minute: "1 Minute, 2 Minuten, 3 Minuten, 11 Minuten, 100 Minuten",
    hour: "1 Stunde, 2 Stunden, 3 Stunden, 11 Stunden, 100 Stunden",
    day: "1 Tag, 2 Tage, 3 Tage, 11 Tage, 100 Tage",
  },
  fr: {
    second: "1 seconde, 2 secondes, 3 secondes, 11 secondes, 100 secondes",
    minute: "1 minute, 2 minutes, 3 minutes, 11 minutes, 100 minutes",
    hour: "1 heure, 2 heures, 3 heures, 11 heures, 100 heures",
    day: "1 jour, 2 jours, 3 jours, 11 jours, 100 jours",
  },
  es: {
    second: "1 segundo, 2 segundos, 3 segundos, 11 segundos, 100 segundos",
    minute: "1 minuto, 2 minutos, 3 minutos, 11 minutos, 100 minutos",
    hour: "1 hora, 2 horas, 3 horas, 11 horas, 100 horas",
    day: "1 día, 2 días, 3 días, 11 días, 100 días",
  },
  pt: {
    second: "1 segundo, 2 segundos, 3 segundos, 11 segundos, 100 segundos",
    minute: "1 minuto, 2 minutos, 3 minutos, 11 minutos, 100 minutos",
    hour: "1 hora, 2 horas, 3 horas, 11 horas, 100 horas",
    day: "1 dia, 2 dias, 3 dias, 11 dias, 100 dias",
  },
  ja: {
    second: "1 秒, 2 秒, 3 秒, 11 秒, 100 秒",
    minute: "1 分, 2 分, 3 分, 11 分, 100 分",
    hour: "1 時間, 2 時間, 3 時間, 11 時間, 100 時間",
    day: "1 日, 2 日, 3 日, 11 日, 100 日",
  },
  zh: {
    second: "1秒钟, 2秒钟, 3秒钟, 11秒钟, 100秒钟",
    minute: "1分钟, 2分钟, 3分钟, 11分钟, 100分钟",
    hour: "1小时, 2小时, 3小时, 11小时, 100小时",
    day: "1天, 2天, 3天, 11天, 100天",
  },
  ar: {
    second: "ثانية, ثانيتان, 3 ثوان, 11 ثانية, 100 ثانية",
    minute: "دقيقة, دقيقتان, 3 دقائق, 11 دقيقة, 100 دقيقة",
    hour: "ساعة, ساعتان, 3 ساعات, 11 ساعة, 100 ساعة",
    day: "يوم, يومان, 3 أيام, 11 يومًا, 100 يوم",
  },
  he: {
    second: "1 שניה, שתי שניות, 3 שניות, 11 שניות, 100 שניות",
    minute: "1 דקה, שתי דקות, 3 דקות, 11 דקות, 100 דקות",
    hour: "1 שעה, שעתיים, 3 שעות, 11 שעות, 100 שעות",
    day: "1 יום, יומיים, 3 ימים, 11 ימים, 100 ימים",
  },
  it: {
    second: "1 secondo, 2 secondi, 3 secondi, 11 secondi, 100 secondi",
    minute: "1 minuto, 2 minuti, 3 minuti, 11 minuti, 100 minuti",
    hour: "1 ora, 2 ore, 3 ore, 11 ore, 100 ore",
    day: "1 giorno, 2 giorni, 3 giorni, 11 giorni, 100 giorni",
  },
  ko: {
    second: "1초, 2초, 3초, 11초, 100초",
    minute: "1분, 2분, 3분, 11분, 100분",
    hour: "1시간, 2시간, 3시간, 11시간, 100시간",
    day: "1일, 2일, 3일, 11일, 100일",
  },
  nl: {
    second: "1 seconde, 2 seconden, 3 seconden, 11 seconden, 100 seconden",
    minute: "1 minuut, 2 minuten, 3 minuten, 11 minuten, 100 minuten",
    hour: "1 uur, 2 uur, 3 uur, 11 uur, 100 uur",
    day: "1 dag, 2 dagen, 3 dagen, 11 dagen, 100 dagen",
  },
  pl: {
    second: "1 sekunda, 2 sekundy, 3 sekundy, 11 sekund, 100 sekund",
    minute: "1 minuta, 2 minuty, 3 minuty, 11 minut, 100 minut",
    hour: "1 godzina, 2 godziny, 3 godziny, 11 godzin, 100 godzin",
    day: "1 dzień, 2 dni, 3 dni, 11 dni, 100 dni",
  },
  "zh-Hant": {
    second: "1 秒, 2 秒, 3 秒, 11 秒, 100 秒",
    minute: "1 分鐘, 2 分鐘, 3 分鐘, 11 分鐘, 100 分鐘",
    hour: "1 小時, 2 小時, 3 小時, 11 小時, 100 小時",
    day: "1 天, 2 天, 3 天, 11 天, 100 天",
  },
};

for (const [language, units] of Object.entries(TABLE)) {
  Deno.test(`in words: ${language} has the plural forms of each unit of time`, () => {
    for (const [unit, expected] of Object.entries(units)) {
      const words = AMOUNTS.map((count) => amountInWords(language, count, unit as Unit));
      // French has a space there at which no line ends.
      assertEquals(words.join(", ").replaceAll("\u00a0", " "), expected);
    }
  });
}

Deno.test("durationInWords() takes the largest unit of which there are two, and rounds down", () => {
  for (
    const [seconds, expected] of [
      [0, "0 seconds"],
      [-5, "0 seconds"],
      [1, "1 second"],
      [119, "119 seconds"],
      [2 * MINUTE, "2 minutes"],
      [HOUR, "60 minutes"],
      [2 * HOUR - 1, "119 minutes"],
      [2 * HOUR, "2 hours"],
      [DAY, "24 hours"],
      [2 * DAY - 1, "47 hours"],
      [3 * DAY, "3 days"],
      [400 * DAY, "400 days"],
    ] as const
  ) {
    assertEquals(durationInWords("en", seconds), expected);
  }
});

const AT = new Date("2030-03-17T17:46:00Z");
const after = (seconds: number) => new Date(AT.valueOf() + seconds * 1000);

Deno.test("dayInWords() tells the day of a week by its distance, and others by their date", () => {
  const day = (language: string, days: number, hours = 0) =>
    dayInWords(language, after(days * DAY + hours * HOUR), AT);
  // 17:46 in UTC: midnight is after six hours.
  assertEquals([day("en", 0), day("en", 0, 6), day("en", 0, 7)], ["today", "today", "yesterday"]);
  assertEquals([day("en", 1, 7), day("en", 6)], ["2 days ago", "6 days ago"]);
  assertEquals(day("en", 7), "March 17, 2030");
  // A clock that is behind.
  assertEquals(day("en", -1), "today");
  assertEquals(["de", "fr", "ja", "ar"].map((language) => day(language, 1)), [
    "gestern",
    "hier",
    "昨日",
    "أمس",
  ]);
  assertEquals(day("xx", 0), "2030-03-17");
});

Deno.test("agoInWords() names no day of the calendar", () => {
  const ago = (language: string, seconds: number) => agoInWords(language, after(seconds), AT);
  assertEquals(ago("en", -3), "now");
  assertEquals(ago("en", 90), "now");
  assertEquals(ago("en", 5 * MINUTE), "5 minutes ago");
  assertEquals(ago("en", DAY), "24 hours ago");
  assertEquals(ago("en", 47 * HOUR), "47 hours ago");
  assertEquals(ago("en", 2 * DAY), "2 days ago");
  const others = ["de", "fr", "es", "pt-BR", "ja", "zh-Hans", "ar", "he", "pl"];
  assertEquals(others.map((language) => ago(language, 0)), [
    "jetzt",
    "maintenant",
    "ahora",
    "agora",
    "今",
    "现在",
    "الآن",
    "עכשיו",
    "teraz",
  ]);
  assertEquals(others.map((language) => ago(language, 3 * DAY)), [
    "vor 3 Tagen",
    "il y a 3 jours",
    "hace 3 días",
    "há 3 dias",
    "3 日前",
    "3天前",
    "قبل 3 أيام",
    "לפני 3 ימים",
    "3 dni temu",
  ]);
  assertEquals(ago("ar", 2 * HOUR), "قبل ساعتين");
});

Deno.test("dateInWords() is in UTC and in the order of the language", () => {
  const late = new Date("2030-03-17T23:59:00Z");
  assertEquals(
    Object.keys(TABLE).map((language) => dateInWords(language, late, "long")),
    [
      "March 17, 2030",
      "17. März 2030",
      "17 mars 2030",
      "17 de marzo de 2030",
      "17 de março de 2030",
      "2030年3月17日",
      "2030年3月17日",
      "17 مارس 2030",
      "17 במרץ 2030",
      "17 marzo 2030",
      "2030년 3월 17일",
      "17 maart 2030",
      "17 marca 2030",
      "2030年3月17日",
    ],
  );
  assertEquals(dateInWords("en", late, "medium"), "Mar 17, 2030");
  assertEquals(dateInWords("de", late, "time"), "17. März 2030 um 23:59");
});

Deno.test("in words: a language that the runtime does not know is in symbols, not in another language", () => {
  // Valid tags without data, and texts that are no tags.
  for (const language of ["tlh", "art-x-app", "f r", ""]) {
    assertEquals(durationInWords(language, DAY), "24 h");
    assertEquals(durationInWords(language, 10 * MINUTE), "10 min");
    assertEquals(durationInWords(language, 3 * DAY), "3 d");
    assertEquals(durationInWords(language, 30), "30 s");
    assertEquals(dateInWords(language, AT, "long"), "2030-03-17");
    assertEquals(dateInWords(language, AT, "time"), "2030-03-17 17:46");
    assertEquals(agoInWords(language, after(DAY), AT), "2030-03-17 17:46");
    const texts = { one: "one", other: "{count} others" };
    assertEquals(countInWords(language, texts, 1), "one");
    assertEquals(countInWords(language, texts, 2), "2 others");
  }
});

Deno.test("countInWords() uses the plural rules of the language, and its most common form without one", () => {
  const texts = { one: "{count} one", few: "{count} few", other: "{count} other" };
  assertEquals(countInWords("pl", texts, 1), "1 one");
  assertEquals(countInWords("pl", texts, 3), "3 few");
  assertEquals(countInWords("pl", texts, 5), "5 other");
  assertEquals(countInWords("ru", texts, 21), "21 one");
  assertEquals(countInWords("en", { other: "{count} of {max}" }, 1), "1 of {max}");
});
