import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { AuthError, EmailSignInError } from "../../../src/errors.ts";
import { parseSender } from "../../../src/providers/_mail_service.ts";
import Email from "../../../src/providers/email.ts";
import Nodemailer, { type MailMessage, terminal } from "../../../src/providers/nodemailer.ts";
import { captureConsole } from "../../_console.ts";
import { startMailServer } from "../../_smtp.ts";
import { paramsOf } from "../mail/_params.ts";

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

Deno.test("terminal prints an email instead of sending it", async () => {
  using log = captureConsole("log");
  const provider = Nodemailer({ server: terminal, from: "App <a@b.example>" });
  await provider.sendMail(
    { to: "ada@example.com", subject: "Hello", text: "Open this." },
    provider,
  );
  const [line, ...others] = log.lines;
  assertEquals(others, []);
  assertEquals(line, "\nTo: ada@example.com\nSubject: Hello\n\nOpen this.");
});
