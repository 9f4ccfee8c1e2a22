import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { contrast, textOn } from "../../../src/base/color.ts";
import { AuthError, EmailSignInError } from "../../../src/errors.ts";
import { createMail } from "../../../src/providers/_mail.ts";
import { parseSender } from "../../../src/providers/_mail_service.ts";
import Email from "../../../src/providers/email.ts";
import Nodemailer, { type MailMessage } from "../../../src/providers/nodemailer.ts";
import type { EmailProviderSendVerificationRequestParams } from "../../../src/types/provider.ts";
import { startMailServer } from "../../_smtp.ts";
import { TRANSLATIONS } from "../languages/_texts.ts";

const EVIL = `"><script>alert(1)</script>`;

function paramsOf(
  overrides: Partial<EmailProviderSendVerificationRequestParams> = {},
): EmailProviderSendVerificationRequestParams {
  const provider = Nodemailer({ server: "smtp://localhost", from: "no-reply@app.example" });
  return {
    identifier: "ada@example.com",
    url: "https://app.example/auth/callback/mail?callbackUrl=x&token=abc&email=ada%40example.com",
    expires: new Date(Date.now() + 86_400_000),
    provider,
    token: "abc",
    theme: {},
    request: new Request("https://app.example/auth/signin/mail", { method: "POST" }),
    ...overrides,
  };
}

Deno.test("createMail() contains the link, the host and the lifetime, in text and in HTML", () => {
  const { subject, text, html } = createMail(paramsOf());
  assertEquals(subject, "Sign in to app.example");
  assertStringIncludes(
    text,
    "\nhttps://app.example/auth/callback/mail?callbackUrl=x&token=abc&email=",
  );
  assertStringIncludes(text, "within 24 hours");
  assertStringIncludes(
    html,
    'href="https://app.example/auth/callback/mail?callbackUrl=x&amp;token=',
  );
  assertEquals(html.match(/<a /g)!.length, 1);
  assertEquals(text.includes("code"), false);
  assertStringIncludes(html, "background:#346df1;color:#ffffff");
});

Deno.test("createMail() shows no address, and no host that a mail program turns into a link", () => {
  const { text, html } = createMail(paramsOf({ identifier: "call-0800@evil.example" }));
  for (const body of [text, html]) assertEquals(body.includes("call-0800"), false);
  const visible = html.replace(/<title>.*<\/title>/, "").replaceAll(/<[^>]*>/g, "");
  assertEquals(visible.includes("app.example"), false);
  assertStringIncludes(visible, "app.&#8203;example");
  assertStringIncludes(
    createMail(paramsOf({ url: "http://localhost:8000/auth" })).html,
    "localhost:&#8203;8000",
  );
});

Deno.test("createMail() escapes every value", () => {
  const evil = createMail(paramsOf({
    url: `https://app.example/auth?callbackUrl='${EVIL}'&email=${EVIL}`,
    theme: { brandColor: `red;"${EVIL}`, buttonText: `#fff;background:url(x)` },
    code: EVIL,
  }));
  assertEquals(evil.html.includes("<script>alert"), false);
  assertEquals(evil.html.includes("url(x)"), false);
  assertEquals(/href="[^"]*['<>][^"]*"/.test(evil.html), false);
  assertStringIncludes(evil.html, "background:#346df1;color:#ffffff");
});

Deno.test("createMail() accepts hex theme colors and keeps the label readable", () => {
  const colorsOf = (theme: object) =>
    /background:([^;]+);color:([^;]+);font/.exec(createMail(paramsOf({ theme })).html)!.slice(1);
  assertEquals(colorsOf({ brandColor: "#fc0" }), ["#ffcc00", "#000000"]);
  assertEquals(colorsOf({ brandColor: "#123456" }), ["#123456", "#ffffff"]);
  assertEquals(colorsOf({ brandColor: "rebeccapurple" }), ["rebeccapurple", "#ffffff"]);
  assertEquals(colorsOf({ brandColor: "#fc0", buttonText: "#333" }), ["#ffcc00", "#333333"]);
  // Mail programs know few notations.
  assertEquals(colorsOf({ brandColor: "rgb(255 204 0)" }), ["#ffcc00", "#000000"]);
  assertEquals(colorsOf({ brandColor: "#12345680" }), ["#123456", "#ffffff"]);
});

Deno.test("createMail() has a readable label on every brand color, as the pages have", () => {
  for (let red = 0; red < 256; red += 15) {
    for (let green = 0; green < 256; green += 3) {
      const brandColor = `#${
        [red, green, 119].map((n) => n.toString(16).padStart(2, "0")).join("")
      }`;
      const { html } = createMail(paramsOf({ theme: { brandColor } }));
      const [, background, color] = /background:([^;]+);color:([^;]+);font/.exec(html)!;
      assert(contrast(background!, color!)! >= 4.5, brandColor);
      assertEquals(color, textOn(brandColor));
    }
  }
});

Deno.test("createMail() writes the code in two groups, with a warning", () => {
  const { text, html } = createMail(paramsOf({ code: "12345678" }));
  for (const body of [text, html]) {
    assertStringIncludes(body, "1234 5678");
    assertStringIncludes(body, "Do not share this code with anyone.");
  }
  assertStringIncludes(createMail(paramsOf({ code: "123456" })).text, "123 456");
});

Deno.test("createMail() writes in English where it is given no language", () => {
  const request = new Request("https://app.example", { headers: { "accept-language": "de" } });
  const { subject, html } = createMail(paramsOf({ request }));
  assertEquals(subject, "Sign in to app.example");
  assertStringIncludes(html, '<html lang="en">');
  const german = createMail(paramsOf(TRANSLATIONS.find(({ language }) => language === "de")));
  assertEquals(german.subject, "Bei app.example anmelden");
  assertStringIncludes(german.html, '<html lang="de">');
});

Deno.test("createMail() names both lifetimes in every language", () => {
  using _time = new FakeTime();
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const lifetimes = { code: "12345678", codeExpires: after(900), expires: after(3 * 86400) };
  const expected = {
    en: ["within 15 minutes:", "within 3 days."],
    de: ["(gültig: 15 Minuten):", "ist 3 Tage gültig."],
    fr: ["(valable 15 minutes) :", "est valable 3 jours."],
    es: ["(válido durante 15 minutos):", "válido durante 3 días."],
    pt: ["(válido por 15 minutos):", "válido por 3 dias."],
    ja: ["（有効期間：15 分）。", "（有効期間：3 日）。"],
    zh: ["（有效期：15分钟）：", "（有效期：3天）。"],
    ar: ["(مدة صلاحيته: 15 دقيقة):", "مدة صلاحيته: 3 أيام."],
  };
  for (const [language, parts] of Object.entries(expected)) {
    const texts = TRANSLATIONS.find((one) => one.language === language)?.texts;
    const mail = createMail(paramsOf({ ...lifetimes, language, texts }));
    for (const body of [mail.text, mail.html]) {
      const plain = body.replaceAll(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
      for (const part of parts) assertStringIncludes(plain, part);
    }
  }
});

Deno.test("createMail() rounds the lifetime down", () => {
  using _time = new FakeTime();
  const within = (seconds: number) =>
    /within (.+)\./.exec(
      createMail(paramsOf({ expires: new Date(Date.now() + seconds * 1000) })).text,
    )![1];
  assertEquals(within(600), "10 minutes");
  assertEquals(within(3600), "60 minutes");
  assertEquals(within(3 * 3600 + 1800), "3 hours");
  assertEquals(within(86400), "24 hours");
  assertEquals(within(3 * 86400), "3 days");
  assertEquals(within(90), "90 seconds");
  assertEquals(within(0), "0 seconds");
});

Deno.test("parseSender() splits names and addresses", () => {
  assertEquals(parseSender("a@b.example"), { email: "a@b.example" });
  assertEquals(parseSender("App <a@b.example>"), { name: "App", email: "a@b.example" });
  assertEquals(parseSender('"App, Inc." <a@b.example>'), {
    name: "App, Inc.",
    email: "a@b.example",
  });
  assertEquals(parseSender("<a@b.example>"), { email: "a@b.example" });
});

Deno.test("Nodemailer() without a server throws an error that names the option", () => {
  const creators: (() => unknown)[] = [Nodemailer, Email];
  for (const create of creators) {
    let error: unknown;
    try {
      create();
    } catch (thrown) {
      error = thrown;
    }
    assert(error instanceof AuthError);
    assertMatch(error.message, /pass `server`/);
  }
});

Deno.test("Nodemailer() sends by URL, by options and by a transport", async () => {
  await using smtp = await startMailServer();
  const { hostname: host, port } = new URL(smtp.url);
  const seen: MailMessage[] = [];
  const transport = {
    sendMail: (message: MailMessage) => (seen.push(message), Promise.resolve({})),
  };
  for (const server of [smtp.url, { host, port: Number(port) }, transport]) {
    const provider = Nodemailer({ server, from: "App <a@b.example>" });
    await provider.sendVerificationRequest(
      // In the form of a resolved config.
      paramsOf({ provider: { ...provider, ...provider.options } }),
    );
  }
  assertEquals(smtp.mails.map(({ to }) => to), [["ada@example.com"], ["ada@example.com"]]);
  assertEquals(smtp.mails[0]!.headers.from, "App <a@b.example>");
  for (const { headers } of smtp.mails) assertEquals(headers["auto-submitted"], "auto-generated");
  assertEquals(seen.length, 1);
  assertEquals(seen[0]!.to, "ada@example.com");
  assertEquals(seen[0]!.from, "App <a@b.example>");
});

Deno.test("Nodemailer() fails when a transport rejects the recipient", async () => {
  for (const result of [{ rejected: ["ada@example.com"] }, { pending: ["ada@example.com"] }]) {
    const provider = Nodemailer({ server: { sendMail: () => Promise.resolve(result) } });
    await assertRejects(
      () => provider.sendVerificationRequest(paramsOf({ provider })),
      EmailSignInError,
    );
  }
});

Deno.test("Nodemailer() sends by a transport that returns nothing", async () => {
  const seen: MailMessage[] = [];
  const provider = Nodemailer({
    server: { sendMail: (mail: MailMessage) => void seen.push(mail) },
  });
  await provider.sendVerificationRequest(paramsOf({ provider }));
  assertEquals(seen.map(({ to }) => to), ["ada@example.com"]);
});

Deno.test("Nodemailer() with a server that is no SMTP URL throws, without its text", () => {
  const texts = [
    "localhost:2525",
    "localhost",
    "mail.example:465",
    "https://mail.example",
    "smtp:",
    "smtp:mail.example:25",
    "user:hunter2@mail.example",
    "smtps://user:hunter2@mail.example:port",
  ];
  for (const server of texts) {
    const error = assertThrows(() => Nodemailer({ server, from: "a@b.example" }), AuthError);
    assertStringIncludes(
      error.message,
      "`server` is not a URL that begins with smtp:// or smtps://",
    );
    assertEquals(error.message.includes("hunter2"), false);
  }
  assertThrows(
    () => Nodemailer({ server: { sendMail: "smtp://localhost" }, from: "a@b.example" }),
    AuthError,
    "`server.sendMail` is not a function",
  );
  for (const server of ["smtp://localhost:2525", "smtps://user:hunter2@mail.example:465", {}]) {
    assertEquals(Nodemailer({ server, from: "a@b.example" }).server, server);
  }
});

Deno.test("Email() is Nodemailer() under its older id", () => {
  const provider = Email({ server: "smtp://localhost" });
  assertEquals([provider.id, provider.name, provider.type], ["email", "Email", "email"]);
  assertEquals([provider.from, provider.maxAge], [undefined, 86400]);
});
