/**
 * Mails about changes of a user's password. They hold nothing that a person typed, and a mail
 * that cannot be sent changes nothing else.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";

/** Change that the user is told of. */
export type PasswordNotice = "set" | "changed" | "removed";

/** Texts of one language. */
interface Texts {
  /** Name of the account, with and without the site. */
  account: string;
  accountOn: string;
  /** Subject, and the sentence below it. */
  notices: Readonly<Record<PasswordNotice, { subject: string; text: string }>>;
  /** Time of the change. */
  at: string;
  /** Sentence for a user who did not do this. */
  notYou: string;
}

const en: Texts = {
  account: "your account",
  accountOn: "your account on {host}",
  notices: {
    set: {
      subject: "A password was set for {account}",
      text: "You can now sign in with your email address and this password.",
    },
    changed: {
      subject: "The password of {account} was changed",
      text: "The one before no longer works.",
    },
    removed: {
      subject: "The password of {account} was removed",
      text: "You can no longer sign in with it.",
    },
  },
  at: "Time: {at}",
  notYou: "If this was not you, somebody else may have access to your account or your mailbox: " +
    "secure your mailbox, sign in with a link by email, and set a new password.",
};

const de: Texts = {
  account: "Ihr Konto",
  accountOn: "Ihr Konto bei {host}",
  notices: {
    set: {
      subject: "Passwort für {account} gesetzt",
      text: "Sie können sich jetzt mit Ihrer E-Mail-Adresse und diesem Passwort anmelden.",
    },
    changed: {
      subject: "Passwort für {account} geändert",
      text: "Das vorige funktioniert nicht mehr.",
    },
    removed: {
      subject: "Passwort für {account} entfernt",
      text: "Sie können sich nicht mehr damit anmelden.",
    },
  },
  at: "Zeit: {at}",
  notYou: "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto oder " +
    "Ihrem Postfach: sichern Sie Ihr Postfach, melden Sie sich mit einem Link per E-Mail an, " +
    "und setzen Sie ein neues Passwort.",
};

/**
 * Sends a mail to the user, in German when the browser prefers it, else in English. Does
 * nothing without a way to send mails.
 */
export async function notifyOfPassword(
  { config, request }: { config: ResolvedConfig; request?: RequestInternal },
  to: string,
  notice: PasswordNotice,
): Promise<void> {
  if (!config.sendMail) return;
  const isGerman = /^\s*de\b/i.test(request?.request.headers.get("accept-language") ?? "");
  const texts = isGerman ? de : en;
  const host = request?.origin ? new URL(request.origin).host : undefined;
  const words: Record<string, string> = {
    account: host === undefined ? texts.account : texts.accountOn.replace("{host}", host),
    at: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
  const { subject, text } = texts.notices[notice];
  const [title, ...lines] = [subject, text, texts.at, texts.notYou]
    .map((line) => line.replaceAll(/\{(\w+)\}/g, (_, name) => words[name]!));
  try {
    await config.sendMail({ to, subject: title!, text: `${lines.join("\n\n")}\n` });
  } catch (error) {
    config.logger.error(
      new AuthError("Cannot tell the user by mail about the password", {
        cause: { err: error as Error, notice },
      }),
    );
  }
}
