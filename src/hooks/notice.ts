/**
 * Mails that tell a user of a change of the account. They hold nothing that a person typed,
 * and a mail that cannot be sent changes nothing else.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { type ByLanguage, fill, textsIn, type Wording } from "../language.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { Changes, NoticeTexts, TextChanges } from "../types/texts.ts";
import { wordingOf } from "./wording.ts";

/** The config, and the request of the change; a call of the app has none. */
export interface Caller {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** The request. */
  readonly request?: RequestInternal;
}

/** The line with the time. */
export const noticeTime: ByLanguage<{ at: string }> = {
  en: { at: "Time: {at}" },
  de: { at: "Zeit: {at}" },
};

/** A notice: its built-in texts, and where others are. */
export interface Notice {
  /** Built-in texts. */
  builtIn: ByLanguage<NoticeTexts>;
  /** The texts of the notice among those of the config. */
  pick: (notices: NonNullable<TextChanges["notices"]>) => Changes<NoticeTexts> | undefined;
}

/**
 * Sends a notice in the language of the browser. Does nothing without a way to send mails, or
 * without an address.
 *
 * @param values values of the slots, in a language
 */
export async function sendNotice(
  { config, request }: Caller,
  to: string | null | undefined,
  { builtIn, pick }: Notice,
  values: (wording: Wording) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  if (!config.sendMail || !to) return;
  const wording = wordingOf(config, request);
  const { language } = wording;
  const { subject, text, advice } = textsIn(
    builtIn,
    wording,
    ({ notices }) => notices && pick(notices),
  );
  const { at } = textsIn(noticeTime, wording, ({ notices }) => notices);
  const site = request?.origin ? ` (${new URL(request.origin).host})` : "";
  const words = { at: toText(new Date()), ...values(wording) };
  const lines = [`${subject}${site}`, text, at, advice];
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
        cause: { err: error as Error, notice: builtIn.en.subject },
      }),
    );
  }
}

/** A time in mails: `"2030-03-17 17:46 UTC"`. */
export function toText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
