/**
 * API keys as people use them: created after a proof, copied, shown once, replaced and revoked; those
 * of a user, and those of an organization with its services.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { fill, textsIn } from "../../src/base/language.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { authenticate } from "../../src/frameworks/server.ts";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { type MailApp, startMailApp } from "./_app.ts";
import { VARIANTS, visit } from "./_visitor.ts";
import { scaledLimit } from "../_wait.ts";
import { accountEnglish } from "../../pages/account/english.ts";
import { factorEnglish } from "../../pages/factor/english.ts";
import { keyEnglish } from "../../pages/keys/english.ts";
import { organizationKeyEnglish } from "../../pages/keys/organization_english.ts";
import { organizationEnglish } from "../../pages/organizations/english.ts";

const ADA = "ada@example.com";
const NAME = "Nightly <backup> & more";
const TEAM = "Acme & Daughters <Analytical> Engines";
const SERVICE = "Build <server> & more";

/** Words for a scope; the other one is shown by its name, as words. */
const SCOPES = {
  en: { scopes: { "project:read": "Read your projects" } },
  de: { scopes: { "project:read": "Ihre Projekte lesen" } },
};

const startApp = () =>
  startMailApp((mail) => ({
    providers: [mail],
    languages: [german],
    account: AccountPage(),
    keys: ApiKeys({ prefix: "acme", scopes: ["project:read", "project:write"] }),
    texts: SCOPES,
    theme: { name: "App" },
    notifyNewDevice: false,
    // Counts in the memory of the process would be those of all apps.
    limits: false,
  }));

/** Signs in by the link of an email, on the page that asks for it. */
async function enter(page: Page, { smtp }: MailApp): Promise<void> {
  const count = smtp.mails.length;
  const field = page.locator("input[type=email]");
  const submit = page.locator("button.submit").first();
  // After a click, the page may not have been read as far as the field.
  await submit.waitFor();
  if (await field.count() > 0) await field.fill(ADA);
  await submit.click();
  await page.getByRole("heading", { level: 1, name: /./ }).waitFor();
  assert(smtp.mails.length > count, "an email left");
  await page.goto(smtp.mails.at(-1)!.link);
}

async function outcome({ config, origin }: MailApp, secret: string): Promise<string> {
  const request = new Request(origin, { headers: { authorization: `Bearer ${secret}` } });
  const who = await authenticate(request, config, { accept: ["key"] });
  return who.ok ? [...who.scopes].join() : who.reason;
}

for (const [name, language, options] of VARIANTS) {
  const wording = { language, texts: language === "de" ? german.texts : undefined };
  const words = textsIn(keyEnglish, wording, ({ keys }) => keys);
  const shared = textsIn(accountEnglish, wording, ({ account }) => account);
  browserTest(`keys: created after a proof, replaced and revoked (${name})`, async (browser) => {
    await using app = await startApp();
    const { page, look } = await visit(browser, options, `keys ${name}`);
    const button = (label: string) => page.getByRole("button", { name: label, exact: true });
    const link = (label: string) => page.getByRole("link", { name: label, exact: true });
    const told = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    const heading = (text: string) =>
      page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();

    await page.goto(`${app.origin}/auth/account`);
    await enter(page, app);
    await link(words.row.open).click();
    await heading(words.title);
    await look("empty");
    app.age();
    await page.goto(`${app.origin}/auth/keys`);
    await look("stale");
    await link(shared.one.prove).click();
    await enter(page, app);
    await heading(words.title);
    await page.getByLabel(words.create.name, { exact: true }).fill(NAME);
    await button(words.create.submit).click();
    await page.getByRole("alert").filter({ hasText: words.faults.scopes }).waitFor();
    await look("without scopes");
    assertEquals(await page.getByLabel(words.create.name, { exact: true }).inputValue(), NAME);
    await page.getByLabel(SCOPES[language].scopes["project:read"], { exact: true }).check();
    await page.getByLabel(words.create.days, { exact: true }).fill("7");
    const before = app.smtp.mails.length;
    await button(words.create.submit).click();
    await heading(words.made.heading);
    await look("made", { hasScript: true });
    assertEquals(app.smtp.mails.length, before + 1);
    const secret = await page.locator("code.made").innerText();
    assertMatch(secret, /^acme_k1_\w{65}$/);
    assertEquals(await outcome(app, secret), "project:read");

    await link(words.made.done).click();
    await heading(words.title);
    await look("one key");
    assert(!(await page.content()).includes(secret));
    await link(fill(words.rotate.actOf, { name: NAME })).click();
    await look("replace");
    await button(words.rotate.submit).click();
    await heading(words.made.heading);
    const next = await page.locator("code.made").innerText();
    assertEquals(await outcome(app, next), "project:read");
    await link(words.made.done).click();
    await look("replaced");
    await link(fill(words.revoke.actOf, { name: NAME })).first().click();
    await look("revoke");
    await button(words.revoke.submit).click();
    await told(words.done.revoked);
    await look("revoked");
    assertEquals(await outcome(app, next), "revoked");
    assertEquals(await outcome(app, secret), "project:read");
  });
}

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: { project: "all", key: "all", service: "all" } },
});

const startTeamApp = () =>
  startMailApp((mail) => ({
    providers: [mail],
    languages: [german],
    account: AccountPage(),
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    texts: SCOPES,
    theme: { name: "App" },
    notifyNewDevice: false,
    limits: false,
  }));

for (const [name, language, options] of VARIANTS) {
  const wording = { language, texts: language === "de" ? german.texts : undefined };
  const words = textsIn(keyEnglish, wording, ({ keys }) => keys);
  const own = textsIn(organizationKeyEnglish, wording, ({ organizationKeys }) => organizationKeys);
  const shared = textsIn(accountEnglish, wording, ({ account }) => account);
  const teams = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
  browserTest(`keys: of an organization and of its services (${name})`, async (browser) => {
    await using app = await startTeamApp();
    const { page, look } = await visit(browser, options, `organization keys ${name}`);
    const press = (label: string) => page.getByRole("button", { name: label, exact: true }).click();
    const follow = (label: string) => page.getByRole("link", { name: label, exact: true }).click();
    const told = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    const type = (label: string, text: string) =>
      page.getByLabel(label, { exact: true }).fill(text);
    const heading = (text: string) =>
      page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();
    const title = fill(own.title, { organization: TEAM });
    const secretIn = async () => {
      await heading(words.made.heading);
      return await page.locator("code.made").innerText();
    };

    await page.goto(`${app.origin}/auth/organizations`);
    await enter(page, app);
    await type(teams.create.name, TEAM);
    await type(teams.create.slug, "acme");
    await press(teams.create.submit);
    await heading(TEAM);
    await look("organization");
    await follow(words.row.heading);
    await heading(title);
    await look("empty");
    app.age();
    await page.reload();
    await look("stale");
    await follow(shared.one.prove);
    await enter(page, app);
    await heading(title);
    await type(words.create.name, NAME);
    await page.getByLabel(SCOPES[language].scopes["project:read"], { exact: true }).check();
    await press(words.create.submit);
    const secret = await secretIn();
    await look("made", { hasScript: true });
    assertEquals(await outcome(app, secret), "project:read");
    await follow(words.made.done);
    await heading(title);
    await look("one key");
    assert(!(await page.content()).includes(secret));

    await follow(own.services.add);
    await heading(own.create.heading);
    await look("service");
    await type(words.create.name, SERVICE);
    await press(own.create.submit);
    await page.getByRole("alert").filter({ hasText: own.scopes }).waitFor();
    await look("service without scopes");
    await page.getByLabel("Project: write", { exact: true }).check();
    await press(own.create.submit);
    await told(own.done.service);
    await look("one service");
    await follow(fill(own.key.actOf, { name: SERVICE }));
    await heading(fill(own.key.heading, { name: SERVICE }));
    await look("service key");
    await type(words.create.name, NAME);
    await page.getByLabel("Project: write", { exact: true }).check();
    await press(words.create.submit);
    const ofService = await secretIn();
    assertEquals(await outcome(app, ofService), "project:write");
    await follow(words.made.done);
    await heading(title);
    await look("key of a service");
    await follow(fill(own.delete.actOf, { name: SERVICE }));
    await look("delete");
    await press(own.delete.submit);
    await told(own.done["service-deleted"]);
    assert(await outcome(app, ofService) !== "project:write");

    await follow(fill(words.rotate.actOf, { name: NAME }));
    await press(words.rotate.submit);
    const next = await secretIn();
    assertEquals(await outcome(app, next), "project:read");
    await follow(words.made.done);
    await look("replaced");
    await page.getByRole("link", { name: fill(words.revoke.actOf, { name: NAME }) }).first()
      .click();
    await look("revoke");
    await press(words.revoke.submit);
    await told(words.done.revoked);
    assertEquals(await outcome(app, next), "revoked");
    await follow(teams.members.heading);
    await heading(TEAM);
  });
}

browserTest(
  "keys: the script copies the new key, and a reload does not show it again",
  async (browser) => {
    await using app = await startApp();
    const context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(scaledLimit(10_000));
    const words = textsIn(keyEnglish, { language: "en" }, ({ keys }) => keys);
    const { copy, copied } = textsIn(factorEnglish, { language: "en" }, ({ factor }) => factor);
    await page.goto(`${app.origin}/auth/keys`);
    await enter(page, app);
    await page.getByLabel(words.create.name, { exact: true }).fill(NAME);
    await page.getByLabel("Project: write", { exact: true }).check();
    await page.getByRole("button", { name: words.create.submit, exact: true }).click();
    const secret = await page.locator("code.made").innerText();
    await page.getByRole("button", { name: copy, exact: true }).click();
    await page.getByRole("button", { name: copied, exact: true }).waitFor();
    assertEquals(await page.evaluate("navigator.clipboard.readText()"), secret);
    // Chromium posts the form again.
    await page.reload();
    await page.getByRole("status").filter({ hasText: words.done.made }).waitFor();
    assert(!(await page.content()).includes(secret));
    assertEquals(
      await page.getByRole("link", { name: fill(words.revoke.actOf, { name: NAME }) }).count(),
      1,
    );
    await page.goBack();
    await page.goForward();
    assert(!(await page.content()).includes(secret));
  },
);
