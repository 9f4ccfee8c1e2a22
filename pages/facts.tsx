/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Facts that a person decides by, each with its name: one look on every page.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { h } from "./render.ts";

/** The styles, for the page that has it. */
export const FACTS_CSS =
  `dl{margin:0 0 1.5rem;border:var(--line);border-radius:var(--border-radius);padding:.375rem 1rem}
dl>div{padding:.375rem 0}dl>div+div{border-top:var(--line)}
dt{color:var(--color-primary);font-size:.875rem}dd{margin:0;font-weight:550;overflow-wrap:anywhere}dd .facts{display:block;font-weight:400}`;

/** Facts in a frame. */
export function Facts({ children }: { children: ComponentChildren }): VNode {
  return <dl>{children}</dl>;
}

/** A fact: its name, and what it is. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
