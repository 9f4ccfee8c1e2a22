/**
 * The HTML of emails, in the parts of it that mail programs read: tables, attributes, one small
 * stylesheet, and the theme of the app as far as it can be told in them.
 *
 * @module
 */

import { textOn, toColor, toHex } from "../base/color.ts";
import { FONT, RADIUS } from "../base/css.ts";
import { isRightToLeft } from "../base/language.ts";
import { ACCENT, makePalette, type Scheme } from "../base/palette.ts";
import type { FootLink, MailFact, MailLink } from "../types/factor.ts";
import type { Theme } from "../types/options.ts";

/** Red of a button that takes something back, light enough for both color schemes. */
const DANGER = "#b42318";

/** What an email is made of. */
export interface MailParts {
  /** Subject line. */
  subject: string;
  /** What the list of an inbox shows below the subject line. */
  preheader: string;
  /** Rows of the card, from {@linkcode row}. */
  rows: readonly string[];
  /** Theme of the app. */
  theme: Theme;
  /** Links below the card. */
  links: readonly FootLink[];
  /** Language of the texts. Default: unknown */
  language?: string | undefined;
}

/** The document. */
export function toDocument(
  { subject, preheader, rows, theme, links, language }: MailParts,
): string {
  const direction = language !== undefined && isRightToLeft(language) ? ` dir="rtl"` : "";
  const { colorScheme = "auto" } = theme;
  const schemes = colorScheme === "auto" ? "light dark" : colorScheme;
  const head = logoOf(theme);
  return `<!DOCTYPE html>
<html${language === undefined ? "" : ` lang="${escape(language)}"`}${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${schemes}">
<title>${escape(subject)}</title>
<style>:root{color-scheme:${schemes}}${styleOf(theme)}</style>
</head>
<body style="margin:0">
${
    hidden(preheader)
  }<div role="main"><table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" class="page"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" class="card" style="max-width:560px;border-radius:${
    2 * parseFloat(radiusOf(theme))
  }px">
${[...head ? [row(theme, LOGO, head)] : [], ...rows].join("\n")}
</table>
${makeFoot(theme, links)}</td></tr></table></div>
</body>
</html>
`;
}

const LOGO = "padding-top:28px;padding-bottom:0;font-size:18px;line-height:24px;font-weight:bold";

/**
 * A row of the card.
 *
 * @param content HTML
 */
export function row(theme: Theme, style: string, content: string): string {
  return `<tr><td align="center" style="padding:8px 24px;${
    fontOf(theme)
  };${style}">${content}</td></tr>`;
}

/**
 * The heading.
 *
 * @param content HTML
 */
export function heading(content: string): string {
  return `<h1 style="margin:0;font-size:20px;line-height:28px">${content}</h1>`;
}

/** A code. Text from right to left would turn the groups of digits around. */
export function toCode(digits: string): string {
  return `<span dir="ltr">${escape(digits)}</span>`;
}

/** A link that looks like a button. */
export function toButton({ url, label, isDanger = false }: MailLink, theme: Theme): string {
  const own = isDanger ? {} : theme;
  const brand = toMailColor(own.brandColor) ?? (isDanger ? DANGER : ACCENT);
  const color = toMailColor(own.buttonText) ?? textOn(brand);
  return `<a href="${escape(url)}" target="_blank" rel="noreferrer" style="display:inline-block;` +
    `padding:12px 28px;border-radius:${radiusOf(theme)};background:${brand};color:${color};` +
    `${fontOf(theme)};font-size:18px;font-weight:bold;text-decoration:none">${escape(label)}</a>`;
}

/**
 * Facts in two columns, the names in the first one.
 *
 * @param start side on which the language begins a line
 */
export function toFacts(facts: readonly MailFact[], theme: Theme, start: "left" | "right"): string {
  const cell = `${fontOf(theme)};font-size:15px;line-height:22px;padding-top:4px;` +
    "padding-bottom:4px;vertical-align:top";
  const gap = start === "left" ? "right" : "left";
  const rows = facts.map(({ name, value }) =>
    `<tr><th scope="row" align="${start}" class="foot" style="${cell};font-weight:normal;` +
    `padding-${gap}:16px">${escape(name)}</th><td align="${start}" dir="auto" ` +
    `style="${cell};word-break:break-word">${unlinked(value)}</td></tr>`
  );
  return `<table border="0" cellspacing="0" cellpadding="0" width="100%">${rows.join("")}</table>`;
}

/** Lists of emails show the begin of the text: this, and nothing after it. */
function hidden(preheader: string): string {
  if (preheader === "") return "";
  return `<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${
    unlinked(preheader)
  }${"&#847;&zwnj;&nbsp;".repeat(60)}</div>
`;
}

/** Text with the URL in it as a link: texts of the app may have it within a sentence. */
export function withLink(text: string, url: string | undefined): string {
  if (!url) return unlinked(text);
  const link = `<a href="${escape(url)}" target="_blank" rel="noreferrer" ` +
    `style="color:inherit;word-break:break-all">${escape(url)}</a>`;
  return text.split(url).map(unlinked).join(link);
}

/**
 * Email programs turn host names into links; a word joiner after each dot prevents it, and no line
 * breaks there.
 */
export function unlinked(text: string): string {
  return escape(text).replaceAll(/(?<=\w)[.:](?=\w)/g, "$&&#8288;");
}

/** Escapes text, also for attributes. */
export function escape(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/**
 * The logo above the heading, else the name; nothing without both. Mail programs load images from
 * absolute URLs alone, many of them only when the reader asks for it: the name is shown until then.
 */
function logoOf({ logo, name, colorScheme = "auto" }: Theme): string {
  const { light, dark } = typeof logo === "object" ? logo : { light: logo, dark: logo };
  const [first, other] = colorScheme === "dark" ? [dark, undefined] : [light, dark];
  if (!isAbsolute(first)) return name ? unlinked(name) : "";
  const image = `<img src="${escape(first)}" alt="${escape(name ?? "")}" height="40" ` +
    `style="height:40px;max-width:100%;border:0">`;
  if (colorScheme !== "auto" || other === first || !isAbsolute(other)) return image;
  // Programs without this element show the image in it.
  return `<picture><source srcset="${
    escape(other)
  }" media="(prefers-color-scheme:dark)">${image}</picture>`;
}

function isAbsolute(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url);
}

function makeFoot(theme: Theme, links: readonly FootLink[]): string {
  if (links.length === 0) return "";
  const items = links.map(({ url, label }) =>
    `<a href="${escape(url)}" target="_blank" rel="noreferrer" class="foot" ` +
    `style="padding:0 8px">${escape(label)}</a>`
  );
  return `<p style="margin:16px 0 0;${fontOf(theme)};font-size:13px;line-height:24px">${
    items.join(" ")
  }</p>
`;
}

/** Colors of both schemes, or of the one that the theme chooses. */
function styleOf(theme: Theme): string {
  const { colorScheme = "auto" } = theme;
  if (colorScheme !== "auto") return makeColors(theme, colorScheme);
  const dark = makeColors(theme, "dark").replaceAll("}", "!important}")
    .replaceAll(";", "!important;");
  return `${makeColors(theme, "light")}
@media (prefers-color-scheme:dark){${dark}}`;
}

function makeColors(theme: Theme, scheme: Scheme): string {
  const palette = makePalette(theme, scheme);
  return `body,.page{background:${palette["color-background"]}}` +
    `.card{background:${palette["color-background-card"]};color:${palette["color-text"]}}` +
    `.foot{color:${palette["color-primary"]}}`;
}

/** Fonts, for an attribute. */
function fontOf({ font }: Theme): string {
  const own = font && FONT.test(font) ? `${escape(font)},` : "";
  return `font-family:${own}Helvetica,Arial,sans-serif`;
}

/** Few mail programs know the size of the text that `rem` counts in. */
function radiusOf({ radius }: Theme): string {
  if (!radius || !RADIUS.test(radius)) return "8px";
  return `${parseFloat(radius) * (radius.endsWith("em") ? 16 : 1)}px`;
}

/** Email programs read six hex digits and names, but few of the other notations. */
function toMailColor(text: Theme["brandColor"]): string | undefined {
  return toHex(text) ?? toColor(text);
}
