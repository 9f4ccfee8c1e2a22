/**
 * The page on which users type the code of another device, in German.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Gerät verbinden",
    text: "Geben Sie den Code ein, den Ihr Gerät zeigt.",
    label: "Code",
    submit: "Weiter",
    unknown:
      "Dieser Code ist ungültig oder abgelaufen. Prüfen Sie ihn, oder fordern Sie auf Ihrem Gerät einen neuen an.",
  },
  ask: {
    text:
      "Erlauben Sie dies nur, wenn Ihr eigenes Gerät diesen Code gerade zeigt und Sie es selbst begonnen haben. Wenn Ihnen jemand den Code geschickt hat, lehnen Sie ab.",
    code: "Code auf Ihrem Gerät",
    device: "Gerät",
    place: "Ort des Geräts",
    stranger: "Diese App hat ihren Namen selbst gewählt, und er wurde nicht geprüft.",
  },
  allowed: {
    heading: "Ihr Gerät ist verbunden",
    text: "Sie können jetzt dorthin zurückkehren.",
  },
  denied: {
    heading: "Der Zugriff wurde abgelehnt",
    text: "Das Gerät erhält keinen Zugriff auf Ihr Konto.",
  },
};
