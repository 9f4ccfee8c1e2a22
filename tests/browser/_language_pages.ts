/**
 * Every built-in page in its fullest states, rendered in a language.
 *
 * @module
 */

import { accountPart } from "../../pages/account/mod.ts";
import type { AccountProps } from "../../src/types/steps/account.ts";
import { addressPart } from "../../pages/address/mod.ts";
import type { AddressProps } from "../../src/types/steps/address.ts";
import { factorPart, factorsPart } from "../../pages/factor/mod.ts";
import type { FactorsProps } from "../../src/types/steps/factors.ts";
import type { FactorProps, ShownFactor } from "../../src/types/steps/factor.ts";
import { type PageProps, type PageProvider, renderPage, renderPart } from "../../pages/mod.ts";
import { passwordPart } from "../../pages/password/mod.ts";
import type { PasswordProps } from "../../src/types/steps/password.ts";
import type { Wording } from "../../src/base/language.ts";

/** The address on the pages. */
export const EMAIL = "ada.lovelace@analytical-engine.example";
const AT = new Date("2030-03-17T17:46:00Z");
const URLS = { formAction: "/auth/form", csrfToken: "token-1", callbackUrl: "/after" };

const urlsOf = (id: string) => ({
  signinUrl: `/auth/signin/${id}`,
  callbackUrl: `/auth/callback/${id}`,
});

const MAIL: PageProvider = {
  id: "nodemailer",
  name: "Email",
  type: "email",
  ...urlsOf("nodemailer"),
};
const PASSKEY: PageProvider = {
  id: "passkey",
  name: "Passkey",
  type: "webauthn",
  ...urlsOf("passkey"),
  formFields: { email: { label: "Email", type: "email", autocomplete: "username webauthn" } },
  optionsUrl: "/auth/webauthn-options/passkey",
};
const PASSWORD: PageProvider = {
  id: "password",
  name: "Password",
  type: "credentials",
  ...urlsOf("password"),
  passwordUrl: "/auth/password",
  credentials: {
    email: { label: "Email", type: "email" },
    password: { label: "Password", type: "password" },
  },
};
const PROVIDERS: readonly PageProvider[] = [
  { id: "github", name: "GitHub", type: "oauth", ...urlsOf("github") },
  {
    id: "entra",
    name: "Microsoft Entra ID",
    type: "oidc",
    ...urlsOf("entra"),
    style: { brandColor: "#0072c6" },
  },
  ...[PASSWORD, MAIL, PASSKEY].map((provider) => ({ ...provider, identifier: "email" })),
];

const FACTORS: readonly ShownFactor[] = [
  { id: "totp", name: "", isTyped: true },
  { id: "passkey", name: "", isTyped: false },
  { id: "mail", name: "", isTyped: true, isSent: true },
  { id: "recovery", name: "", isTyped: true, isBackup: true },
];
const OTHERS = FACTORS.map((factor) => ({ ...factor, url: `/auth/factor?id=${factor.id}` }));

const enrolment = (index: number, name?: string) => ({
  id: `enrolment-${index}`,
  name,
  label: undefined,
  factor: FACTORS[index]!,
  createdAt: AT,
  usedAt: index === 0 ? AT : undefined,
  left: index === 3 ? 2 : undefined,
  hasFewLeft: index === 3,
  url: `/auth/factors?id=${index}`,
});

const ACCOUNT: AccountProps = {
  step: "list",
  formAction: "/auth/account",
  csrfToken: "token-1",
  name: "Ada Lovelace",
  nameUrl: "/auth/account?view=name",
  email: EMAIL,
  isConfirmed: true,
  addressUrl: "/auth/address",
  password: { setAt: AT, url: "/auth/password", removeUrl: "/auth/account?view=password" },
  passkeys: {
    keys: [
      {
        id: "1",
        name: "iPhone",
        authenticator: "Google Password Manager",
        createdAt: AT,
        lastUsedAt: AT,
        isSynced: true,
        isRemovable: true,
        url: "/auth/account?key=1",
      },
      { id: "2", name: null, isSynced: false, isRemovable: true, url: "/auth/account?key=2" },
    ],
    add: [{ optionsUrl: "/auth/options", action: "/auth/callback/passkey", doneUrl: "/done" }],
  },
  factors: { count: 3, url: "/auth/factors" },
  accounts: {
    linked: [{
      provider: "github",
      id: "1",
      name: "GitHub",
      label: "ada-at-the-analytical-engine",
      url: "/auth/account?account=1",
    }],
    linkable: ["entra", "two", "three", "four", "five"].map((provider) => ({
      provider,
      name: "Microsoft Entra ID",
      action: `/auth/signin/${provider}`,
    })),
    doneUrl: "/done",
  },
  own: [],
  sessions: [
    {
      id: "1",
      browser: "Chrome",
      system: "Windows",
      place: "Hamburg, Germany",
      lastSeenAt: AT,
      signedInAt: AT,
      kind: "computer",
      isCurrent: true,
    },
    {
      id: "2",
      browser: "Safari",
      system: "iOS",
      place: "203.0.113.7",
      lastSeenAt: new Date(AT.valueOf() - 5 * 60_000),
      signedInAt: new Date(AT.valueOf() - 86_400_000),
      kind: "phone",
      isCurrent: false,
    },
    ...["3", "4", "5", "6"].map((id) => ({
      id,
      browser: null,
      system: "Linux",
      place: null,
      lastSeenAt: null,
      signedInAt: null,
      kind: "computer" as const,
      isCurrent: false,
    })),
  ],
  now: AT,
  exportUrl: "/auth/account?view=export",
  deleteUrl: "/auth/account?view=delete",
  endOthersUrl: "/auth/account?step=sessions",
  signOutAction: "/auth/signout",
  done: "session-ended",
  isReadOnly: false,
};

const password = (members: object) => ({ ...URLS, mailAction: "/m", mailFields: {}, ...members });

/** Pages of the parts, by name. */
const PARTS: Readonly<Record<string, (frame: PageProps) => string>> = {
  ...shown<FactorProps>(factorPart, {
    factor: {
      ...URLS,
      step: "prove",
      factor: FACTORS[0]!,
      fields: { factor: "totp" },
      isWrong: true,
      isSent: false,
      trustSeconds: 30 * 24 * 60 * 60,
      account: EMAIL,
      others: OTHERS.slice(1),
    },
    "factor-mail": {
      ...URLS,
      step: "prove",
      factor: FACTORS[2]!,
      fields: { factor: "mail" },
      isWrong: false,
      isSent: true,
      target: "a•••@example.com",
      others: [],
    },
    "factor-choose": { ...URLS, step: "choose", factors: FACTORS, walk: { at: 1, steps: 3 } },
    "factor-confirm": {
      ...URLS,
      step: "confirm",
      factor: FACTORS[0]!,
      fields: { factor: "totp", step: "confirm", state: "state-1" },
      walk: { at: 2, steps: 3 },
      hasOthers: true,
      isWrong: false,
      secret: "7JBS2Y3DPEHPK3PX7JBS2Y3DPEHPK3PX",
      uri: "otpauth://totp/App:ada?secret=7JBS2Y3DPEHPK3PX&issuer=App",
    },
  }),
  ...shown<FactorsProps>(factorsPart, {
    factors: {
      ...URLS,
      step: "list",
      enrolments: [enrolment(0, "Pixel 9"), enrolment(1), enrolment(3)],
      addable: FACTORS,
      proofUrl: undefined,
      isProtected: true,
      walk: { at: 1, steps: 3 },
      done: "added",
      added: FACTORS[0],
      resetAt: AT,
    },
    "factors-one": {
      ...URLS,
      step: "one",
      enrolment: enrolment(3, "Paper"),
      canReplace: true,
      asks: false,
      removeUrl: "/auth/factors?id=1&step=remove",
      typed: undefined,
      error: "locked-out",
      listed: "/auth/factors",
    },
    "factors-remove": {
      ...URLS,
      step: "one",
      enrolment: enrolment(3, "Paper"),
      canReplace: true,
      asks: true,
      removeUrl: "/auth/factors?id=1&step=remove",
      typed: undefined,
      error: undefined,
      listed: "/auth/factors",
    },
    "factors-codes": {
      ...URLS,
      step: "codes",
      codes: ["7ABC-DEFG-HJKL-MNPQ", "2KLM-NPQR-STUV-WXYZ"],
      walk: { at: 3, steps: 3 },
      account: EMAIL,
      fields: {},
      madeAt: AT,
    },
  }),
  ...shown<PasswordProps>(passwordPart, {
    password: password({
      step: "change",
      email: EMAIL,
      minLength: 15,
      maxLength: 128,
      error: "personal",
    }) as PasswordProps,
    "password-ask": password({ step: "ask" }) as PasswordProps,
  }),
  ...shown<AccountProps>(accountPart, {
    account: ACCOUNT,
    "account-delete": {
      step: "one",
      view: "delete",
      formAction: "/auth/account",
      fields: {},
      expected: EMAIL,
      isDifferent: true,
    },
    "account-delete-later": {
      step: "one",
      view: "delete",
      url: "/auth/account",
      expected: EMAIL,
      isDifferent: false,
      dueAt: AT,
    },
    "account-pending": {
      step: "pending",
      url: "/auth/account",
      account: EMAIL,
      dueAt: AT,
      formAction: "/auth/account",
      fields: { step: "keep" },
    },
    "account-leaving": {
      step: "leaving",
      url: "/auth/account",
      dueAt: AT,
      backUrl: "/auth/signin",
    },
    "account-name": {
      step: "one",
      view: "name",
      url: "/auth/account",
      name: "Ada Lovelace",
      isNameInvalid: true,
    },
    "account-passkey": {
      step: "one",
      view: "passkey",
      formAction: "/auth/account",
      fields: {},
      key: { id: "1", name: null, isSynced: true, isRemovable: true, url: "" },
      now: AT,
      isNameInvalid: false,
      proofUrl: "/auth/signin",
    },
  }),
  ...shown<AddressProps>(addressPart, {
    address: { ...URLS, step: "request", email: EMAIL, isProven: false, error: "mail-failed" },
    "address-code": { ...URLS, step: "code", email: EMAIL, isNew: true, error: "wrong-code" },
    "address-lost": {
      ...URLS,
      step: "request",
      email: EMAIL,
      isProven: true,
      mayLeave: true,
      contested: { due: "2030-03-17 17:46 UTC", proofUrl: undefined },
      error: "not-two-factors",
    },
    "address-waiting": { ...URLS, step: "waiting", due: "2030-03-17 17:46 UTC" },
    "address-kept": { ...URLS, step: "kept", email: EMAIL },
    "address-undo": { ...URLS, step: "undo", email: EMAIL, token: "token-1" },
  }),
};

function shown<Props>(
  part: Parameters<typeof renderPart<Props>>[0],
  states: Readonly<Record<string, Props>>,
): Record<string, (frame: PageProps) => string> {
  return Object.fromEntries(
    Object.entries(states).map(([name, props]) => [
      name,
      (frame) => renderPart(part, props, frame).html,
    ]),
  );
}

/** Every page in a language, by name. */
export function pagesIn(wording: Wording): Readonly<Record<string, string>> {
  const frame: PageProps = {
    nonce: "nonce-1",
    theme: { colorScheme: "auto", brandColor: "", logo: "", buttonText: "" },
    siteUrl: "https://app.example",
    signinUrl: "https://app.example/auth/signin",
    wording,
  };
  const props: PageProps = { ...frame, ...URLS, providers: PROVIDERS, lastProvider: "password" };
  return {
    signin: renderPage("signin", {
      ...props,
      error: "AccountNotLinked",
      user: EMAIL,
      signupUrl: "/auth/signup",
    }).html,
    "signin-password": renderPage("signin", {
      ...props,
      step: "password",
      typed: { provider: "password", fields: { email: EMAIL } },
      changeUrl: "/auth/signin",
    }).html,
    signup: renderPage("signup", { ...props, isSignUp: true }).html,
    connect: renderPage("connect", props).html,
    "signin-apart": renderPage("signin", {
      ...props,
      providers: [MAIL, PASSKEY],
      isSignedIn: true,
      lastProvider: "nodemailer",
    }).html,
    signout: renderPage("signout", props).html,
    error: renderPage("error", { ...props, error: "TooManyRequests" }).html,
    "verify-request": renderPage("verify-request", {
      ...props,
      email: EMAIL,
      error: "InvalidCode",
      triesLeft: 4,
      signinAction: "/auth/signin",
    }).html,
    "verify-request-wait": renderPage("verify-request", {
      ...props,
      formAction: undefined,
      email: "ada@gmail.com",
      purpose: "password",
      error: "TooSoon",
      secondsToResend: 27,
    }).html,
    confirm: renderPage("confirm", { ...props, email: EMAIL }).html,
    ...Object.fromEntries(Object.entries(PARTS).map(([name, render]) => [name, render(frame)])),
  };
}
