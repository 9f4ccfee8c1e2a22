/**
 * The page that asks whether an app may sign in, in French.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "Se connecter à {client}\u00a0?",
  unnamed: "Se connecter à cette application\u00a0?",
  text:
    "Continuez seulement si vous avez vous-même lancé cette connexion dans l’application. Elle pourra alors agir en votre nom.",
  account: "Votre compte",
  target: "Application qui s’ouvre ensuite",
  local: "Une application sur cet ordinateur",
  submit: "Continuer",
  cancel: "Annuler",
  another: "Utiliser un autre compte",
};
