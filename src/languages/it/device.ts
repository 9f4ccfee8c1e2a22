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
    heading: "Dare a {client} l’accesso al tuo account?",
    text:
      "Consenti solo se il tuo dispositivo mostra ora questo codice e hai iniziato tu. Se qualcuno ti ha inviato il codice, rifiuta.",
    code: "Codice sul tuo dispositivo",
    device: "Dispositivo",
    place: "Dove si trova il dispositivo",
    account: "Il tuo account",
    scopes: "Poi potrà",
    deny: "Rifiuta",
    allow: "Consenti",
    another: "Usa un altro account",
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
