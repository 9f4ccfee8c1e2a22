/**
 * The main pages in the looks of apps.
 *
 * @module
 */

import type { Theme } from "../../../src/types/options.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import { addAda, askForLink, type Journey, post, signedIn } from "./_stage.ts";
import { TWELVE } from "./_sign_in.ts";

/** A picture of 120 × 40 pixels. */
const logo = (color: string) =>
  `data:image/svg+xml,${
    encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40">` +
        `<circle cx="20" cy="20" r="14" fill="${color}"/><text x="42" y="27" font-size="20" ` +
        `font-family="sans-serif" font-weight="700" fill="${color}">Acme</text></svg>`,
    )
  }`;

/** Looks that differ in everything that an app can choose. */
export const THEMES: Readonly<Record<string, Theme>> = {
  "none": {},
  "yellow": { name: "Acme", brandColor: "#ffcc00", logo: logo("#b45309"), radius: "0px" },
  "green": {
    name: "Acme",
    brandColor: "#047857",
    logo: { light: logo("#065f46"), dark: logo("#6ee7b7") },
    radius: "1.5rem",
    font: "Georgia, serif",
    links: {
      terms: "https://app.example/terms",
      privacy: "https://app.example/privacy",
      support: "https://app.example/support",
    },
  },
  "dark": { name: "Acme", colorScheme: "dark", brandColor: "#f472b6" },
  "light": {
    name: "Acme",
    colorScheme: "light",
    colors: {
      light: { background: "#fdf6e3", card: "#fffdf6", text: "#3b2f1e", muted: "#6b5a3e" },
    },
  },
};

const themes: Journey = async ({ app, show }) => {
  for (const [name, theme] of Object.entries(THEMES)) {
    const started = await app(({ mail }) => ({
      providers: [Password(CHEAP), mail, Passkey, ...TWELVE.slice(0, 3)],
      account: AccountPage(),
      theme,
    }));
    await addAda(started);
    const browser = started.open();
    await show(`theme-${name}/signin`, browser, "/auth/signin");
    await show(
      `theme-${name}/second`,
      browser,
      await post(browser, "/auth/signin", { email: "a@b.example" }),
    );
    await show(`theme-${name}/verify-request`, browser, await askForLink(browser));
    await show(`theme-${name}/error`, browser, "/auth/error?error=AccessDenied");
    await show(`theme-${name}/account`, await signedIn(started), "/auth/account");
  }
};

export const APP_THEMES: readonly Journey[] = [themes];
