/**
 * States of the account page.
 *
 * @module
 */

import { Guestbook } from "../../../examples/guestbook/guestbook.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../../src/capabilities/factors/mod.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import GitHub from "../../../src/providers/github.ts";
import { newAuthenticator } from "../../../src/tools/testing/adapter/check.ts";
import { signInAs, type TestBrowser } from "../../../src/tools/testing/mod.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import {
  ADA,
  addAda,
  APP,
  COMPUTER,
  type Journey,
  pass,
  PHONE,
  post,
  signedIn,
  signIn,
  signInByLink,
  type StagedApp,
} from "./_stage.ts";
import { TWELVE } from "./_sign_in.ts";

const PAGE = "/auth/account";

const place = (address: string) => address === "198.51.100.7" ? "Hamburg, Germany" : null;

/** Gives Ada a passkey. */
async function addKey(app: StagedApp, name: string | null, credentialID = "key"): Promise<string> {
  const key = { ...newAuthenticator("ada"), name, credentialID };
  const providerAccountId = credentialID;
  await app.adapter.linkAccount({
    userId: "ada",
    type: "webauthn",
    provider: "passkey",
    providerAccountId,
  });
  await app.adapter.createAuthenticator({ ...key, providerAccountId });
  return credentialID;
}

const link = async ({ adapter }: StagedApp, provider: string, providerAccountId: string) =>
  void await adapter.linkAccount({ userId: "ada", type: "oauth", provider, providerAccountId });

/** Links of one view on the page. */
const viewsOn = (html: string, view: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!.replaceAll("&amp;", "&"))
    .filter((url) => url.includes(`step=${view}`));

const openText = async (browser: TestBrowser, path = PAGE) =>
  await (await browser.visit(path)).response.text();

/** An account with everything, and what can be changed of it. */
const full: Journey = async ({ app, show, elapse }) => {
  const started = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail, Passkey, ...TWELVE.slice(0, 5)],
    account: AccountPage({ place }),
    factors: [Totp(), MailCode(), RecoveryCodes()],
    capabilities: { guestbook: Guestbook({ key: "a-key-of-more-than-sixteen-characters" }) },
  }));
  await addAda(started);
  await addKey(started, "Laptop of the office", "key-1");
  await addKey(started, null, "key-2");
  await link(started, "github", "42");
  await link(started, "google", "43");
  await signedIn(started, PHONE);
  elapse(26 * 60 * 60_000);
  await signedIn(started, COMPUTER);
  const browser = await signedIn(started);
  const list = await show("account/full", browser, PAGE);
  for (
    const done of [
      "name",
      "linked",
      "unlinked",
      "passkey-added",
      "passkey-renamed",
      "passkey-removed",
      "password-removed",
      "session-ended",
      "sessions-ended",
    ]
  ) {
    await show(`account/done-${done}`, browser, `${PAGE}?done=${done}`);
  }
  await show(
    "account/invalid-name",
    browser,
    await post(browser, PAGE, { step: "name", name: "\u200b" }),
  );
  const [key, unnamed] = viewsOn(list, "passkey");
  await show("account/passkey", browser, key!);
  await show("account/passkey-unnamed", browser, unnamed!);
  await show(
    "account/passkey-invalid-name",
    browser,
    await post(browser, PAGE, { step: "passkey-rename", id: "key-1", name: "\u200b" }),
  );
  await show("account/connected", browser, viewsOn(list, "account")[0]!);
  for (const view of ["password", "export", "sessions", "delete"]) {
    await show(`account/${view}`, browser, `${PAGE}?step=${view}`);
  }
  await show(
    "account/delete-different",
    browser,
    await post(browser, PAGE, { step: "delete", confirm: "someone@example.com" }),
  );
  await show("custom/page", browser, "/auth/guestbook");
  await pass(browser, "/auth/guestbook", { text: "It weaves algebraic patterns." });
  await show("custom/signed", browser, "/auth/guestbook");

  // An administrator looks at the account.
  const { cookies } = await signInAs(started.config, { id: "ada", email: ADA }, {
    origin: APP,
    proof: { actor: "admin" },
  });
  const admin = started.open();
  for (const { name, value } of cookies) {
    admin.cookies.plant(APP, `${name}=${value}; Path=/; Secure`);
  }
  await show("account/read-only", admin, PAGE);

  elapse(11 * 60_000);
  await show("account/stale-delete", browser, `${PAGE}?step=delete`);
  await show("account/stale-passkey", browser, key!);
};

/** Accounts with little or much. */
const others: Journey = async ({ app, show, elapse }) => {
  const site = { clientId: "id", clientSecret: "secret" };
  const small = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail, Passkey, GitHub(site)],
    account: AccountPage({ place }),
  }));
  const person = small.open();
  await signInByLink(small, person);
  await show("account/new", person, PAGE);
  await show("account/last-way", person, `${PAGE}?step=password`);
  const plain = await app(({ mail }) => ({ providers: [mail], account: AccountPage() }));
  const alone = plain.open();
  await signInByLink(plain, alone);
  await show("account/plain", alone, PAGE);

  const nameless = await app(({ mail, google }) => ({
    providers: [mail, google],
    account: AccountPage(),
  }));
  nameless.idp.user = { sub: "nobody" };
  const nobody = nameless.open();
  await (await nobody.signIn("google", { callbackUrl: "/after" })).response.body?.cancel();
  await show("account/without-address", nobody, PAGE);
  await show("account/last-account", nobody, viewsOn(await openText(nobody), "account")[0]!);
  await show("address/without-address", nobody, "/auth/address");

  const busy = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail, Passkey, ...TWELVE],
    account: AccountPage({ place }),
    factors: [Totp()],
  }));
  await addAda(busy, { name: "Augusta Ada King, Countess of Lovelace, first of all programmers" });
  for (let device = 0; device < 24; device++) {
    await signedIn(busy, device % 2 ? PHONE : COMPUTER);
    elapse(7 * 60 * 60_000);
  }
  const many = await signedIn(busy);
  for (const [index, { id }] of TWELVE.entries()) await link(busy, id, String(index));
  for (let key = 0; key < 4; key++) await addKey(busy, `Key ${key}`, `key-${key}`);
  await show("account/many", many, PAGE);

  const late = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail],
    account: AccountPage({ deletion: { graceDays: 14 } }),
  }));
  await addAda(late);
  const leaving = await signedIn(late);
  await show("account/delete-later", leaving, `${PAGE}?step=delete`);
  await show(
    "account/leaving",
    leaving,
    await post(leaving, PAGE, { step: "delete", confirm: ADA }),
  );
  await show("account/pending", leaving, await signIn(leaving));

  const gone = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail],
    account: AccountPage(),
  }));
  await addAda(gone);
  const leaver = await signedIn(gone);
  await show("account/deleted", leaver, await post(leaver, PAGE, { step: "delete", confirm: ADA }));
};

export const ACCOUNTS: readonly Journey[] = [full, others];
