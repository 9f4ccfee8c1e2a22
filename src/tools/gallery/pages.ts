/**
 * Every built-in page in every state that looks different, with sample data: for the gallery, and
 * for the tests that look at all of them.
 *
 * @module
 */

import { accountPart } from "../../../pages/account/mod.ts";
import type { AccountProps } from "../../types/steps/account.ts";
import { addressPart } from "../../../pages/address/mod.ts";
import type { AddressProps } from "../../types/steps/address.ts";
import { factorPart, factorsPart } from "../../../pages/factor/mod.ts";
import type { FactorsProps } from "../../types/steps/factors.ts";
import type { FactorProps, ShownFactor } from "../../types/steps/factor.ts";
import {
  type PageProps,
  type PageProvider,
  type RenderedPage,
  renderPage,
  renderPart,
} from "../../../pages/mod.ts";
import { passwordPart } from "../../../pages/password/mod.ts";
import type { PasswordProps } from "../../types/steps/password.ts";
import type { OAuthProviderButtonStyles } from "../../types/oauth_provider.ts";
import Apple from "../../providers/apple.ts";
import Discord from "../../providers/discord.ts";
import Facebook from "../../providers/facebook.ts";
import GitHub from "../../providers/github.ts";
import GitLab from "../../providers/gitlab.ts";
import Google from "../../providers/google.ts";
import LinkedIn from "../../providers/linkedin.ts";
import MicrosoftEntraID from "../../providers/microsoft_entra_id.ts";
import Notion from "../../providers/notion.ts";
import Reddit from "../../providers/reddit.ts";
import Slack from "../../providers/slack.ts";
import Spotify from "../../providers/spotify.ts";

/** The address on the pages. */
export const EMAIL = "ada.lovelace@analytical-engine.example";
const AT = new Date("2030-03-17T17:46:00Z");
/** Origin of the site on the pages. */
export const ORIGIN = "https://app.example";
const URLS = { formAction: "/auth/form", csrfToken: "token-1", callbackUrl: "/after" };

const urlsOf = (id: string) => ({
  signinUrl: `/auth/signin/${id}`,
  callbackUrl: `/auth/callback/${id}`,
});

/** A provider as the sign-in page shows it. */
const shownProvider = (
  { id, name, type, style }: {
    id: string;
    name: string;
    type: PageProvider["type"];
    style?: OAuthProviderButtonStyles | undefined;
  },
): PageProvider => ({ id, name, type, ...urlsOf(id), ...style ? { style } : {} });

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
const FIELDS = [PASSWORD, MAIL, PASSKEY].map((provider) => ({ ...provider, identifier: "email" }));
const TWO = [GitHub({}), MicrosoftEntraID({})].map(shownProvider);
const TWELVE = [
  ...[Google({}), Apple({}), MicrosoftEntraID({}), GitHub({}), Facebook({}), LinkedIn({})],
  ...[Slack({}), Discord({}), GitLab({}), Spotify({}), Notion({}), Reddit({})],
].map(shownProvider);
const PROVIDERS: readonly PageProvider[] = [...TWO, ...FIELDS];

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

const GITHUB = {
  provider: "github",
  id: "1",
  name: "GitHub",
  label: "ada-at-the-analytical-engine",
  style: GitHub({}).style,
  url: "/auth/account?account=1",
};

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
    linked: [GITHUB],
    linkable: [MicrosoftEntraID({}), LinkedIn({}), Discord({}), Facebook({}), GitLab({})].map(
      ({ id, name, style }) => ({ provider: id, name, style, action: `/auth/signin/${id}` }),
    ),
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

const FORGOT = { ...URLS, mailAction: "/m", mailFields: {} };

/**
 * A state of a page.
 *
 * @param passkeys text of the script for passkeys, without which the page has no button for them
 */
export type PageState = (frame: PageProps, passkeys?: string) => RenderedPage;

/** States by the name that the gallery lists them under. */
export type PageStates = Readonly<Record<string, PageState>>;

/** A page of the core. */
function core(name: Parameters<typeof renderPage>[0], own: Partial<PageProps>): PageState {
  return (frame, passkeys) =>
    renderPage(name, { ...frame, ...URLS, providers: PROVIDERS, ...own }, passkeys);
}

function failure(error: string, own: Partial<PageProps> = {}): PageState {
  return core("error", { error, reference: "7F3A01", ...own });
}

const signIn: PageStates = {
  signin: core("signin", {
    lastProvider: "password",
    error: "AccountNotLinked",
    user: EMAIL,
    signupUrl: "/auth/signup",
  }),
  "signin-first": core("signin", { signupUrl: "/auth/signup" }),
  "signin-buttons": core("signin", { providers: TWELVE, lastProvider: "google" }),
  "signin-all": core("signin", {
    providers: [...TWELVE, ...FIELDS],
    lastProvider: "google",
    signupUrl: "/auth/signup",
  }),
  "signin-password": core("signin", {
    lastProvider: "password",
    step: "password",
    typed: { provider: "password", fields: { email: EMAIL } },
    changeUrl: "/auth/signin",
  }),
  "signin-wrong": core("signin", {
    step: "password",
    typed: { provider: "password", fields: { email: EMAIL } },
    changeUrl: "/auth/signin",
    error: "CredentialsSignin",
  }),
  "signin-apart": core("signin", {
    providers: [MAIL, PASSKEY],
    isSignedIn: true,
    lastProvider: "nodemailer",
  }),
  signup: core("signup", { lastProvider: "password", isSignUp: true }),
  "verify-request": core("verify-request", {
    email: EMAIL,
    error: "InvalidCode",
    triesLeft: 4,
    signinAction: "/auth/signin",
  }),
  "verify-request-wait": core("verify-request", {
    formAction: undefined,
    email: "ada@gmail.com",
    purpose: "password",
    error: "TooSoon",
    secondsToResend: 27,
  }),
  confirm: core("confirm", { email: EMAIL }),
  connect: core("connect", { lastProvider: "password" }),
  signout: core("signout", { user: EMAIL }),
  "signed-out": core("signout", { formAction: undefined }),
};

const errors: PageStates = {
  error: failure("TooManyRequests"),
  "error-other": failure("OAuthCallbackError"),
  "error-bad-request": failure("BadRequest"),
  "error-wrong-browser": failure("Configuration", { code: "InvalidCheck" }),
  "error-access-denied": failure("AccessDenied"),
  "error-no-proof": failure("AccessDenied", { code: "NoProof" }),
  "error-link": failure("Verification"),
  "error-passkey": failure("WebAuthnVerificationError"),
  "error-not-found": failure("NotFound"),
  "error-account-limit": failure("TooManyRequests", { retryAfter: 900, limit: "account" }),
  "error-email-limit": failure("TooManyRequests", { retryAfter: 2400, limit: "recipient" }),
  "error-network-limit": failure("TooManyRequests", { retryAfter: 45, limit: "network" }),
  "error-configuration": failure("Configuration"),
};

const factor = shown<FactorProps>(factorPart, {
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
  "factor-choose": {
    ...URLS,
    step: "choose",
    factors: FACTORS,
    fields: { step: "enrol" },
    walk: { at: 1, steps: 3 },
  },
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
});

const factors = shown<FactorsProps>(factorsPart, {
  factors: {
    ...URLS,
    step: "list",
    enrolments: [enrolment(0, "Pixel 9"), enrolment(1), enrolment(3)],
    addable: FACTORS,
    fields: { step: "enrol" },
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
});

const password = shown<PasswordProps>(passwordPart, {
  password: {
    ...FORGOT,
    step: "change",
    email: EMAIL,
    minLength: 15,
    maxLength: 128,
    error: "personal",
  },
  "password-set": { ...FORGOT, step: "set", email: EMAIL, minLength: 15, maxLength: 128 },
  "password-ask": { ...FORGOT, step: "ask" },
  "password-done": { ...FORGOT, step: "done" },
});

const HERE = { formAction: "/auth/account", fields: {} };
const account = shown<AccountProps>(accountPart, {
  account: ACCOUNT,
  "account-name": {
    ...HERE,
    step: "one",
    view: "name",
    name: "Ada Lovelace",
    isNameInvalid: true,
  },
  "account-passkey": {
    ...HERE,
    step: "one",
    view: "passkey",
    key: { id: "1", name: null, isSynced: true, isRemovable: true, url: "" },
    now: AT,
    isNameInvalid: false,
    proofUrl: "/auth/signin",
  },
  "account-disconnect": {
    ...HERE,
    step: "one",
    view: "account",
    account: GITHUB,
  },
  "account-export": { ...HERE, step: "one", view: "export" },
  "account-sign-out-others": { ...HERE, step: "one", view: "sessions" },
  "account-delete": { ...HERE, step: "one", view: "delete", expected: EMAIL, isDifferent: true },
  "account-delete-later": {
    ...HERE,
    step: "one",
    view: "delete",
    expected: EMAIL,
    isDifferent: false,
    dueAt: AT,
  },
  "account-leaving": {
    step: "leaving",
    formAction: "/auth/account",
    dueAt: AT,
    backUrl: "/auth/signin",
  },
  "account-pending": {
    step: "pending",
    account: EMAIL,
    dueAt: AT,
    formAction: "/auth/account",
    fields: { step: "keep" },
  },
  "account-deleted": { step: "deleted", formAction: "/auth/account" },
});

const address = shown<AddressProps>(addressPart, {
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
  "address-done": { ...URLS, step: "done", email: EMAIL },
  "address-dead-link": { ...URLS, step: "lost", lifetime: 72 * 60 * 60, signInUrl: "/auth/signin" },
  "address-undone": { ...URLS, step: "undone", signInUrl: "/auth/signin" },
  "address-waiting": { ...URLS, step: "waiting", due: "2030-03-17 17:46 UTC" },
  "address-kept": { ...URLS, step: "kept", email: EMAIL },
  "address-undo": { ...URLS, step: "undo", email: EMAIL, token: "token-1" },
});

function shown<Props>(
  part: Parameters<typeof renderPart<Props>>[0],
  states: Readonly<Record<string, Props>>,
): PageStates {
  return Object.fromEntries(
    Object.entries(states).map(([name, props]) => [
      name,
      (frame) => renderPart(part, props, frame),
    ]),
  );
}

/** All states, by the part of the service that they belong to. */
export const PAGES: Readonly<Record<string, PageStates>> = {
  "Sign in": signIn,
  "Errors": errors,
  "Two-step verification": { ...factor, ...factors },
  "Password": password,
  "Account": account,
  "Address": address,
};
