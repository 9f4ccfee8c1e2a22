import { assertEquals } from "@std/assert";
import { resolveConfig } from "../../../src/config/resolve.ts";
import { de } from "../../../src/languages/de.ts";
import type { AuthConfig } from "../../../mod.ts";
import type { AccountMail } from "../../../src/types/factor.ts";
import type { EmailConfig } from "../../../src/types/provider.ts";

const MAIL = { to: "ada@example.com", subject: "Hello", text: "Hello\n", language: "de" };
const LINKS = { terms: "/terms", privacy: "https://acme.example/privacy" };

/** Sends an email with a config; returns it as the function that sends it gets it. */
async function sent(
  config: Partial<AuthConfig>,
  mail: AccountMail & { origin?: string } = MAIL,
): Promise<AccountMail[]> {
  const mails: AccountMail[] = [];
  const { sendMail } = resolveConfig({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    languages: [de],
    sendMail: (mail) => void mails.push(mail),
    ...config,
  });
  await sendMail!(mail);
  return mails;
}

Deno.test("sendMail: gets the theme, and its links in the language of the email with whole URLs", async () => {
  const theme = { name: "Acme", links: LINKS };
  assertEquals(await sent({ theme }, { ...MAIL, origin: "https://app.example" }), [{
    ...MAIL,
    theme,
    links: [
      { url: "https://app.example/terms", label: "Nutzungsbedingungen" },
      { url: "https://acme.example/privacy", label: "Datenschutz" },
    ],
  }]);
  // Without an origin no URL can be made of a path.
  assertEquals((await sent({ theme }))[0]!.links, [
    { url: "https://acme.example/privacy", label: "Datenschutz" },
  ]);
});

Deno.test("sendMail: uses the app's own texts of the links, and English where it knows no language", async () => {
  const theme = { links: LINKS };
  const texts = { en: { links: { privacy: "Your data" } } };
  const [{ links }] = await sent({ theme, texts }, { ...MAIL, language: "en" }) as [AccountMail];
  assertEquals(links?.map(({ label }) => label), ["Your data"]);
  const { language: _, ...unknown } = MAIL;
  assertEquals((await sent({ theme }, unknown))[0]!.links?.[0]?.label, "Privacy");
});

Deno.test("sendMail: adds nothing without a theme, and replaces nothing that the email has", async () => {
  assertEquals(await sent({}, { ...MAIL, origin: "https://app.example" }), [MAIL]);
  const own = { theme: { name: "Other" }, links: [] };
  assertEquals(await sent({ theme: { name: "Acme", links: LINKS } }, { ...MAIL, ...own }), [
    { ...MAIL, ...own },
  ]);
});

Deno.test("sendMail: of a provider gets the theme too", async () => {
  const mails: AccountMail[] = [];
  const provider: EmailConfig = {
    id: "mail",
    name: "Email",
    type: "email",
    sendVerificationRequest: () => {},
    sendMail: (mail) => void mails.push(mail),
  };
  await sent({ sendMail: undefined, providers: [provider], theme: { name: "Acme" } });
  assertEquals(mails[0]!.theme, { name: "Acme" });
});
