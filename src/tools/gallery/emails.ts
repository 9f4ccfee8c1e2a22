/**
 * Every email of the library, made by the functions that make it in an app, with sample data: for
 * the gallery, and for the tests that look at all of them.
 *
 * @module
 */

import { msFromNow } from "../../base/time.ts";
import { sendRequested, tellAddress } from "../../capabilities/address/address_mails.ts";
import { addressNoticeEnglish } from "../../capabilities/address/notice_english.ts";
import { makeMail } from "../../capabilities/factors/mail_code.ts";
import { factorNoticeEnglish } from "../../capabilities/factors/notice_english.ts";
import { notify } from "../../capabilities/factors/notices.ts";
import { connectionNoticeEnglish } from "../../capabilities/connections/notice_english.ts";
import { sendConnectionNotice } from "../../capabilities/connections/notices.ts";
import { noticePath, sendOrganizationNotice } from "../../capabilities/organizations/mails.ts";
import { organizationNoticeEnglish } from "../../capabilities/organizations/notice_english.ts";
import { actingNoticeEnglish } from "../../capabilities/operators/acting_english.ts";
import { sendActingNotice } from "../../capabilities/operators/acting_notice.ts";
import { passwordNoticeEnglish } from "../../capabilities/passwords/notice_english.ts";
import { passwordNotice } from "../../capabilities/passwords/notices.ts";
import { accountNoticeEnglish } from "../../mail/account_english.ts";
import type { NoticeObjects } from "../../mail/notice_objects.ts";
import { sendAccountNotice } from "../../mail/account_notice.ts";
import { createMail, type Mail } from "../../mail/layout.ts";
import { sendNotice } from "../../mail/send_notice.ts";
import { makeWording } from "../../mail/wording.ts";
import type { RequestInternal, ResolvedConfig } from "../../types/internal.ts";
import type { Texts } from "../../types/texts.ts";

/** Texts that notices share. */
type Shared = "check" | "device" | "facts" | "notYou" | "secure" | "unknown" | "unnamed" | "why";

type Notices = Required<Omit<Texts["notices"], Shared>>;

/** The path of an email among the texts. */
export type EmailName =
  | `mails.${Exclude<keyof Texts["mails"], "link">}`
  | { [Kind in keyof Notices]: `notices.${Kind}.${keyof Notices[Kind] & string}` }[keyof Notices];

/** An app, and a request to it. */
export interface SampleCaller {
  /** The config; it can send emails. */
  readonly config: ResolvedConfig & { sendMail: NonNullable<ResolvedConfig["sendMail"]> };
  /** The request. */
  readonly request: RequestInternal;
}

/** Sends an email. */
export type SendSample = (caller: SampleCaller) => Promise<void>;

/** Recipient of all emails. */
export const RECIPIENT = "ada@example.com";

/** Names that mail programs would turn into links. */
export const LINKED = {
  provider: "sso.example.com",
  factor: "key.example.com",
  organization: "acme.example.com",
  app: "app.example.com",
  key: "build.example.com",
  passkey: "laptop.example.com",
  name: "ada.example.com",
  person: "grace.example.com",
};

const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const DUE = new Date("2030-03-18T17:46:00Z");

/** What each notice about an account names. */
const OBJECTS: NoticeObjects = {
  "account-linked": { provider: LINKED.provider },
  "account-unlinked": { provider: LINKED.provider },
  "app-allowed": { app: LINKED.app, access: "See your email address\nRead your projects" },
  "deletion-requested": { due: DUE },
  "key-created": { key: LINKED.key, access: "Read your projects" },
  "merged-away": { account: "ada@analytical-engine.example" },
  "merged-into": { account: "ada.old@analytical-engine.example" },
  "passkey-added": { passkey: LINKED.passkey },
  "passkey-removed": { passkey: undefined },
  "passkey-renamed": { passkey: LINKED.passkey },
  renamed: { name: LINKED.name },
  "sessions-ended": { devices: [AGENT, null] },
};

const CODE = "12345678";
const INVITATION = "invitation?token=hY0lzm3kQ9p2vWcX7tRb4n";

/** Every email but that with the link to sign in. */
export const EMAILS: Readonly<Record<EmailName, SendSample>> = {
  "mails.factorCode": async ({ config, request }) => {
    const wording = makeWording(config, request);
    const { origin } = request;
    const { name: appName } = config.theme;
    await config.sendMail({
      to: RECIPIENT,
      origin,
      ...makeMail({ origin, appName, ...wording }, CODE),
    });
  },
  "mails.addressCode": (caller) => sendRequested(caller, RECIPIENT, "code", CODE),
  "mails.addressTaken": (caller) => sendRequested(caller, RECIPIENT, "taken", CODE),
  ...notices(
    "account",
    accountNoticeEnglish,
    (caller, notice) =>
      sendAccountNotice(
        caller,
        RECIPIENT,
        notice,
        // The compiler does not see that the object is that of the notice.
        OBJECTS[notice as keyof NoticeObjects] as never,
      ),
  ),
  ...notices(
    "address",
    addressNoticeEnglish,
    (caller, notice) =>
      tellAddress(caller, RECIPIENT, notice, {
        url: `${caller.request.origin}/auth/address?undo=hY0lzm3kQ9p2vWcX7tRb4n`,
        due: DUE,
      }),
  ),
  ...notices(
    "connections",
    connectionNoticeEnglish,
    (caller, notice) =>
      sendConnectionNotice(caller, RECIPIENT, notice, {
        organization: LINKED.organization,
        domain: "acme.example.org",
        days: "7",
        maker: "ada.lovelace@example.com",
        url: `${caller.request.origin}/auth/organization/acme`,
      }, [{ name: "issuer", value: "https://login.example" }, { name: "clientSecret" }]),
  ),
  ...notices(
    "factors",
    factorNoticeEnglish,
    (caller, notice) =>
      notify(caller, { email: RECIPIENT }, notice, {
        factor: { id: "key", name: LINKED.factor },
        due: DUE,
      }),
  ),
  ...notices(
    "acting",
    actingNoticeEnglish,
    (caller, notice) =>
      sendActingNotice(caller, RECIPIENT, notice, {
        since: +DUE / 1000 - 3600,
        until: +DUE / 1000,
      }),
  ),
  ...notices(
    "organizations",
    organizationNoticeEnglish,
    (caller, notice) =>
      sendOrganizationNotice(caller, RECIPIENT, notice, {
        organization: LINKED.organization,
        actor: LINKED.person,
        role: "member",
        expires: DUE,
        url: `${caller.request.origin}/auth/${
          notice === "invitation" ? INVITATION : noticePath(notice, "acme")
        }`,
      }),
  ),
  ...notices(
    "passwords",
    passwordNoticeEnglish,
    (caller, notice) => sendNotice(caller, RECIPIENT, passwordNotice(notice)),
  ),
};

function notices<Kind extends string, Name extends string>(
  kind: Kind,
  names: Readonly<Record<Name, unknown>>,
  send: (caller: SampleCaller, notice: Name) => Promise<unknown>,
): Record<`notices.${Kind}.${Name}`, SendSample> {
  const entries = (Object.keys(names) as Name[]).map((name): [string, SendSample] => [
    `notices.${kind}.${name}`,
    async (caller) => void await send(caller, name),
  ]);
  // Each name became one key.
  return Object.fromEntries(entries) as Record<`notices.${Kind}.${Name}`, SendSample>;
}

/** What a link is for, and whether a code is with it. */
const LINKS = {
  "mails.link": {},
  "mails.link.code": { code: CODE },
  "mails.link.sign-up": { purpose: "sign-up", code: CODE },
  "mails.link.password": { purpose: "password" },
} as const;

/** The emails with a link to sign in. */
export const LINK_EMAILS: Readonly<Record<string, (caller: SampleCaller) => Mail>> = Object
  .fromEntries(
    Object.entries(LINKS).map(([name, own]) => [
      name,
      ({ config, request }: SampleCaller) =>
        createMail({
          url: `${request.origin}/auth/callback/email?token=7hd0bPq2vWcX7tRb4nhY0lzm3kQ9&email=` +
            encodeURIComponent(RECIPIENT),
          theme: config.theme,
          expires: msFromNow(86_400_000),
          codeExpires: msFromNow(900_000),
          ...makeWording(config, request),
          ...own,
        }),
    ]),
  );
