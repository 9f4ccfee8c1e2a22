/**
 * The page on which users type the code of another device, in Dutch.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Apparaat koppelen",
    text: "Voer de code in die uw apparaat toont.",
    label: "Code",
    submit: "Doorgaan",
    unknown:
      "Deze code is ongeldig of verlopen. Controleer de code of vraag op uw apparaat een nieuwe aan.",
  },
  ask: {
    text:
      "Sta dit alleen toe als uw eigen apparaat deze code nu toont en u hier zelf mee bent begonnen. Weiger als iemand u de code heeft gestuurd.",
    code: "Code op uw apparaat",
    device: "Apparaat",
    place: "Waar het apparaat is",
    stranger: "Deze app heeft zijn naam zelf gekozen, en die is niet gecontroleerd.",
  },
  allowed: {
    heading: "Uw apparaat is gekoppeld",
    text: "U kunt nu teruggaan naar het apparaat.",
  },
  denied: {
    heading: "De toegang is geweigerd",
    text: "Het apparaat krijgt geen toegang tot uw account.",
  },
};
