/**
 * The script of the page that waits for an email: goes on once the link was opened in another tab.
 * `tests/tools/page_script.ts` compiles this file into `pages/waiting_script.ts`.
 *
 * @module
 */

/// <reference lib="dom" />

/** Asks, whenever the person comes back to the page, whether it leads on by now. */
export function waitForSignIn(): void {
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) return;
    // What is being typed stays: the page is loaded again only when its answer is a redirect.
    const answer = await fetch(location.href, { redirect: "manual" }).catch(() => undefined);
    if (answer?.type === "opaqueredirect") location.reload();
  });
}
