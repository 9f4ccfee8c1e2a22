/**
 * The one script of the built-in pages: runs a passkey ceremony and posts its
 * answer with the form. It is the same text on every page, so that the page's
 * policy can name it by its hash; what differs is in the form's attributes.
 *
 * The form's button signs in with any passkey that the browser has; a second
 * one creates a passkey for the person whom the form names. The browser's
 * autofill offers saved ones. Nothing is loaded from elsewhere.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-api WebAuthn Level 3 §5}
 * @module
 */

import type { Messages } from "./messages.ts";

/** Sentences the script may say, by key. */
export type PasskeyTexts = Messages["passkey"]["errors"];

/** Text of the script; must not hold the end of a script element. */
export const webauthnScript: string = `"use strict";
(() => {
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const named = (keys) => keys && keys.map((key) => ({ ...key, id: bytes(key.id) }));
  const toJson = ({ id, rawId, type, response }) => {
    const members = {};
    for (
      const name of [
        "clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle",
      ]
    ) if (response[name]) members[name] = text(response[name]);
    if (response.getTransports) members.transports = response.getTransports();
    return { id, rawId: text(rawId), type, response: members, clientExtensionResults: {} };
  };

  function setUp(form) {
    const { credentials } = navigator;
    const texts = JSON.parse(form.dataset.texts);
    const box = form.querySelector("[role=alert]");
    const create = form.querySelector("button[type=button]");
    const offersAutofill = "autofill" in form.dataset;
    let busy = false;
    let waiting;

    if (!window.PublicKeyCredential || !credentials) {
      form.nextElementSibling.hidden = false;
      return;
    }
    form.hidden = false;
    // Only a new passkey needs to know whose it is.
    form.noValidate = true;
    if (create) create.hidden = false;
    const say = (words) => {
      box.firstElementChild.textContent = words;
      box.hidden = !words;
    };

    async function ask(action) {
      const url = new URL(form.dataset.passkey);
      if (action) url.searchParams.set("action", action);
      for (const [name, value] of action === "register" ? new FormData(form) : []) {
        if (name !== "csrfToken" && name !== "callbackUrl") url.searchParams.set(name, value);
      }
      const answer = await fetch(url);
      const body = await answer.json();
      if (answer.ok && body.options) return body;
      throw { name: body.code };
    }

    async function perform({ action, options }, more) {
      const publicKey = { ...options, challenge: bytes(options.challenge) };
      let credential;
      if (action === "register") {
        publicKey.user = { ...options.user, id: bytes(options.user.id) };
        publicKey.excludeCredentials = named(options.excludeCredentials);
        credential = await credentials.create({ publicKey, ...more });
      } else {
        publicKey.allowCredentials = named(options.allowCredentials);
        credential = await credentials.get({ publicKey, ...more });
      }
      if (!credential) throw { name: "NotAllowedError" };
      busy = true;
      const fields = { action, data: JSON.stringify(toJson(credential)) };
      for (const name of Object.keys(fields)) {
        const input = document.createElement("input");
        input.type = "hidden";
        input.name = name;
        input.value = fields[name];
        form.append(input);
      }
      HTMLFormElement.prototype.submit.call(form);
    }

    const explain = ({ name }) => say(Object.hasOwn(texts, name) ? texts[name] : texts.failed);

    async function press(action) {
      if (busy) return;
      busy = true;
      form.setAttribute("aria-busy", "true");
      say("");
      if (waiting) waiting.abort();
      waiting = undefined;
      try {
        await perform(await ask(action), {});
      } catch (error) {
        busy = false;
        form.removeAttribute("aria-busy");
        explain(error);
        autofill();
      }
    }

    async function autofill() {
      if (!offersAutofill || waiting || busy || document.hidden) return;
      const controller = waiting = new AbortController();
      const { signal } = controller;
      // A challenge lives for fifteen minutes; a page may be open for longer.
      const renewal = setTimeout(() => {
        controller.abort();
        if (waiting === controller) waiting = undefined;
        autofill();
      }, 600000);
      try {
        const asked = await ask("authenticate");
        if (!signal.aborted) await perform(asked, { mediation: "conditional", signal });
      } catch (error) {
        // The next focus or visit tries again; nobody pressed anything, so most
        // failures are nobody's concern.
        if (!signal.aborted && error.name === "NotAllowedError") explain(error);
      } finally {
        clearTimeout(renewal);
        if (waiting === controller) waiting = undefined;
      }
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      press();
    });
    if (create) {
      create.addEventListener("click", () => form.reportValidity() && press("register"));
    }
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

    const { isConditionalMediationAvailable: available } = PublicKeyCredential;
    Promise.resolve(offersAutofill && available && available.call(PublicKeyCredential))
      .catch(() => false)
      .then((can) => {
        if (!can) return;
        form.addEventListener("focusin", autofill);
        document.addEventListener("visibilitychange", autofill);
        autofill();
      });
  }

  document.querySelectorAll("form[data-passkey]").forEach(setUp);
})();
`;
