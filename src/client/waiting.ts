/**
 * The script of the page that waits for an email: goes on once the link was opened in another tab or
 * window, and posts a code once all of its digits are typed.
 * `tests/tools/page_script.ts` compiles this file into `pages/waiting_script.ts`.
 *
 * @module
 */

/// <reference lib="dom" />

import { postWholeCodes } from "./code.ts";

/** Milliseconds between two questions of a page that is seen. */
const EVERY_MS = 5000;

/** Questions that it asks by itself, for 10 minutes: windows side by side send no event. */
const QUESTIONS = 120;

/** Asks whether the page leads on by now: when the person comes back to it, and while it is seen. */
export function waitForSignIn(): void {
  postWholeCodes();
  document.addEventListener("visibilitychange", ask);
  addEventListener("focus", ask);
  let left = QUESTIONS;
  const timer = setInterval(() => {
    if (left-- > 0) ask();
    else clearInterval(timer);
  }, EVERY_MS);
}

async function ask(): Promise<void> {
  if (document.hidden) return;
  // What is being typed stays: the page is loaded again only when its answer is a redirect.
  const answer = await fetch(location.href, { redirect: "manual" }).catch(() => undefined);
  if (answer?.type === "opaqueredirect") location.reload();
}
