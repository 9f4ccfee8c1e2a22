/**
 * An app with one OAuth provider in process, for tests of whole sign-ins on an adapter.
 *
 * @module
 */

import { Auth, type AuthConfig } from "../../mod.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";

/** Origin of the app. */
const APP = "https://app.example";

/** A running app. */
export interface App {
  /** Config of the next request. */
  config: AuthConfig;
  /** A browser with an empty jar. */
  openBrowser(): TestBrowser;
  /** Signs a person in at the provider, and returns the browser. */
  signIn(person: string, browser?: TestBrowser): Promise<TestBrowser>;
}

/** Address of a person. */
export const addressOf = (person: string): string => `${person}@example.com`;

/** The session token that a browser holds. */
export function tokenOf(browser: TestBrowser): string | undefined {
  return browser.cookies.list("app.example")
    .find(({ name }) => name.endsWith("session-token"))?.value;
}

/** Makes the app; its sessions are in the database. */
export async function createApp(
  adapter: AuthConfig["adapter"],
  members: Partial<AuthConfig> = {},
): Promise<App> {
  const idp = await createIdp();
  const app: App = {
    config: {
      providers: [providerAt(idp, "idp", { name: "IdP" })],
      adapter,
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      ...members,
    },
    openBrowser: () =>
      createBrowser(APP, {
        [APP]: (request) =>
          new URL(request.url).pathname.startsWith("/auth/")
            ? Auth(request, app.config)
            : new Response(),
        [idp.issuer]: idp.handler,
      }),
    async signIn(person, browser = app.openBrowser()) {
      idp.user = { sub: person, name: person, email: addressOf(person) };
      await browser.signIn("idp");
      return browser;
    },
  };
  return app;
}
