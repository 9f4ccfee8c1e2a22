/**
 * The script of pages with keys and codes: shows the buttons that copy or print them, which do
 * nothing without a script. `tests/tools/page_script.ts` compiles this file into
 * `pages/factor/copy_script.ts`.
 *
 * @module
 */

/** Sets up the buttons. */
export function setUpCopies(root: ParentNode = document): void {
  // Browsers have a clipboard on https and on loopback only.
  if (navigator.clipboard) root.querySelectorAll<HTMLElement>("[data-copy]").forEach(setUp);
  const printer = root.querySelector<HTMLElement>("[data-print]");
  if (!printer) return;
  printer.hidden = false;
  printer.addEventListener("click", () => print());
}

function setUp(button: HTMLElement): void {
  const { copy, done } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(copy!);
    button.firstElementChild!.textContent = done!;
  });
}
