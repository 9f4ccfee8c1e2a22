/**
 * Mails that tell a user of a change of the account. They hold nothing that a person typed,
 * and a mail that cannot be sent changes nothing else.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { type ByLanguage, fill, type Language, languageOf } from "../language.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";

/** The config, and the request of the change; a call of the app has none. */
export interface Caller {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** The request. */
  readonly request?: RequestInternal;
}

/** Texts of a notice, with `{slots}` for values. */
export interface NoticeTexts {
  /** Subject; the host of the site follows it. */
  subject: string;
  /** Sentences below the subject. */
  text: string;
  /** Advice for a user who did not do this. */
  advice: string;
}

const AT: ByLanguage<string> = { en: "Time: {at}", de: "Zeit: {at}" };

/**
 * Sends a notice in the language of the browser. Does nothing without a way to send mails, or
 * without an address.
 *
 * @param values values of the slots, in a language
 */
export async function sendNotice(
  { config, request }: Caller,
  to: string | null | undefined,
  notice: ByLanguage<NoticeTexts>,
  values: (language: Language) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  if (!config.sendMail || !to) return;
  const language = languageOf(request?.request.headers.get("accept-language"));
  const { subject, text, advice } = notice[language];
  const site = request?.origin ? ` (${new URL(request.origin).host})` : "";
  const words = { at: toText(new Date()), ...values(language) };
  const lines = [`${subject}${site}`, text, AT[language], advice];
  const [title, ...paragraphs] = lines.map((line) => fill(line, words));
  try {
    await config.sendMail({
      to,
      subject: title!,
      text: `${[title, ...paragraphs].join("\n\n")}\n`,
      language,
    });
  } catch (error) {
    config.logger.error(
      new AuthError("Cannot tell a user by mail of a change of the account", {
        cause: { err: error as Error, notice: notice.en.subject },
      }),
    );
  }
}

/** A time in mails: `"2030-03-17 17:46 UTC"`. */
export function toText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
