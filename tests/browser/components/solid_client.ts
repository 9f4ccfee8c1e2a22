/**
 * Hydrates the app in Solid.
 *
 * @module
 */

/// <reference lib="dom" />

import { createComponent, onMount } from "solid-js";
import { hydrate } from "solid-js/web";
import { markReady, readData } from "./_page.ts";
import { App } from "./solid.ts";

// What `generateHydrationScript` of Solid writes, where a policy allows scripts in a page.
Object.assign(globalThis, { _$HY: { events: [], completed: new WeakSet(), r: {}, fe() {} } });
hydrate(() => {
  onMount(markReady);
  return createComponent(App, readData());
}, document.getElementById("app")!);
