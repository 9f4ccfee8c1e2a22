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
import { BUILT_IN, fill, isRightToLeft, textsIn } from "../base/language.ts";
import { nowMs } from "../base/time.ts";
import type { AccountMail, MailFact, MailLink } from "../types/factor.ts";
import type { MailTexts } from "../types/texts.ts";
import type { EmailProviderSendVerificationRequestParams } from "../types/provider.ts";
import { footLinks } from "./foot.ts";
import {
  escape,
  heading,
  row,
  toButton,
  toCode,
  toDocument,
  toFacts,
  unlinked,
  withLink,
} from "./html.ts";
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
    preheader: [
      fill(own.expires, { time: lifetime(language, expires) }),
      ...digits ? [own.secret] : [],
    ]
      .join(" "),
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

/** An email about an account, and what the list of an inbox shows of it. */
type AccountMailParts = Omit<AccountMail, "to"> & {
  /** Default: the begin of the text below the heading */
  preheader?: string;
};

/** Creates an email about an account: its text, and the same text as HTML. */
export function createAccountMail(parts: AccountMailParts): Mail {
  const { subject, heading: title = subject, text, language, link, theme = {}, links = [] } = parts;
  const { facts = [] } = parts;
  const start = language !== undefined && isRightToLeft(language) ? "right" : "left";
  const paragraphs = text.trim().split(/\n{2,}/).filter((paragraph) => paragraph !== title);
  const { preheader = makePreheader(paragraphs, facts) } = parts;
  const rows = ([
    [TITLE, heading(unlinked(title))],
    ...paragraphs.flatMap((paragraph): Row[] => {
      if (link && [link.url, linkLines(link)].includes(paragraph)) {
        return [[BUTTON, toButton(link, theme)], [URL_BELOW, escape(link.url)]];
      }
      if (isCode(paragraph)) return [[CODE, toCode(paragraph)]];
      if (isList(paragraph, facts)) return [[FACTS, toFacts(facts, theme, start)]];
      return [[TEXT, withLink(paragraph, link?.url).replaceAll("\n", "<br>")]];
    }),
    ["padding-bottom:20px", ""],
  ] satisfies Row[]).map(([style, content]) => row(theme, style, content));
  return {
    subject,
    text: wrapped(text),
    html: toDocument({ subject, preheader, rows, theme, links, language }),
  };
}

/** Digits alone are a code. */
function isCode(paragraph: string): boolean {
  return /^[\d ]+$/.test(paragraph);
}

/** Returns `true` for the paragraph that lists the facts. */
function isList(paragraph: string, facts: readonly MailFact[]): boolean {
  const lines = paragraph.split("\n");
  return facts.length > 0 && lines.length === facts.length &&
    facts.every(({ name, value }, at) => lines[at]!.includes(name) && lines[at]!.includes(value));
}

/** A URL is no text to read, and can hold a secret. */
const URL_IN = /:\/\//;

/** Longest preheader, in characters: lists of emails show fewer. */
const PREHEADER = 150;

/** The begin of the text and the facts: what an inbox shows without a code and without URLs. */
function makePreheader(
  paragraphs: readonly string[],
  facts: readonly MailFact[],
): string {
  const first = paragraphs.find((text) =>
    !isCode(text) && !isList(text, facts) && !URL_IN.test(text)
  );
  const words = (first ?? "").replaceAll(/([:：])\n/g, "$1 ").replaceAll("\n", ", ");
  const all = [words, ...facts.map(({ value }) => value)].filter(Boolean).join(" · ");
  return [...all].slice(0, PREHEADER).join("");
}

/** A row of the card: its style, and its HTML. */
type Row = [style: string, content: string];

const TITLE = "padding-top:28px";
const TEXT = "font-size:15px;line-height:22px";
const CODE = "font-size:28px;line-height:36px;letter-spacing:4px";
const BUTTON = "padding-top:16px;padding-bottom:16px";
const FACTS = "padding-top:12px;padding-bottom:12px";
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
