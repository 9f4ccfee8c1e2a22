import { assert, assertEquals } from "@std/assert";
import { pageTexts } from "../../../pages/messages.ts";
import { type PageProps, type PageProvider, renderPage } from "../../../pages/mod.ts";
import Email from "../../../src/providers/email.ts";
import ForwardEmail from "../../../src/providers/forwardemail.ts";
import Loops from "../../../src/providers/loops.ts";
import Mailgun from "../../../src/providers/mailgun.ts";
import Nodemailer from "../../../src/providers/nodemailer.ts";
import Postmark from "../../../src/providers/postmark.ts";
import Resend from "../../../src/providers/resend.ts";
import SendGrid from "../../../src/providers/sendgrid.ts";
import { TRANSLATIONS } from "../languages/_texts.ts";
import { type Element, isInside, parseHtml, select } from "./_html.ts";
import { acme, github, mail, pass, props, WORDINGS } from "./_props.ts";

const render = (over: Partial<PageProps> = {}) =>
  parseHtml(renderPage("signin", { ...props, ...over }).html);
const attributesOf = (element: Element | undefined) => Object.fromEntries(element!.attributes);
const inside = (elements: Element[], form: Element, tag: string) =>
  select(elements, tag).filter((element) => isInside(element, form));

for (
  const [provider, action, fields] of [
    [github, github.signinUrl, ["csrfToken", "callbackUrl"]],
    [acme, acme.signinUrl, ["csrfToken", "callbackUrl"]],
    [mail, mail.signinUrl, ["csrfToken", "callbackUrl", "email"]],
    [pass, pass.callbackUrl, ["csrfToken", "callbackUrl", "username", "password", "code"]],
  ] as const
) {
  Deno.test(`SigninPage() renders a form for ${provider.type} that works without scripts`, () => {
    const elements = render({ providers: [provider] });
    const forms = select(elements, "form");
    assertEquals(forms.length, 1);
    const { class: _, ...attributes } = attributesOf(forms[0]);
    assertEquals(attributes, { action, method: "POST" });
    const inputs = inside(elements, forms[0]!, "input");
    assertEquals(inputs.map(({ attributes }) => attributes.get("name")), [...fields]);
    const hidden = select(inputs, "input", { type: "hidden" }).map(({ attributes }) =>
      attributes.get("value")
    );
    assertEquals(hidden, ["token-1", "https://app.example/after"]);
    const [button, ...more] = inside(elements, forms[0]!, "button");
    assertEquals(more, []);
    assertEquals(button!.attributes.get("type"), "submit");
    assert(button!.text.includes(provider === mail ? "Email me a sign-in link" : provider.name));
  });
}

/** Providers of emails, each as an app writes it with the fewest options. */
const MAIL_PROVIDERS = [
  Nodemailer({ server: "smtp://localhost", from: "no-reply@app.example" }),
  Email({ server: "smtp://localhost", from: "no-reply@app.example" }),
  Loops({ transactionalId: "1" }),
  ...[ForwardEmail, Mailgun, Postmark, Resend, SendGrid].map((make) => make({})),
  { id: "own", name: "Magic link", type: "email" as const },
];

Deno.test("SigninPage() offers a link by email in every language, whatever sends the email", () => {
  for (const wording of [{ language: "en" }, ...TRANSLATIONS]) {
    const { link } = pageTexts(wording).signIn;
    for (const { id, name, type } of MAIL_PROVIDERS) {
      const elements = render({ providers: [{ ...mail, id, name, type }], wording });
      const texts = select(elements, "button").map(({ text }) => text);
      assertEquals(texts, [link], `${wording.language}: ${id}`);
    }
  }
});

Deno.test("SigninPage() omits fields without a value", () => {
  const elements = render({ providers: [github], csrfToken: undefined, callbackUrl: undefined });
  assertEquals(select(elements, "input"), []);
});

Deno.test("SigninPage() renders a label for every input, and no id twice", () => {
  const providers = [mail, pass, { ...pass, id: "other" }];
  const elements = render({ providers, error: "CredentialsSignin" });
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
  assertEquals(new Set(ids).size, ids.length);
  const visible = select(elements, "input").filter((input) =>
    input.attributes.get("type") !== "hidden"
  );
  assertEquals(visible.length, 7);
  for (const input of visible) {
    const [label] = select(elements, "label", { for: input.attributes.get("id")! });
    assert(label!.text.length > 0);
    assert(label!.parent === input.parent);
    assertEquals(ids.includes(input.attributes.get("aria-describedby")!), true);
  }
  assertEquals(select(elements, "label").length, visible.length);
});

Deno.test("SigninPage() sets the ids that tests of apps use", () => {
  const elements = render({ providers: [mail, pass] });
  for (
    const id of [
      "input-email-for-mail-provider",
      "input-username-for-pass-provider",
      "submitButton",
      "submitButton-pass",
    ]
  ) assertEquals(elements.filter(({ attributes }) => attributes.get("id") === id).length, 1, id);
});

Deno.test("SigninPage() renders the address field for browsers and password managers", () => {
  const [input] = select(render({ providers: [mail], email: "ada@example.com" }), "input", {
    name: "email",
  });
  assertEquals(attributesOf(input), {
    autocomplete: "email",
    type: "email",
    required: "",
    value: "ada@example.com",
    name: "email",
    id: "input-email-for-mail-provider",
    autofocus: "",
  });
});

Deno.test("SigninPage() sets the app's attributes on fields of credentials", () => {
  const credentials = {
    username: {
      label: "Name",
      placeholder: "ada",
      required: true,
      maxlength: 20,
      "data-1p-ignore": "1",
    },
    password: { type: "password", autocomplete: "one-time-code" },
    plain: {},
    off: { disabled: false, value: undefined },
  };
  const inputs = select(render({ providers: [{ ...pass, credentials }] }), "input").slice(2);
  const id = (field: string) => `input-${field}-for-pass-provider`;
  assertEquals(inputs.map(attributesOf), [
    {
      autocomplete: "username",
      placeholder: "ada",
      required: "",
      maxlength: "20",
      "data-1p-ignore": "1",
      type: "text",
      name: "username",
      id: id("username"),
      autofocus: "",
    },
    { autocomplete: "one-time-code", type: "password", name: "password", id: id("password") },
    { type: "text", name: "plain", id: id("plain") },
    { type: "text", name: "off", id: id("off") },
  ]);
});

Deno.test("SigninPage() sets autocomplete for password managers, unless the app does", () => {
  const asked: [string, string | undefined, string | undefined][] = [
    ["username", undefined, "username"],
    ["login", undefined, "username"],
    ["Name", undefined, "username"],
    ["email", undefined, "email"],
    ["workMail", undefined, "email"],
    ["address", "email", "email"],
    ["secret", "password", "current-password"],
    ["password", undefined, undefined],
    ["nickname", undefined, undefined],
    ["code", "text", undefined],
  ];
  for (const [field, type, expected] of asked) {
    const elements = render({ providers: [{ ...pass, credentials: { [field]: { type } } }] });
    const [input] = select(elements, "input", { name: field });
    assertEquals(input!.attributes.get("autocomplete"), expected, field);
  }
});

Deno.test("SigninPage() drops attributes of fields for scripts, styles and form targets", () => {
  const evil = {
    onclick: "alert(1)",
    onFocus: "alert(1)",
    ONLOAD: "alert(1)",
    style: "background:url(//evil.example)",
    form: "other",
    formaction: "https://evil.example",
    formAction: "https://evil.example",
    formmethod: "get",
    "a b": "x",
    'a"b': "x",
    "a>b": "x",
    children: "<script>alert(1)</script>",
    dangerouslySetInnerHTML: { __html: "<script>alert(1)</script>" } as unknown as string,
    name: "csrfToken",
    id: "submitButton",
  };
  const elements = render({ providers: [{ ...pass, credentials: { field: evil } }] });
  const [input] = select(elements, "input", { name: "field" });
  assertEquals(attributesOf(input), {
    type: "text",
    name: "field",
    id: "input-field-for-pass-provider",
    autofocus: "",
  });
  assertEquals(select(elements, "script"), []);
});

for (const wording of WORDINGS) {
  const { language } = wording;
  Deno.test(`SigninPage() renders in the language ${language}`, () => {
    const { signIn, titles } = pageTexts(wording);
    const elements = render({ wording });
    assertEquals(elements[0]!.attributes.get("lang"), language);
    assertEquals(select(elements, "title")[0]!.text, `${titles.signin} – app.example`);
    assertEquals(select(elements, "h1").map(({ text }) => text), [signIn.heading]);
    assertEquals(
      select(elements, "p", { class: "subtitle" })[0]!.text.includes("app.example"),
      true,
    );
    // Tests of apps use these words on every kind of form.
    const words = language === "de" ? "Weiter mit {name}" : "Continue with {name}";
    assertEquals(signIn.with, words);
    const names = select(elements, "button").map(({ text }) => text);
    for (const { name } of [github, acme, pass]) {
      assertEquals(names.some((text) => text.endsWith(words.replace("{name}", name))), true, name);
    }
    assertEquals(select(elements, "label")[0]!.text, signIn.email);
  });
}

Deno.test("SigninPage() shows an error only when there is one, as an alert", () => {
  assertEquals(select(render(), "div", { role: "alert" }), []);
  assertEquals(select(render({ error: "" }), "div", { role: "alert" }), []);
  for (const wording of WORDINGS) {
    const { signInErrors } = pageTexts(wording);
    for (const [error, text] of Object.entries(signInErrors)) {
      const [box] = select(render({ error, wording }), "div", { role: "alert" });
      // These credentials are no address and password.
      const isOfName = error === "CredentialsSignin";
      assertEquals(box!.text, isOfName ? signInErrors.wrongDetails : text);
    }
    const [box] = select(render({ error: "<b>", wording }), "div", {
      role: "alert",
    });
    assertEquals(box!.text, signInErrors.default);
  }
});

Deno.test("SigninPage() never shows a code, which could help an attacker", () => {
  const { html } = renderPage("signin", {
    ...props,
    error: "CredentialsSignin",
    code: "locked-out",
  });
  assertEquals(html.includes("locked-out"), false);
});

const bare: PageProvider = { ...pass, id: "bare", credentials: undefined };
const layouts: [string, PageProvider[], string][] = [
  ["nothing", [], ""],
  ["buttons", [github, acme], "form"],
  ["a form", [pass], "form"],
  ["forms", [mail, pass], "form hr form"],
  ["a form from the buttons after it", [github, acme, mail], "form hr form"],
  ["a form, then buttons", [mail, github, acme], "form hr form"],
  ["forms, and then the buttons", [github, pass, acme, mail], "form hr form hr form"],
  ["buttons around a provider without a form", [github, bare, acme], "form"],
  ["a provider without a form first", [bare, github], "form"],
  ["a provider without a form last", [github, bare], "form"],
];
for (const [what, providers, expected] of layouts) {
  Deno.test(`SigninPage() separates ${what}`, () => {
    const found = render({ providers }).filter(({ tag }) => tag === "form" || tag === "hr");
    assertEquals(found.map(({ tag }) => tag).join(" "), expected);
  });
}

Deno.test("SigninPage() has one form for several providers, whose buttons lead to each", () => {
  const elements = render({ providers: [github, acme] });
  const [form, ...more] = select(elements, "form");
  assertEquals(more, []);
  const buttons = inside(elements, form!, "button");
  assertEquals(
    buttons.map(({ attributes }) => attributes.get("formaction") ?? form!.attributes.get("action")),
    [github.signinUrl, acme.signinUrl],
  );
});

Deno.test("SigninPage() puts a refusal of another site above the fields, whatever was typed", () => {
  const typed = { provider: mail.id, fields: { email: "ada@example.com" } };
  const elements = render({ providers: [mail, github], error: "OAuthCallbackError", typed });
  const [field] = select(elements, "input", { name: "email" });
  assertEquals(field!.attributes.get("aria-invalid"), undefined);
  assertEquals(field!.attributes.has("autofocus"), true);
  const [alert] = select(elements, "div", { role: "alert" });
  assertEquals(isInside(alert!, select(elements, "form")[0]!), false);
});

Deno.test("SigninPage() shows a provider's own logo, its mark, or its first letter", () => {
  const marks = (provider: PageProvider) => {
    const elements = render({ providers: [provider] });
    const [mark] = elements.filter(({ attributes }) => attributes.get("class")?.startsWith("mark"));
    return { mark: mark!, elements };
  };
  const own = marks({ ...acme, style: { logo: "https://acme.example/logo.svg" } });
  const [image] = select(own.elements, "img");
  assertEquals([image!.attributes.get("src"), image!.attributes.get("alt")], [
    "https://acme.example/logo.svg",
    "",
  ]);
  const [path] = select(marks({ ...github, id: "github-work" }).elements, "path");
  assertEquals(path!.attributes.get("d"), github.style!.mark!.path);
  const letter = marks({ ...acme, name: "Ünion 🔑" }).mark;
  assertEquals([letter.text, letter.attributes.get("aria-hidden")], ["Ü", "true"]);
  assertEquals(marks({ ...acme, name: "🔑 Ring" }).mark.text, "🔑");
  const dropped = marks({ ...acme, style: { logo: "javascript:alert(1)" } });
  assertEquals(select(dropped.elements, "img"), []);
  assertEquals(marks({ ...acme, name: "" }).mark.text, "");
});

Deno.test("SigninPage() gives a tile the color of its provider", () => {
  const elements = render({ providers: [acme, github] });
  const css = select(elements, "style")[0]!.text;
  assertEquals(css.includes(".brand-1{background:#181717;color:#ffffff}"), true);
  assertEquals(css.includes(".brand-0{background:#565e6c;color:#ffffff}"), true);
  const bg = render({ providers: [{ ...acme, style: { bg: "#123456" } }] });
  assertEquals(select(bg, "style")[0]!.text.includes(".brand-0{background:#123456"), true);
});

Deno.test("SigninPage() draws a mark in its colors without inline styles", () => {
  const parts = [{ color: "#ea4335", path: "M0 0h1z" }, { color: "#4285f4", path: "M2 0h1z" }];
  const mark = { color: "#4285f4", path: "M0 0h3z", parts, background: "#ffffff" };
  const elements = render({ providers: [{ ...acme, style: { mark } }] });
  assertEquals(
    select(elements, "path").map(({ attributes }) => [attributes.get("fill"), attributes.get("d")]),
    [["#ea4335", "M0 0h1z"], ["#4285f4", "M2 0h1z"]],
  );
  assertEquals(elements.filter(({ attributes }) => attributes.has("style")), []);
});

const credentials = {
  email: { label: "Email", type: "email" },
  password: { label: "Password", type: "password", required: true },
};
const sharing: PageProvider[] = [
  { ...mail, name: "Email", identifier: "email" },
  { ...pass, credentials, identifier: "email" },
  {
    id: "passkey",
    name: "Passkey",
    type: "webauthn",
    signinUrl: "https://app.example/auth/signin/passkey",
    callbackUrl: "https://app.example/auth/callback/passkey",
    optionsUrl: "https://app.example/auth/webauthn-options/passkey",
    formFields: { email: { label: "Email", type: "email", autocomplete: "username webauthn" } },
    autofill: true,
    identifier: "email",
  },
];
const fieldsOf = (elements: Element[]) =>
  select(elements, "input").filter(({ attributes }) => attributes.get("type") !== "hidden")
    .map(({ attributes }) => [attributes.get("name"), attributes.get("autocomplete")]);

const SIGN_IN = "https://app.example/auth/signin";
const typed = { provider: "pass", fields: { email: "ada@example.com" } };
const secondStep = { step: "password", typed, changeUrl: `${SIGN_IN}?step=address` } as const;

Deno.test("SigninPage() shows each provider that shares the address alone, as after a reload", () => {
  for (const provider of sharing) {
    const elements = render({ providers: [provider], signinAction: SIGN_IN });
    assertEquals(select(elements, "form").length, 1, provider.id);
    assertEquals(select(elements, "button").length, 1, provider.id);
  }
});

Deno.test("SigninPage() asks for the address first, and offers the passkeys of the browser in it", () => {
  const elements = render({ providers: [github, ...sharing], signinAction: SIGN_IN });
  assertEquals(fieldsOf(elements), [["email", "username webauthn"]]);
  const [address, passkey, provider, ...more] = select(elements, "form");
  assertEquals(more, []);
  assertEquals(attributesOf(address), { action: SIGN_IN, method: "POST" });
  assertEquals(attributesOf(select(elements, "input", { name: "email" })[0]).autofocus, "");
  const [next, link] = inside(elements, address!, "button");
  assertEquals([next!.text, next!.attributes.get("formaction")], ["Continue", undefined]);
  // Who wants a link needs no second step.
  assertEquals(link!.text, "Email me a sign-in link");
  assertEquals(link!.attributes.get("formaction"), sharing[0]!.signinUrl);
  // The script posts this form.
  assertEquals(passkey!.attributes.get("data-identifier"), "input-email-for-mail-provider");
  const posted = inside(elements, passkey!, "input").map(({ attributes }) =>
    attributes.get("name")
  );
  assertEquals(posted, ["csrfToken", "callbackUrl"]);
  const names = inside(elements, passkey!, "button").map(({ text }) => text);
  assertEquals(names, ["Sign in with a passkey"]);
  assertEquals(provider!.attributes.get("action"), github.signinUrl);
});

Deno.test("SigninPage() offers the password, the link and the passkey for the address", () => {
  const elements = render({ providers: [github, ...sharing], ...secondStep });
  assertEquals(fieldsOf(elements), [["email", "username"], ["password", "current-password"]]);
  const [address, password] = select(elements, "input").filter(({ attributes }) =>
    attributes.get("type") !== "hidden"
  );
  assertEquals([address!.attributes.get("value"), address!.attributes.has("readonly")], [
    "ada@example.com",
    true,
  ]);
  assertEquals([address, password].map((one) => one!.attributes.has("autofocus")), [false, true]);
  const [shared, passkey, ...more] = select(elements, "form");
  assertEquals(more, []);
  assertEquals(attributesOf(shared), { action: pass.callbackUrl, method: "POST" });
  const buttons = inside(elements, shared!, "button");
  // The first button is that of the Enter key.
  assertEquals(buttons.map(({ text }) => text), ["Sign in", "Email me a sign-in link"]);
  assertEquals(attributesOf(buttons[1]), {
    id: "submitButton",
    class: "button create",
    type: "submit",
    formaction: mail.signinUrl,
    formnovalidate: "",
  });
  assertEquals(passkey!.attributes.get("data-identifier"), "input-email-for-pass-provider");
  const [change] = select(elements, "a");
  assertEquals([change!.text, change!.attributes.get("href")], [
    "Change",
    `${SIGN_IN}?step=address`,
  ]);
});

Deno.test("SigninPage() sends a link to a new password without a further question", () => {
  const providers = sharing.map((one) =>
    one.type === "credentials" ? { ...one, passwordUrl: "https://app.example/auth/password" } : one
  );
  const [forgot] = select(render({ providers, ...secondStep }), "button", { name: "purpose" });
  assertEquals([forgot!.text, forgot!.attributes.get("value")], ["Forgot password?", "password"]);
  assertEquals(forgot!.attributes.get("formaction"), mail.signinUrl);
});

Deno.test("SigninPage() shows a refused second step again, with the address and the focus", () => {
  const elements = render({
    providers: sharing,
    error: "CredentialsSignin",
    typed,
    step: "password",
  });
  const [address] = select(elements, "input", { name: "email" });
  const [password] = select(elements, "input", { name: "password" });
  assertEquals(address!.attributes.get("value"), "ada@example.com");
  assertEquals([password!.attributes.get("aria-invalid"), password!.attributes.get("autofocus")], [
    "true",
    "",
  ]);
  const alerts = select(elements, "div", { role: "alert" }).map(({ text }) => text).filter(Boolean);
  assertEquals(alerts, ["Wrong email or password."]);
  // An address that got no email is changed first.
  const refused = { provider: "mail", fields: { email: "ada@" } };
  const first = render({ providers: sharing, error: "EmailSignin", typed: refused });
  assertEquals(fieldsOf(first).map(([name]) => name), ["email"]);
  assertEquals(select(first, "input", { name: "email" })[0]!.attributes.get("value"), "ada@");
});

Deno.test("SigninPage() asks again who it is with the address of the user", () => {
  const elements = render({ providers: sharing, isSignedIn: true, email: "ada@example.com" });
  assertEquals(fieldsOf(elements).map(([name]) => name), ["email", "password"]);
  assertEquals(select(elements, "a"), []);
  const [link] = sharing;
  const only = render({ providers: [link!], isSignedIn: true, email: "ada@example.com" });
  assertEquals(select(only, "button").map(({ text }) => text), ["Email me a sign-in link"]);
});

Deno.test("SigninPage() shares the address between any two of a password, a link and a passkey", () => {
  const [link, password, passkey] = sharing as [PageProvider, PageProvider, PageProvider];
  const rows: [PageProvider[], string[]][] = [
    [[link, password], ["Continue", "Email me a sign-in link"]],
    [[password, link], ["Continue", "Email me a sign-in link"]],
    [[link, passkey], ["Continue", "Sign in with a passkey"]],
    [[passkey, password], ["Continue", "Sign in with a passkey"]],
  ];
  for (const [providers, buttons] of rows) {
    const elements = render({ providers });
    assertEquals(select(elements, "button").map(({ text }) => text), buttons);
    assertEquals(fieldsOf(elements).map(([name]) => name), ["email"]);
  }
});

Deno.test("SigninPage() shows four providers at first, the one that was used last before them", () => {
  const providers = ["a", "b", "c", "d", "e", "f"].map((id) => ({ ...acme, id, name: id }));
  const shown = (over: Partial<PageProps>) => {
    const elements = render({ providers, ...over });
    const [more] = select(elements, "details");
    const isMore = (button: Element) => more !== undefined && isInside(button, more);
    const buttons = select(elements, "button");
    return [
      buttons.filter((one) => !isMore(one)).map(({ text }) => text.at(-1)).join(""),
      buttons.filter(isMore).map(({ text }) => text.at(-1)).join(""),
    ];
  };
  assertEquals(shown({}), ["abcd", "ef"]);
  assertEquals(shown({ providers: providers.slice(0, 4) }), ["abcd", ""]);
  assertEquals(shown({ lastProvider: "unknown" }), ["abcd", "ef"]);
  const [first, more] = shown({ lastProvider: "e" });
  assertEquals([first!.slice(1), more], ["abc", "df"]);
});

Deno.test("SigninPage() leads to the page for new accounts, and says who is signed in", () => {
  const signupUrl = "https://app.example/auth/signup";
  const [link] = select(render({ signupUrl }), "a");
  const callbackUrl = encodeURIComponent("https://app.example/after");
  assertEquals(link!.attributes.get("href"), `${signupUrl}?callbackUrl=${callbackUrl}`);
  assertEquals(select(render({ signupUrl, isSignedIn: true }), "a"), []);
  assertEquals(select(render({ signupUrl, providers: sharing, ...secondStep }), "a").length, 1);
  const [note] = select(render({ user: "<ada>" }), "p", { role: "status" });
  assertEquals(note!.text, "You are signed in as <ada>. Continue");
});

Deno.test("SigninPage() marks the provider that was used last, with and without a template", () => {
  const providers = [github, acme, ...sharing];
  for (const error of [undefined, "AccessDenied"]) {
    for (const { id, name } of [github, acme, sharing[0]!, sharing[2]!]) {
      const elements = render({ providers, error, lastProvider: id });
      const marked = select(elements, "button").filter(({ text }) => text.endsWith("Last used"));
      assertEquals(marked.length, 1, name);
      assert(marked[0]!.text.toLowerCase().includes(name.toLowerCase()), name);
    }
    for (const lastProvider of ["", "other", undefined]) {
      const { html } = renderPage("signin", { ...props, providers, error, lastProvider });
      assertEquals([html.includes('class="last"'), html.includes("\0")], [false, false]);
    }
  }
});

Deno.test("SigninPage() shows a refused form again: what was typed, the sentence and the focus", () => {
  const typed = { provider: "pass", fields: { username: 'ada" autofocus="' } };
  const elements = render({ error: "CredentialsSignin", typed });
  const [name, password] = ["username", "password"].map((field) =>
    attributesOf(select(elements, "input", { name: field })[0])
  );
  assertEquals(name!.value, 'ada" autofocus="');
  assertEquals([name!["aria-invalid"], password!["aria-invalid"]], ["true", "true"]);
  assertEquals([name!.autofocus, password!.autofocus], [undefined, ""]);
  assertEquals(password!.value, undefined);
  const [alert, ...more] = select(elements, "div", { role: "alert" });
  assertEquals(more, []);
  const form = select(elements, "form", { action: pass.callbackUrl })[0]!;
  assert(isInside(alert!, form), "the sentence is in the form that was refused");
  assertEquals(password!["aria-describedby"], alert!.attributes.get("id"));
  const [address] = select(elements, "input", { name: "email" });
  assertEquals(address!.attributes.get("aria-invalid"), undefined);
});

Deno.test("SigninPage() names no field where several forms could have been refused", () => {
  const providers = [pass, { ...pass, id: "other" }];
  const elements = render({ providers, error: "CredentialsSignin" });
  assertEquals(elements.some(({ attributes }) => attributes.has("aria-invalid")), false);
  const [alert, ...more] = select(elements, "div", { role: "alert" });
  assertEquals(more, []);
  // The cursor is in the first field of the page, which the sentence above describes.
  const focused = elements.filter(({ attributes }) => attributes.has("autofocus"));
  assertEquals(focused, select(elements, "input", { name: "username" }).slice(0, 1));
  assertEquals(attributesOf(focused[0])["aria-describedby"], alert!.attributes.get("id"));
});
