import { assert, assertEquals } from "@std/assert";
import { pageTexts } from "../../../pages/messages.ts";
import { type PageProps, type PageProvider, renderPage } from "../../../pages/mod.ts";
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
    assertEquals(attributesOf(forms[0]), { action, method: "POST" });
    const inputs = inside(elements, forms[0]!, "input");
    assertEquals(inputs.map(({ attributes }) => attributes.get("name")), [...fields]);
    const hidden = select(inputs, "input", { type: "hidden" }).map(({ attributes }) =>
      attributes.get("value")
    );
    assertEquals(hidden, ["token-1", "https://app.example/after"]);
    const [button, ...more] = inside(elements, forms[0]!, "button");
    assertEquals(more, []);
    assertEquals(button!.attributes.get("type"), "submit");
    assert(button!.text.includes(provider.name));
  });
}

Deno.test("SigninPage() translates the name of the provider Email, and no other name", () => {
  const labels = WORDINGS.map((wording) => {
    const providers = [{ ...mail, name: "Email" }, { ...mail, id: "2", name: "Post" }];
    return select(render({ providers, wording }), "button").map(({ text }) => text);
  });
  assertEquals(labels, [
    ["Sign in with Email", "Sign in with Post"],
    ["Mit E-Mail anmelden", "Mit Post anmelden"],
  ]);
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
    const words = language === "de" ? "Mit {name} anmelden" : "Sign in with {name}";
    assertEquals(signIn.with, words);
    const names = select(elements, "button").map(({ text }) => text);
    for (const { name } of [github, acme, mail, pass]) {
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
      assertEquals(box!.text, text);
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
  ["buttons", [github, acme], "form form"],
  ["a form", [pass], "form"],
  ["forms", [mail, pass], "form hr form"],
  ["buttons, then a form", [github, acme, mail], "form form hr form"],
  ["a form, then buttons", [mail, github, acme], "form hr form form"],
  ["both, mixed", [github, pass, acme, mail], "form hr form hr form hr form"],
  ["buttons around a provider without a form", [github, bare, acme], "form form"],
  ["a provider without a form first", [bare, github], "form"],
  ["a provider without a form last", [github, bare], "form"],
];
for (const [what, providers, expected] of layouts) {
  Deno.test(`SigninPage() separates ${what}`, () => {
    const found = render({ providers }).filter(({ tag }) => tag === "form" || tag === "hr");
    assertEquals(found.map(({ tag }) => tag).join(" "), expected);
  });
}

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
  assertEquals(css.includes(".brand-1{background:#24292f;color:#ffffff}"), true);
  assertEquals(css.includes(".brand-0{background:#565e6c;color:#ffffff}"), true);
  const bg = render({ providers: [{ ...acme, style: { bg: "#123456" } }] });
  assertEquals(select(bg, "style")[0]!.text.includes(".brand-0{background:#123456"), true);
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

Deno.test("SigninPage() asks for the address once, for a password, a link and a passkey", () => {
  const elements = render({ providers: [github, ...sharing] });
  assertEquals(fieldsOf(elements), [
    ["email", "username webauthn"],
    ["password", "current-password"],
  ]);
  const [, shared, passkey] = select(elements, "form");
  assertEquals(attributesOf(shared), { action: pass.callbackUrl, method: "POST" });
  const [submit, link, ...more] = inside(elements, shared!, "button");
  assertEquals(more, []);
  // The first button is that of the Enter key.
  assertEquals([submit!.text, attributesOf(submit)], ["Sign in", {
    id: "submitButton-pass",
    class: "submit",
    type: "submit",
  }]);
  assertEquals([link!.text, attributesOf(link)], ["Send me a link", {
    id: "submitButton",
    class: "button create",
    type: "submit",
    formaction: mail.signinUrl,
    formnovalidate: "",
  }]);
  // The script posts this form, which never holds the password.
  assertEquals(passkey!.attributes.get("data-identifier"), "input-email-for-mail-provider");
  const posted = inside(elements, passkey!, "input").map(({ attributes }) =>
    attributes.get("name")
  );
  assertEquals(posted, ["csrfToken", "callbackUrl"]);
  const names = inside(elements, passkey!, "button").map(({ text }) => text);
  assertEquals(names, ["Sign in with Passkey", "Create a passkey"]);
});

Deno.test("SigninPage() shares the address between any two of a password, a link and a passkey", () => {
  const [link, password, passkey] = sharing as [PageProvider, PageProvider, PageProvider];
  const rows: [PageProvider[], string[], string[]][] = [
    [[link, password], ["email"], ["Sign in", "Send me a link"]],
    [[password, link], ["email"], ["Sign in", "Send me a link"]],
    [[link, passkey], ["email"], [
      "Sign in with Email",
      "Sign in with Passkey",
      "Create a passkey",
    ]],
    [[passkey, password], ["email"], ["Sign in", "Sign in with Passkey", "Create a passkey"]],
  ];
  for (const [providers, identifiers, buttons] of rows) {
    const elements = render({ providers });
    assertEquals(select(elements, "button").map(({ text }) => text), buttons);
    assertEquals(
      fieldsOf(elements).map(([name]) => name).filter((name) => name === "email"),
      identifiers,
    );
  }
});

Deno.test("SigninPage() has no button for a new passkey where none creates a user", () => {
  const closed = sharing.map((provider) => ({ ...provider, mayRegister: false }));
  for (const providers of [closed, [{ ...closed[2]!, identifier: undefined }]]) {
    const names = select(render({ providers }), "button").map(({ text }) => text);
    assertEquals(names.includes("Create a passkey"), false);
    assertEquals(names.includes("Sign in with Passkey"), true);
  }
});

Deno.test("SigninPage() marks the provider that was used last, with and without a template", () => {
  const providers = [github, acme, ...sharing];
  for (const error of [undefined, "AccessDenied"]) {
    for (const { id, name } of providers) {
      const elements = render({ providers, error, lastProvider: id });
      const marked = select(elements, "button").filter(({ text }) => text.endsWith("Last used"));
      assertEquals(marked.length, 1, name);
      assert(marked[0]!.text.includes(name) || id === "mail" || id === "pass", name);
    }
    for (const lastProvider of ["", "other", undefined]) {
      const { html } = renderPage("signin", { ...props, providers, error, lastProvider });
      assertEquals([html.includes('class="last"'), html.includes("\0")], [false, false]);
    }
  }
});

Deno.test("SigninPage() shows a refused form again: what was typed, the sentence and the focus", () => {
  const failed = { provider: "pass", fields: { username: 'ada" autofocus="' } };
  const elements = render({ error: "CredentialsSignin", failed });
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
  assertEquals(elements.some(({ attributes }) => attributes.has("autofocus")), false);
  assertEquals(select(elements, "div", { role: "alert" }).length, 1);
});
