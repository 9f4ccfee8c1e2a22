/**
 * States of the pages for signing in, creating an account and signing out.
 *
 * @module
 */

import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import Apple from "../../../src/providers/apple.ts";
import Credentials from "../../../src/providers/credentials.ts";
import Discord from "../../../src/providers/discord.ts";
import Facebook from "../../../src/providers/facebook.ts";
import GitHub from "../../../src/providers/github.ts";
import GitLab from "../../../src/providers/gitlab.ts";
import Google from "../../../src/providers/google.ts";
import LinkedIn from "../../../src/providers/linkedin.ts";
import MicrosoftEntraID from "../../../src/providers/microsoft_entra_id.ts";
import Okta from "../../../src/providers/okta.ts";
import Slack from "../../../src/providers/slack.ts";
import Spotify from "../../../src/providers/spotify.ts";
import Twitch from "../../../src/providers/twitch.ts";
import { requireProof } from "../../../src/frameworks/server.ts";
import type { RequireProofOptions } from "../../../src/types/proof.ts";
import type { TestBrowser } from "../../../src/tools/testing/mod.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import {
  ADA,
  addAda,
  APP,
  askForLink,
  type Journey,
  pass,
  post,
  signedIn,
  signIn,
  signInByLink,
  type StagedApp,
} from "./_stage.ts";

const client = { clientId: "id", clientSecret: "secret" };

/** Twelve providers that people know, and one whose name is long. */
export const TWELVE = [
  Google(client),
  Apple(client),
  MicrosoftEntraID(client),
  GitHub(client),
  Facebook(client),
  LinkedIn(client),
  Slack(client),
  GitLab(client),
  Discord(client),
  Spotify(client),
  Twitch(client),
  Okta({ ...client, issuer: "https://company.okta.example", name: "Company-wide directory" }),
];

/** The sign-in page of apps with other providers. */
const variants: Journey = async ({ app, show }) => {
  const credentials = Credentials({
    credentials: {
      username: { label: "User name" },
      password: { label: "Password", type: "password" },
    },
    authorize: () => null,
  });
  const apps = {
    "one-provider": await app(() => ({ providers: [GitHub(client)] })),
    "three-providers": await app(() => ({ providers: TWELVE.slice(0, 3) })),
    "twelve-providers": await app(() => ({ providers: TWELVE })),
    "email-only": await app(({ mail }) => ({ providers: [mail] })),
    "passkey-only": await app(() => ({ providers: [Passkey] })),
    "credentials": await app(() => ({ providers: [credentials] })),
    "credentials-and-providers": await app(() => ({
      providers: [...TWELVE.slice(0, 4), credentials],
    })),
    "password": await app(({ mail }) => ({ providers: [Password(CHEAP), mail] })),
    "email-and-passkey": await app(({ mail }) => ({ providers: [mail, Passkey] })),
    "all": await app(({ mail }) => ({
      providers: [Password(CHEAP), mail, Passkey, ...TWELVE.slice(0, 3)],
    })),
    "all-twelve": await app(({ mail }) => ({
      providers: [Password(CHEAP), mail, Passkey, ...TWELVE],
    })),
    "invited": await app(({ mail }) => ({
      providers: [Password(CHEAP), mail, Passkey],
      signUp: "invited",
    })),
  };
  for (const [name, { open }] of Object.entries(apps)) {
    await show(`signin/${name}`, open(), "/auth/signin?callbackUrl=/after");
  }
  for (
    const name of ["password", "email-and-passkey", "passkey-only", "all", "all-twelve"] as const
  ) {
    await show(`signup/${name}`, apps[name].open(), "/auth/signup?callbackUrl=/after");
  }
  for (const name of ["one-provider", "credentials"] as const) {
    const browser = apps[name].open();
    const id = name === "one-provider" ? "github" : "credentials";
    await show(`signin/of-${name}`, browser, `/auth/signin/${id}`);
  }
  // The form of an app with user names is refused in place.
  const refused = apps.credentials.open();
  await show(
    "signin/credentials-wrong",
    refused,
    await post(refused, "/auth/callback/credentials", { username: "ada", password: "wrong" }),
  );
};

/** The two steps, and what refuses them. */
const steps: Journey = async ({ app, show }) => {
  const full = await app(({ mail, google }) => ({
    providers: [Password(CHEAP), mail, Passkey, google, GitHub(client), Apple(client)],
    rememberProvider: true,
  }));
  await addAda(full);
  const browser = full.open();
  await show("signin/first", browser, "/auth/signin?callbackUrl=/after");
  await show(
    "signin/second",
    browser,
    await post(browser, "/auth/signin", { email: ADA, callbackUrl: "/after" }),
  );
  await show("signin/changed", browser, "/auth/signin?step=address&callbackUrl=/after");
  await show("signin/wrong-password", browser, await signIn(browser, "/after", "wrong"));

  // The browser remembers the last way.
  await pass(browser, "/auth/callback/password", { email: ADA, password: "wrong" });
  const known = await signedIn(full);
  await pass(known, "/auth/signout");
  await show("signin/last-password", known, "/auth/signin");
  await show(
    "signin/second-last-password",
    known,
    await post(known, "/auth/signin", { email: ADA }),
  );
  const byLink = full.open();
  await signInByLink(full, byLink);
  await pass(byLink, "/auth/signout");
  await show("signin/second-last-link", byLink, await post(byLink, "/auth/signin", { email: ADA }));
  const byGoogle = full.open();
  full.idp.user = { sub: "grace", name: "Grace", email: "grace@example.com", email_verified: true };
  await (await byGoogle.signIn("google", { callbackUrl: "/after" })).response.body?.cancel();
  await pass(byGoogle, "/auth/signout");
  await show("signin/last-provider", byGoogle, "/auth/signin");

  // Signed in already.
  await show("signin/signed-in", await signedIn(full), "/auth/signin?callbackUrl=/after");
  const plain = await app(({ mail }) => ({ providers: [Password(CHEAP), mail] }));
  await addAda(plain);
  const alone = plain.open();
  await show(
    "signin/second-without-passkey",
    alone,
    await post(alone, "/auth/signin", { email: ADA, callbackUrl: "/after" }),
  );
};

/** Errors that another page or a provider leads here with. */
const errors: Journey = async ({ app, show }) => {
  const full = await app(({ mail, google }) => ({
    providers: [Password(CHEAP), mail, Passkey, google, GitHub(client)],
    account: AccountPage(),
  }));
  await addAda(full);
  const browser = full.open();
  await show("signin/session-required", browser, "/auth/account");
  const away = await browser.visit("/auth/signin/mail", {
    method: "POST",
    body: new URLSearchParams({ email: ADA, csrfToken: "forged" }),
  });
  await show("signin/missing-csrf", browser, away);
  const begun = new URL(await browser.start("google", { callbackUrl: "/after" }));
  const denied = `/auth/callback/google?${new URLSearchParams({
    error: "access_denied",
    state: begun.searchParams.get("state") ?? "",
    iss: full.idp.issuer,
  })}`;
  await show("signin/provider-denied", browser, denied);
  // The address of an account with a password.
  full.idp.user = { sub: "google-ada", name: "Ada", email: ADA, email_verified: true };
  const refused = await browser.signIn("google", { callbackUrl: "/after" });
  await show("signin/not-linked", browser, refused);
  await show("connect", browser, await signIn(browser));
  for (
    const [name, query] of [
      ["account-not-linked", "error=AccountNotLinked"],
      ["email-failed", "error=EmailSignin"],
      ["unknown-error", "error=Unknown"],
      ["provider-failed", "error=OAuthSignin"],
    ]
  ) {
    await show(`signin/${name}`, full.open(), `/auth/signin?${query}&callbackUrl=/after`);
  }
  await show("signup/account-not-linked", full.open(), "/auth/signup?error=AccountNotLinked");
  const failing = await app(({ mail, google }) => ({
    providers: [
      {
        ...mail,
        sendVerificationRequest() {
          throw new Error("The server of the emails is away");
        },
      },
      google,
    ],
  }));
  const unsent = failing.open();
  await show("signin/email-not-sent", unsent, await askForLink(unsent));
  const form = failing.open();
  await show("signup/email-not-sent", form, await askForLink(form, { purpose: "sign-up" }));
};

/** Leads the browser to the page that asks for a new proof. */
async function stepUp(
  { config }: StagedApp,
  browser: TestBrowser,
  options: RequireProofOptions = { maxAge: 600 },
): Promise<string> {
  const request = new Request(`${APP}/transfer`, {
    headers: { cookie: browser.cookies.header(new URL(APP)) },
  });
  const url = await requireProof(request, config, options);
  if (!url) throw new Error("The proof is fresh");
  return url;
}

/** A user who is signed in proves again who it is. */
const again: Journey = async ({ app, show, elapse }) => {
  const full = await app(({ mail, google }) => ({
    providers: [Password(CHEAP), mail, Passkey, google],
  }));
  await addAda(full);
  const byPassword = await signedIn(full);
  const byLink = full.open();
  await signInByLink(full, byLink);
  const other = await app(({ google }) => ({ providers: [google, GitHub(client)] }));
  const byGoogle = other.open();
  await (await byGoogle.signIn("google", { callbackUrl: "/after" })).response.body?.cancel();
  elapse(11 * 60_000);
  await show("step-up/password", byPassword, await stepUp(full, byPassword));
  await show(
    "step-up/wrong-password",
    byPassword,
    await post(byPassword, "/auth/callback/password", { email: ADA, password: "wrong" }),
  );
  await show("step-up/link", byLink, await stepUp(full, byLink));
  await show("step-up/code", byLink, await askForLink(byLink));
  await show("step-up/provider", byGoogle, await stepUp(other, byGoogle));
};

/** Signing out. */
const signOut: Journey = async ({ app, show }) => {
  const full = await app();
  await addAda(full);
  await show("signout/signed-in", await signedIn(full), "/auth/signout?callbackUrl=/after");
  await show("signout/signed-out", full.open(), "/auth/signout");
};

export const SIGN_IN: readonly Journey[] = [variants, steps, errors, again, signOut];
