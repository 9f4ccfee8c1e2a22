import { assertEquals, assertStringIncludes } from "@std/assert";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { startMailApp } from "./_app.ts";
import { VARIANTS, visit } from "./_visitor.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

const ADA = "ada@example.com";
const NEW = "countess.of.lovelace.and.first.programmer@analytical-engines.example.com";

const startApp = () =>
  startMailApp((mail) => ({
    providers: [mail],
    languages: [german],
    account: AccountPage(),
    // Counts in the memory of the process would be those of all apps.
    limits: false,
  }));

/** Words of the pages in one language. */
interface Words {
  email: string;
  link: string;
  change: string;
  field: string;
  send: string;
  prove: string;
  code: string;
  type: string;
  confirm: string;
  another: string;
  done: string;
  stale: string;
  ask: string;
  undo: string;
  undone: string;
  lost: string;
}

const en: Words = {
  email: "Email",
  link: "Email me a sign-in link",
  change: "Change your email address",
  field: "New email",
  send: "Send code",
  prove: "Confirm this address",
  code: "Code",
  type: "Enter the code",
  confirm: "Confirm address",
  another: "Use another address",
  done: "Your address is confirmed",
  stale: "First verify it’s you.",
  ask: "Undo the change of your address?",
  undo: "Undo change",
  undone: "The change was undone",
  lost: "This link can’t be used",
};

const de: Words = {
  email: "E‑Mail",
  link: "Weiter mit Email",
  change: "E‑Mail-Adresse ändern",
  field: "Neue E‑Mail",
  send: "Code senden",
  prove: "Diese Adresse bestätigen",
  code: "Code",
  type: "Code eingeben",
  confirm: "Adresse bestätigen",
  another: "Andere Adresse verwenden",
  done: "Ihre Adresse ist bestätigt",
  stale: "Bestätigen Sie zuerst Ihre Identität.",
  ask: "Änderung Ihrer Adresse rückgängig machen?",
  undo: "Rückgängig machen",
  undone: "Die Änderung ist rückgängig gemacht",
  lost: "Dieser Link ist ungültig",
};

const WORDS = { en, de };

for (const [name, language, options] of VARIANTS) {
  const words = WORDS[language];
  browserTest(
    `address: change, later proof and undo work without scripts (${name})`,
    async (browser) => {
      await using app = await startApp();
      const visitor = await visit(browser, options, `address ${name}`);
      const { page, look, type, click, heading } = visitor;
      const mailTo = (to: string) => app.smtp.mails.findLast((mail) => mail.to.includes(to))!;
      const codeTo = (to: string) => /^\d{4} \d{4}$/m.exec(mailTo(to).text)![0];

      await page.goto(`${app.origin}/auth/signin?callbackUrl=/auth/address?callbackUrl=/after`);
      await type(words.email, ADA);
      await page.getByRole("button").first().click();
      await page.goto(app.smtp.mails.at(-1)!.link);
      await heading(words.change);
      await look("request");

      await type(words.field, "ada@example");
      const field = page.getByLabel(words.field, { exact: true });
      assertEquals(await field.getAttribute("autocomplete"), "email");
      await type(words.field, ADA);
      await click(words.send);
      await page.getByRole("alert").waitFor();
      await look("same");

      const { id } = (await app.adapter.getUserByEmail(ADA))!;
      await app.adapter.updateUser({ id, emailVerified: null });
      await page.reload();
      await look("unproven");
      await click(words.prove);
      await heading(words.type);
      await type(words.code, codeTo(ADA));
      await click(words.confirm);
      await heading(words.done);

      await page.goto(`${app.origin}/auth/address?callbackUrl=/after`);
      await type(words.field, NEW);
      await click(words.send);
      await heading(words.type);
      await look("code", { hasScript: true });
      await click(words.another);
      await heading(words.change);
      await type(words.field, NEW);
      await click(words.send);
      await type(words.code, "1234 5678");
      await click(words.confirm);
      await page.getByRole("alert").waitFor();
      await look("wrong", { hasScript: true });
      const input = page.getByLabel(words.code, { exact: true });
      assertEquals(await input.getAttribute("autocomplete"), "one-time-code");
      const tree = await page.locator("main").ariaSnapshot();
      assertStringIncludes(tree, `textbox "${words.code}"`);
      assertStringIncludes(tree, `button "${words.confirm}"`);
      await type(words.code, codeTo(NEW));
      await click(words.confirm);
      await heading(words.done);
      await look("done");
      await page.locator("a.submit").click();
      assertEquals(page.url(), `${app.origin}/after`);

      app.age();
      await page.goto(`${app.origin}/auth/address?callbackUrl=/after`);
      await page.getByText(words.stale).waitFor();
      await look("stale");

      // The link in the mail, in a browser that has never been here.
      const other = await visitor.openOther();
      const { text } = mailTo(ADA);
      const link = /http:\S+[?&]undo=\S+/.exec(text)![0];
      await other.goto(link);
      await other.getByRole("heading", { name: words.ask }).waitFor();
      await look("undo", { of: other });
      await other.getByRole("button", { name: words.undo }).click();
      await other.getByRole("heading", { name: words.undone }).waitFor();
      await look("undone", { of: other });
      await other.goto(link);
      await other.getByRole("heading", { name: words.lost }).waitFor();
      await look("lost", { of: other });
      assertEquals((await app.adapter.getUser(id))!.email, ADA);
      await page.goto(`${app.origin}/auth/address`);
      assertEquals(new URL(page.url()).pathname, "/auth/signin");
    },
  );
}
