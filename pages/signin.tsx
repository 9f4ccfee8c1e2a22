/**
 * The ways in, as forms that work without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import type { CredentialInput } from "../src/types/provider.ts";
import { Logo, toImageUrl } from "./layout.tsx";
import { marks } from "./marks.ts";
import { fill, type Messages, signInError } from "./messages.ts";
import type { PageProps, PageProvider } from "./props.ts";

/** Class of the tile behind a provider's mark. */
export function markClass(index: number): string {
  return `brand-${index}`;
}

/** The sign-in page. */
export function SigninPage({ props, messages }: { props: PageProps; messages: Messages }): VNode {
  const { theme, siteUrl, error, code, providers = [] } = props;
  const host = siteUrl ? new URL(siteUrl).host : "";
  const blocks: VNode[] = [];
  let followsButton = true;
  providers.forEach((provider, index) => {
    const isButton = provider.type === "oauth" || provider.type === "oidc";
    if (!isButton && provider.type !== "email" && !provider.credentials) return;
    if (blocks.length > 0 && !(isButton && followsButton)) blocks.push(<hr />);
    followsButton = isButton;
    blocks.push(
      <div class="provider" key={provider.id}>
        {isButton
          ? buttonForm({ provider, props, messages }, index)
          : fieldsForm({ provider, props, messages }, idOf(provider, providers))}
      </div>,
    );
  });
  return (
    <main class="signin">
      <div class="card">
        <Logo theme={theme} />
        <h1>{messages.signIn.heading}</h1>
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
  const path = Object.hasOwn(marks, provider.id) ? marks[provider.id] : undefined;
  return (
    <span class={`mark ${markClass(index)}`} aria-hidden="true">
      {path
        ? (
          <svg viewBox="0 0 24 24">
            <path d={path} />
          </svg>
        )
        : [...provider.name][0]}
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

/** Attributes of text fields: no scripts, styles or other targets, and nothing that is no attribute. */
function harmless(attributes: CredentialInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) =>
      value !== undefined && typeof value !== "object" && /^[a-z][a-z0-9-]*$/i.test(name) &&
      !/^(on|style$|form|children$)/i.test(name)
    ),
  );
}
