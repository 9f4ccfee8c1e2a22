/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Lines of lists on the pages of operators.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import type { Input } from "./parts.tsx";
import type { ShownOperatorItem } from "./step.ts";

/** Something that is kept about a user, as a line of a list. */
export function itemRow(
  { language }: Input<unknown>,
  { name, text, at }: ShownOperatorItem,
): VNode {
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="facts">
          {text && (
            <span>
              <bdi>{text}</bdi>
            </span>
          )}
          {at && <span>{dateInWords(language, at, "medium")}</span>}
        </span>
      </div>
    </li>
  );
}
