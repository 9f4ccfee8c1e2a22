/**
 * The page that asks whether an app may sign in, in German.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "Bei {client} anmelden?",
  unnamed: "Bei dieser App anmelden?",
  text:
    "Fahren Sie nur fort, wenn Sie dies selbst in der App begonnen haben. Sie kann dann in Ihrem Namen handeln.",
  account: "Ihr Konto",
  target: "Danach öffnet sich diese App",
  local: "Eine App auf diesem Computer",
  submit: "Weiter",
  cancel: "Abbrechen",
  another: "Anderes Konto verwenden",
};
