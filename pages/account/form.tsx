/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Input of the views of the account page, and their form.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { h } from "../render.ts";
import type { AccountProps, AccountStep } from "./step.ts";
import { Form } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Input of a view. */
export interface ViewInput<Step extends AccountProps["step"]> {
  /** Data of the page. */
  props: Extract<AccountProps, { step: Step }>;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  /** Texts. */
  messages: Texts["account"];
}

/** A form that asks for one change. */
export function StepForm(
  { props: { formAction, csrfToken }, step, fields, children }: {
    props: AccountProps;
    step: AccountStep;
    /** Hidden fields. */
    fields?: Readonly<Record<string, string>>;
    children: ComponentChildren;
  },
): VNode {
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={{ step, ...fields }}>
      {children}
    </Form>
  );
}
