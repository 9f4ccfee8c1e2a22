import { assertEquals } from "@std/assert";
import { pageTexts } from "../../../pages/messages.ts";
import { renderPage } from "../../../pages/mod.ts";
import { parseHtml, select } from "./_html.ts";
import { props, WORDINGS } from "./_props.ts";

for (const wording of WORDINGS) {
  Deno.test(`VerifyRequestPage() tells the user to check their mail in ${wording.language}`, () => {
    const { verify, titles } = pageTexts(wording);
    const page = renderPage("verify-request", { ...props, wording });
    assertEquals(page.status, 200);
    const elements = parseHtml(page.html);
    assertEquals(select(elements, "title")[0]!.text, `${titles["verify-request"]} – app.example`);
    assertEquals(select(elements, "h1")[0]!.text, verify.heading);
    assertEquals(select(elements, "p", { class: "subtitle" })[0]!.text, verify.textUnknown);
    const site = select(elements, "a", { class: "site" }).at(-1);
    assertEquals(site!.attributes.get("href"), "https://app.example");
    assertEquals(site!.text.includes("app.example"), true);
  });
}

Deno.test("VerifyRequestPage() shows an address as text, and only when it has one", () => {
  const { html } = renderPage("verify-request", { ...props, email: undefined });
  assertEquals(html.includes("@example.com"), false);
  const hostile = renderPage("verify-request", { ...props, email: "<img src=x>@example.com" });
  assertEquals(hostile.html.includes("<img src=x"), false);
  assertEquals(hostile.html.includes("&lt;img src=x>@example.com"), true);
});

const waiting = {
  ...props,
  email: "ada@gmail.com",
  resendAction: "https://app.example/auth/signin/mail",
  signinAction: "https://app.example/auth/signin",
};

Deno.test("VerifyRequestPage() says what the link is for", () => {
  const { verify } = pageTexts({ language: "en" });
  for (const purpose of ["sign-in", "sign-up", "password"] as const) {
    const elements = parseHtml(
      renderPage("verify-request", { ...waiting, purpose, formAction: "" }).html,
    );
    const [text] = select(elements, "p", { class: "subtitle" });
    assertEquals(text!.text, `We sent an email to ada@gmail.com. ${verify.text[purpose]}`);
  }
});

Deno.test("VerifyRequestPage() sends another email, changes the address and opens the inbox", () => {
  const elements = parseHtml(renderPage("verify-request", { ...waiting, purpose: "sign-up" }).html);
  const [code, resend, change, ...more] = select(elements, "form");
  assertEquals(more, []);
  assertEquals(select(elements, "input", { autofocus: "" }).length, 1);
  assertEquals(code!.attributes.get("action"), props.formAction);
  assertEquals([resend, change].map((form) => form!.attributes.get("action")), [
    waiting.resendAction,
    waiting.signinAction,
  ]);
  const fields = select(elements, "input", { type: "hidden" }).map(({ attributes }) => [
    attributes.get("name"),
    attributes.get("value"),
  ]);
  assertEquals(fields.filter(([name]) => name === "email").length, 2);
  assertEquals(fields.filter(([name]) => name === "purpose").map(([, value]) => value), [
    "sign-up",
    "sign-up",
  ]);
  const inbox = (email: string) =>
    select(parseHtml(renderPage("verify-request", { ...waiting, email }).html), "a")
      .map(({ text }) => text);
  assertEquals(inbox("ada@gmail.com"), ["Open Gmail"]);
  assertEquals(inbox("ada@hotmail.co.uk"), ["Open Outlook"]);
  assertEquals(inbox("ada@notgmail.com"), []);
});

Deno.test("VerifyRequestPage() says when another email can be sent", () => {
  const alerts = (secondsToResend: number) =>
    select(
      parseHtml(
        renderPage("verify-request", { ...waiting, error: "TooSoon", secondsToResend }).html,
      ),
      "div",
      { role: "alert" },
    ).map(({ text }) => text);
  assertEquals(alerts(27), [
    "We sent the email a moment ago. You can ask for another one in 27 seconds.",
  ]);
  assertEquals(alerts(0), []);
});
