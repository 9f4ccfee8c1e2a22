// Functions passed to `evaluate` run in the browser.
/// <reference lib="dom" />

/**
 * Organizations as people use them, without scripts: two people, an invitation, roles, a removal,
 * another owner, and the end.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { assertEquals } from "@std/assert";
import type { Browser, Locator, Page } from "playwright-core";
import { pageTexts } from "../../pages/messages.ts";
import { fill, textsIn } from "../../src/base/language.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { startMailApp } from "./_app.ts";
import { VARIANTS, visit } from "./_visitor.ts";
import { accountEnglish } from "../../pages/account/english.ts";
import { organizationEnglish } from "../../pages/organizations/english.ts";

const ADA = "ada@example.com";
const EVE = "evelyn.boyd.granville@analytical-engines.example.com";
const NAME = "Acme & Daughters <Analytical> Engines";

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: {
    admin: { project: "all", member: "all", organization: ["update"] },
    guest: { project: ["read"] },
  },
  grants: { admin: ["guest"] },
});

const startApp = () =>
  startMailApp((mail) => ({
    providers: [mail],
    languages: [german],
    account: AccountPage(),
    organizations: Organizations({ access }),
    theme: { name: "App" },
    notifyNewDevice: false,
    // Counts in the memory of the process would be those of all apps.
    limits: false,
  }));

/** An image that the browser makes of what is drawn. */
async function drawImage(browser: Browser, type: string, width: number): Promise<Buffer> {
  const page = await browser.newPage();
  const bytes = await page.evaluate(async ([type, width]) => {
    const canvas = new OffscreenCanvas(width, 100);
    const context = canvas.getContext("2d")!;
    context.fillStyle = "rebeccapurple";
    context.fillRect(0, 0, width, 50);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())];
  }, [type, width] as const);
  await page.close();
  return Buffer.from(bytes);
}

/** The pixels of an image that is shown. */
const sizeOf = (image: Locator) =>
  image.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });

for (const [name, language, options] of VARIANTS) {
  const wording = { language, texts: language === "de" ? german.texts : undefined };
  const words = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
  const shared = textsIn(accountEnglish, wording, ({ account }) => account);
  const { signIn } = pageTexts(wording);
  browserTest(
    `organizations: created, joined, changed, left to another owner and deleted (${name})`,
    async (browser) => {
      await using app = await startApp();
      const { page, look, openOther } = await visit(browser, options, `organizations ${name}`);
      const eve = await openOther();
      const at = (path: string) => `${app.origin}/auth/${path}`;
      const click = async (of: Page, label: string) =>
        await of.getByRole("button", { name: label, exact: true }).click();
      const follow = async (of: Page, label: string) =>
        await of.getByRole("link", { name: label, exact: true }).first().click();
      const told = async (of: Page, text: string) =>
        await of.getByRole("status").filter({ hasText: text }).waitFor();
      const type = async (of: Page, label: string, text: string) =>
        await of.getByLabel(label, { exact: true }).fill(text);
      const choose = async (of: Page, label: string, value: string) =>
        await of.getByLabel(label, { exact: true }).selectOption(value);
      const mailTo = (to: string) => app.smtp.mails.findLast((mail) => mail.to.includes(to))!;

      await page.goto(at("organizations"));
      await page.locator("input[type=email]").fill(ADA);
      await page.locator("button.submit").first().click();
      await page.getByRole("heading", { level: 1, name: /./ }).waitFor();
      await page.goto(mailTo(ADA).link);
      await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
      await look("empty");
      await type(page, words.create.name, NAME);
      await type(page, words.create.slug, "Acme Engines");
      await click(page, words.create.submit);
      await page.getByRole("alert").waitFor();
      assertEquals(await page.getByLabel(words.create.name, { exact: true }).inputValue(), NAME);
      await look("wrong slug");
      await type(page, words.create.slug, "acme");
      await click(page, words.create.submit);
      await told(page, words.done.created);
      await look("created");

      // Each kind of image is one that a browser has made, and shows.
      await follow(page, words.members.settings);
      for (const [index, mimeType] of ["image/png", "image/jpeg", "image/webp"].entries()) {
        await follow(page, fill(shared.passkeys.changeOf, { name: words.settings.logo }));
        if (index === 0) await look("logo");
        const buffer = await drawImage(browser, mimeType, 500 - index);
        const field = page.getByLabel(words.settings.logoImage, { exact: true });
        await field.setInputFiles({ name: "logo", mimeType, buffer });
        await click(page, shared.name.save);
        await told(page, words.done.updated);
        const logo = page.locator("header img.initial");
        await logo.waitFor();
        assertEquals(await sizeOf(logo), [500 - index, 100]);
      }
      await look("settings with a logo");
      await follow(page, fill(shared.passkeys.changeOf, { name: words.settings.logo }));
      const field = page.getByLabel(words.settings.logoImage, { exact: true });
      const buffer = await drawImage(browser, "image/png", 513);
      await field.setInputFiles({ name: "logo", mimeType: "image/png", buffer });
      await click(page, shared.name.save);
      await page.getByRole("alert").waitFor();
      await look("wrong logo");
      await page.goto(at("organization/acme"));

      await type(page, words.invitations.invite, EVE);
      await choose(page, words.member.role, "guest");
      await click(page, words.invitations.submit);
      await told(page, words.done.invited);
      await look("invited");

      // A person who is no user yet opens the link, and signs up.
      const { link } = mailTo(EVE);
      await eve.goto(link);
      await look("invitation", { of: eve });
      await follow(eve, signIn.submit);
      await eve.locator("input[type=email]").fill(EVE);
      await eve.locator("button.submit").first().click();
      await eve.getByRole("heading", { level: 1, name: /./ }).waitFor();
      await eve.goto(mailTo(EVE).link);
      await eve.getByRole("button", { name: words.invitation.accept, exact: true }).waitFor();
      await look("accept", { of: eve });
      // Another person is told whom it is for.
      await page.goto(link);
      await page.getByRole("button", { name: shared.signOut, exact: true }).waitFor();
      await look("other address");
      await click(eve, words.invitation.accept);
      await told(eve, words.done.joined);
      await look("joined", { of: eve });

      await page.goto(at("organization/acme"));
      await look("two members");
      await follow(page, fill(words.members.changeOf, { name: EVE }));
      await look("member");
      await choose(page, words.member.role, "admin");
      await click(page, shared.name.save);
      await told(page, words.done.role);
      await eve.goto(at("organization/acme"));
      await look("admin", { of: eve });
      await follow(page, fill(words.members.changeOf, { name: EVE }));
      await follow(page, words.member.remove);
      await click(page, words.member.remove);
      await told(page, words.done.removed);
      const gone = await eve.goto(at("organization/acme"));
      assertEquals(gone!.status(), 404);
      await look("gone", { of: eve });

      await type(page, words.invitations.invite, EVE);
      await choose(page, words.member.role, "admin");
      await click(page, words.invitations.submit);
      await told(page, words.done.invited);
      await eve.goto(mailTo(EVE).link);
      await click(eve, words.invitation.accept);
      await told(eve, words.done.joined);

      await page.goto(at("account?step=delete"));
      await page.getByText(shared.one.delete.obstacles).waitFor();
      await look("only owner");
      await follow(page, NAME);
      await look("settings");
      await follow(page, words.transfer.submit);
      await look("transfer");
      await choose(page, words.transfer.becomes, "guest");
      await click(page, words.transfer.submit);
      await told(page, words.done.transferred);
      await look("transferred");

      await eve.goto(at("organization/acme/settings"));
      await follow(eve, words.delete.row);
      await eve.locator("#input-confirm").fill("Acme");
      await click(eve, words.delete.submit);
      await eve.getByRole("alert").waitFor();
      await look("not its name", { of: eve });
      app.age();
      await eve.reload();
      await eve.goto(at("organization/acme/settings?step=delete"));
      await look("stale", { of: eve });
      await follow(eve, shared.one.prove);
      await eve.locator("button.submit, button.button").first().click();
      await eve.getByRole("heading", { level: 1, name: /./ }).waitFor();
      await eve.goto(mailTo(EVE).link);
      await eve.locator("#input-confirm").fill(NAME);
      await click(eve, words.delete.submit);
      await told(eve, words.done.deleted);
      await look("deleted", { of: eve });
      await page.goto(at("account"));
      await page.getByRole("link", { name: words.row.open, exact: true }).waitFor();
    },
  );
}
