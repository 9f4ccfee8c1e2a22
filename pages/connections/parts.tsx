/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Common parts of the page of an organization's single sign-on.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import type { Texts } from "../../src/types/texts.ts";
import { CopyButton } from "../factor/parts.tsx";
import {
  CSS as ORGANIZATION_CSS,
  type PartInput,
  StepForm,
  type ViewInput,
} from "../organizations/parts.tsx";
import type { ConnectionList } from "./step.ts";

/** Input of a view. */
export interface Input<Props = unknown> extends Omit<PartInput, "props"> {
  /** Data of the page. */
  readonly props: Props;
  /** Language of the texts. */
  readonly language: string;
  /** Texts of this page. */
  readonly own: Texts["connections"];
  /** Label of the choice of a role. */
  readonly roleLabel: string;
  /** The words for a role. */
  readonly roleOf: ViewInput<unknown>["roleOf"];
  /** Texts of the buttons that copy. */
  readonly copy: Pick<Texts["factor"], "copied" | "copy">;
}

/** Input of the view that has everything. */
export type ListInput = Input<ConnectionList>;

/** The styles: those of organizations, and of values to copy. */
export const CSS = `${ORGANIZATION_CSS}
.account code{font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere;user-select:all}
.account .made{display:block;margin:0 0 1rem;padding:.875rem 1rem;border:var(--line);border-radius:var(--border-radius)}
.account .copies dd{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;align-items:center}
.account li .copies,.account .copies:last-child{margin:.75rem 0 0}.account .card>.acts,.account .card>form+.acts{justify-content:flex-start;align-items:center;gap:.5rem 1rem}
.account .card>.row{border-top:var(--line);margin-top:1rem;padding-bottom:0;min-height:3.5rem}
.account .acts .act{padding:.5rem 0}.account .lost{color:var(--color-danger)}
.account .card>.copies:first-child{margin:0 0 1.25rem}.account h2+p{max-width:44rem}
.account textarea{min-height:7rem;font:.875rem/1.5 ui-monospace,monospace}
.account .failed code{display:block;margin-top:.25rem}.account.one .failed{margin-bottom:1rem}`;

/** A list of values to copy. */
export function Copies(
  { input, values }: {
    input: Pick<Input, "copy">;
    values: readonly (readonly [label: string, value: string])[];
  },
): VNode {
  return (
    <dl class="copies">
      {values.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code dir="ltr">{value}</code>
            <CopyButton text={value} texts={input.copy} name="small" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns `true` where forms are shown: not to a person who acts for the user, or without a proof. */
export function isChangeable({ props: { isReadOnly, proofUrl } }: ListInput): boolean {
  return !isReadOnly && proofUrl === undefined;
}

/** A button that is a form by itself; nothing where the page cannot change anything. */
export function button(
  input: ListInput,
  step: string,
  text: string,
  fields: Readonly<Record<string, string>> = {},
  label?: string,
): VNode | false {
  if (!isChangeable(input)) return false;
  return (
    <StepForm input={input} step={step} fields={fields} isFaulty={false}>
      <button
        class={/^(remove|revoke)-/.test(step) ? "small danger" : "small"}
        type="submit"
        aria-label={label}
      >
        {text}
      </button>
    </StepForm>
  );
}
