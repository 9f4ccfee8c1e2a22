/**
 * Mails about second factors, over SMTP.
 *
 * @module
 */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MailCode, Totp } from "../../src/capabilities/factors/mod.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import { startMailServer } from "../_smtp.ts";
import { createFactorApp, PASSWORD, password, submit } from "./_factors.ts";
import { addTotp, post } from "./_factors_page.ts";

Deno.test("factors: a notice and a code arrive over SMTP, as text and as HTML", async () => {
  await using server = await startMailServer();
  const { browser, errors } = createFactorApp({
    providers: [password, Nodemailer({ server: server.url, from: "no-reply@app.example" })],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    factors: [Totp(), MailCode()],
    sendMail: undefined,
  });
  await browser.signInWithCredentials(PASSWORD);
  await addTotp(browser);
  const begun = await post(browser, { step: "enrol", factor: "mail" });
  const [notice, code] = server.mails;
  assertEquals([notice!.to, code!.to], [["ada@example.com"], ["ada@example.com"]]);
  assertEquals(notice!.headers["auto-submitted"], "auto-generated");
  assertStringIncludes(notice!.text, "A two-step verification method was added");
  assertStringIncludes(notice!.text, "Wasn’t you? Sign in at once and check your account.");
  assertStringIncludes(notice!.html, "<h1");
  const digits = /^\d{4} \d{4}$/m.exec(code!.text)![0];
  assertMatch(code!.html, new RegExp(`font-size:28px[^>]*><span dir="ltr">${digits}<`));
  const done = await submit(browser, begun.html, { answer: digits });
  assertEquals(done.url.searchParams.get("done"), "added");
  assertEquals(errors, []);
});
