/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The fields of the sign-in page, and what they show after a refusal.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { ownMember } from "../src/base/objects.ts";
import type { CredentialInput } from "../src/types/provider.ts";
import { ErrorMessage } from "./form.tsx";
import { signInError } from "./messages.ts";
import type { PageInput, PageProps } from "./props.ts";

/** The sentence about a refused sign-in. */
export function Refusal({ props: { error, code }, messages }: Omit<PageInput, "language">): VNode {
  const text = error && signInError(messages, error, code);
  return <ErrorMessage id="signin-error" text={text} />;
}

/** Id of the provider in whose form the sentence is shown; `undefined` shows it above all forms. */
export function failedProvider({ error, failed, providers = [] }: PageProps): string | undefined {
  if (error === undefined) return undefined;
  const own = providers.filter(({ id, type }) =>
    failed ? id === failed.provider : error === "CredentialsSignin" && type === "credentials"
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

/**
 * The fields of a form. After a refusal they hold what was typed, and the sentence about it is
 * below the field that has the focus: `wrong`, else the first password, else the first field.
 */
export function fieldList(
  fields: readonly FormField[],
  { props, messages }: Omit<PageInput, "language">,
  isFailed: boolean,
  wrong?: string,
): (VNode | false)[] {
  const isWrong = ({ field, input }: FormField) =>
    wrong === undefined ? input.type === "password" : field === wrong;
  const focused = isFailed ? fields.find(isWrong) ?? fields[0] : undefined;
  const isRefused = props.error === "CredentialsSignin";
  return fields.flatMap((one) => {
    const typed = isFailed ? ownMember(props.failed?.fields ?? {}, one.field) : undefined;
    const input = typed === undefined ? one.input : { ...one.input, value: typed };
    return [
      <Field
        key={one.field}
        {...one}
        input={input}
        invalid={isFailed && (isRefused || one === focused)}
        described={isFailed || isRefused}
        focused={one === focused}
      />,
      one === focused && <Refusal key="refusal" {...{ props, messages }} />,
    ];
  });
}

/** Id of the input of a field. */
export function inputIdOf(field: string, id: string): string {
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
  const inputId = inputIdOf(field, id);
  return (
    <div class="field">
      <label class="section-header" for={inputId}>{label ?? field}</label>
      <input
        {...harmless({ autocomplete: autocompleteOf(field, type), ...attributes, type })}
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
