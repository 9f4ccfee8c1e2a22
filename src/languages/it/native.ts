/**
 * The page that asks whether an app may sign in, in Italian.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "Accedere a {client}?",
  unnamed: "Accedere a questa app?",
  text: "Continua solo se hai avviato tu l’accesso nell’app. L’app potrà poi agire per tuo conto.",
  account: "Il tuo account",
  target: "App che si apre dopo",
  local: "Un’app su questo computer",
  submit: "Continua",
  cancel: "Annulla",
  another: "Usa un altro account",
};
