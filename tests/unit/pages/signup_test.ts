import { assertEquals } from "@std/assert";
import { type PageProps, type PageProvider, renderPage } from "../../../pages/mod.ts";
import { parseHtml, select } from "./_html.ts";
import { github, mail, pass, props } from "./_props.ts";

const passkey: PageProvider = {
  id: "passkey",
  name: "Passkey",
  type: "webauthn",
  signinUrl: "https://app.example/auth/signin/passkey",
  callbackUrl: "https://app.example/auth/callback/passkey",
  optionsUrl: "https://app.example/auth/webauthn-options/passkey",
  formFields: { email: { label: "Email", type: "email", autocomplete: "username webauthn" } },
  autofill: true,
};

const render = (over: Partial<PageProps> = {}) =>
  parseHtml(renderPage("signup", { ...props, isSignUp: true, ...over }).html);
const hidden = (elements: ReturnType<typeof render>) =>
  select(elements, "input", { type: "hidden" }).map(({ attributes }) => attributes.get("name"));

Deno.test("SignupPage() asks for an address, which an email proves", () => {
  const elements = render({ providers: [github, mail, pass] });
  assertEquals(select(elements, "title")[0]!.text, "Create account – app.example");
  const [form, other, ...more] = select(elements, "form");
  assertEquals(more, []);
  assertEquals(form!.attributes.get("action"), mail.signinUrl);
  assertEquals(hidden(elements).includes("purpose"), true);
  const [address] = select(elements, "input", { name: "email" });
  assertEquals([address!.attributes.get("autofocus"), address!.attributes.get("autocomplete")], [
    "",
    "email",
  ]);
  assertEquals(other!.attributes.get("action"), github.signinUrl);
  assertEquals(select(elements, "input", { type: "password" }), []);
  assertEquals(select(elements, "a").map(({ text }) => text), ["Sign in"]);
});

Deno.test("SignupPage() makes a passkey, with the address of the other form or with its own", () => {
  const shared = [mail, passkey].map((one) => ({ ...one, identifier: "email" }));
  const both = render({ providers: shared });
  const [, form] = select(both, "form");
  assertEquals(form!.attributes.get("data-action"), "register");
  assertEquals(form!.attributes.get("data-identifier"), "input-email-for-mail-provider");
  assertEquals(select(both, "button").map(({ text }) => text), ["Continue", "Create passkey"]);
  const alone = render({ providers: [passkey] });
  assertEquals(select(alone, "button").map(({ text }) => text), ["Create passkey"]);
  assertEquals(select(alone, "input", { name: "email" }).length, 1);
});

Deno.test("SignupPage() tells a user who is signed in already who that is, with a link that goes on", () => {
  const signedIn = render({ providers: [mail], user: "ada@example.com", callbackUrl: "/after" });
  const [note] = select(signedIn, "p", { class: "signed-in" });
  assertEquals(note!.text, "You are signed in as ada@example.com. Continue");
  assertEquals(select(render({ providers: [mail] }), "p", { class: "signed-in" }), []);
});

Deno.test("SignupPage() shows a refusal once, and keeps what was typed", () => {
  const typed = { provider: "mail", fields: { email: "ada@" } };
  for (const given of [{ typed }, {}]) {
    const elements = render({ providers: [mail, github], error: "EmailSignin", ...given });
    assertEquals(select(elements, "div", { role: "alert" }).length, 1);
  }
  const elements = render({ providers: [mail], error: "EmailSignin", typed });
  assertEquals(select(elements, "input", { name: "email" })[0]!.attributes.get("value"), "ada@");
});
