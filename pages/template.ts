/**
 * A page that is rendered once, with slots for the values that differ in every
 * request.
 *
 * @module
 */

import { escape } from "./render.ts";

/** Values that a template leaves open. */
export interface SlotValues {
  /** Nonce of the stylesheet. */
  nonce: string;
  /** Token for forms. */
  csrfToken: string;
  /** URL to go to after the sign-in. */
  callbackUrl: string;
}

/** Stands for each value in the HTML; no text of a page contains NUL. */
export const SLOTS: Readonly<SlotValues & { encodedCallbackUrl: string }> = {
  nonce: "\0nonce\0",
  csrfToken: "\0csrfToken\0",
  callbackUrl: "\0callbackUrl\0",
  encodedCallbackUrl: "\0encodedCallbackUrl\0",
};

/** HTML that was rendered with {@linkcode SLOTS} → a function that puts values there. */
export function toTemplate(html: string): (values: SlotValues) => string {
  // Text and names of slots alternate.
  const parts = html.split("\0");
  return ({ nonce, csrfToken, callbackUrl }) => {
    const escaped: Record<string, string> = {
      nonce: escape(nonce),
      csrfToken: escape(csrfToken),
      callbackUrl: escape(callbackUrl),
      encodedCallbackUrl: encodeURIComponent(callbackUrl),
    };
    let text = "";
    for (let i = 0; i < parts.length; i++) {
      text += i % 2 === 0 ? parts[i] : escaped[parts[i]!] ?? "";
    }
    return text;
  };
}
