/**
 * Hydrates the app in React.
 *
 * @module
 */

/// <reference lib="dom" />

// @ts-types="@types/react"
import { createElement, useEffect } from "react";
// @ts-types="@types/react-dom/client"
import { hydrateRoot } from "react-dom/client";
import { markReady, readData } from "./_page.ts";
import { App } from "./react.ts";

function Page() {
  useEffect(markReady, []);
  return createElement(App, readData());
}

hydrateRoot(document.getElementById("app")!, createElement(Page));
