/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The access of an app, in words.
 *
 * @module
 */

import { h } from "../render.ts";
import type { ScopesInWords } from "./in_words.ts";

/** A list of scopes below the name of their resource. */
export function ScopeList({ name, scopes }: ScopesInWords) {
  return (
    <div key={name}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            <bdi>{scope}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
