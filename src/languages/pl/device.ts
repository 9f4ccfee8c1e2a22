/**
 * The page on which users type the code of another device, in Polish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Połącz urządzenie",
    text: "Wpisz kod, który pokazuje Twoje urządzenie.",
    label: "Kod",
    submit: "Kontynuuj",
    unknown:
      "Ten kod jest nieprawidłowy lub wygasł. Sprawdź go lub poproś o nowy na swoim urządzeniu.",
  },
  ask: {
    text:
      "Zezwól tylko wtedy, gdy Twoje własne urządzenie pokazuje teraz ten kod i próba została rozpoczęta przez Ciebie. Jeśli ktoś przysłał Ci ten kod, odmów.",
    code: "Kod na Twoim urządzeniu",
    device: "Urządzenie",
    place: "Gdzie jest urządzenie",
    stranger: "Ta aplikacja sama wybrała swoją nazwę, której nie sprawdzono.",
  },
  allowed: {
    heading: "Twoje urządzenie jest połączone",
    text: "Możesz teraz do niego wrócić.",
  },
  denied: {
    heading: "Odmówiono dostępu",
    text: "Urządzenie nie uzyska dostępu do Twojego konta.",
  },
};
