import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { de as german } from "../../src/languages/de.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import { browserTest } from "../_chromium.ts";
import { type MailApp, startMailApp } from "./_app.ts";
import { violations } from "./_axe.ts";
import { addAuthenticator } from "./_passkey_app.ts";
import { PICTURES, VARIANTS, visit } from "./_visitor.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { scaledLimit } from "../_wait.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like " +
  "Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function startApp(): Promise<MailApp> {
  const site = { clientId: "client-1", clientSecret: "secret-1" };
  const app = await startMailApp((mail) => ({
    providers: [Password({ cost: { ln: 4 } }), mail, Passkey, GitHub(site), Google(site)],
    languages: [german],
    account: AccountPage({
      place: (address) => address.includes("127.0.0.1") ? "Hamburg, Germany" : null,
    }),
    factors: [Totp()],
    // Counts in the memory of the process would be those of all apps.
    limits: false,
    session: { strategy: "jwt", revocation: { address: () => "127.0.0.1" } },
    experimental: { enableWebAuthn: true },
  }));
  await app.adapter.createUser({
    id: "ada",
    name: "Ada Lovelace",
    email: ADA,
    emailVerified: new Date(),
  });
  assertEquals(await setPassword(app.config, "ada", PASSWORD), null);
  return app;
}

/** Signs in with the form of the sign-in page. */
async function signIn(page: Page): Promise<void> {
  const email = page.locator("input[type=email]").first();
  await email.waitFor();
  // The page of a step-up knows the address.
  if (await email.isEditable()) {
    await email.fill(ADA);
    await page.locator("button.submit").first().click();
  }
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.locator("button.submit").first().click();
}

/** Words of the page in one language. */
interface Words {
  title: string;
  nameRow: string;
  changeName: string;
  name: string;
  save: string;
  done: Record<"name" | "renamed" | "removed" | "unlinked" | "password" | "session", string>;
  change: string;
  passkeyName: string;
  removePasskey: string;
  unlink: string;
  unlinked: string;
  removePassword: string;
  end: string;
  endOthers: string;
  current: string;
  prove: string;
  export: string;
  download: string;
  delete: string;
  forEver: string;
  different: string;
  deleted: string;
  address: string;
}

const en: Words = {
  title: "Your account",
  nameRow: "Name",
  changeName: "Change: Name",
  name: "Your name",
  save: "Save",
  done: {
    name: "Your name was changed.",
    renamed: "The passkey was renamed.",
    removed: "The passkey was removed.",
    unlinked: "The account was disconnected.",
    password: "The password was removed.",
    session: "All other devices were signed out.",
  },
  change: "Change: Laptop",
  passkeyName: "Passkey name",
  removePasskey: "Remove passkey",
  unlink: "Disconnect GitHub",
  unlinked: "Disconnect",
  removePassword: "Remove password",
  end: "Sign out: Safari on iOS, Hamburg, Germany",
  endOthers: "Sign out of all other devices",
  current: "This browser",
  prove: "Verify it’s you",
  export: "Download your data",
  download: "Download file",
  delete: "Delete account",
  forEver: "Delete account permanently",
  different: "That does not match.",
  deleted: "Your account was deleted",
  address: "Change email address",
};

const de: Words = {
  title: "Ihr Konto",
  nameRow: "Name",
  changeName: "Ändern: Name",
  name: "Ihr Name",
  save: "Speichern",
  done: {
    name: "Ihr Name wurde geändert.",
    renamed: "Der Passkey wurde umbenannt.",
    removed: "Der Passkey wurde entfernt.",
    unlinked: "Das Konto wurde getrennt.",
    password: "Das Passwort wurde entfernt.",
    session: "Alle anderen Geräte wurden abgemeldet.",
  },
  change: "Ändern: Laptop",
  passkeyName: "Name des Passkeys",
  removePasskey: "Passkey entfernen",
  unlink: "GitHub trennen",
  unlinked: "Trennen",
  removePassword: "Passwort entfernen",
  end: "Abmelden: Safari auf iOS, Hamburg, Germany",
  endOthers: "Alle anderen Geräte abmelden",
  current: "Dieser Browser",
  prove: "Identität bestätigen",
  export: "Ihre Daten herunterladen",
  download: "Datei herunterladen",
  delete: "Das Konto löschen",
  forEver: "Das Konto endgültig löschen",
  different: "Das stimmt nicht überein.",
  deleted: "Ihr Konto wurde gelöscht",
  address: "E‑Mail-Adresse ändern",
};

const WORDS = { en, de };

for (const [name, language, options] of VARIANTS) {
  const words = WORDS[language];
  browserTest(`account: every row works without scripts (${name})`, async (browser) => {
    await using app = await startApp();
    const { adapter, origin } = app;
    const { context, page, look } = await visit(browser, options, `account ${name}`);
    const button = (label: string) => page.getByRole("button", { name: label, exact: true });
    const link = (label: string) => page.getByRole("link", { name: label, exact: true });
    const told = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

    const phone = await (await browser.newContext({ userAgent: PHONE })).newPage();
    await phone.goto(`${origin}/auth/signin?callbackUrl=/after`);
    await signIn(phone);
    const key = { ...newAuthenticator("ada"), name: "Laptop" };
    await adapter.linkAccount({
      userId: "ada",
      type: "webauthn",
      provider: "passkey",
      providerAccountId: key.providerAccountId,
    });
    await adapter.createAuthenticator(key);
    await adapter.linkAccount({
      userId: "ada",
      type: "oauth",
      provider: "github",
      providerAccountId: "42",
    });

    // Without a session, the page leads to the sign-in and back.
    await page.goto(`${origin}/auth/account`);
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
    await look("list", { hasScript: true });
    const tree = await page.locator("main").ariaSnapshot();
    assertEquals(tree.match(/heading ".*" \[level=2\]/g)?.length, 5);
    assertStringIncludes(tree, `button "${words.end}"`);
    for (
      const label of [
        ...[words.changeName, words.change, words.unlink, words.address, words.removePassword],
        words.endOthers,
      ]
    ) {
      assertStringIncludes(tree, `link "${label}"`);
    }
    assertStringIncludes(tree, words.current);

    await link(words.changeName).click();
    assertEquals(await page.getByLabel(words.name, { exact: true }).inputValue(), "Ada Lovelace");
    await page.getByLabel(words.name, { exact: true }).fill("Ada King");
    await look("name");
    await button(words.save).click();
    await told(words.done.name);
    await page.getByRole("group", { name: words.nameRow, exact: true }).getByText("Ada King")
      .waitFor();

    await link(words.change).click();
    await page.getByLabel(words.passkeyName).fill("Old laptop");
    await look("passkey");
    await button(words.save).click();
    await told(words.done.renamed);
    await look("done", { hasScript: true });

    await button(words.end).click();
    await link(words.endOthers).waitFor({ state: "detached" });
    await phone.goto(`${origin}/auth/session`);
    assertEquals(await phone.locator("body").innerText(), "null");
    assertEquals(await link(words.endOthers).count(), 0);

    // A proof that is too old: the person proves again, and comes back to the same thing.
    app.age();
    await link(words.change.replace("Laptop", "Old laptop")).click();
    await look("stale");
    await link(words.prove).click();
    await signIn(page);
    await button(words.removePasskey).click();
    await told(words.done.removed);

    await link(words.unlink).click();
    await look("unlink");
    await button(words.unlinked).click();
    await told(words.done.unlinked);

    await link(words.export).click();
    await look("export");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      button(words.download).click(),
    ]);
    assertEquals(file.suggestedFilename(), "account.json");

    await page.goto(`${origin}/auth/account`);
    await link(words.removePassword).click();
    await look("password");
    await button(words.removePassword).click();
    await told(words.done.password);

    await link(words.delete).click();
    await page.locator("#input-confirm").fill("someone@example.com");
    await button(words.forEver).click();
    await page.getByRole("alert").filter({ hasText: words.different }).waitFor();
    await look("different");
    await page.locator("#input-confirm").fill(ADA);
    await button(words.forEver).click();
    await page.getByRole("heading", { level: 1, name: words.deleted }).waitFor();
    await look("deleted");
    assertEquals(await context.cookies(), []);
    assertEquals(await adapter.getUser("ada"), null);
  });
}

browserTest("account: a passkey is added by the page's script", async (browser) => {
  await using app = await startApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(scaledLimit(10_000));
  const authenticator = await addAuthenticator(context, page);
  await page.goto(`${app.origin}/auth/account`);
  await signIn(page);
  assertEquals(await violations(page), []);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/account_scripts.png`, fullPage: true });
  // In the order of the keyboard, the rows come one after the other.
  const order: string[] = [];
  await page.getByRole("link", { name: "Profile" }).focus();
  while (order.length < 16) {
    await page.keyboard.press("Tab");
    order.push(
      await page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText",
      ) as string,
    );
  }
  assertEquals(order, [
    "Security",
    "Devices",
    "Connected accounts",
    "Data",
    "Change: Name",
    "Change email address",
    "Turn on",
    "Change password",
    "Remove password",
    "Add passkey",
    "Manage two-step verification",
    "Connect GitHub",
    "Connect Google",
    "Download your data",
    "Delete account",
    app.origin.replace("http://", ""),
  ]);

  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("status").filter({ hasText: "The passkey was added." }).waitFor();
  assertEquals((await authenticator.credentials()).length, 1);
  await page.getByRole("link", { name: "Change: Passkey" }).waitFor();

  // The browser learns of the new name, and that the passkey was removed.
  const renamed = authenticator.next("credentialUpdated");
  await page.getByRole("link", { name: "Change: Name" }).click();
  await page.locator("#input-name").fill("Augusta");
  await page.getByRole("button", { name: "Save" }).click();
  await renamed;
  assertEquals((await authenticator.credentials())[0]!.userDisplayName, "Augusta");
  const removed = authenticator.next("credentialDeleted");
  await page.getByRole("link", { name: "Change: Passkey" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await page.getByRole("status").filter({ hasText: "The passkey was removed." }).waitFor();
  await removed;
  assertEquals(await authenticator.credentials(), []);
});
