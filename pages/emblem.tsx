/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The sign of an organization.
 *
 * @module
 */

import type { VNode } from "preact";
import { initialOf } from "./brand.ts";
import { h } from "./render.ts";

/** The styles of a logo, beside those of an initial. */
export const EMBLEM_CSS =
  "img.initial{background:none;border-radius:calc(var(--border-radius)*2/3);object-fit:contain}";

/** The logo of an organization, or its initial. Its name stands beside it. */
export function Emblem({ name, logo }: { name: string; logo?: string | undefined }): VNode {
  return logo
    ? <img class="initial" src={logo} alt="" width={48} height={48} />
    : <span class="initial" aria-hidden="true">{initialOf(name)}</span>;
}
