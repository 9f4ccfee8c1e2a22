/**
 * All texts of all languages.
 *
 * @module
 */

import manifest from "../../../deno.json" with { type: "json" };
import { accountMessages } from "../../../pages/account/messages.ts";
import { addressMessages } from "../../../pages/address/messages.ts";
import { factorsMessages } from "../../../pages/factor/factors_messages.ts";
import { factorMessages } from "../../../pages/factor/messages.ts";
import { keyMessages } from "../../../pages/keys/messages.ts";
import { organizationKeyMessages } from "../../../pages/keys/organization_messages.ts";
import { pageTexts } from "../../../pages/messages.ts";
import { nativeMessages } from "../../../pages/native/messages.ts";
import { deviceMessages } from "../../../pages/oauth_server/device_messages.ts";
import { oauthServerMessages } from "../../../pages/oauth_server/messages.ts";
import { organizationMessages } from "../../../pages/organizations/messages.ts";
import { passwordMessages } from "../../../pages/password/messages.ts";
import { addressNotices, requestedMails } from "../../../src/capabilities/address/address_mails.ts";
import { accountNotices } from "../../../src/mail/account_notices.ts";
import { codeMail } from "../../../src/capabilities/factors/mail_code.ts";
import { factorNotices } from "../../../src/capabilities/factors/notices.ts";
import { organizationNotices } from "../../../src/capabilities/organizations/mails.ts";
import { linkMail } from "../../../src/mail/layout.ts";
import { noticeTexts } from "../../../src/mail/notice.ts";
import { BUILT_IN } from "../../../src/base/language.ts";
import { passwordNotice } from "../../../src/capabilities/passwords/notices.ts";
import type { CountedText } from "../../../src/types/page_texts.ts";
import type { Texts, Translation } from "../../../src/types/texts.ts";

/** The translations that are values of a config: the one value of each export in `languages`. */
export const TRANSLATIONS: readonly Translation[] = await Promise.all(
  Object.entries(manifest.exports).filter(([subpath]) => subpath.startsWith("./languages/"))
    .map(async ([, file]) => Object.values<Translation>(await import(`../../../${file}`))[0]!),
);

const wording = { language: BUILT_IN };

/** The built-in texts, gathered from the pages and mails. */
export const ENGLISH: Texts = {
  ...pageTexts(wording),
  factor: factorMessages(wording),
  factors: factorsMessages(wording),
  password: passwordMessages(wording),
  account: accountMessages(wording),
  address: addressMessages(wording),
  device: deviceMessages(wording),
  keys: keyMessages(wording),
  organizationKeys: organizationKeyMessages(wording),
  native: nativeMessages(wording),
  oauthServer: oauthServerMessages(wording),
  organizations: organizationMessages(wording),
  mails: {
    link: linkMail,
    factorCode: codeMail,
    addressCode: requestedMails.code,
    addressTaken: requestedMails.taken,
  },
  notices: {
    ...noticeTexts,
    account: accountNotices,
    address: addressNotices,
    factors: factorNotices,
    organizations: organizationNotices,
    passwords: {
      set: passwordNotice("set").builtIn,
      changed: passwordNotice("changed").builtIn,
      removed: passwordNotice("removed").builtIn,
    },
  },
};

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
