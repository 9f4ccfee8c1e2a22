/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Forms of the pages: their hidden fields, fields, buttons and messages about errors.
 *
 * @module
 */

import type { ComponentChildren, JSX, VNode } from "preact";
import { Fragment, h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { ownMember } from "../src/base/objects.ts";

/** Hidden fields of a form. */
export interface HiddenFieldsProps {
  /** Token that protects the form, and names the visitor. */
  csrfToken: string | undefined;
  /** Further fields; `undefined` leaves one out. */
  fields?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Hidden fields of a form, the token first. */
export function hiddenFields({ csrfToken, fields }: HiddenFieldsProps): (VNode | false)[] {
  const inputs = [hiddenField("csrfToken", csrfToken)];
  for (const name in fields) inputs.push(hiddenField(name, fields[name]));
  return inputs;
}

function hiddenField(name: string, value: string | undefined): VNode | false {
  return value !== undefined && <input key={name} type="hidden" name={name} value={value} />;
}

/** A form that is posted. */
export function Form(
  { action, hasFile, children, ...hidden }: HiddenFieldsProps & {
    action: string | undefined;
    /** `true` for a form with a file. Default: it has none. */
    hasFile?: boolean | undefined;
    children: ComponentChildren;
  },
): VNode {
  return (
    <form action={action} method="POST" enctype={hasFile ? "multipart/form-data" : undefined}>
      {hiddenFields(hidden)}
      {children}
    </form>
  );
}

/** The form's first button, with the id that it has on the pages of Auth.js. */
export function SubmitButton({ children }: { children: string }): VNode {
  return <button id="submitButton" class="submit" type="submit">{children}</button>;
}

/** A sentence about an error, which screen readers announce; nothing without a sentence. */
export function ErrorMessage(
  { id, text }: { id?: string; text: string | false | undefined },
): VNode | null {
  if (!text) return null;
  return (
    <div class="error" id={id} role="alert">
      <p>{text}</p>
    </div>
  );
}

/** The sentence about an error; `undefined` without one. */
export function errorText(
  errors: Readonly<Record<string, string>> & { readonly default: string },
  error: string | undefined,
  slots: Readonly<Record<string, string>> = {},
): string | undefined {
  return error === undefined ? undefined : fill(ownMember(errors, error) ?? errors.default, slots);
}

/** A field with its label. */
export function Field(
  { id, label, errorId, hint, children, ...attributes }:
    & Omit<JSX.IntrinsicElements["input"], "label">
    & {
      id: string;
      label: ComponentChildren;
      /** Id of the message about an error in the field. */
      errorId?: string | false | undefined;
      /** Rules for the value, below the field. */
      hint?: { id: string; text: string };
      /** What stands beside the input, such as a button. */
      children?: ComponentChildren;
    },
): VNode {
  const describedBy = [hint?.id, errorId].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label class="section-header" for={id}>{label}</label>
      <input
        id={id}
        {...attributes}
        aria-invalid={errorId ? "true" : undefined}
        aria-describedby={describedBy || undefined}
      />
      {children}
      {hint && <p class="rules" id={hint.id}>{hint.text}</p>}
    </div>
  );
}

/** A field of several lines, with its label. */
export function TextArea(
  { id, label, value, errorId, hint, ...attributes }:
    & Omit<JSX.IntrinsicElements["textarea"], "label" | "value">
    & {
      id: string;
      label: string;
      value: string;
      /** Id of the message about an error in the field. */
      errorId?: string | false | undefined;
      /** Rules for the value, below the field. */
      hint?: { id: string; text: string } | undefined;
    },
): VNode {
  const describedBy = [hint?.id, errorId].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label class="section-header" for={id}>{label}</label>
      <textarea
        id={id}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        {...attributes}
        aria-invalid={errorId ? "true" : undefined}
        aria-describedby={describedBy || undefined}
      >
        {value}
      </textarea>
      {hint && <p class="rules" id={hint.id}>{hint.text}</p>}
    </div>
  );
}

/** The field for a code that is typed from elsewhere: the question of its page, so it has focus. */
export function CodeField(
  {
    id,
    label,
    errorId,
    name,
    value,
    inputmode = "numeric",
    autocomplete = "one-time-code",
    autocapitalize,
    maxlength,
    digits,
  }: {
    id: string;
    label: string;
    /** Id of the message about an error in the field. */
    errorId: string | false | undefined;
    name: string;
    /** Default: empty */
    value?: string | undefined;
    inputmode?: "numeric" | "text";
    /** `"off"` for a code that no message brings. Default: `"one-time-code"` */
    autocomplete?: "off" | "one-time-code";
    autocapitalize?: "characters";
    maxlength: number;
    /** Number of digits after which a script posts the form. Default: it does not */
    digits?: number | undefined;
  },
): VNode {
  return (
    <Field
      id={id}
      label={label}
      errorId={errorId}
      class="code"
      name={name}
      type="text"
      value={value || undefined}
      inputmode={inputmode}
      autocomplete={autocomplete}
      autocapitalize={autocapitalize}
      maxlength={maxlength}
      data-digits={digits}
      required
      autofocus
    />
  );
}

/** The field for a name, and the message about one that is not valid. */
export function NameField(
  { value, label, invalid, autocomplete = "off" }: {
    value: string;
    label: string;
    /** `"name"` for the name of the user. Default: `"off"` */
    autocomplete?: "name" | "off";
    /** Sentence about the name that was typed. */
    invalid: string | false;
  },
): VNode {
  return (
    <>
      <ErrorMessage id="name-error" text={invalid} />
      <Field
        id="input-name"
        name="name"
        type="text"
        value={value}
        maxlength={64}
        required
        autocomplete={autocomplete}
        label={label}
        errorId={invalid && "name-error"}
        autofocus={invalid ? true : undefined}
      />
    </>
  );
}

/** Input of the form of a passkey ceremony. */
export interface PasskeyFormProps extends HiddenFieldsProps {
  /** Id of the form. */
  id?: string;
  /** Target of the form, which gets the credential. */
  action: string;
  /** `data-` attributes for the page's script. */
  data: Readonly<Record<`data-${string}`, string | undefined>>;
  /** Texts. */
  texts: {
    readonly errors: Readonly<Record<string, string>>;
    readonly unsupported: string;
    readonly noScript: string;
  };
  /** Sentence for a script that gets no answer. Default: the script asks for nothing */
  unreachable?: string;
  /** Sentence about an error that the server found. */
  error?: string | false;
  /** Fields and buttons. */
  children: ComponentChildren;
}

/**
 * The form of a passkey ceremony, as `src/client/form.ts` finds it in the page. Hidden until
 * the page's script has found that the browser supports passkeys.
 */
export function PasskeyForm(
  { id, action, data, texts, unreachable, error, children, ...hidden }: PasskeyFormProps,
): VNode {
  return (
    <>
      <form
        id={id}
        action={action}
        method="POST"
        hidden
        {...data}
        data-texts={JSON.stringify({ ...texts.errors, NetworkError: unreachable })}
      >
        {hiddenFields(hidden)}
        <div class="error" role="alert" hidden={!error}>
          <p>{error}</p>
        </div>
        {children}
      </form>
      <p class="note" hidden>{texts.unsupported}</p>
      <noscript>
        <p class="note">{texts.noScript}</p>
      </noscript>
    </>
  );
}
