/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The fields of the pages for signing in and signing up, and what they show after a refusal.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { ownMember } from "../src/base/objects.ts";
import type { CredentialInput } from "../src/types/provider.ts";
import { ErrorMessage } from "./form.tsx";
import { isOfAnother, signInError } from "./messages.ts";
import { fill } from "../src/base/language.ts";
import type { PageTexts } from "../src/types/texts.ts";
import type { PageInput, PageProps, PageProvider } from "./props.ts";

/** The sentence about a refused sign-in. */
export function Refusal({ props, messages }: Omit<PageInput, "language">): VNode {
  const { error, code, providers = [] } = props;
  const failed = providers.find(({ id }) => id === failedProvider(props));
  const hasEmail = failed?.credentials?.email !== undefined;
  const text = error === "CredentialsSignin" && !hasEmail
    ? messages.signInErrors.wrongDetails
    : error && signInError(messages, error, code);
  return <ErrorMessage id="signin-error" text={text} />;
}

/** Tells a user who is signed in already who that is, with the link that goes on. */
export function SignedIn({ props, messages }: Omit<PageInput, "language">): VNode | null {
  const { user, callbackUrl } = props;
  const { signedIn, goOn } = messages.signIn;
  if (user === undefined) return null;
  return (
    <p class="signed-in" role="status">
      {fill(signedIn, { name: user })} <a href={callbackUrl}>{goOn}</a>
    </p>
  );
}

/** Id of the provider in whose form the sentence is shown; `undefined` shows it above all forms. */
export function failedProvider({ error, typed, providers = [] }: PageProps): string | undefined {
  // What another site refused is about no field, whatever was typed before.
  if (error === undefined || isOfAnother(error)) return undefined;
  const own = providers.filter(({ id, type }) =>
    typed ? id === typed.provider : error === "CredentialsSignin" && type === "credentials"
  );
  return own.length === 1 ? own[0]!.id : undefined;
}

/** A field of a form. */
export interface FormField {
  /** Id of the provider. */
  id: string;
  /** Name of the field. */
  field: string;
  /** Attributes of the input, and its label. */
  input: CredentialInput;
}

/** What a form asks for. */
export interface FieldListProps extends Omit<PageInput, "language"> {
  /** The fields. */
  fields: readonly FormField[];
  /** Ids of the providers whose form it is. */
  owners: readonly (string | undefined)[];
  /** `true` for the first form of a page, whose first empty field has the focus. */
  isFirst?: boolean;
}

/**
 * The fields of a form. They hold what was typed before a refusal, and the sentence about it is
 * below the field that has the focus then: the first password, else the first field.
 */
export function fieldList(
  { fields, props, messages, owners, isFirst = false }: FieldListProps,
): (VNode | false)[] {
  const { typed } = props;
  const failedId = failedProvider(props);
  const isFailed = failedId !== undefined && owners.includes(failedId);
  const isTyped = typed !== undefined && owners.includes(typed.provider);
  const wrong = isFailed
    ? fields.find(({ input }) => input.type === "password") ?? fields[0]
    : undefined;
  const values = fields.map(({ field, input }) =>
    (isTyped ? ownMember(typed.fields, field) : undefined) ?? input.value
  );
  const isRefused = props.error === "CredentialsSignin";
  const isNext = isFirst && failedId === undefined;
  const focused = wrong ??
    (isNext ? fields.find((_, index) => !values[index]) ?? fields[0] : undefined);
  return fields.flatMap((one, index) => [
    <Field
      key={one.field}
      {...one}
      input={values[index] === undefined ? one.input : { ...one.input, value: values[index] }}
      invalid={isFailed && (isRefused || one === wrong)}
      described={isFailed || isRefused || (one === focused && Boolean(props.error))}
      focused={one === focused}
    />,
    one === wrong && <Refusal key="refusal" {...{ props, messages }} />,
  ]);
}

/**
 * The sentence on a button. One for emails says what will happen, since people know no service that
 * sends them.
 */
export function withName(
  { name, type, passwordUrl }: PageProvider,
  { signIn }: PageTexts,
): string {
  if (type === "email") return signIn.link;
  if (name === "Password" && passwordUrl !== undefined) return signIn.withPassword;
  if (name === "Passkey" && type === "webauthn") return signIn.withPasskey;
  return fill(signIn.with, { name });
}

/** A field whose label is in the language of the page, unless the app wrote it. */
export function translated(
  input: CredentialInput,
  { passwordUrl }: PageProvider,
  { signIn }: PageTexts,
): CredentialInput {
  const { label } = input;
  if (label === "Email") return { ...input, label: signIn.email };
  return label === "Password" && passwordUrl !== undefined
    ? { ...input, label: signIn.password }
    : input;
}

/** The field for an address to which an email is sent. */
export function emailField({ email }: PageProps): CredentialInput {
  return { label: "Email", type: "email", required: true, ...(email ? { value: email } : {}) };
}

/** Id of the input of a field. */
export function makeInputId(field: string, id: string): string {
  return `input-${field}-for-${id}-provider`;
}

/** A field with its label. */
export function Field(
  { id, field, input, invalid, described, focused, ...data }: FormField & {
    invalid?: boolean;
    described?: boolean;
    focused?: boolean;
    "data-form-field"?: string;
  },
): VNode {
  const { label, type = "text", ...attributes } = input;
  const inputId = makeInputId(field, id);
  return (
    <div class="field">
      <label class="section-header" for={inputId}>{label ?? field}</label>
      <input
        {...harmless({ autocomplete: pickAutocomplete(field, type), ...attributes, type })}
        name={field}
        id={inputId}
        {...data}
        {...focused ? { autofocus: true } : {}}
        aria-invalid={invalid ? "true" : undefined}
        aria-describedby={described ? "signin-error" : undefined}
      />
    </div>
  );
}

/** Default for `autocomplete`, which password managers read. */
function pickAutocomplete(field: string, type: string): string | undefined {
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
