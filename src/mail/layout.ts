/**
 * The email with the link, and emails about accounts, as text and as HTML, the same for every
 * provider.
 *
 * The email with the link shows nothing that a person typed: by the address, another user could put a
 * text of their own into the email. The address is only in the URL, encoded.
 *
 * @module
 */

import { durationInWords } from "../base/in_words.ts";
import { BUILT_IN, fill, textsIn } from "../base/language.ts";
import { nowMs } from "../base/time.ts";
import type { AccountMail, MailLink } from "../types/factor.ts";
import type { MailTexts } from "../types/texts.ts";
import type { EmailProviderSendVerificationRequestParams } from "../types/provider.ts";
import { footLinks } from "./foot.ts";
import { escape, heading, row, toButton, toCode, toDocument, unlinked, withLink } from "./html.ts";
import { linkEnglish } from "./link_english.ts";

/** An email without its addresses. */
export interface Mail {
  /** Subject line. */
  subject: string;
  /** Body for programs that show plain text. */
  text: string;
  /** Body as an HTML document. */
  html: string;
}

/** What the email with the link depends on. */
export type LinkMailParams = Pick<
  EmailProviderSendVerificationRequestParams,
  "url" | "theme" | "code" | "expires" | "codeExpires" | "purpose" | "language" | "texts"
>;

/** Creates the email with the link. */
export function createMail(
  { url, theme, code, expires, codeExpires = expires, purpose, language = BUILT_IN, ...changes }:
    LinkMailParams,
): Mail {
  const wording = { language, texts: changes.texts };
  const own = textsIn(linkEnglish, wording, ({ mails }) => mails?.link);
  const { subject, codeSubject, button: label } = purpose === "sign-up"
    ? own.signUp
    : purpose === "password"
    ? own.password
    : own;
  const { host, origin } = new URL(url);
  const digits = code && grouped(code);
  const names = { host, site: theme.name ?? host, code: digits ?? "" };
  const title = fill(subject, names);
  const paragraphs = [
    title,
    linkLines({ url, label }),
    ...digits
      ? [fill(own.code, { time: lifetime(language, codeExpires) }), digits, own.secret]
      : [],
    fill(own.expires, { time: lifetime(language, expires) }),
    fill(own.ignore, names),
  ];
  return createAccountMail({
    subject: digits ? fill(codeSubject, names) : title,
    heading: title,
    text: `${paragraphs.join("\n\n")}\n`,
    language,
    link: { url, label },
    theme,
    links: footLinks(theme, wording, origin),
  });
}

/** Fills the slots of an email that its recipient waits for; its text begins with its heading. */
export function filledMail(
  texts: MailTexts,
  values: Readonly<Record<string, string>>,
): Pick<AccountMail, "subject" | "heading" | "text"> {
  const title = fill(texts.heading ?? texts.subject, values);
  const text = `${title}\n\n${fill(texts.text, values)}`;
  return { subject: fill(texts.subject, values), heading: title, text };
}

/** The paragraph of a text that stands for a button: what the link does, and its URL on a line. */
export function linkLines({ url, label }: Pick<MailLink, "url" | "label">): string {
  return `${label}\n${url}`;
}

/** Creates an email about an account: its text, and the same text as HTML. */
export function createAccountMail(
  { subject, heading: title = subject, text, language, link, theme = {}, links = [] }: Omit<
    AccountMail,
    "to"
  >,
): Mail {
  const paragraphs = text.trim().split(/\n{2,}/).filter((paragraph) => paragraph !== title);
  const rows = ([
    [TITLE, heading(unlinked(title))],
    ...paragraphs.flatMap((paragraph): Row[] => {
      if (link && [link.url, linkLines(link)].includes(paragraph)) {
        return [[BUTTON, toButton(link, theme)], [URL_BELOW, escape(link.url)]];
      }
      // Digits alone are a code.
      if (/^[\d ]+$/.test(paragraph)) return [[CODE, toCode(paragraph)]];
      return [[TEXT, withLink(paragraph, link?.url).replaceAll("\n", "<br>")]];
    }),
    ["padding-bottom:20px", ""],
  ] satisfies Row[]).map(([style, content]) => row(theme, style, content));
  return {
    subject,
    text: wrapped(text),
    html: toDocument({ subject, rows, theme, links, language }),
  };
}

/** A row of the card: its style, and its HTML. */
type Row = [style: string, content: string];

const TITLE = "padding-top:28px";
const TEXT = "font-size:15px;line-height:22px";
const CODE = "font-size:28px;line-height:36px;letter-spacing:4px";
const BUTTON = "padding-top:16px;padding-bottom:16px";
/** A long URL would make the table wider than a phone. */
const URL_BELOW = "font-size:13px;line-height:18px;word-break:break-all";

/** Longest line of plain text, in characters. */
const LINE = 72;

/** Breaks long lines: programs that show plain text may not. URLs stay whole. */
function wrapped(text: string): string {
  return text.split("\n").map((line) => {
    if (line.length <= LINE) return line;
    let whole = "";
    let last = "";
    for (const word of line.split(/ +/)) {
      const longer = last ? `${last} ${word}` : word;
      if (longer.length <= LINE) last = longer;
      else {
        if (last) whole += `${last}\n`;
        last = word;
      }
    }
    return whole + last;
  }).join("\n");
}

/** `"1234 5678"`: two groups are easier to copy. */
function grouped(code: string): string {
  const middle = Math.ceil(code.length / 2);
  return `${code.slice(0, middle)} ${code.slice(middle)}`;
}

/** Time until expiry in words. */
function lifetime(language: string, expires: Date): string {
  // Lifetimes are multiples of five seconds, and some time has passed since this one began.
  const seconds = Math.ceil((expires.valueOf() - nowMs()) / 5000) * 5;
  return durationInWords(language, seconds);
}
