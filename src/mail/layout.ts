/**
 * The email with the link, and emails about accounts, as text and as HTML, the same for every
 * provider.
 *
 * The email with the link shows nothing that a person typed: by the address, another user could put a
 * text of their own into the email. The address is only in the link, encoded.
 *
 * @module
 */

import { textOn, toColor, toHex } from "../base/color.ts";
import { durationInWords } from "../base/in_words.ts";
import { BUILT_IN, fill, isRightToLeft, textsIn } from "../base/language.ts";
import type { Theme } from "../types/options.ts";
import type { AccountMail, MailLink } from "../types/factor.ts";
import type { LinkMailTexts } from "../types/texts.ts";
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
  subject: "Sign in to {host}",
  button: "Sign in",
  signUp: { subject: "Confirm your address for {host}", button: "Confirm the address" },
  password: { subject: "Reset your password for {host}", button: "Choose a new password" },
  code: "Or type this code in the browser where you asked for it, within {time}:",
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
  const texts: LinkMailTexts = {
    ...own,
    ...purpose === "sign-up" ? own.signUp : purpose === "password" ? own.password : {},
    code: fill(own.code, { time: lifetime(language, codeExpires) }),
    expires: fill(own.expires, { time: lifetime(language, expires) }),
  };
  const subject = fill(texts.subject, { host: new URL(url).host });
  const lines = [
    subject,
    url,
    ...code ? [`${texts.code}\n${grouped(code)}\n${texts.secret}`] : [],
    texts.expires,
    texts.ignore,
  ];
  return {
    subject,
    text: `${lines.join("\n\n")}\n`,
    html: toHtml({ url, theme, code }, texts, { subject, language }),
  };
}

/** Creates an email about an account: its text, and the same text as HTML. */
export function createAccountMail({ subject, text, language, link }: AccountMail): Mail {
  const paragraphs = text.trim().split(/\n{2,}/).filter((paragraph) => paragraph !== subject);
  const rows = [
    row(TITLE, heading(unlinked(subject))),
    ...paragraphs.flatMap((paragraph) => {
      if (link && paragraph === link.url) {
        return [row(BUTTON, toButton(link)), row(URL_BELOW, escape(link.url))];
      }
      // Digits alone are a code.
      if (/^[\d ]+$/.test(paragraph)) return [row(CODE, toCode(paragraph))];
      return [row(TEXT, withLink(paragraph, link?.url).replaceAll("\n", "<br>"))];
    }),
    row("padding-bottom:20px", ""),
  ];
  return { subject, text, html: toDocument(subject, rows, language) };
}

const FONT = "font-family:Helvetica,Arial,sans-serif";
const TITLE = "padding-top:28px";
const TEXT = "font-size:15px;line-height:22px";
const CODE = "font-size:28px;line-height:36px;letter-spacing:4px";
const BUTTON = "padding-top:16px;padding-bottom:16px";
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
function toButton({ url, label, theme = {} }: MailLink): string {
  const brand = toMailColor(theme.brandColor) ?? "#346df1";
  const color = toMailColor(theme.buttonText) ?? textOn(brand);
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

function toHtml(
  { url, theme, code }: Pick<EmailProviderSendVerificationRequestParams, "url" | "theme" | "code">,
  texts: LinkMailTexts,
  { subject, language }: { subject: string; language: string },
): string {
  const host = unlinked(new URL(url).host);
  const title = fill(escape(texts.subject), { host });
  const rows = [
    row(TITLE, heading(title)),
    row(BUTTON, toButton({ url, label: texts.button, theme })),
    ...code
      ? [
        row(TEXT, escape(texts.code)),
        row(CODE, toCode(grouped(code))),
        row(TEXT, escape(texts.secret)),
      ]
      : [],
    row(TEXT, escape(texts.expires)),
    row(`${TEXT};padding-bottom:28px`, escape(texts.ignore)),
  ];
  return toDocument(subject, rows, language);
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

/** Email programs turn host names into links; a zero-width space after each dot prevents it. */
function unlinked(text: string): string {
  return escape(text).replaceAll(/(?<=\w)[.:](?=\w)/g, "$&&#8203;");
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
