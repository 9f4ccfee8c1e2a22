/**
 * Renders the app in Vue.
 *
 * @module
 */

import { renderToString } from "vue/server-renderer";
import type { PageData } from "./_page.ts";
import { createPage } from "./vue.ts";

/** Renders the page. */
export async function render(data: PageData): Promise<string> {
  return await renderToString(createPage(data));
}
