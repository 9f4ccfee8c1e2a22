/**
 * The script of the page for a new password: shows what is typed, and says when caps lock is on.
 * `tests/tools/page_script.ts` compiles this file into `pages/password/script.ts`.
 *
 * @module
 */

/** Sets up the fields that have a button. */
export function setUpPasswords(root: ParentNode = document): void {
  const caps = root.querySelector<HTMLElement>("[data-caps]");
  if (!caps) return;
  caps.hidden = false;
  for (const button of root.querySelectorAll<HTMLElement>("[aria-pressed]")) {
    // An app can draw a field and its button with elements around them.
    const id = button.getAttribute("aria-controls")!;
    const input = document.getElementById(id) as HTMLInputElement | null;
    if (!input) continue;
    const show = (isShown: boolean) => {
      input.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", String(isShown));
    };
    button.hidden = false;
    button.addEventListener("click", () => show(input.type === "password"));
    // Browsers keep what was typed into a field of text.
    input.form?.addEventListener("submit", () => show(false));
    input.addEventListener("keyup", (event) => {
      // A browser that fills the field in sends events without keys.
      const isOn = event.getModifierState?.("CapsLock");
      caps.textContent = isOn ? caps.dataset.caps! : "";
    });
  }
}
