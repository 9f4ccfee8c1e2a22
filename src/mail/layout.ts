/**
 * The email with the link, and emails about accounts, as text and as HTML, the same for every
 * provider.
 *
 * The email with the link shows nothing that a person typed: by the address, another user could put a
 * text of their own into the email. The address is only in the URL, encoded.
 *
 * @module
 */

import { textOn, toColor, toHex } from "../base/color.ts";
import { durationInWords } from "../base/in_words.ts";
import { BUILT_IN, fill, isRightToLeft, textsIn } from "../base/language.ts";
import type { Theme } from "../types/options.ts";
import type { AccountMail, MailLink } from "../types/factor.ts";
import type { LinkMailTexts, MailTexts } from "../types/texts.ts";
import type { EmailProviderSendVerificationRequestParams } from "../types/provider.ts";

/** An email without its addresses. */
export interface Mail {
  /** Subject line. */
  subject: string;
  /** Body for programs that show plain text. */
  text: string;
  /** Body as an HTML document. */
  html: string;
}

/** Texts of the email with the link. */
export const linkMail: LinkMailTexts = {
  subject: "Sign in to {site}",
  codeSubject: "{code} is your code for {site}",
  button: "Sign in",
  signUp: {
    subject: "Confirm your address for {site}",
    codeSubject: "{code} is your code to confirm your address for {site}",
    button: "Confirm the address",
  },
  password: {
    subject: "Reset your password for {site}",
    codeSubject: "{code} is your code to reset your password for {site}",
    button: "Choose a new password",
  },
  code: "Or enter this code where you asked for it, within {time}:",
  expires: "The link works once, within {time}.",
  ignore: "If you did not ask for this email, ignore it.",
  secret: "Do not share this code with anyone.",
};

/** Creates the email with the link. */
export function createMail(
  { url, theme, code, expires, codeExpires = expires, purpose, language = BUILT_IN, ...changes }:
    EmailProviderSendVerificationRequestParams,
): Mail {
  const own = textsIn(linkMail, { language, texts: changes.texts }, ({ mails }) => mails?.link);
  const { subject, codeSubject, button: label } = purpose === "sign-up"
    ? own.signUp
    : purpose === "password"
    ? own.password
    : own;
  const { host } = new URL(url);
  const digits = code && grouped(code);
  const names = { host, site: theme.name ?? host, code: digits ?? "" };
  const heading = fill(subject, names);
  const paragraphs = [
    heading,
    linkLines({ url, label }),
    ...digits
      ? [fill(own.code, { time: lifetime(language, codeExpires) }), digits, own.secret]
      : [],
    fill(own.expires, { time: lifetime(language, expires) }),
    own.ignore,
  ];
  return createAccountMail({
    subject: digits ? fill(codeSubject, names) : heading,
    heading,
    text: `${paragraphs.join("\n\n")}\n`,
    language,
    link: { url, label, theme },
  });
}

/** Fills the slots of an email that its recipient waits for; its text begins with its heading. */
export function filledMail(
  texts: MailTexts,
  values: Readonly<Record<string, string>>,
): Pick<AccountMail, "subject" | "heading" | "text"> {
  const heading = fill(texts.heading ?? texts.subject, values);
  const text = `${heading}\n\n${fill(texts.text, values)}`;
  return { subject: fill(texts.subject, values), heading, text };
}

/** The paragraph of a text that stands for a button: what the link does, and its URL on a line. */
export function linkLines({ url, label }: Pick<MailLink, "url" | "label">): string {
  return `${label}\n${url}`;
}

/** Creates an email about an account: its text, and the same text as HTML. */
export function createAccountMail(
  { subject, heading: title = subject, text, language, link }: Omit<AccountMail, "to">,
): Mail {
  const paragraphs = text.trim().split(/\n{2,}/).filter((paragraph) => paragraph !== title);
  const rows = [
    row(TITLE, heading(unlinked(title))),
    ...paragraphs.flatMap((paragraph) => {
      if (link && [link.url, linkLines(link)].includes(paragraph)) {
        return [row(BUTTON, toButton(link)), row(URL_BELOW, escape(link.url))];
      }
      // Digits alone are a code.
      if (/^[\d ]+$/.test(paragraph)) return [row(CODE, toCode(paragraph))];
      return [row(TEXT, withLink(paragraph, link?.url).replaceAll("\n", "<br>"))];
    }),
    row("padding-bottom:20px", ""),
  ];
  return { subject, text: wrapped(text), html: toDocument(subject, rows, language) };
}

/** Breaks lines after 72 characters: programs that show plain text may not. URLs stay whole. */
function wrapped(text: string): string {
  return text.replaceAll(/(?=.{73})(\S.{0,70}\S) +(?=\S)/g, "$1\n");
}

const FONT = "font-family:Helvetica,Arial,sans-serif";
const TITLE = "padding-top:28px";
const TEXT = "font-size:15px;line-height:22px";
const CODE = "font-size:28px;line-height:36px;letter-spacing:4px";
const BUTTON = "padding-top:16px;padding-bottom:16px";
/** Red of a button that takes something back, light enough for both color schemes. */
const DANGER = "#b42318";
/** A long URL would make the table wider than a phone. */
const URL_BELOW = "font-size:13px;line-height:18px;word-break:break-all";

/** @param content HTML */
function row(style: string, content: string): string {
  return `<tr><td align="center" style="padding:8px 24px;${FONT};${style}">${content}</td></tr>`;
}

/** @param content HTML */
function heading(content: string): string {
  return `<h1 style="margin:0;font-size:20px;line-height:28px">${content}</h1>`;
}

/** Text from right to left would turn the groups of digits around. */
function toCode(digits: string): string {
  return `<span dir="ltr">${escape(digits)}</span>`;
}

/** A link that looks like a button. */
function toButton({ url, label, theme = {}, isDanger = false }: MailLink): string {
  const own = isDanger ? {} : theme;
  const brand = toMailColor(own.brandColor) ?? (isDanger ? DANGER : "#346df1");
  const color = toMailColor(own.buttonText) ?? textOn(brand);
  return `<a href="${escape(url)}" target="_blank" rel="noreferrer" style="display:inline-block;` +
    `padding:12px 28px;border-radius:8px;background:${brand};color:${color};${FONT};` +
    `font-size:18px;font-weight:bold;text-decoration:none">${escape(label)}</a>`;
}

/** Text with the URL in it as a link: texts of the app may have it within a sentence. */
function withLink(text: string, url: string | undefined): string {
  if (!url) return unlinked(text);
  const link = `<a href="${escape(url)}" target="_blank" rel="noreferrer" ` +
    `style="color:inherit;word-break:break-all">${escape(url)}</a>`;
  return text.split(url).map(unlinked).join(link);
}

/** @param language of the texts. Default: unknown */
function toDocument(subject: string, rows: readonly string[], language?: string): string {
  const direction = language !== undefined && isRightToLeft(language) ? ` dir="rtl"` : "";
  return `<!DOCTYPE html>
<html${language === undefined ? "" : ` lang="${escape(language)}"`}${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
<style>:root{color-scheme:light dark}body,.page{background:#f4f5f7}.card{background:#fff;color:#15181e}
@media (prefers-color-scheme:dark){body,.page{background:#0e1116!important}.card{background:#171b22!important;color:#f0f2f5!important}}</style>
</head>
<body style="margin:0">
<div role="main"><table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" class="page"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" class="card" style="max-width:560px;border-radius:16px">
${rows.join("\n")}
</table>
</td></tr></table></div>
</body>
</html>
`;
}

/**
 * Email programs turn host names into links; a word joiner after each dot prevents it, and no line
 * breaks there.
 */
function unlinked(text: string): string {
  return escape(text).replaceAll(/(?<=\w)[.:](?=\w)/g, "$&&#8288;");
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** Email programs read six hex digits and names, but few of the other notations. */
function toMailColor(text: Theme["brandColor"]): string | undefined {
  return toHex(text) ?? toColor(text);
}

/** `"1234 5678"`: two groups are easier to copy. */
function grouped(code: string): string {
  const middle = Math.ceil(code.length / 2);
  return `${code.slice(0, middle)} ${code.slice(middle)}`;
}

/** Time until expiry in words. */
function lifetime(language: string, expires: Date): string {
  // Lifetimes are multiples of five seconds, and some time has passed since this one began.
  const seconds = Math.ceil((expires.valueOf() - Date.now()) / 5000) * 5;
  return durationInWords(language, seconds);
}
