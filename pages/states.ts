/**
 * The pages of a sign-in, and those of errors, in every state that looks different.
 *
 * @module
 */

import { againPart, type AgainProps } from "./post/mod.ts";
import { type PageProps, type PageProvider, renderPage } from "./mod.ts";
import type { OAuthProviderButtonStyles } from "../src/types/oauth_provider.ts";
import Apple from "../src/providers/apple.ts";
import Discord from "../src/providers/discord.ts";
import Facebook from "../src/providers/facebook.ts";
import GitHub from "../src/providers/github.ts";
import GitLab from "../src/providers/gitlab.ts";
import Google from "../src/providers/google.ts";
import LinkedIn from "../src/providers/linkedin.ts";
import MicrosoftEntraID from "../src/providers/microsoft_entra_id.ts";
import Notion from "../src/providers/notion.ts";
import Reddit from "../src/providers/reddit.ts";
import Slack from "../src/providers/slack.ts";
import Spotify from "../src/providers/spotify.ts";
import {
  EMAIL,
  type PageState,
  type PageStates,
  shown,
  URLS,
} from "../src/tools/gallery/sample.ts";

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

/** A page of the core. */
function core(name: Parameters<typeof renderPage>[0], own: Partial<PageProps>): PageState {
  return (frame, passkeys) =>
    renderPage(name, { ...frame, ...URLS, providers: PROVIDERS, ...own }, passkeys);
}

function failure(error: string, own: Partial<PageProps> = {}): PageState {
  return core("error", { error, reference: "7F3A01", ...own });
}

/** Signing in, up and out. */
export const signIn: PageStates = {
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
    codeLength: 8,
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
  ...shown<AgainProps>(againPart, {
    again: { step: "again", url: "/auth/callback/apple", fields: { code: "code-1" } },
  }),
  connect: core("connect", { lastProvider: "password" }),
  visitor: core("visitor", { user: EMAIL, pairs: [["name", "Ada"]] }),
  "visitor-back": core("visitor", { user: EMAIL, formAction: undefined }),
  "visitor-held": core("visitor", {
    pairs: [["email", "grace@example.com"]],
    callbackUrl: "/auth/signin",
  }),
  signout: core("signout", { user: EMAIL }),
  "signed-out": core("signout", { formAction: undefined }),
  "signed-out-here": core("signout", { formAction: undefined, open: "provider" }),
  "signed-out-partly": core("signout", { formAction: undefined, open: "others" }),
};

/** What went wrong. */
export const errors: PageStates = {
  error: failure("TooManyRequests"),
  "error-other": failure("OAuthCallbackError"),
  "error-bad-request": failure("BadRequest"),
  "error-wrong-browser": failure("Configuration", { code: "InvalidCheck" }),
  "error-access-denied": failure("AccessDenied"),
  "error-no-proof": failure("AccessDenied", { code: "NoProof" }),
  "error-connection": failure("AccessDenied", { code: "ConnectionFailed" }),
  "error-no-connection": failure("AccessDenied", { code: "NoConnection" }),
  "error-not-admitted": failure("AccessDenied", { code: "NotAdmitted" }),
  "error-other-domain": failure("AccessDenied", { code: "OtherDomain" }),
  "error-link": failure("Verification"),
  "error-passkey": failure("WebAuthnVerificationError"),
  "error-not-found": failure("NotFound"),
  "error-account-limit": failure("TooManyRequests", { retryAfter: 900, limit: "account" }),
  "error-email-limit": failure("TooManyRequests", { retryAfter: 2400, limit: "recipient" }),
  "error-network-limit": failure("TooManyRequests", { retryAfter: 45, limit: "network" }),
  "error-configuration": failure("Configuration"),
};
