/**
 * Renders the app in React.
 *
 * @module
 */

// @ts-types="@types/react"
import { createElement } from "react";
// @ts-types="@types/react-dom/server"
import { renderToString } from "react-dom/server";
import type { PageData } from "./_page.ts";
import { App } from "./react.ts";

/** Renders the page. */
export function render(data: PageData): string {
  return renderToString(createElement(App, data));
}
