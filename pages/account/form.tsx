/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Forms of the account page.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import type { AccountPageTexts } from "../../src/types/account_texts.ts";
import type { AccountProps, AccountStep } from "./props.ts";
import type { PageProps } from "../props.ts";

/** Input of a view. */
export interface ViewInput<Step extends AccountProps["step"]> {
  /** Data of the page. */
  props: Extract<AccountProps, { step: Step }>;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  /** Texts. */
  messages: AccountPageTexts;
}

/** A form that asks for one change. */
export function Form(
  { props: { url, csrfToken }, step, fields = {}, children }: {
    props: AccountProps;
    step: AccountStep;
    /** Hidden fields. */
    fields?: Readonly<Record<string, string>>;
    children: ComponentChildren;
  },
): VNode {
  const hidden = Object.entries({
    ...csrfToken === undefined ? {} : { csrfToken },
    step,
    ...fields,
  });
  return (
    <form action={url} method="POST">
      {hidden.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {children}
    </form>
  );
}

/** The field for a name, and its button. */
export function NameField(
  { value, label, save, invalid }: {
    value: string;
    label: string;
    save: string;
    /** Sentence about the name that was typed. */
    invalid: string | false;
  },
): VNode {
  return (
    <>
      {invalid && (
        <div class="error" id="name-error" role="alert">
          <p>{invalid}</p>
        </div>
      )}
      <div class="field">
        <label class="section-header" for="input-name">{label}</label>
        <input
          id="input-name"
          name="name"
          type="text"
          value={value}
          maxlength={64}
          required
          autocomplete="off"
          aria-invalid={invalid ? "true" : undefined}
          aria-describedby={invalid ? "name-error" : undefined}
        />
      </div>
      <button class="button create" type="submit">{save}</button>
    </>
  );
}
