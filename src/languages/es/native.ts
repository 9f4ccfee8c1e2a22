/**
 * The page that asks whether an app may sign in, in Spanish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "¿Iniciar sesión en {client}?",
  unnamed: "¿Iniciar sesión en esta aplicación?",
  text: "Continúe solo si ha empezado esto en la aplicación. Después, podrá actuar en su nombre.",
  account: "Su cuenta",
  target: "La aplicación que se abre después",
  local: "Una aplicación en este equipo",
  submit: "Continuar",
  cancel: "Cancelar",
  another: "Usar otra cuenta",
};
