/**
 * The ways in, as forms that work without scripts.
 *
 * @module
 */

import type { CredentialInput } from "../src/types/provider.ts";
import { initialOf, markOf } from "./brand.ts";
import { type Attributes, type Child, h, type Html } from "./html.ts";
import { formFields, hostOf, logo, toImageUrl } from "./layout.ts";
import { fill, type Messages, signInError } from "./messages.ts";
import type { PageProps, PageProvider } from "./props.ts";

/** Class of the tile behind a provider's mark. */
export function markClass(index: number): string {
  return `brand-${index}`;
}

/** Whether a provider has a passkey form on the page. */
export function hasPasskeyForm({ type, formFields }: PageProvider): boolean {
  return type === "webauthn" && Boolean(formFields);
}

/** The tile behind a provider's mark; images and fields have none. */
export function hasTile(provider: PageProvider): boolean {
  return isButton(provider) && !toImageUrl(provider.style?.logo);
}

function isButton({ type }: PageProvider): boolean {
  return type === "oauth" || type === "oidc";
}

/** More buttons than this stand side by side, where there is room. */
const MANY = 8;

/** The sign-in page. */
export function signinPage(props: PageProps, messages: Messages): Html {
  const { theme, error, code, providers = [] } = props;
  const blocks: Html[] = [];
  let followsButton = true;
  providers.forEach((provider, index) => {
    const button = isButton(provider);
    const form = formOf(provider, index, props, messages);
    if (!form) return;
    if (blocks.length > 0 && !(button && followsButton)) blocks.push(h("hr"));
    followsButton = button;
    blocks.push(h("div", { class: button ? "provider" : "provider fields" }, form));
  });
  return h(
    "main",
    { class: providers.filter(isButton).length > MANY ? "signin many" : "signin" },
    h(
      "div",
      { class: "card" },
      logo(theme),
      h("h1", {}, messages.signIn.heading),
      h("p", { class: "subtitle" }, fill(messages.signIn.to, { host: hostOf(props) })),
      error && h(
        "div",
        { class: "error", id: "signin-error", role: "alert" },
        h("p", {}, signInError(messages, error, code)),
      ),
      blocks,
    ),
  );
}

/** What a provider has on the page; nothing when it has no form. */
function formOf(
  provider: PageProvider,
  index: number,
  props: PageProps,
  messages: Messages,
): Child {
  if (isButton(provider)) return buttonForm(provider, index, props, messages);
  if (hasPasskeyForm(provider)) return passkeyForm(provider, props, messages);
  if (provider.type === "email" || provider.credentials) {
    return fieldsForm(provider, props, messages);
  }
}

function buttonForm(
  provider: PageProvider,
  index: number,
  props: PageProps,
  { signIn }: Messages,
): Html {
  return h(
    "form",
    { action: provider.signinUrl, method: "POST" },
    formFields(props),
    h(
      "button",
      { type: "submit", class: "button" },
      mark(provider, index),
      h("span", {}, fill(signIn.with, { name: provider.name })),
    ),
  );
}

function mark(provider: PageProvider, index: number): Html {
  const src = toImageUrl(provider.style?.logo);
  if (src) {
    const image = h("img", { src, alt: "", height: 24, loading: "lazy" });
    return h("span", { class: "mark image" }, image);
  }
  const path = markOf(provider.id)?.path;
  return h(
    "span",
    { class: `mark ${markClass(index)}`, "aria-hidden": "true" },
    path ? h("svg", { viewBox: "0 0 24 24" }, h("path", { d: path })) : initialOf(provider.name),
  );
}

/** The first form with fields has the plain id that tests look for; ids are unique. */
function submitId({ id }: PageProvider, { providers = [] }: PageProps): string {
  const first = providers.find(({ type, credentials }) => type === "email" || credentials);
  return first?.id === id ? "submitButton" : `submitButton-${id}`;
}

function fieldsForm(provider: PageProvider, props: PageProps, { signIn }: Messages): Html {
  const { id, name, type, signinUrl, callbackUrl, credentials = {} } = provider;
  const isEmail = type === "email";
  const fields: Record<string, CredentialInput> = isEmail
    ? { email: { label: signIn.email, type: "email", required: true, value: props.email } }
    : credentials;
  const described = props.error === "CredentialsSignin" ? "signin-error" : undefined;
  return h(
    "form",
    { action: isEmail ? signinUrl : callbackUrl, method: "POST" },
    formFields(props),
    Object.entries(fields).map(([field, input]) =>
      fieldOf(id, field, input, { "aria-describedby": described })
    ),
    submitButton(submitId(provider, props), fill(signIn.with, { name })),
  );
}

function submitButton(id: string, text: string): Html {
  return h("button", { id, class: "submit", type: "submit" }, text);
}

/** Hidden until the page's script has seen that the browser knows passkeys. */
function passkeyForm(provider: PageProvider, props: PageProps, messages: Messages): Html[] {
  const { id, name, callbackUrl, optionsUrl, autofill } = provider;
  const { passkey, signIn } = messages;
  // The provider's own label is English; apps that write another one keep it.
  const fields = Object.entries(provider.formFields || {}).map(([field, input]) =>
    [field, input.label === "Email" ? { ...input, label: signIn.email } : input] as const
  );
  const form = h(
    "form",
    {
      id: `${id}-form`,
      action: callbackUrl,
      method: "POST",
      hidden: true,
      "data-passkey": optionsUrl,
      "data-autofill": autofill ? "" : undefined,
      "data-texts": JSON.stringify(passkey.errors),
    },
    formFields(props),
    h("div", { class: "error", role: "alert", hidden: true }, h("p")),
    fields.map(([field, input]) => fieldOf(id, field, input, { "data-form-field": "" })),
    submitButton(`submitButton-${id}`, fill(signIn.with, { name })),
    fields.length > 0 &&
      h("button", { class: "button saved", type: "button", hidden: true }, passkey.saved),
  );
  return [
    form,
    h("p", { class: "note", hidden: true }, passkey.unsupported),
    h("noscript", {}, h("p", { class: "note" }, passkey.noScript)),
  ];
}

function fieldOf(
  id: string,
  field: string,
  { label, type = "text", ...own }: CredentialInput,
  others: Attributes,
): Html {
  const inputId = `input-${field}-for-${id}-provider`;
  const autocomplete = autocompleteOf(field, type);
  return h(
    "div",
    { class: "field" },
    h("label", { class: "section-header", for: inputId }, label ?? field),
    h("input", { autocomplete, ...harmless(own), type, name: field, id: inputId, ...others }),
  );
}

/** What password managers look for, when the app does not say. */
function autocompleteOf(field: string, type: string): string | undefined {
  if (type === "password") return "current-password";
  if (type === "email" || /mail/i.test(field)) return "email";
  return /^(user(name)?|login|name)$/i.test(field) ? "username" : undefined;
}

/** Names that components have in place of an attribute's. */
const ALIASES: Readonly<Record<string, string>> = {
  classname: "class",
  defaultchecked: "checked",
  defaultvalue: "value",
};

/** Attributes of text fields: no scripts, styles or other targets, and nothing that is no attribute. */
function harmless(written: CredentialInput): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(written)) {
    if (value === undefined || typeof value === "object" || typeof value === "function") continue;
    if (!/^[a-z][a-z0-9-]*$/i.test(name) || /^(on|style$|form|children$|key$|ref$)/i.test(name)) {
      continue;
    }
    const lower = name.toLowerCase();
    const attribute = Object.hasOwn(ALIASES, lower) ? ALIASES[lower]! : lower;
    // Of these, "false" is a value of its own.
    result[attribute] = /^(aria|data)-/.test(attribute) ? String(value) : value;
  }
  return result;
}
