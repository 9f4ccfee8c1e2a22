/**
 * The script of pages with a field for a code of a fixed length: posts the form once all digits are
 * typed, pasted or filled in.
 * `tests/tools/page_script.ts` compiles this file into `pages/code_script.ts`.
 *
 * @module
 */

/**
 * Posts the form of each field that says how many digits it takes.
 *
 * @param signal ends what listens at the window
 */
export function postWholeCodes(root: ParentNode = document, signal?: AbortSignal): void {
  for (const field of root.querySelectorAll<HTMLInputElement>("input[data-digits]")) {
    postWhole(field, { signal });
  }
}

function postWhole(field: HTMLInputElement, options: { signal: AbortSignal | undefined }): void {
  const form = field.form!;
  field.addEventListener("input", () => {
    const digits = field.value.normalize("NFKC").replaceAll(/\D/g, "");
    if (digits.length !== Number(field.dataset.digits)) return;
    form.requestSubmit();
    // A click meanwhile would post the code twice.
    form.inert = true;
  });
  // The field keeps the focus until the page is drawn again, and with it what Enter does.
  form.addEventListener("submit", (event) => form.inert && event.preventDefault());
  addEventListener("pageshow", () => form.inert = false, options as AddEventListenerOptions);
}
