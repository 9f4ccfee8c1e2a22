/**
 * The script of the built-in sign-in page: runs a passkey ceremony and posts
 * the credential with the form. `tests/tools/page_script.ts` compiles this file
 * into `pages/webauthn_script.ts`.
 *
 * The form's button signs in with any passkey that the browser has. On the page for new accounts
 * it creates a passkey for the user whom the form's fields name, or a field of another form. The
 * browser's autofill offers saved passkeys where it can.
 *
 * The script's text is the same on every page, so that the page's policy can
 * allow it by its hash; the form's `data-` attributes hold what differs.
 *
 * @module
 */

/// <reference lib="dom" />

import type { WebAuthnAction } from "../types/webauthn.ts";
import { fetchOptions, isAutofillSupported, isSupported, runCeremony } from "./ceremony.ts";
import { explain, nameOf, post, say, setBusy, showNote } from "./form.ts";

/** A challenge lives for 15 minutes, but a page may be open for longer. */
const RENEWAL_MS = 10 * 60 * 1000;

/** Hidden members of the form that are no fields of a new user. */
const NOT_FIELDS: readonly string[] = ["csrfToken", "callbackUrl"];

/** Sets up every passkey form of the page. */
export function setUpPasskeyForms(): void {
  document.querySelectorAll<HTMLFormElement>("form[data-passkey]").forEach(setUp);
}

function setUp(form: HTMLFormElement): void {
  if (!isSupported()) return showNote(form);
  const identifier = form.dataset.identifier === undefined
    ? null
    : document.getElementById(form.dataset.identifier) as HTMLInputElement | null;
  let offersAutofill = false;
  let isBusy = false;
  let isTouched = false;
  let waiting: AbortController | undefined;

  form.hidden = false;
  // Only a new passkey needs the fields; a saved one knows its user.
  form.noValidate = true;

  async function run(action?: WebAuthnAction, autofill?: AbortSignal): Promise<void> {
    const fields = action === "register" ? readFields(form, identifier) : new URLSearchParams();
    const asked = await fetchOptions(form.dataset.passkey!, fields, action, autofill);
    if (asked.options === undefined && asked.proofUrl !== undefined) {
      isBusy = true;
      return location.assign(asked.proofUrl);
    }
    if (!asked.options) throw { name: asked.code };
    const credential = await runCeremony(asked, autofill !== undefined, autofill);
    isBusy = true;
    post(form, { action: asked.action, data: JSON.stringify(credential) });
  }

  async function press(action?: WebAuthnAction): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    setBusy(form, true);
    say(form, "");
    waiting?.abort();
    waiting = undefined;
    try {
      await run(action);
    } catch (error) {
      isBusy = false;
      setBusy(form, false);
      explain(form, error);
      offer();
    }
  }

  async function offer(): Promise<void> {
    if (!offersAutofill || waiting || isBusy || document.hidden) return;
    const controller = waiting = new AbortController();
    const { signal } = controller;
    const stop = (): void => {
      controller.abort();
      if (waiting === controller) waiting = undefined;
    };
    const renewal = setTimeout(() => {
      stop();
      offer();
    }, RENEWAL_MS);
    try {
      await run("authenticate", signal);
    } catch (error) {
      // The next focus or visit of the page tries again. Only a failure that may
      // follow from a chosen passkey is explained: on a page that nobody has
      // touched, nobody has chosen one.
      if (isTouched && !signal.aborted && nameOf(error) === "NotAllowedError") explain(form, error);
    } finally {
      clearTimeout(renewal);
      if (waiting === controller) waiting = undefined;
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // A user who is signed in, and proves again who it is, is not asked who signs in.
    const action = form.dataset.action as WebAuthnAction | undefined;
    if (action !== "register" || (identifier ?? form).reportValidity()) press(action);
  });
  // The form of a page from the back-forward cache has been posted already.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  if (!("autofill" in form.dataset)) return;
  // The browser counts presses on the page before too, and the page itself gives a field the focus.
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => isTouched = true);
  isAutofillSupported().catch(() => false).then((isAvailable) => {
    offersAutofill = isAvailable;
    for (const part of [form, identifier]) part?.addEventListener("focusin", offer);
    document.addEventListener("visibilitychange", offer);
    offer();
  });
}

function readFields(form: HTMLFormElement, identifier: HTMLInputElement | null): URLSearchParams {
  const fields = new URLSearchParams(identifier ? { [identifier.name]: identifier.value } : {});
  for (const [name, value] of new FormData(form)) {
    if (!NOT_FIELDS.includes(name)) fields.set(name, String(value));
  }
  return fields;
}
