import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { contrast, textOn } from "../../../src/base/color.ts";
import { createMail } from "../../../src/mail/layout.ts";
import type { Theme } from "../../../src/types/options.ts";
import { TRANSLATIONS } from "../languages/_texts.ts";
import { paramsOf } from "./_params.ts";

const EVIL = `"><script>alert(1)</script>`;

Deno.test("createMail() contains the link, the host and the lifetime, in text and in HTML", () => {
  const { subject, text, html } = createMail(paramsOf());
  assertEquals(subject, "Sign in to app.example");
  assertStringIncludes(
    text,
    "\nhttps://app.example/auth/callback/mail?callbackUrl=x&token=abc&email=",
  );
  assertStringIncludes(text, "within 24 hours");
  assertStringIncludes(
    html,
    'href="https://app.example/auth/callback/mail?callbackUrl=x&amp;token=',
  );
  assertEquals(html.match(/<a /g)!.length, 1);
  assertEquals(text.includes("code"), false);
  assertStringIncludes(html, "background:#1c5fd4;color:#ffffff");
});

Deno.test("createMail() shows no address, and no host that a mail program turns into a link", () => {
  const { text, html } = createMail(paramsOf({ identifier: "call-0800@evil.example" }));
  for (const body of [text, html]) assertEquals(body.includes("call-0800"), false);
  const visible = html.replace(/<title>.*<\/title>/, "").replaceAll(/<[^>]*>/g, "")
    .replaceAll(paramsOf().url.replaceAll("&", "&amp;"), "");
  assertEquals(visible.includes("app.example"), false);
  // A word joiner: no line breaks there.
  assertStringIncludes(visible, "app.&#8288;example");
  assertStringIncludes(
    createMail(paramsOf({ url: "http://localhost:8000/auth" })).html,
    "localhost:&#8288;8000",
  );
});

Deno.test("createMail() escapes every value", () => {
  const evil = createMail(paramsOf({
    url: `https://app.example/auth?callbackUrl='${EVIL}'&email=${EVIL}`,
    theme: { brandColor: `red;"${EVIL}`, buttonText: `#fff;background:url(x)` },
    code: EVIL,
  }));
  assertEquals(evil.html.includes("<script>alert"), false);
  assertEquals(evil.html.includes("url(x)"), false);
  assertEquals(/href="[^"]*['<>][^"]*"/.test(evil.html), false);
  assertStringIncludes(evil.html, "background:#1c5fd4;color:#ffffff");
});

Deno.test("createMail() accepts hex theme colors and keeps the label readable", () => {
  const colorsOf = (theme: object) =>
    /background:([^;]+);color:([^;]+);font/.exec(createMail(paramsOf({ theme })).html)!.slice(1);
  assertEquals(colorsOf({ brandColor: "#fc0" }), ["#ffcc00", "#000000"]);
  assertEquals(colorsOf({ brandColor: "#123456" }), ["#123456", "#ffffff"]);
  assertEquals(colorsOf({ brandColor: "rebeccapurple" }), ["rebeccapurple", "#ffffff"]);
  assertEquals(colorsOf({ brandColor: "#fc0", buttonText: "#333" }), ["#ffcc00", "#333333"]);
  // Mail programs know few notations.
  assertEquals(colorsOf({ brandColor: "rgb(255 204 0)" }), ["#ffcc00", "#000000"]);
  assertEquals(colorsOf({ brandColor: "#12345680" }), ["#123456", "#ffffff"]);
});

Deno.test("createMail() has a readable label on every brand color, as the pages have", () => {
  for (let red = 0; red < 256; red += 15) {
    for (let green = 0; green < 256; green += 3) {
      const brandColor = `#${
        [red, green, 119].map((n) => n.toString(16).padStart(2, "0")).join("")
      }`;
      const { html } = createMail(paramsOf({ theme: { brandColor } }));
      const [, background, color] = /background:([^;]+);color:([^;]+);font/.exec(html)!;
      assert(contrast(background!, color!)! >= 4.5, brandColor);
      assertEquals(color, textOn(brandColor));
    }
  }
});

Deno.test("createMail() writes the code in two groups, with a warning", () => {
  const { subject, text, html } = createMail(paramsOf({ code: "12345678" }));
  // A locked phone shows the subject alone.
  assertEquals(subject, "1234 5678 is your code for app.example");
  for (const body of [text, html]) {
    assertStringIncludes(body, "1234 5678");
    assertStringIncludes(body, "Do not share this code with anyone.");
  }
  assertStringIncludes(createMail(paramsOf({ code: "123456" })).text, "123 456");
});

Deno.test("createMail() writes in English where it is given no language", () => {
  const request = new Request("https://app.example", { headers: { "accept-language": "de" } });
  const { subject, html } = createMail(paramsOf({ request }));
  assertEquals(subject, "Sign in to app.example");
  assertStringIncludes(html, '<html lang="en">');
  const german = createMail(paramsOf(TRANSLATIONS.find(({ language }) => language === "de")));
  assertEquals(german.subject, "Bei app.example anmelden");
  assertStringIncludes(german.html, '<html lang="de">');
});

Deno.test("createMail() names both lifetimes in every language", () => {
  using _time = new FakeTime();
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const lifetimes = { code: "12345678", codeExpires: after(900), expires: after(3 * 86400) };
  const expected = {
    en: ["within 15 minutes:", "within 3 days."],
    de: ["(gültig: 15 Minuten):", "ist 3 Tage gültig."],
    fr: ["(valable 15 minutes) :", "est valable 3 jours."],
    es: ["(válido durante 15 minutos):", "válido durante 3 días."],
    "pt-BR": ["(válido por 15 minutos):", "válido por 3 dias."],
    ja: ["（有効期間：15 分）。", "（有効期間：3 日）。"],
    "zh-Hans": ["（有效期：15分钟）：", "（有效期：3天）。"],
    "zh-Hant": ["（有效期限：15 分鐘）：", "（有效期限：3 天）。"],
    he: ["(בתוקף למשך 15 דקות):", "בתוקף למשך 3 ימים."],
    it: ["(valido per 15 minuti):", "valido per 3 giorni."],
    ko: ["(유효 기간: 15분).", "(유효 기간: 3일)."],
    nl: ["(geldig: 15 minuten):", "is 3 dagen geldig."],
    pl: ["(ważny przez 15 minut):", "ważny przez 3 dni."],
    ar: ["(مدة صلاحيته: 15 دقيقة):", "مدة صلاحيته: 3 أيام."],
  };
  assertEquals(Object.keys(expected).length, TRANSLATIONS.length + 1);
  for (const [language, parts] of Object.entries(expected)) {
    const texts = TRANSLATIONS.find((one) => one.language === language)?.texts;
    const mail = createMail(paramsOf({ ...lifetimes, language, texts }));
    for (const body of [mail.text, mail.html]) {
      const plain = body.replaceAll(/[\u2068\u2069]/g, "").replaceAll(/\s+/g, " ");
      for (const part of parts) assertStringIncludes(plain, part);
    }
  }
});

Deno.test("createMail() rounds the lifetime down", () => {
  using _time = new FakeTime();
  const within = (seconds: number) =>
    /within (.+)\./.exec(
      createMail(paramsOf({ expires: new Date(Date.now() + seconds * 1000) })).text,
    )![1];
  assertEquals(within(600), "10 minutes");
  assertEquals(within(3600), "60 minutes");
  assertEquals(within(3 * 3600 + 1800), "3 hours");
  assertEquals(within(86400), "24 hours");
  assertEquals(within(3 * 86400), "3 days");
  assertEquals(within(90), "90 seconds");
  assertEquals(within(0), "0 seconds");
});

const LIGHT = "https://cdn.example/light.png";
const DARK = "https://cdn.example/dark.png";

/** The head of the card of an email with a theme: what stands above its heading. */
function headOf(theme: Theme): string {
  const { html } = createMail(paramsOf({ theme }));
  return /class="card"[^>]*>\n([\s\S]*?)<tr><td[^>]*><h1/.exec(html)![1]!;
}

Deno.test("createMail() shows the logo with the name as its text, for each scheme where there are two", () => {
  const one = headOf({ name: "Acme", logo: LIGHT });
  assertStringIncludes(one, `<img src="${LIGHT}" alt="Acme"`);
  assertEquals(one.includes("<picture>"), false);
  const logo = { light: LIGHT, dark: DARK };
  const two = headOf({ name: "Acme", logo });
  assertStringIncludes(
    two,
    `<picture><source srcset="${DARK}" media="(prefers-color-scheme:dark)"><img src="${LIGHT}"`,
  );
  for (const [colorScheme, url] of [["light", LIGHT], ["dark", DARK]] as const) {
    const fixed = headOf({ logo, colorScheme });
    assertStringIncludes(fixed, `<img src="${url}" alt=""`);
    assertEquals(fixed.includes("<picture>"), false);
  }
});

Deno.test("createMail() shows the name instead of a logo that an email cannot load", () => {
  for (
    const logo of ["/logo.png", "./logo.png", "data:image/png;base64,iVBORw0KGgo=", "", "//a/b"]
  ) {
    const head = headOf({ name: "Acme.example", logo });
    assertEquals(head.includes("<img"), false, logo);
    // No mail program makes a link of it.
    assertStringIncludes(head, "Acme.&#8288;example", logo);
    assertEquals(headOf({ logo }), "", "without a name there is nothing to show");
  }
  // The other one is loaded from a path of the site.
  const half = headOf({ name: "Acme", logo: { light: LIGHT, dark: "/dark.png" } });
  assertStringIncludes(half, `<img src="${LIGHT}"`);
  assertEquals(half.includes("<source"), false);
});

Deno.test("createMail() has the links of the theme at its foot, in its language and with whole URLs", () => {
  const links = {
    terms: "/terms",
    privacy: "https://acme.example/p?a=1&b=2",
    support: "mailto:a@b.c",
  };
  const footOf = (params: object) =>
    [
      ...createMail(paramsOf({ theme: { links }, ...params })).html
        .matchAll(/<a href="([^"]*)"[^>]*class="foot"[^>]*>([^<]*)</g),
    ].map(([, url, label]) => [label, url]);
  const urls = [
    "https://app.example/terms",
    "https://acme.example/p?a=1&amp;b=2",
    "mailto:a@b.c",
  ];
  assertEquals(footOf({}), [["Terms", urls[0]], ["Privacy", urls[1]], ["Support", urls[2]]]);
  const german = TRANSLATIONS.find(({ language }) => language === "de")!;
  assertEquals(footOf(german), [
    ["Nutzungsbedingungen", urls[0]],
    ["Datenschutz", urls[1]],
    ["Hilfe", urls[2]],
  ]);
  assertEquals(footOf({ theme: { links: { support: "javascript:alert(1)" } } }), []);
  assertEquals(footOf({ theme: {} }), []);
});

Deno.test("createMail() has the colors, corners and fonts of the theme, as mail programs read them", () => {
  const htmlOf = (theme: Theme) => createMail(paramsOf({ theme })).html;
  const { html } = createMail(paramsOf({
    theme: {
      radius: "0.5rem",
      font: `"Inter", sans-serif`,
      colors: { light: { card: "#fff7ed" }, dark: { text: "rgb(255 255 255)" } },
    },
  }));
  assertStringIncludes(html, ";border-radius:8px;background:");
  assertStringIncludes(html, "font-family:&quot;Inter&quot;, sans-serif,Helvetica");
  const [light, dark] = html.split("@media (prefers-color-scheme:dark)");
  assertStringIncludes(light!, ".card{background:#fff7ed;color:#15181e}");
  assertStringIncludes(dark!, ".card{background:#171b22!important;color:#ffffff!important}");
  for (
    const [radius, expected] of [["0", "0px"], ["12px", "12px"], ["1em", "16px"], ["1vw", "8px"]]
  ) {
    assertStringIncludes(htmlOf({ radius }), `border-radius:${expected};background`);
  }
  assertEquals(htmlOf({ font: "x;}body{color:red" }).includes("color:red"), false);
  const forced = htmlOf({ colorScheme: "dark" });
  assertStringIncludes(forced, `<meta name="color-scheme" content="dark">`);
  assertStringIncludes(forced, ".card{background:#171b22;color:#f0f2f5}");
  assertEquals(forced.includes("@media"), false);
});

Deno.test("createMail() escapes the values of the theme", () => {
  const { html } = createMail(paramsOf({
    theme: {
      name: EVIL,
      logo: { light: `https://a.example/${EVIL}`, dark: `https://b.example/${EVIL}` },
      links: { terms: `https://a.example/${EVIL}` },
      radius: EVIL,
      font: EVIL,
    },
  }));
  assertEquals(html.includes("<script>"), false);
  assertEquals(/(?:href|src|srcset|alt)="[^"]*[<>][^"]*"/.test(html), false);
});

Deno.test("createMail() breaks lines of plain text after 72 characters, and no URL", () => {
  const url = `https://app.example/auth/callback/mail?token=${"a".repeat(100)}`;
  const { text } = createMail(paramsOf({ url }));
  const lines = text.split("\n");
  assert(lines.includes(url));
  assertEquals(lines.filter((line) => line.length > 72 && line !== url), []);
  assertEquals(lines.filter((line) => line !== line.trim()), []);
});
