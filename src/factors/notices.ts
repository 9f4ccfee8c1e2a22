/**
 * Mails about changes of a user's second factors. They hold nothing that a person typed,
 * and a mail that cannot be sent changes nothing else.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { lazy } from "../lazy.ts";
import type { Factor, FactorUser } from "../types/factor.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";

/** Loaded with the first notice: a sign-in sends none. */
const words = lazy(() => import("../../pages/factor/messages.ts"));

/** The config, and the request of the change; a call of the app has none. */
export interface Caller {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** The request. */
  readonly request?: RequestInternal;
}

/** Event that the user is told of. */
export type Notice =
  | "added"
  | "removed"
  | "replaced"
  | "recovery-used"
  | "reset-requested"
  | "reset";

/** Texts of one language. */
interface Texts {
  /** Name of the account, with and without the site. */
  account: string;
  accountOn: string;
  /** Subject, and the sentence below it. */
  notices: Readonly<Record<Notice, { subject: string; text: string }>>;
  /** Time of the event. */
  at: string;
  /** Sentence for a user who did not do this. */
  notYou: string;
  /** The same for a reset that waits. */
  cancel: string;
}

const en: Texts = {
  account: "your account",
  accountOn: "your account on {host}",
  notices: {
    added: {
      subject: "A second step was added to {account}",
      text: "From now on, a sign-in can be confirmed with it: {factor}.",
    },
    removed: {
      subject: "A second step was removed from {account}",
      text: "A sign-in can no longer be confirmed with it: {factor}.",
    },
    replaced: {
      subject: "A second step of {account} was replaced",
      text: "It is new, and the one before no longer works: {factor}.",
    },
    "recovery-used": {
      subject: "A recovery code of {account} was used",
      text: "It confirmed a sign-in, and does not work again.",
    },
    "reset-requested": {
      subject: "All second steps of {account} will be removed",
      text: "An administrator asked for this. It takes effect at {due}. After that, a sign-in " +
        "needs no second step until you set up a new one.",
    },
    reset: {
      subject: "All second steps of {account} were removed",
      text: "An administrator asked for this. A sign-in needs no second step until you set up " +
        "a new one.",
    },
  },
  at: "Time: {at}",
  notYou: "If this was not you, another person may have access to your account: sign in, check " +
    "your second steps, and change your password.",
  cancel: "If you did not ask for this, sign in before that time and cancel it on the page of " +
    "your second steps.",
};

const de: Texts = {
  account: "Ihrem Konto",
  accountOn: "Ihrem Konto bei {host}",
  notices: {
    added: {
      subject: "Zweiter Schritt zu {account} hinzugefügt",
      text: "Eine Anmeldung kann ab jetzt damit bestätigt werden: {factor}.",
    },
    removed: {
      subject: "Zweiter Schritt aus {account} entfernt",
      text: "Eine Anmeldung kann nicht mehr damit bestätigt werden: {factor}.",
    },
    replaced: {
      subject: "Zweiter Schritt in {account} ersetzt",
      text: "Er ist neu, und der vorige gilt nicht mehr: {factor}.",
    },
    "recovery-used": {
      subject: "Wiederherstellungscode zu {account} verwendet",
      text: "Er hat eine Anmeldung bestätigt und gilt nicht noch einmal.",
    },
    "reset-requested": {
      subject: "Alle zweiten Schritte werden aus {account} entfernt",
      text: "Das hat ein Administrator veranlasst. Es gilt ab {due}. Danach braucht eine " +
        "Anmeldung keinen zweiten Schritt, bis Sie einen neuen einrichten.",
    },
    reset: {
      subject: "Alle zweiten Schritte wurden aus {account} entfernt",
      text: "Das hat ein Administrator veranlasst. Eine Anmeldung braucht keinen zweiten " +
        "Schritt, bis Sie einen neuen einrichten.",
    },
  },
  at: "Zeit: {at}",
  notYou: "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto: " +
    "melden Sie sich an, prüfen Sie Ihre zweiten Schritte, und ändern Sie Ihr Passwort.",
  cancel: "Wenn Sie das nicht gewünscht haben, melden Sie sich vorher an und brechen Sie es auf " +
    "der Seite Ihrer zweiten Schritte ab.",
};

/** Facts of a notice. */
export interface NoticeFacts {
  /** The factor. */
  factor?: Pick<Factor, "id" | "name">;
  /** Time at which a reset takes effect. */
  due?: Date;
}

/**
 * Sends a mail to the user, in German when the browser prefers it, else in English. Does
 * nothing without a way to send mails, or without an address.
 */
export async function notify(
  { config, request }: Caller,
  { email }: Pick<FactorUser, "email">,
  notice: Notice,
  { factor, due }: NoticeFacts = {},
): Promise<void> {
  if (!config.sendMail || email === undefined) return;
  const isGerman = /^\s*de\b/i.test(request?.request.headers.get("accept-language") ?? "");
  const language = isGerman ? "de" : "en";
  const texts = isGerman ? de : en;
  const host = request?.origin ? new URL(request.origin).host : undefined;
  const { factorMessages, textsOf } = await words();
  const values: Record<string, string> = {
    account: host === undefined ? texts.account : texts.accountOn.replace("{host}", host),
    factor: factor ? textsOf(factorMessages(language), factor).name : "",
    due: due ? toText(due) : "",
    at: toText(new Date()),
  };
  const { subject, text } = texts.notices[notice];
  const advice = notice === "reset-requested" ? texts.cancel : texts.notYou;
  const lines = [subject, text, texts.at, advice].map((line) => filled(line, values));
  try {
    await config.sendMail({
      to: email,
      subject: lines[0]!,
      text: `${lines.join("\n\n")}\n`,
      language,
    });
  } catch (error) {
    config.logger.error(
      new AuthError("Cannot tell the user by mail that the second factors changed", {
        cause: { err: error as Error, notice },
      }),
    );
  }
}

function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => words[name] ?? "");
}

/** `"2030-03-17 17:46 UTC"` */
function toText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
