/**
 * The script of pages that post an answer: to an app, or of a provider once more.
 * `tests/tools/page_script.ts` compiles this file into `pages/post/script.ts`.
 *
 * @module
 */

/// <reference lib="dom" />

/** Posts the form of the page. */
export function postAnswer(): void {
  document.querySelector<HTMLFormElement>("form[data-answer]")!.submit();
}
