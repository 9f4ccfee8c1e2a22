import { assertEquals } from "@std/assert";
import { pageTexts } from "../../../pages/messages.ts";
import { type PageProps, renderPage } from "../../../pages/mod.ts";
import { parseHtml, select } from "./_html.ts";
import { props, WORDINGS } from "./_props.ts";

const render = (over: Partial<PageProps> = {}) =>
  parseHtml(renderPage("signout", { ...props, ...over }).html);

for (const wording of WORDINGS) {
  Deno.test(`SignoutPage() asks for confirmation in ${wording.language}, with a form that works without scripts`, () => {
    const { signOut, titles } = pageTexts(wording);
    const elements = render({ wording });
    assertEquals(select(elements, "title")[0]!.text, `${titles.signout} – app.example`);
    assertEquals(select(elements, "h1")[0]!.text, signOut.heading);
    assertEquals(
      select(elements, "p", { class: "subtitle" })[0]!.text,
      signOut.question.replace("{site}", "app.example"),
    );
    assertEquals(select(elements, "form").map(({ attributes }) => Object.fromEntries(attributes)), [
      { action: "https://app.example/auth/signout", method: "POST" },
    ]);
    assertEquals(
      select(elements, "input").map(({ attributes }) => [
        attributes.get("name"),
        attributes.get("value"),
      ]),
      [["csrfToken", "token-1"], ["callbackUrl", "https://app.example/after"]],
    );
    const [button] = select(elements, "button", { id: "submitButton", type: "submit" });
    assertEquals(button!.text, signOut.submit);
  });
}

Deno.test("SignoutPage() omits a missing callback URL", () => {
  assertEquals(select(render({ callbackUrl: undefined }), "input").length, 1);
});

Deno.test("SignoutPage() says as whom the user is signed in, or that nobody is", () => {
  const as = render({ user: "ada@example.com" });
  assertEquals(
    select(as, "p", { class: "subtitle" })[0]!.text,
    "You are signed in as ada@example.com. Do you want to sign out of app.example?",
  );
  const out = render({ formAction: undefined });
  assertEquals(select(out, "title")[0]!.text, "You are signed out – app.example");
  assertEquals(select(out, "form"), []);
  assertEquals(
    select(out, "a").map(({ attributes, text }) => [attributes.get("class"), text]),
    [["submit", "Sign in"], ["site", "Go to app.example"]],
  );
});
