/**
 * The ways in, as forms that work without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import type { CredentialInput } from "../src/types/provider.ts";
import { initialOf, markOf } from "./brand.ts";
import { Logo, toImageUrl } from "./layout.tsx";
import { fill, type Messages, signInError } from "./messages.ts";
import type { PageProps, PageProvider } from "./props.ts";

/** Class of the tile behind a provider's mark. */
export function markClass(index: number): string {
  return `brand-${index}`;
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
export function SigninPage({ props, messages }: { props: PageProps; messages: Messages }): VNode {
  const { theme, siteUrl, error, providers = [] } = props;
  const host = siteUrl ? new URL(siteUrl).host : "";
  const blocks: VNode[] = [];
  providers.forEach((provider, index) => {
    const button = isButton(provider);
    if (!button && provider.type !== "email" && !provider.credentials) return;
    const previous = providers[index - 1];
    const follows = previous !== undefined && !(button && isButton(previous));
    if (follows && blocks.length > 0) blocks.push(<hr />);
    blocks.push(
      <div class={button ? "provider" : "provider fields"} key={provider.id}>
        {button
          ? buttonForm({ provider, props, messages }, index)
          : fieldsForm({ provider, props, messages }, idOf(provider, providers))}
      </div>,
    );
  });
  return (
    <main class={providers.filter(isButton).length > MANY ? "signin many" : "signin"}>
      <div class="card">
        <Logo theme={theme} />
        <h1>{messages.signIn.heading}</h1>
        <p class="subtitle">{fill(messages.signIn.to, { host })}</p>
        {error && (
          <div class="error" id="signin-error" role="alert">
            <p>{signInError(messages, error)}</p>
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

// Called as plain functions: a page of many providers would pay for each component.
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
  const path = markOf(provider.id)?.path;
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

/** The first form with fields has the plain id that tests look for; ids are unique. */
function idOf({ id }: PageProvider, providers: readonly PageProvider[]): string {
  const first = providers.find(({ type, credentials }) => type === "email" || credentials);
  return first?.id === id ? "submitButton" : `submitButton-${id}`;
}

function fieldsForm({ provider, props, messages }: FormProps, submitId: string): VNode {
  const { id, name, type } = provider;
  const isEmail = type === "email";
  const fields: Record<string, CredentialInput> = isEmail
    ? { email: { label: messages.signIn.email, type: "email", required: true, value: props.email } }
    : provider.credentials ?? {};
  return (
    <form action={isEmail ? provider.signinUrl : provider.callbackUrl} method="POST">
      {hidden(props)}
      {Object.entries(fields).map(([field, input]) => (
        <Field {...{ id, field, input, invalid: props.error === "CredentialsSignin" }} />
      ))}
      <button id={submitId} class="submit" type="submit">
        {fill(messages.signIn.submit, { name })}
      </button>
    </form>
  );
}

function Field(
  { id, field, input, invalid }: {
    id: string;
    field: string;
    input: CredentialInput;
    invalid: boolean;
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
        aria-describedby={invalid ? "signin-error" : undefined}
      />
    </div>
  );
}

/** What password managers look for, when the app does not say. */
function autocompleteOf(field: string, type: string): string | undefined {
  if (type === "password") return "current-password";
  if (type === "email" || /mail/i.test(field)) return "email";
  return /^(user(name)?|login|name)$/i.test(field) ? "username" : undefined;
}

/** Attributes without scripts and styles, which the page's policy forbids anyway. */
function harmless(attributes: CredentialInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) =>
      value !== undefined && /^[a-z][a-z-]*$/i.test(name) && !/^(on|style$|form)/i.test(name)
    ),
  );
}
