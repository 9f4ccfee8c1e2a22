/**
 * The page that asks whether an app may sign in, in Dutch.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "Inloggen bij {client}?",
  unnamed: "Inloggen bij deze app?",
  text:
    "Ga alleen verder als u hier zelf in de app mee bent begonnen. De app kan daarna namens u handelen.",
  account: "Uw account",
  target: "App die daarna wordt geopend",
  local: "Een app op deze computer",
  submit: "Doorgaan",
  cancel: "Annuleren",
  another: "Ander account gebruiken",
};
