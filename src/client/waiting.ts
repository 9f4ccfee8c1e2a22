/**
 * The script of the page that waits for an email: goes on once the link was opened in another tab,
 * and posts a code once all of its digits are typed.
 * `tests/tools/page_script.ts` compiles this file into `pages/waiting_script.ts`.
 *
 * @module
 */

/// <reference lib="dom" />

/** Asks, whenever the person comes back to the page, whether it leads on by now. */
export function waitForSignIn(): void {
  document.querySelectorAll<HTMLInputElement>("input[data-digits]").forEach(postWhole);
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) return;
    // What is being typed stays: the page is loaded again only when its answer is a redirect.
    const answer = await fetch(location.href, { redirect: "manual" }).catch(() => undefined);
    if (answer?.type === "opaqueredirect") location.reload();
  });
}

function postWhole(field: HTMLInputElement): void {
  const form = field.form!;
  field.addEventListener("input", () => {
    if (field.value.replaceAll(/\D/g, "").length !== Number(field.dataset.digits)) return;
    form.requestSubmit();
    // A click meanwhile would post the code twice.
    form.inert = true;
  });
  addEventListener("pageshow", () => form.inert = false);
}
