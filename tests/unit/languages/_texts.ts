/**
 * All texts of all languages.
 *
 * @module
 */

import { accountMessages } from "../../../pages/account/messages.ts";
import { addressMessages } from "../../../pages/address/messages.ts";
import { factorsMessages } from "../../../pages/factor/factors_messages.ts";
import { factorMessages } from "../../../pages/factor/messages.ts";
import { pageTexts } from "../../../pages/messages.ts";
import { passwordMessages } from "../../../pages/password/messages.ts";
import { addressNotices, requestedMails } from "../../../src/capabilities/address/address_mails.ts";
import { accountNotices } from "../../../src/mail/account_notices.ts";
import { codeMail } from "../../../src/capabilities/factors/mail_code.ts";
import { factorNotices } from "../../../src/capabilities/factors/notices.ts";
import { noticeTime } from "../../../src/mail/notice.ts";
import type { BUILT_IN, ByLanguage } from "../../../src/base/language.ts";
import { ar } from "../../../src/languages/ar/mod.ts";
import { es } from "../../../src/languages/es/mod.ts";
import { fr } from "../../../src/languages/fr/mod.ts";
import { ja } from "../../../src/languages/ja/mod.ts";
import { pt } from "../../../src/languages/pt/mod.ts";
import { zh } from "../../../src/languages/zh/mod.ts";
import { passwordNotice } from "../../../src/capabilities/passwords/notices.ts";
import { linkMail } from "../../../src/providers/_mail.ts";
import type { CountedText } from "../../../src/types/page_texts.ts";
import type { Texts, Translation } from "../../../src/types/texts.ts";

/** The translations that are values of a config. */
export const TRANSLATIONS: readonly Translation[] = [ar, es, fr, ja, pt, zh];

/** Texts of a built-in language, gathered from the pages and mails. */
export function builtIn(language: typeof BUILT_IN[number]): Texts {
  const wording = { language };
  const of = <T extends object>(table: { readonly [Name in keyof T]: ByLanguage<T[Name]> }) =>
    Object.fromEntries(
      Object.entries<ByLanguage<T[keyof T]>>(table).map(([name, texts]) => [name, texts[language]]),
    ) as T;
  return {
    ...pageTexts(wording),
    factor: factorMessages(wording),
    factors: factorsMessages(wording),
    password: passwordMessages(wording),
    account: accountMessages(wording),
    address: addressMessages(wording),
    mails: {
      link: linkMail[language],
      factorCode: codeMail[language],
      addressCode: requestedMails.code[language],
      addressTaken: requestedMails.taken[language],
    },
    notices: {
      at: noticeTime[language].at,
      account: of(accountNotices),
      address: of(addressNotices),
      factors: of(factorNotices),
      passwords: of({
        set: passwordNotice("set").builtIn,
        changed: passwordNotice("changed").builtIn,
        removed: passwordNotice("removed").builtIn,
      }),
    },
  };
}

/** Every text by its path; of a text with a number, the form for most numbers. */
export function flat(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (isCounted(value)) return [[path, value.other]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    flat(member, path ? `${path}.${name}` : name)
  );
}

/** Every text with a number by its path. */
export function counted(value: unknown, path = ""): [path: string, forms: CountedText][] {
  if (typeof value === "string") return [];
  if (isCounted(value)) return [[path, value]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    counted(member, path ? `${path}.${name}` : name)
  );
}

function isCounted(value: unknown): value is CountedText {
  return typeof (value as Partial<CountedText>).other === "string";
}
