/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The form that signs in with a passkey, or creates one for a new account.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { PasskeyForm } from "./form.tsx";
import { hiddenOf, lastMark } from "./provider_buttons.tsx";
import type { PageInput, PageProvider } from "./props.ts";
import { Field, translated, withName } from "./signin_fields.tsx";

/** `true` when the page has a passkey form for the provider. */
export function hasPasskeyForm({ type, formFields }: PageProvider): boolean {
  return type === "webauthn" && Boolean(formFields);
}

/** Input of the form. */
export interface PasskeySignInProps extends Omit<PageInput, "language"> {
  /** The provider of passkeys. */
  provider: PageProvider;
  /** `true` where it stands below another way to sign in. */
  isSecond?: boolean;
  /** Id of the field of another form that names the user. Default: the form has its own fields */
  identifier?: string | undefined;
}

/** The form; its button signs in, or on the page for new accounts creates a passkey. */
export function passkeyForm(
  { provider, props, messages, identifier, isSecond = false }: PasskeySignInProps,
): VNode {
  const { id, callbackUrl, optionsUrl, formFields, autofill } = provider;
  const { passkey } = messages;
  const { isSignUp = false } = props;
  // A saved passkey needs none, but the browser offers it in a field.
  const hasFields = identifier === undefined && (isSignUp || autofill);
  const fields = hasFields ? Object.entries(formFields || {}) : [];
  return (
    <PasskeyForm
      {...hiddenOf(props)}
      id={`${id}-form`}
      action={callbackUrl}
      data={{
        "data-passkey": optionsUrl,
        "data-action": isSignUp ? "register" : props.isSignedIn ? "authenticate" : undefined,
        "data-autofill": autofill && !isSignUp ? "" : undefined,
        "data-identifier": identifier,
      }}
      texts={passkey}
      unreachable={messages.unreachable}
    >
      {fields.map(([field, input], index) => (
        <Field
          key={field}
          {...{ id, field, input: translated(input, provider, messages) }}
          focused={!isSecond && index === 0}
          data-form-field=""
        />
      ))}
      <button
        id={`submitButton-${id}`}
        class={isSecond ? "button create" : "submit"}
        type="submit"
      >
        {isSignUp ? passkey.create : withName(provider, messages)}
        {id === props.lastProvider && !isSignUp && lastMark(messages)}
      </button>
    </PasskeyForm>
  );
}
