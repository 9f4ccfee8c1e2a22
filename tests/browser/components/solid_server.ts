/**
 * Renders the app in Solid.
 *
 * @module
 */

import { createComponent } from "solid-js";
import { renderToString } from "solid-js/web";
import type { PageData } from "./_page.ts";
import { App } from "./solid.ts";

/** Renders the page. */
export function render(data: PageData): string {
  return renderToString(() => createComponent(App, data));
}
