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
  /** Id of the provider that is marked; absent for none. */
  lastProvider?: string;
}

/** Stands for each value in the HTML; no text of a page contains NUL. */
export const SLOTS: Readonly<SlotValues & { encodedCallbackUrl: string }> = {
  nonce: "\0nonce\0",
  csrfToken: "\0csrfToken\0",
  callbackUrl: "\0callbackUrl\0",
  encodedCallbackUrl: "\0encodedCallbackUrl\0",
  lastProvider: "\0",
};

/** Begins the name of a slot that the mark of a provider fills. */
const MARK = "mark ";

/** The slot for the mark of a provider. */
export function markSlot(id: string): string {
  return `\0${MARK}${id}\0`;
}

/**
 * HTML that was rendered with {@linkcode SLOTS} → a function that puts values there.
 *
 * @param mark HTML of the mark of a provider
 */
export function toTemplate(html: string, mark = ""): (values: SlotValues) => string {
  // Text and names of slots alternate.
  const parts = html.split("\0");
  return ({ nonce, csrfToken, callbackUrl, lastProvider }) => {
    const escaped: Record<string, string> = {
      ...(lastProvider ? { [MARK + lastProvider]: mark } : {}),
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
