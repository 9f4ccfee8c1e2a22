/**
 * Presses of buttons on pages that a server has rendered.
 *
 * @module
 */

import type { Locator } from "playwright-core";

/** Milliseconds after which a button is pressed again. */
const AGAIN_MS = 2000;

/** Presses after which the page counts as broken. */
const MOST = 20;

/**
 * Presses a button until the page reacts: a page from a server shows its buttons before the scripts
 * run that handle them, and some frameworks lose such a press.
 */
export async function pressUntil(button: Locator, reaction: Locator): Promise<void> {
  for (let presses = 1;; presses++) {
    // It is gone once the page has reacted.
    await button.click({ timeout: AGAIN_MS }).catch(() => {});
    try {
      return await reaction.waitFor({ timeout: AGAIN_MS });
    } catch (error) {
      if (presses === MOST) throw error;
    }
  }
}
