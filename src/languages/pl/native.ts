/**
 * The page that asks whether an app may sign in, in Polish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const native: Texts["native"] = {
  heading: "Zalogować się w {client}?",
  unnamed: "Zalogować się w tej aplikacji?",
  text:
    "Kontynuuj tylko wtedy, gdy logowanie w aplikacji zostało rozpoczęte przez Ciebie. Aplikacja będzie mogła działać w Twoim imieniu.",
  account: "Twoje konto",
  target: "Aplikacja, która się następnie otworzy",
  local: "Aplikacja na tym komputerze",
  submit: "Kontynuuj",
  cancel: "Anuluj",
  another: "Użyj innego konta",
};
