/**
 * The script of the page that posts the answer to an app.
 * `tests/tools/page_script.ts` compiles this file into `pages/oauth_server/post_script.ts`.
 *
 * @module
 */

/// <reference lib="dom" />

/** Posts the form of the page. */
export function postAnswer(): void {
  document.querySelector<HTMLFormElement>("form[data-answer]")!.submit();
}
