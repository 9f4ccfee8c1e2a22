import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { countInWords } from "../../../src/base/in_words.ts";
import { BUILT_IN } from "../../../src/base/language.ts";
import { readLanguages, untranslated } from "../../tools/_texts.ts";
import { counted, ENGLISH, flat, TRANSLATIONS } from "./_texts.ts";

const english = flat(ENGLISH);
const paths = english.map(([path]) => path).sort();

/** All languages, with the one that is built in. */
const LANGUAGES = [{ language: BUILT_IN, texts: ENGLISH }, ...TRANSLATIONS];

/** Words that are the same in another language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: [
    "App",
    "Code",
    "Domain",
    "Domains",
    "Link",
    "Logo",
    "Name",
    "Passkey",
    "Passkeys",
    "Webhooks",
    "Website",
  ],
  es: ["Error: {title}", "Webhooks"],
  fr: ["Code", "Logo", "Webhooks"],
  it: [
    "Account",
    "App",
    "Email",
    "Link",
    "Logo",
    "Passkey",
    "Password",
    "Privacy",
    "Single sign-on",
  ],
  nl: [
    "Account",
    "App",
    "Code",
    "Link",
    "Logo",
    "Passkey",
    "Passkeys",
    "Privacy",
    "Webhooks",
    "Website",
  ],
  pl: ["Link", "Logo"],
  "pt-BR": ["Link", "Webhooks"],
};

/** Names of standards, of keys and of fields, which people find elsewhere in Latin letters. */
const NAMES =
  /\{\w+\}|ACS|API|Caps Lock|Cookie|Entity ID|example\.com|https|issuer|JavaScript|JPEG|NameID|OpenID Connect|persistent|PIN|PNG|SAML|SLO|SSO|TXT|UR[IL]|UTC|[Ww]ebhooks?|WebP|XML/g;

/** The script of languages that are not written in Latin letters, and letters of no other. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  "zh-Hans": /\p{Script=Han}/u,
  "zh-Hant": /\p{Script=Han}/u,
};

/** Characters of a national standard: every pair of its bytes that means one. */
function charactersOf(encoding: string, leads: [number, number], trails: [number, number][]) {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (const [first, last] of trails) {
      for (let trail = first; trail <= last; trail++) {
        for (const one of decoder.decode(new Uint8Array([lead, trail]))) found.add(one);
      }
    }
  }
  return found;
}

/** The characters that readers of each kind of Chinese learn: GB 2312, and Big5. */
const CHINESE = {
  "zh-Hans": charactersOf("gbk", [0xb0, 0xf7], [[0xa1, 0xfe]]),
  "zh-Hant": charactersOf("big5", [0xa4, 0xf9], [[0x40, 0x7e], [0xa1, 0xfe]]),
};

/**
 * Words for what the code calls a session. In Spanish, French and Portuguese people open and close
 * theirs, but have no list of them.
 */
const SESSION: Readonly<Record<string, RegExp>> = {
  en: /\bsessions?\b/i,
  ar: /جلس/,
  de: /sitzung/i,
  es: /\bsesiones\b/i,
  fr: /\bsessions\b/i,
  he: /סשן|הפעלות/,
  it: /\bsession[ei]\b/i,
  ja: /セッション/,
  ko: /세션/,
  nl: /sessie/i,
  pl: /sesj/i,
  "pt-BR": /\bsessões\b/i,
  "zh-Hans": /会话/,
  "zh-Hant": /工作階段/,
};

const maximal = (tag: string) => new Intl.Locale(tag).maximize().toString();

const slotsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();

Deno.test("languages: each file of texts is an export with one value, named as its subpath", async () => {
  const files = [...Deno.readDirSync("src/languages")].map(({ name }) => name)
    .filter((name) => name.endsWith(".json")).sort();
  assertEquals(files.length, TRANSLATIONS.length);
  const guide = (await Deno.readTextFile("docs/languages.md")).replaceAll(/ +/g, " ");
  for (const [index, file] of files.entries()) {
    const { language } = TRANSLATIONS[index]!;
    const subpath = file.replace(".json", "").replace("_", "-");
    assertStringIncludes(guide, `\`@x/auth/languages/${subpath}\` | \`${language}\``);
    const name = subpath.replace(/-(.)/, (_, letter) => letter.toUpperCase());
    const values = await import(`@x/auth/languages/${subpath}`);
    assertEquals(Object.keys(values), [name]);
    assertEquals(values[name].language, language);
    // Where the tag says more than the subpath, it names the script or the region of it.
    assertEquals(maximal(subpath), maximal(language));
  }
  assert(english.length > 380, String(english.length));
});

Deno.test("languages: the documents state their number", async () => {
  const documents = ["README.md", "CHANGELOG.md", "docs/README.md", "docs/pages.md"];
  for (const path of [...documents, "docs/comparison.md", "docs/.vitepress/home.md"]) {
    const stated = [...(await Deno.readTextFile(path)).matchAll(/(\d+) languages\b/g)];
    assert(stated.length > 0, path);
    for (const [, count] of stated) assertEquals(Number(count), LANGUAGES.length, path);
  }
});

Deno.test("languages: every text is translated", async () => {
  // `deno task texts add` writes such texts; whoever adds one asks for the translations.
  for (const [name, texts] of await readLanguages()) {
    assertEquals(untranslated(texts), [], `src/languages/${name}.json is in English here`);
  }
});

Deno.test("languages: no text speaks of a session", () => {
  assertEquals(Object.keys(SESSION).sort(), LANGUAGES.map(({ language }) => language).sort());
  for (const { language, texts } of LANGUAGES) {
    for (const [path, text] of flat(texts)) {
      assertEquals(SESSION[language]!.test(text), false, `${language} ${path}: ${text}`);
    }
  }
});

Deno.test("languages: the word for email never breaks at its hyphen", () => {
  for (const { language, texts } of LANGUAGES) {
    for (const [path, text] of flat(texts)) {
      assertEquals(/\be-mail/i.test(text), false, `${language} ${path}: use U+2011 in ${text}`);
    }
  }
});

for (const [language, known] of Object.entries(CHINESE)) {
  Deno.test(`languages: ${language} is in the characters that its readers know`, () => {
    const { texts } = TRANSLATIONS.find((one) => one.language === language)!;
    for (const [path, text] of flat(texts)) {
      const unknown = text.match(/\p{Script=Han}/gu)?.filter((one) => !known.has(one)) ?? [];
      assertEquals(unknown, [], `${path}: ${text}`);
    }
  });
}

for (const { language, texts } of TRANSLATIONS) {
  const own = flat(texts);

  Deno.test(`languages: ${language} has every text of English, and no other`, () => {
    assertEquals(own.map(([path]) => path).sort(), paths);
  });

  Deno.test(`languages: ${language} has the slots of English in every text`, () => {
    const found = new Map(own);
    for (const [path, text] of english) {
      assertEquals(slotsOf(found.get(path)!), slotsOf(text), path);
    }
  });

  Deno.test(`languages: ${language} leaves no text empty, and none in English`, () => {
    const found = new Map(own);
    for (const [path, text] of english) {
      const other = found.get(path)!;
      assertEquals(other.trim() === "", text.trim() === "", path);
      const isAllowed = text === "" || text === "{name}" || SAME[language]?.includes(text);
      assert(isAllowed || other !== text, `${path}: ${other}`);
      assertEquals(other.trimStart(), other, path);
      assertEquals(/[\u2066-\u2069\u200b-\u200f]| {2}/.test(other), false, path);
    }
  });

  Deno.test(`languages: ${language} is written in its own script`, () => {
    const own = SCRIPTS[language];
    const script = own ?? /\p{Script=Latin}/u;
    const foreign = own ? /[A-Za-z]{3,}/ : /[^\p{Script=Latin}\p{N}\p{P}\p{Zs}\p{Sc}\n\u00ad]/u;
    for (const [path, text] of flat(texts)) {
      const words = text.replaceAll(NAMES, "");
      // Short words of Japanese can be Chinese characters alone.
      if (words.length > 8) assert(script.test(words), `${path}: ${text}`);
      assertEquals(foreign.test(words), false, `${path}: ${text}`);
    }
  });

  Deno.test(`languages: ${language} keeps codes of emails on lines of their own`, () => {
    const { mails } = texts;
    for (const { text } of [mails.factorCode, mails.addressCode]) {
      assert(text.startsWith("{code}\n\n"), text);
    }
    for (const { text } of [mails.factorCode, mails.addressCode, mails.addressTaken]) {
      assert(text.endsWith("\n"), text);
    }
  });
}

for (const { language, texts: { account, organizations } } of LANGUAGES) {
  // A person who speaks the word that is shown finds the link (WCAG 2.5.3).
  Deno.test(`languages: ${language} has the words of links in the names that screen readers say`, () => {
    const { open, passkeys, accounts } = account;
    const links: [word: string, sentence: string][] = [
      [passkeys.change, passkeys.changeOf],
      [passkeys.change, account.address.change],
      [passkeys.change, account.password.change],
      [open.remove, account.password.remove],
      [open.manage, account.factors.manage],
      [open.download, account.copy.open],
      [open.delete, account.removal.open],
      [accounts.unlink, accounts.unlinkOf],
      ["{name}", accounts.link],
      [account.sessions.end, account.sessions.endOf],
      [organizations.invitations.cancel, organizations.invitations.cancelOf],
      [organizations.members.change, organizations.members.changeOf],
      [organizations.members.remove, organizations.members.removeOf],
      [account.open.delete, organizations.delete.row],
    ];
    for (const [word, sentence] of links) {
      const isIn = sentence.toLocaleLowerCase(language).includes(word.toLocaleLowerCase(language));
      assert(isIn, `${word}: ${sentence}`);
    }
  });
}

for (const { language, texts } of LANGUAGES) {
  Deno.test(`languages: ${language} has each plural form that its numbers need`, () => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 200 }, (_, index) => rules.select(index + 1)));
    const found = counted(texts);
    assertEquals(found.length, 5);
    for (const [path, forms] of found) {
      assertEquals(new Set(Object.keys(forms)), needed.union(new Set(["other"])), path);
      for (const [form, text] of Object.entries(forms)) {
        assertEquals(slotsOf(text).every((slot) => slot === "{count}"), true, `${path}.${form}`);
        // A form without the number is for one number alone.
        const hasNumber = text.includes("{count}");
        assert(hasNumber || form === "one" || form === "two", `${path}.${form}`);
      }
    }
  });
}

Deno.test("languages: numbers are in their plural forms", () => {
  const left = (language: string) => {
    const { texts } = LANGUAGES.find((one) => one.language === language)!;
    const numbers = [1, 2, 3, 11, 100];
    return numbers.map((count) =>
      countInWords(language, texts.factors.left, count).replaceAll(/[\u2068\u2069]/g, "")
    );
  };
  assertEquals(left("ar"), [
    "بقي رمز واحد",
    "بقي رمزان",
    "بقيت 3 رموز",
    "بقي 11 رمزًا",
    "بقي 100 رمز",
  ]);
  assertEquals(left("fr").slice(0, 2), ["1 code restant", "2 codes restants"]);
  assertEquals(left("es").slice(0, 2), ["queda 1 código", "quedan 2 códigos"]);
  assertEquals(left("de").slice(0, 2), ["1 Code übrig", "2 Codes übrig"]);
  assertEquals(left("ja").slice(0, 2), ["残り 1 個", "残り 2 個"]);
  assertEquals(left("he").slice(0, 3), ["נשאר קוד אחד", "נשארו שני קודים", "נשארו 3 קודים"]);
  assertEquals(left("it").slice(0, 2), ["1 codice rimasto", "2 codici rimasti"]);
  assertEquals(left("nl").slice(0, 2), ["nog 1 code", "nog 2 codes"]);
  assertEquals(left("ko").slice(0, 2), ["코드 1개 남음", "코드 2개 남음"]);
  assertEquals(left("zh-Hant").slice(0, 2), ["剩餘 1 組", "剩餘 2 組"]);
  assertEquals(left("pl"), [
    "został 1 kod",
    "zostały 2 kody",
    "zostały 3 kody",
    "zostało 11 kodów",
    "zostało 100 kodów",
  ]);
});

Deno.test("languages: no text reveals internal details", () => {
  for (const { language, texts } of LANGUAGES) {
    for (const [path, text] of flat(texts)) {
      // The setting of browsers has that name.
      if (path === "signInErrors.NoCookies") continue;
      // So does the secret that identity providers show to those who manage them.
      if (/^connections\..*[sS]ecret/.test(path) || path === "connections.provider.expires") {
        continue;
      }
      // And the secret of an app, which its developers copy.
      const words = path.startsWith("developerApps.") ? text.replaceAll(/\bsecret\b/gi, "") : text;
      assertEquals(
        /\b(token|secret|cookie|exception|stack|null|undefined|OAuth)\b|[<&]/i.test(words),
        false,
        `${language} ${path}: ${text}`,
      );
    }
  }
});
