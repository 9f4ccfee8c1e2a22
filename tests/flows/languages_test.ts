import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { MailCode } from "../../src/capabilities/factors/mod.ts";
import { ar } from "../../src/languages/ar.ts";
import { de } from "../../src/languages/de.ts";
import { fr } from "../../src/languages/fr.ts";
import { he } from "../../src/languages/he.ts";
import { ja } from "../../src/languages/ja.ts";
import { pt } from "../../src/languages/pt.ts";
import { zh } from "../../src/languages/zh.ts";
import { zhHant } from "../../src/languages/zh_hant.ts";
import GitHub from "../../src/providers/github.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import { unlink as unlinkAccount } from "../../src/server/accounts.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { startMailServer } from "../_smtp.ts";
import { createContext } from "../unit/capabilities/factors/_context.ts";
import { parseHtml, select } from "../unit/pages/_html.ts";
import { createAccountMail } from "../../src/mail/layout.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

const ORIGIN = "https://app.example";

function createConfig(members: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [Nodemailer({ name: "Email", server: "smtp://localhost:1", from: "a@app.example" })],
    adapter: MemoryAdapter(),
    limits: false,
    languages: [ar, de, fr, ja],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    theme: { name: "App" },
    logger: { error: () => {}, warn: () => {} },
    ...members,
  };
}

/** Language and heading of the sign-in page. */
async function signInPage(config: AuthConfig, acceptLanguage: string, cookie = "") {
  const headers = { "accept-language": acceptLanguage, cookie };
  const response = await Auth(new Request(`${ORIGIN}/auth/signin`, { headers }), config);
  assertEquals(response.status, 200);
  const elements = parseHtml(await response.text());
  const { attributes } = elements[0]!;
  const [heading] = select(elements, "h1");
  return [attributes.get("lang"), attributes.get("dir"), heading!.text];
}

Deno.test("languages: a page is in the language that the browser prefers", async () => {
  const config = createConfig();
  assertEquals(await signInPage(config, "fr-CA,fr;q=0.9"), ["fr", undefined, "Connexion"]);
  assertEquals(await signInPage(config, "ja"), ["ja", undefined, "ログイン"]);
  assertEquals(await signInPage(config, "ar-EG"), ["ar", "rtl", "تسجيل الدخول"]);
  assertEquals(await signInPage(config, "de"), ["de", undefined, "Anmelden"]);
  // A language that this config does not have.
  assertEquals(await signInPage(config, "es,de;q=0.5"), ["de", undefined, "Anmelden"]);
  assertEquals(await signInPage(config, "es"), ["en", undefined, "Sign in"]);
});

Deno.test("languages: Traditional Chinese is not answered in Simplified, and pages say the region", async () => {
  const config = createConfig({ languages: [ja, pt, zh] });
  assertEquals(await signInPage(config, "zh-CN"), ["zh-Hans", undefined, "登录"]);
  assertEquals(await signInPage(config, "zh-TW,ja;q=0.8"), ["ja", undefined, "ログイン"]);
  assertEquals(await signInPage(config, "zh-Hant-HK"), ["en", undefined, "Sign in"]);
  assertEquals(await signInPage(config, "pt-PT"), ["pt-BR", undefined, "Entrar"]);
  const both = createConfig({ languages: [zh, zhHant] });
  assertEquals(await signInPage(both, "zh-TW"), ["zh-Hant", undefined, "登入"]);
  assertEquals(await signInPage(both, "zh-CN"), ["zh-Hans", undefined, "登录"]);
});

Deno.test("languages: without translations, pages are in English", async () => {
  const config = createConfig({ languages: undefined });
  assertEquals(await signInPage(config, "fr"), ["en", undefined, "Sign in"]);
  assertEquals(await signInPage(config, "fr, de;q=0.1"), ["en", undefined, "Sign in"]);
});

Deno.test("languages: the app chooses the language for all, or for a request", async () => {
  assertEquals(await signInPage(createConfig({ language: "fr" }), "de"), [
    "fr",
    undefined,
    "Connexion",
  ]);
  const byCookie = createConfig({
    language: ({ headers }) => /lang=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1],
  });
  assertEquals((await signInPage(byCookie, "de", "lang=ja-JP"))[0], "ja");
  assertEquals((await signInPage(byCookie, "de", "lang=it"))[0], "de");
  assertEquals((await signInPage(byCookie, "de"))[0], "de");
});

Deno.test("languages: a function that throws is logged, and the browser's language is used", async () => {
  const errors: Error[] = [];
  const config = createConfig({
    language: () => {
      throw new Error("no database");
    },
    logger: { error: (error) => void errors.push(error) },
  });
  assertEquals((await signInPage(config, "fr"))[0], "fr");
  assertEquals(errors.map(({ message }) => message), [
    "Cannot choose the language: `language` threw",
  ]);
});

Deno.test("languages: single texts are the app's", async () => {
  const config = createConfig({
    texts: {
      en: { signIn: { heading: "Welcome" } },
      fr: { signIn: { heading: "Bienvenue <b>" } },
    },
  });
  assertEquals((await signInPage(config, "en"))[2], "Welcome");
  assertEquals((await signInPage(config, "fr"))[2], "Bienvenue <b>");
  assertEquals((await signInPage(config, "de"))[2], "Anmelden");
});

Deno.test("languages: a page about a wrong config has a language too", async () => {
  const config = createConfig({ languages: [de, { language: "f r" } as never] });
  const headers = { "accept-language": "de" };
  const response = await Auth(new Request(`${ORIGIN}/auth/signin`, { headers }), config);
  assertEquals(response.status, 500);
  assertStringIncludes(await response.text(), `<html lang="de">`);
});

Deno.test("languages: the mail with the link is in the language of the browser", async () => {
  await using smtp = await startMailServer();
  const config = createConfig({
    providers: [
      Nodemailer({ name: "Email", server: smtp.url, from: "a@app.example", code: true }),
    ],
    texts: { ar: { mails: { link: { ignore: "تجاهل هذه الرسالة." } } } },
  });
  const csrf = await Auth(new Request(`${ORIGIN}/auth/csrf`), config);
  const { csrfToken } = await csrf.json();
  const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  await Auth(
    new Request(`${ORIGIN}/auth/signin/nodemailer`, {
      method: "POST",
      headers: { cookie, "accept-language": "ar", origin: ORIGIN },
      body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
    }),
    config,
  );
  const [mail] = smtp.mails;
  assertStringIncludes(mail!.text, "تسجيل الدخول إلى \u2068App\u2069");
  assertStringIncludes(mail!.html, `<html lang="ar" dir="rtl">`);
  assert(/<span dir="ltr">\d{4} \d{4}<\/span>/.test(mail!.html));
  assertStringIncludes(mail!.text, "تجاهل هذه الرسالة.");
  assertStringIncludes(mail!.text, "(مدة صلاحيته: \u206815 دقيقة\u2069):");
  assertStringIncludes(mail!.text, "مدة صلاحيته: \u206824 ساعة\u2069.");
});

Deno.test("languages: Hebrew runs from right to left wherever Arabic does", async () => {
  const config = createConfig({ languages: [he] });
  for (const wish of ["he-IL", "iw"]) {
    assertEquals(await signInPage(config, wish), ["he", "rtl", "כניסה"]);
  }
  const mails: AccountMail[] = [];
  const { language, texts } = he;
  const context = createContext({
    language,
    texts,
    sendMail: (mail) => Promise.resolve(void mails.push(mail)),
  });
  await MailCode().enrol!(context);
  const [mail] = mails;
  assertMatch(
    mail!.subject,
    /^\u2068\d{4} \d{4}\u2069 הוא הקוד שלך עבור \u2068app\.example\u2069$/,
  );
  assert(/^\d{4} \d{4}\n\nיש להזין/m.test(mail!.text), mail!.text);
  const { html } = createAccountMail(mail!);
  assertStringIncludes(html, `<html lang="he" dir="rtl">`);
  assertMatch(html, /<span dir="ltr">\d{4} \d{4}<\/span>/);
});

Deno.test("languages: a notice by a call of the app is in the language of the app", async () => {
  const mails: AccountMail[] = [];
  const adapter = MemoryAdapter();
  const config = createConfig({
    providers: [...createConfig().providers, GitHub({ clientId: "1", clientSecret: "2" })],
    adapter,
    account: AccountPage(),
    factors: [MailCode()],
    session: { strategy: "database", revocation: {} },
    sendMail: (mail) => void mails.push(mail),
    language: "ja",
  });
  await adapter.createUser({
    id: "ada",
    name: "Ada",
    email: "ada@example.com",
    emailVerified: new Date(),
  });
  const account = { provider: "github", providerAccountId: "1" };
  await adapter.linkAccount({ ...account, userId: "ada", type: "oauth" });
  assertEquals(await unlinkAccount(config, "ada", account), true);
  assertEquals(mails.map(({ language }) => language), ["ja"]);
  assertStringIncludes(mails[0]!.subject, ja.texts.notices.account["account-unlinked"].subject);
  assertStringIncludes(mails[0]!.text, ja.texts.notices.check);
  assertStringIncludes(mails[0]!.text, "アカウント: GitHub");
});

Deno.test("languages: MailCode() sends its code in the language of the request", async () => {
  const mails: AccountMail[] = [];
  const { language, texts } = ar;
  const context = createContext({
    language,
    texts,
    sendMail: (mail) => Promise.resolve(void mails.push(mail)),
  });
  await MailCode().enrol!(context);
  assertEquals(mails[0]!.language, "ar");
  assertMatch(
    mails[0]!.subject,
    /^\u2068\d{4} \d{4}\u2069 هو رمزك لموقع \u2068app\.example\u2069$/,
  );
  // The code is alone on its line, without marks that would be copied with it.
  assert(/^\d{4} \d{4}\n\nاكتب هذا الرمز/m.test(mails[0]!.text), mails[0]!.text);
  assertStringIncludes(mails[0]!.text, "مدة صلاحيته: \u206810 دقائق\u2069.");
});
