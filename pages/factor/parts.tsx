/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * What the pages of second factors have in common: the steps of a set-up, rows with methods, and
 * buttons that need a script.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { Form } from "../form.tsx";
import { pickTexts } from "./messages.ts";
import type { ShownFactor, Walk } from "./step.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Id of the factor that no copied page can ask for, and that needs no typing. */
const RECOMMENDED = "passkey";

/** Place of the page among the steps of a set-up; nothing where there is a single one. */
export function Steps(
  { walk: { at, steps }, texts }: { walk: Walk; texts: Texts["factor"] },
): VNode | null {
  if (steps < 2) return null;
  const dots = Array.from({ length: steps }, (_, index) => index < at ? "past" : undefined);
  return (
    <p class="steps">
      <span aria-hidden="true">{dots.map((name, key) => <i key={key} class={name} />)}</span>
      {fill(texts.step, { at: String(at), steps: String(steps) })}
    </p>
  );
}

/** Input of the rows with methods. */
export interface OptionsProps {
  /** The methods. */
  factors: readonly ShownFactor[];
  /** Target of the forms. */
  formAction: string;
  /** Token for forms. */
  csrfToken: string | undefined;
  /** Texts of the methods. */
  texts: Texts["factor"];
}

/** The methods that a user can set up, the recommended one first. */
export function Options(
  { factors, formAction, csrfToken, texts }: OptionsProps,
): VNode {
  const isBest = ({ id }: ShownFactor) => id === RECOMMENDED && factors.length > 1;
  const sorted = factors.toSorted((a, b) => Number(isBest(b)) - Number(isBest(a)));
  return (
    <ul class="rows">
      {sorted.map((factor) => {
        const { id } = factor;
        const { about, setUp } = pickTexts(texts, factor);
        return (
          <li key={id}>
            <Form action={formAction} csrfToken={csrfToken} fields={{ factor: id }}>
              <button
                type="submit"
                name="step"
                value="enrol"
                aria-describedby={about && `about-${id}`}
              >
                {setUp}
              </button>
              {isBest(factor) && <span class="last">{texts.choose.recommended}</span>}
              {about && <p id={`about-${id}`}>{about}</p>}
            </Form>
          </li>
        );
      })}
    </ul>
  );
}

/** A button that copies a text; hidden until the script of the page finds that it can. */
export function CopyButton(
  { text, texts, name = "button create" }: {
    text: string;
    texts: Pick<Texts["factor"], "copied" | "copy">;
    name?: string;
  },
): VNode {
  return (
    <button type="button" class={name} hidden data-copy={text} data-done={texts.copied}>
      <span aria-live="polite">{texts.copy}</span>
    </button>
  );
}
