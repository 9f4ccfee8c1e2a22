/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * One form per provider. All but passkey forms work without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import type { CredentialInput } from "../src/types/provider.ts";
import { initialOf } from "./brand.ts";
import { Logo, toImageUrl } from "./layout.tsx";
import { fill, type Messages, signInError } from "./messages.ts";
import type { PageProps, PageProvider } from "./props.ts";

/** Class of the tile behind a provider's mark. */
export function markClass(index: number): string {
  return `brand-${index}`;
}

/** `true` when the page has a passkey form for the provider. */
export function hasPasskeyForm({ type, formFields }: PageProvider): boolean {
  return type === "webauthn" && Boolean(formFields);
}

/** `true` when the provider has a button with a tile, which images replace. */
export function hasTile(provider: PageProvider): boolean {
  return isButton(provider) && !toImageUrl(provider.style?.logo);
}

function isButton({ type }: PageProvider): boolean {
  return type === "oauth" || type === "oidc";
}

/** More buttons than this stand in columns, where there is room. */
const MANY = 8;

/** The sign-in page. */
export function SigninPage({ props, messages }: { props: PageProps; messages: Messages }): VNode {
  const { theme, siteUrl, error, code, providers = [], isSignedIn } = props;
  const host = siteUrl ? new URL(siteUrl).host : "";
  const blocks: VNode[] = [];
  let followsButton = true;
  providers.forEach((provider, index) => {
    const button = isButton(provider);
    const isPasskey = hasPasskeyForm(provider);
    if (!button && !isPasskey && provider.type !== "email" && !provider.credentials) return;
    if (blocks.length > 0 && !(button && followsButton)) blocks.push(<hr />);
    followsButton = button;
    blocks.push(
      <div class={button ? "provider" : "provider fields"} key={provider.id}>
        {button
          ? buttonForm({ provider, props, messages }, index)
          : isPasskey
          ? passkeyForm({ provider, props, messages })
          : fieldsForm({ provider, props, messages }, idOf(provider, providers))}
      </div>,
    );
  });
  return (
    <main class={providers.filter(isButton).length > MANY ? "signin many" : "signin"}>
      <div class="card">
        <Logo theme={theme} />
        <h1>{isSignedIn ? messages.signIn.again : messages.signIn.heading}</h1>
        <p class="subtitle">{fill(messages.signIn.to, { host })}</p>
        {error && (
          <div class="error" id="signin-error" role="alert">
            <p>{signInError(messages, error, code)}</p>
          </div>
        )}
        {blocks}
      </div>
    </main>
  );
}

function hidden({ csrfToken, callbackUrl }: PageProps): (VNode | false)[] {
  return [
    <input key="csrf" type="hidden" name="csrfToken" value={csrfToken} />,
    callbackUrl !== undefined && (
      <input key="url" type="hidden" name="callbackUrl" value={callbackUrl} />
    ),
  ];
}

interface FormProps {
  provider: PageProvider;
  props: PageProps;
  messages: Messages;
}

// Called as plain functions, since a component per provider would slow down long pages.
function buttonForm({ provider, props, messages }: FormProps, index: number): VNode {
  return (
    <form action={provider.signinUrl} method="POST">
      {hidden(props)}
      <button type="submit" class="button">
        {mark(provider, index)}
        <span>{fill(messages.signIn.with, { name: provider.name })}</span>
      </button>
    </form>
  );
}

function mark(provider: PageProvider, index: number): VNode {
  const src = toImageUrl(provider.style?.logo);
  if (src) {
    return (
      <span class="mark image">
        <img src={src} alt="" height={24} loading="lazy" />
      </span>
    );
  }
  const path = provider.style?.mark?.path;
  return (
    <span class={`mark ${markClass(index)}`} aria-hidden="true">
      {path
        ? (
          <svg viewBox="0 0 24 24">
            <path d={path} />
          </svg>
        )
        : initialOf(provider.name)}
    </span>
  );
}

/** The first form with fields has the id that the pages of Auth.js have; ids are unique. */
function idOf({ id }: PageProvider, providers: readonly PageProvider[]): string {
  const first = providers.find(({ type, credentials }) => type === "email" || credentials);
  return first?.id === id ? "submitButton" : `submitButton-${id}`;
}

function fieldsForm({ provider, props, messages }: FormProps, submitId: string): VNode {
  const { id, name, type } = provider;
  const isEmail = type === "email";
  // Words of an app are kept.
  const isOwn = name === "Email" || provider.passwordUrl !== undefined;
  const fields: Record<string, CredentialInput> = isEmail
    ? { email: { label: messages.signIn.email, type: "email", required: true, value: props.email } }
    : provider.passwordUrl
    ? withOwnLabels(provider.credentials ?? {}, messages)
    : provider.credentials ?? {};
  return (
    <form action={isEmail ? provider.signinUrl : provider.callbackUrl} method="POST">
      {hidden(props)}
      {Object.entries(fields).map(([field, input]) => (
        <Field {...{ id, field, input, invalid: props.error === "CredentialsSignin" }} />
      ))}
      <button id={submitId} class="submit" type="submit">
        {fill(messages.signIn.with, { name: isOwn ? translated(name, messages) : name })}
      </button>
      {provider.passwordUrl && (
        <a class="site" href={provider.passwordUrl}>{messages.signIn.forgot}</a>
      )}
    </form>
  );
}

/** The library's own words in the language of the page. */
function translated(text: string, { signIn }: Messages): string {
  return text === "Email" ? signIn.email : text === "Password" ? signIn.password : text;
}

function withOwnLabels(
  fields: Record<string, CredentialInput>,
  messages: Messages,
): Record<string, CredentialInput> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, input]) => [
      name,
      { ...input, label: translated(input.label ?? name, messages) },
    ]),
  );
}

/** Hidden until the page's script has found that the browser supports passkeys. */
function passkeyForm({ provider, props, messages }: FormProps): VNode {
  const { id, name, callbackUrl, optionsUrl, formFields, autofill } = provider;
  const { passkey, signIn } = messages;
  // The provider's default label is translated, but a label that the app wrote is kept.
  const fields = Object.entries(formFields || {}).map(([field, input]) =>
    [field, input.label === "Email" ? { ...input, label: signIn.email } : input] as const
  );
  return (
    <>
      <form
        id={`${id}-form`}
        action={callbackUrl}
        method="POST"
        hidden
        data-passkey={optionsUrl}
        data-autofill={autofill ? "" : undefined}
        data-texts={JSON.stringify(passkey.errors)}
      >
        {hidden(props)}
        <div class="error" role="alert" hidden>
          <p />
        </div>
        {fields.map(([field, input]) => (
          <Field key={field} {...{ id, field, input }} data-form-field="" />
        ))}
        <button id={`submitButton-${id}`} class="submit" type="submit">
          {fill(signIn.with, { name })}
        </button>
        {fields.length > 0 && (
          <button class="button create" type="button" hidden>{passkey.create}</button>
        )}
      </form>
      <p class="note" hidden>{passkey.unsupported}</p>
      <noscript>
        <p class="note">{passkey.noScript}</p>
      </noscript>
    </>
  );
}

function Field(
  { id, field, input, invalid = false, ...data }: {
    id: string;
    field: string;
    input: CredentialInput;
    invalid?: boolean;
    "data-form-field"?: string;
  },
): VNode {
  const { label, type = "text", ...attributes } = input;
  const inputId = `input-${field}-for-${id}-provider`;
  return (
    <div class="field">
      <label class="section-header" for={inputId}>{label ?? field}</label>
      <input
        {...harmless({ autocomplete: autocompleteOf(field, type), ...attributes, type })}
        name={field}
        id={inputId}
        {...data}
        aria-describedby={invalid ? "signin-error" : undefined}
      />
    </div>
  );
}

/** Default for `autocomplete`, which password managers read. */
function autocompleteOf(field: string, type: string): string | undefined {
  if (type === "password") return "current-password";
  if (type === "email" || /mail/i.test(field)) return "email";
  return /^(user(name)?|login|name)$/i.test(field) ? "username" : undefined;
}

/** Attributes of a field, without scripts, styles, other form targets and invalid names. */
function harmless(attributes: CredentialInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) =>
      value !== undefined && typeof value !== "object" && /^[a-z][a-z0-9-]*$/i.test(name) &&
      !/^(on|style$|form|children$)/i.test(name)
    ),
  );
}
