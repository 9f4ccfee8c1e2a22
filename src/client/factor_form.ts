/**
 * The script of the pages of second factors: runs the ceremony whose options the form
 * holds, and posts the credential. `tests/tools/page_script.ts` compiles this file into
 * `pages/factor/ceremony_script.ts`.
 *
 * The script's text is the same on every page, so that the page's policy can allow it by
 * its hash; the form's `data-` attributes hold what differs.
 *
 * @module
 */

/// <reference lib="dom" />

import type { WebAuthnOptionsResponse } from "../types/webauthn.ts";
import { isSupported, runCeremony } from "./ceremony.ts";
import { explain, post, say, setBusy, showNote } from "./form.ts";

/** Sets up every form with a ceremony. */
export function setUpFactorForms(): void {
  document.querySelectorAll<HTMLFormElement>("form[data-ceremony]").forEach(setUp);
}

function setUp(form: HTMLFormElement): void {
  if (!isSupported()) return showNote(form);
  const ceremony: WebAuthnOptionsResponse = JSON.parse(form.dataset.ceremony!);
  form.hidden = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy) return;
    setBusy(form, true);
    say(form, "");
    try {
      post(form, { answer: JSON.stringify(await runCeremony(ceremony, false)) });
    } catch (error) {
      setBusy(form, false);
      explain(form, error);
    }
  });
  // A page from the back-forward cache shows the form as it was when it was posted.
  addEventListener("pageshow", () => setBusy(form, false));
}
