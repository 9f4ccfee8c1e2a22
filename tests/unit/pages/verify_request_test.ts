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
    assertEquals(select(elements, "p", { class: "subtitle" })[0]!.text, verify.text);
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
