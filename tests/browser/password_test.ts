import { assert, assertEquals } from "@std/assert";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { startMailApp } from "./_app.ts";
import { violations } from "./_axe.ts";
import { treeOf, VARIANTS, visit } from "./_visitor.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const OTHER = "looms weave flowers and leaves";

const startApp = () =>
  startMailApp((mail) => ({
    providers: [Password({ cost: { ln: 4 } }), mail],
    languages: [german],
  }));

/** Words of the pages in one language. */
interface Words {
  create: string;
  newAccount: string;
  go: string;
  change1: string;
  check: string;
  password: string;
  current: string;
  name: string;
  save: string;
  done: string;
  next: string;
  set: string;
  signIn: string;
  mail: string;
  lost: string;
  known: string;
  forgot: string;
  email: string;
  field: string;
  change: string;
}

const en: Words = {
  create: "Create account",
  newAccount: "Create your account",
  go: "Continue",
  change1: "Change",
  check: "Check your email",
  password: "New password",
  current: "Current password",
  name: "Your name (optional)",
  save: "Save password",
  done: "Your password is set",
  next: "Continue",
  set: "Set your password",
  signIn: "Sign in",
  mail: "Email me a sign-in link",
  lost: "Forgot password?",
  known: "Sign in",
  forgot: "Forgot your current password?",
  email: "Email",
  field: "Password",
  change: "Change your password",
};

const de: Words = {
  create: "Konto erstellen",
  newAccount: "Konto erstellen",
  go: "Weiter",
  change1: "Ändern",
  check: "Prüfen Sie Ihre E‑Mails",
  password: "Neues Passwort",
  current: "Aktuelles Passwort",
  name: "Ihr Name (freiwillig)",
  save: "Passwort speichern",
  done: "Ihr Passwort ist festgelegt",
  next: "Weiter",
  set: "Passwort festlegen",
  signIn: "Anmelden",
  mail: "Link per E‑Mail senden",
  lost: "Passwort vergessen?",
  known: "Anmelden",
  forgot: "Aktuelles Passwort vergessen?",
  email: "E‑Mail",
  field: "Passwort",
  change: "Passwort ändern",
};

const WORDS = { en, de };

/** Pages with a field for a new password, which have a script that shows it. */
const FORMS = ["set", "refused", "change", "wrong"];

for (const [name, language, options] of VARIANTS) {
  const words = WORDS[language];
  browserTest(
    `password: sign-up, sign-in, change and reset work without scripts (${name})`,
    async (browser) => {
      await using app = await startApp();
      const visitor = await visit(browser, options, `password ${name}`);
      const { context, page, type, click, heading } = visitor;
      const look = (what: string, tree: string[]) =>
        visitor.look(what, { tree, hasScript: FORMS.includes(what) });
      const fields = (...labels: string[]) => labels.map((label) => `textbox "${label}"`);
      const buttons = (...labels: string[]) => labels.map((label) => `button "${label}"`);
      const choose = [...fields(words.password), ...buttons(words.save)];
      const change = [...fields(words.current), ...choose, ...buttons(words.forgot)];
      const openLink = async () => {
        await page.goto(app.smtp.mails.findLast(({ text }) => text.includes("/callback/"))!.link);
      };

      await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
      await look("signin", [
        `heading "${words.signIn}"`,
        ...fields(words.email),
        ...buttons(words.go, words.mail),
        `link "${words.create}"`,
      ]);
      await page.getByRole("link", { name: words.create }).click();
      await look("sign-up", [
        `heading "${words.newAccount}"`,
        ...fields(words.email),
        ...buttons(words.go),
        `link "${words.known}"`,
      ]);
      await type(words.email, ADA);
      await click(words.go);
      await heading(words.check);
      await openLink();
      // A new user has no name yet.
      const first = [...fields(words.name), ...choose];
      await look("set", [`heading "${words.set}"`, ...first]);
      await type(words.name, "Ada Lovelace");
      await type(words.password, "password password");
      await click(words.save);
      await page.getByRole("alert").waitFor();
      assertEquals(await page.getByLabel(words.password, { exact: true }).inputValue(), "");
      await look("refused", [`heading "${words.set}"`, "alert", ...first]);
      const typed = page.getByLabel(words.name, { exact: true });
      assertEquals(await typed.inputValue(), "Ada Lovelace");
      await type(words.password, PASSWORD);
      await click(words.save);
      await page.waitForURL(`${app.origin}/after`);

      await context.clearCookies();
      await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
      await type(words.email, ADA);
      await click(words.go);
      await type(words.field, "wrong");
      await click(words.signIn);
      await page.getByRole("alert").waitFor();
      await look("refused sign-in", [
        `heading "${words.signIn}"`,
        ...fields(words.email),
        `link "${words.change1}"`,
        ...fields(words.field),
        "alert",
        ...buttons(words.signIn, words.lost, words.mail),
      ]);
      assertEquals(await page.getByLabel(words.email, { exact: true }).inputValue(), ADA);
      await type(words.field, PASSWORD);
      await click(words.signIn);
      assertEquals(page.url(), `${app.origin}/after`);

      await page.goto(`${app.origin}/auth/password?callbackUrl=/after`);
      await heading(words.change);
      await look("change", [`heading "${words.change}"`, ...change]);
      await type(words.current, "wrong");
      await type(words.password, OTHER);
      await click(words.save);
      await page.getByRole("alert").waitFor();
      await look("wrong", [`heading "${words.change}"`, "alert", ...change]);
      await type(words.current, PASSWORD);
      await type(words.password, OTHER);
      await click(words.save);
      await heading(words.done);
      await look("done", [`heading "${words.done}"`, "status", `link "${words.next}"`]);

      // Forgotten: the link leads to the page without the field for the present password.
      await page.goto(`${app.origin}/auth/password?callbackUrl=/after`);
      await page.locator("button.create").click();
      await heading(words.check);
      await openLink();
      assertEquals(await page.getByLabel(words.current, { exact: true }).count(), 0);
      app.age();
      await page.reload();
      await heading(words.change);
      assertEquals(await treeOf(page), [`heading "${words.change}"`, ...change]);
    },
  );
}

browserTest("password: the button shows what is typed, until it is sent", async (browser) => {
  await using app = await startApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", ({ message }) => messages.push(message));
  await page.goto(`${app.origin}/auth/signup?callbackUrl=/after`);
  await page.getByLabel(en.email).fill(ADA);
  await page.getByRole("button", { name: en.go }).click();
  await page.getByRole("heading", { name: en.check }).waitFor();
  await page.goto(app.smtp.mails.at(-1)!.link);

  const field = page.getByLabel(en.password, { exact: true });
  const button = page.getByRole("button", { name: "Show password" });
  const typeOf = () => field.getAttribute("type");
  // The cursor is in the field for the name, which can be left empty.
  await page.locator("#input-name:focus").waitFor();
  await page.keyboard.press("Tab");
  const mark = () =>
    page.evaluate("getComputedStyle(document.getElementById('rules'), '::before').content");
  await page.keyboard.type("password pass");
  assertEquals(await mark(), "none", "thirteen characters are too few");
  await page.keyboard.type("word");
  assertEquals(await mark(), '"✓ "', "the rules are met");
  assertEquals(await typeOf(), "password");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assertEquals([await typeOf(), await button.getAttribute("aria-pressed")], ["text", "true"]);
  assertEquals(await field.inputValue(), "password password");
  const [inner, outer] = [(await button.boundingBox())!, (await field.boundingBox())!];
  assert(inner.y > outer.y && inner.y + inner.height < outer.y + outer.height, "within the field");
  assertEquals(await violations(page), []);
  await button.click();
  assertEquals([await typeOf(), await button.getAttribute("aria-pressed")], ["password", "false"]);

  // Browsers keep what is typed into fields of text, so it is sent as a password.
  await button.click();
  await page.evaluate(
    "document.forms[0].addEventListener('submit', (event) => event.preventDefault())",
  );
  await page.getByRole("button", { name: en.save }).click();
  assertEquals(await typeOf(), "password");

  const hint = page.getByText("Caps lock is on.");
  const press = (isOn: boolean) =>
    field.evaluate(
      (input, on) => {
        input.dispatchEvent(new KeyboardEvent("keyup", { key: "A", modifierCapsLock: on }));
      },
      isOn,
    );
  await press(true);
  await hint.waitFor();
  assertEquals(await violations(page), []);
  await press(false);
  await hint.waitFor({ state: "detached" });
  await field.dispatchEvent("keyup"); // as a browser that fills the field in sends it
  assertEquals(messages, []);
  await context.close();
});
