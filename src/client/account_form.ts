/**
 * The script of the account page: adds passkeys, and tells the browser about changes of them.
 * `tests/tools/page_script.ts` compiles this file into `pages/account/script.ts`.
 *
 * @module
 */

/// <reference lib="dom" />

import { setUpPasskeyForms } from "./passkey_form.ts";
import { syncAt } from "./signals.ts";

/** Sets up the forms that add a passkey. */
export function setUpAccount(): void {
  setUpPasskeyForms();
  document.querySelectorAll<HTMLFormElement>("form[data-sync]").forEach(({ dataset }) =>
    syncAt(dataset.passkey!)
  );
}
