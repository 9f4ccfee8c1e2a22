/**
 * Emails that tell a user of a change of the account: which object it is about, who made it where
 * that is not the reader, and why the reader gets the email. An email that cannot be sent changes
 * nothing else.
 *
 * Names in them were typed by a person. They come from `cleanName`: at most 64 characters, on one
 * line; and the HTML makes no link of them.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { describeDevice, deviceOf } from "../base/device.ts";
import { timeInWords } from "../base/in_words.ts";
import { fill, textsIn, type Wording } from "../base/language.ts";
import { nowDate } from "../base/time.ts";
import type { AuditOperator } from "../types/audit.ts";
import type { MailFact, MailLink } from "../types/factor.ts";
import type { Awaitable } from "../types/entities.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { Changes, NoticeTexts, TextChanges } from "../types/texts.ts";
import { linkLines } from "./layout.ts";
import { noticeEnglish } from "./notice_english.ts";
import { findPlace } from "./place.ts";
import { makeWording } from "./wording.ts";

/** The config, and the request of the change; a call of the app has none. */
export interface Caller {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** The request. */
  readonly request?: RequestInternal | undefined;
  /** Origin of the site, where a call without a request knows it from what is stored. */
  readonly site?: string | undefined;
  /** The operator who makes the change; emails name the site. Default: none. */
  readonly operator?: AuditOperator | undefined;
}

/** Origin of the site: of the request, else of what is stored, else of `AUTH_URL`. */
function originOf({ config, request, site }: Caller): string | undefined {
  return request?.origin || site || config.siteOrigin;
}

/** Name of the site in emails: that of the app, else its host. */
export function siteOf(caller: Caller): string | undefined {
  const origin = originOf(caller);
  return caller.config.theme.name ?? (origin && new URL(origin).host);
}

/** The email does not say whose it is, so it would look like one of a stranger. */
const NAMELESS =
  "a call without a request does not know the site, which the email about the change " +
  "must name; set AUTH_URL to the URL of the app, or `theme.name` to its name";

/**
 * Refuses a change that is safe only because the user is notified of it.
 *
 * @throws {AuthError} when emails about it could not name the site
 */
export function requireSite(caller: Caller, what: string): void {
  if (!caller.config.sendMail || siteOf(caller) !== undefined) return;
  throw new AuthError(`Cannot ${what}: ${NAMELESS}`, { cause: { option: "theme.name" } });
}

/** A notice: its built-in texts, and where others are. */
export interface Notice {
  /** Built-in texts. */
  builtIn: NoticeTexts;
  /** The texts of the notice among those of the config. */
  pick: (notices: NonNullable<TextChanges["notices"]>) => Changes<NoticeTexts> | undefined;
  /** Values of its slots that are facts of their own, with a name. Default: none */
  facts?: readonly FactName[];
  /** `true` when the address may be a stranger's, who must not learn where the user is. */
  hidesDevice?: boolean;
  /** `true` when the link of the notice takes the change back. */
  isUndo?: boolean;
  /**
   * Name of the person who made the change; `null` for the site. Default: the reader, or the site
   * for a call of the app, which has no request
   */
  actor?: string | null;
  /** Why the reader gets it. Default: `"account"` */
  why?: keyof NoticeReasons;
}

/** Facts that have a name. */
type FactName = keyof typeof noticeEnglish.facts;

/** Reasons for which a person gets a notice. */
type NoticeReasons = typeof noticeEnglish.why;

/** Values of the slots of a notice. */
export type NoticeValues = Readonly<Record<string, string>>;

/**
 * Sends a notice in the language of the browser. Does nothing without a way to send emails, or
 * without an address.
 *
 * @param values values of the slots, in a language; `url` is the link of a notice with one
 * @returns `true` once `sendMail` took it; a failure is logged, and is `false`
 */
export async function sendNotice(
  caller: Caller,
  to: string | null | undefined,
  notice: Notice,
  values: (wording: Wording, site: string) => Awaitable<NoticeValues> = () => ({}),
): Promise<boolean> {
  const { config, request } = caller;
  if (!config.sendMail || !to) return false;
  const site = siteOf(caller);
  const about = notice.builtIn.subject;
  if (site === undefined) {
    // Once: a script that makes a hundred keys says the same a hundred times.
    config.logOnce(
      new AuthError(`Cannot tell a user by email of a change of the account: ${NAMELESS}`, {
        cause: { notice: about },
      }),
    );
    return false;
  }
  try {
    const wording = makeWording(config, request);
    const { language } = wording;
    const words = await values(wording, site);
    const { subject, text, ...own } = textsIn(
      notice.builtIn,
      wording,
      ({ notices }) => notices && notice.pick(notices),
    );
    const shared = textsIn(noticeEnglish, wording, ({ notices }) => notices);
    const { advice, link } = makeEnd(caller, notice, { ...shared, ...own }, words.url);
    const actor = findActor(caller, notice, site);
    const heading = fill(subject, words);
    const facts = await readFacts(caller, notice, { language, shared, actor, words });
    const paragraphs = [
      heading,
      fill(text, words),
      facts.map(({ name, value }) => fill(`${name}: {value}`, { value })).join("\n"),
      fill(advice, words),
    ];
    if (link && !advice.includes("{url}")) paragraphs.push(linkLines(link));
    const { why = "account" } = notice;
    paragraphs.push(fill(shared.why[why], { email: to, site, actor: actor ?? site }));
    await config.sendMail({
      to,
      subject: `${heading} (${site})`,
      heading,
      text: `${paragraphs.join("\n\n")}\n`,
      language,
      ...link ? { link } : {},
      facts,
      origin: originOf(caller),
    });
    return true;
  } catch (error) {
    config.logger.error(
      new AuthError("Cannot tell a user by email of a change of the account", {
        cause: { err: error as Error, notice: about },
      }),
    );
    return false;
  }
}

/** What the reader can do: what the notice says, else secure the account on its page. */
function makeEnd(
  caller: Caller,
  { isUndo = false }: Notice,
  { advice, button, notYou, secure, check }:
    & typeof noticeEnglish
    & Partial<Pick<NoticeTexts, "advice" | "button">>,
  url: string | undefined,
): { advice: string; link?: MailLink } {
  const { config: { account, basePath } } = caller;
  if (advice !== undefined) {
    const link = button && url ? { url, label: button, isDanger: isUndo } : undefined;
    return { advice, ...link ? { link } : {} };
  }
  const origin = originOf(caller);
  if (!account || !origin) return { advice: check };
  return { advice: notYou, link: { url: `${origin}${basePath}/account`, label: secure } };
}

/** Name of the one who made the change; `undefined` for the reader. */
function findActor({ request }: Caller, { actor }: Notice, site: string): string | undefined {
  return actor ?? (actor === null || !request ? site : undefined);
}

/** What the change is about, who made it on which device where, and when. */
async function readFacts(
  { config, request }: Caller,
  { facts = [], hidesDevice }: Notice,
  { language, shared, actor, words }: {
    language: string;
    shared: Pick<typeof noticeEnglish, "device" | "facts">;
    actor: string | undefined;
    words: NoticeValues;
  },
): Promise<MailFact[]> {
  const shown = facts.map((name): [FactName, string | undefined] => [name, words[name]]);
  shown.push(["actor", actor]);
  if (request && !hidesDevice) {
    shown.push(["device", deviceInWords(shared, deviceOf(request.request))]);
    shown.push(["place", await findPlace(config, config.addressOf(request.request))]);
  }
  shown.push(["time", timeInWords(language, nowDate())]);
  return shown.flatMap(([name, value]) =>
    value ? [{ name: shared.facts[name], value: value.replaceAll(/\s+/g, " ") }] : []
  );
}

/** `"Firefox on Windows"`; `undefined` when nothing of it is known. */
export function deviceInWords(
  { device }: Pick<typeof noticeEnglish, "device">,
  agent: string | null,
): string | undefined {
  const { browser, system } = describeDevice(agent);
  return browser && system ? fill(device, { browser, system }) : browser ?? system ?? undefined;
}
