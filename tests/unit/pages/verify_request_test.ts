import { assertEquals } from "@std/assert";
import { messagesFor } from "../../../pages/messages.ts";
import { renderPage } from "../../../pages/mod.ts";
import { parseHtml, select } from "./_html.ts";
import { props } from "./_props.ts";

for (const language of ["en", "de"]) {
  Deno.test(`VerifyRequestPage() sends people to their mail in ${language}`, () => {
    const { verify, titles } = messagesFor(language).messages;
    const page = renderPage("verify-request", { ...props, acceptLanguage: language });
    assertEquals(page.status, 200);
    const elements = parseHtml(page.html);
    assertEquals(select(elements, "title")[0]!.text, titles["verify-request"]);
    assertEquals(select(elements, "h1")[0]!.text, verify.heading);
    assertEquals(select(elements, "p", { class: "subtitle" })[0]!.text, verify.text);
    const [site] = select(elements, "a", { class: "site" });
    assertEquals(site!.attributes.get("href"), "https://app.example");
    assertEquals(site!.text.includes("app.example"), true);
  });
}

Deno.test("VerifyRequestPage() never shows the address", () => {
  const { html } = renderPage("verify-request", { ...props, email: "ada@example.com" });
  assertEquals(html.includes("ada@"), false);
});
