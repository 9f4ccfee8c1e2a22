/**
 * The page that asks whether an app may sign in, in Brazilian Portuguese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "Entrar em {client}?",
  unnamed: "Entrar neste aplicativo?",
  text:
    "Continue somente se você mesmo começou isto no aplicativo. Depois, ele poderá agir em seu nome.",
  account: "Sua conta",
  target: "Aplicativo que será aberto em seguida",
  local: "Um aplicativo neste computador",
  submit: "Continuar",
  cancel: "Cancelar",
  another: "Usar outra conta",
};
