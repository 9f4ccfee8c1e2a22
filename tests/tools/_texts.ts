/**
 * Where the texts of pages and emails are written.
 *
 * @module
 */

/** Files with texts in English, by what the paths of their texts begin with. */
export const ENGLISH_FILES: readonly (readonly [start: string, file: string])[] = [
  ["", "pages/english.ts"],
  ["links", "src/mail/foot_english.ts"],
  ["factor", "pages/factor/english.ts"],
  ["factors", "pages/factor/factors_english.ts"],
  ["password", "pages/password/english.ts"],
  ["account", "pages/account/english.ts"],
  ["address", "pages/address/english.ts"],
  ["device", "pages/oauth_server/device_english.ts"],
  ["keys", "pages/keys/english.ts"],
  ["organizationKeys", "pages/keys/organization_english.ts"],
  ["native", "pages/native/english.ts"],
  ["oauthServer", "pages/oauth_server/english.ts"],
  ["organizations", "pages/organizations/english.ts"],
  ["mails.link", "src/mail/link_english.ts"],
  ["mails.factorCode", "src/capabilities/factors/code_english.ts"],
  ["mails", "src/capabilities/address/code_english.ts"],
  ["notices", "src/mail/notice_english.ts"],
  ["notices.account", "src/mail/account_english.ts"],
  ["notices.address", "src/capabilities/address/notice_english.ts"],
  ["notices.factors", "src/capabilities/factors/notice_english.ts"],
  ["notices.organizations", "src/capabilities/organizations/notice_english.ts"],
  ["notices.passwords", "src/capabilities/passwords/notice_english.ts"],
];
