/**
 * Props of pages for tests, with every optional part.
 *
 * @module
 */

import type { PageProps, PageProvider } from "../../../pages/mod.ts";
import type { Wording } from "../../../src/base/language.ts";
import { de } from "../../../src/languages/de.ts";
import { mark } from "../../../src/providers/_marks/github.ts";

/** The built-in texts, and those of a translation. */
export const WORDINGS: readonly Wording[] = [{ language: "en" }, de];

const urls = (id: string) => ({
  signinUrl: `https://app.example/auth/signin/${id}`,
  callbackUrl: `https://app.example/auth/callback/${id}`,
});

export const github: PageProvider = {
  id: "github",
  name: "GitHub",
  type: "oauth",
  ...urls("github"),
  style: { brandColor: "#24292f", mark },
};
export const acme: PageProvider = { id: "acme", name: "Acme", type: "oidc", ...urls("acme") };
export const mail: PageProvider = { id: "mail", name: "Mail", type: "email", ...urls("mail") };
export const pass: PageProvider = {
  id: "pass",
  name: "Password",
  type: "credentials",
  ...urls("pass"),
  credentials: {
    username: { label: "User name", placeholder: "ada", required: true },
    password: { label: "Password", type: "password" },
    code: {},
  },
};

export const props: PageProps = {
  nonce: "nonce-1",
  theme: { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" },
  csrfToken: "token-1",
  callbackUrl: "https://app.example/after",
  providers: [github, acme, mail, pass],
  formAction: "https://app.example/auth/signout",
  signinUrl: "https://app.example/auth/signin",
  siteUrl: "https://app.example",
};
