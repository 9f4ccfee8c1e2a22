/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Rows of the account page, and of pages that look like it.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";

/** A card with rows; nothing without any. */
export function rows(...some: readonly (VNode | false)[]): VNode | false {
  return some.some(Boolean) && <div class="rows card">{some}</div>;
}

/** One row: a label, a value, and what can be done. */
export function row(
  id: string,
  label: string,
  { value, children, acts }: {
    /** The value, between the label and the links. */
    value?: ComponentChildren;
    /** Content in place of the value and the links. */
    children?: ComponentChildren;
    acts?: ComponentChildren;
  },
): VNode {
  return (
    <div class="row" role="group" aria-labelledby={id} key={id}>
      <h3 id={id}>{label}</h3>
      {children ? <div class="value wide">{children}</div> : (
        <>
          <div class="value">{value}</div>
          {acts && <div class="acts">{acts}</div>}
        </>
      )}
    </div>
  );
}

/** A link of a row: a word for the eye, and a sentence for those who hear the links alone. */
export function act(url: string, word: string, sentence: string, isDanger = false): VNode {
  return (
    <a class={isDanger ? "act danger" : "act"} href={url} aria-label={sentence} key={sentence}>
      {word}
    </a>
  );
}
