/**
 * The page on which users type the code of another device, in Italian.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Collega un dispositivo",
    text: "Inserisci il codice mostrato dal tuo dispositivo.",
    label: "Codice",
    submit: "Continua",
    unknown:
      "Questo codice non è valido o è scaduto. Controllalo o chiedine uno nuovo sul tuo dispositivo.",
  },
  ask: {
    text:
      "Consenti solo se il tuo dispositivo mostra ora questo codice e hai iniziato tu. Se qualcuno ti ha inviato il codice, rifiuta.",
    code: "Codice sul tuo dispositivo",
    device: "Dispositivo",
    place: "Dove si trova il dispositivo",
    stranger: "Questa app ha scelto da sola il proprio nome, che non è stato verificato.",
  },
  allowed: {
    heading: "Il tuo dispositivo è collegato",
    text: "Ora puoi tornare al dispositivo.",
  },
  denied: {
    heading: "Accesso rifiutato",
    text: "Il dispositivo non ottiene l’accesso al tuo account.",
  },
};
