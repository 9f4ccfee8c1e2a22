/**
 * Emails that tell a user of a change of the account. They hold nothing that a person typed,
 * and an email that cannot be sent changes nothing else.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { fill, textsIn, type Wording } from "../base/language.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { Changes, LinkedNoticeTexts, NoticeTexts, TextChanges } from "../types/texts.ts";
import { wordingOf } from "./wording.ts";

/** The config, and the request of the change; a call of the app has none. */
export interface Caller {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** The request. */
  readonly request?: RequestInternal;
  /** Host of the site, where a call without a request knows it from what is stored. */
  readonly site?: string | undefined;
}

/** The line with the time. */
export const noticeTime = { at: "Time: {at}" };

/** Name of the site in a notice: its host, or for a call of the app what names it in the config. */
function siteOf({ config, request, site }: Caller): string | undefined {
  return request?.origin ? new URL(request.origin).host : site ?? config.siteName;
}

/** The email does not say whose it is, so it would look like one of a stranger. */
const NAMELESS =
  "a call without a request does not know the site, which the mail about the change " +
  "must name; set AUTH_URL to the URL of the app, or `theme.name` to its name";

/**
 * Refuses a change that is safe only because the user is told of it.
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
  builtIn: NoticeTexts | LinkedNoticeTexts;
  /** The texts of the notice among those of the config. */
  pick: (notices: NonNullable<TextChanges["notices"]>) => Changes<NoticeTexts> | undefined;
}

/**
 * Sends a notice in the language of the browser. Does nothing without a way to send emails, or
 * without an address.
 *
 * @param values values of the slots, in a language; `url` is the link of a notice with one
 */
export async function sendNotice(
  caller: Caller,
  to: string | null | undefined,
  { builtIn, pick }: Notice,
  values: (wording: Wording) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  const { config, request } = caller;
  if (!config.sendMail || !to) return;
  const site = siteOf(caller);
  if (site === undefined) {
    config.logger.error(
      new AuthError(`Cannot tell a user by email of a change of the account: ${NAMELESS}`, {
        cause: { notice: builtIn.subject },
      }),
    );
    return;
  }
  const wording = wordingOf(config, request);
  const { language } = wording;
  const { subject, text, advice, ...more } = textsIn(
    builtIn,
    wording,
    ({ notices }) => notices && pick(notices),
  );
  const { at } = textsIn(noticeTime, wording, ({ notices }) => notices);
  const words: Record<string, string> = { at: toText(new Date()), ...values(wording) };
  const [about, ...paragraphs] = [subject, text, at, advice].map((line) => fill(line, words));
  const title = `${about} (${site})`;
  try {
    await config.sendMail({
      to,
      subject: title,
      text: `${[title, ...paragraphs].join("\n\n")}\n`,
      language,
      ..."button" in more && words.url
        ? { link: { url: words.url, label: more.button, theme: config.theme } }
        : {},
    });
  } catch (error) {
    config.logger.error(
      new AuthError("Cannot tell a user by email of a change of the account", {
        cause: { err: error as Error, notice: builtIn.subject },
      }),
    );
  }
}

/** A time in emails: `"2030-03-17 17:46 UTC"`. */
export function toText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
