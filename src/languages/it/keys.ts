/**
 * Page of API keys, in Italian.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const keys: Texts["keys"] = {
  title: "Le tue chiavi API",
  text:
    "Con una chiave, un programma può agire per tuo conto. Dai a ogni programma una chiave propria.",
  row: {
    heading: "Chiavi API",
    none: "Non hai chiavi API.",
    open: "Gestisci le chiavi API",
  },
  created: "Creata il {date}",
  used: "Ultimo uso il {date}",
  neverUsed: "Non ancora usata",
  expires: "Valida fino al {date}",
  endless: "Non scade",
  replaced: "Sostituita, ancora valida fino al {date}",
  all: "Tutto ciò che puoi fare",
  create: {
    heading: "Crea una chiave",
    name: "Nome",
    scopes: "La chiave può fare questo",
    days: "Giorni di validità",
    submit: "Crea la chiave",
  },
  made: {
    heading: "La tua nuova chiave",
    text: "Copiala ora e conservala in un luogo sicuro. Non verrà più mostrata.",
    key: "Chiave API",
    done: "Fatto",
  },
  rotate: {
    act: "Sostituisci",
    actOf: "Sostituisci: {name}",
    heading: "Sostituire {name}?",
    text:
      "Ricevi una nuova chiave che può fare lo stesso. La chiave attuale è valida fino al {date}.",
    submit: "Crea la nuova chiave",
  },
  revoke: {
    act: "Revoca",
    actOf: "Revoca: {name}",
    heading: "Revocare {name}?",
    text:
      "I programmi che hanno questa chiave non potranno più agire per tuo conto. L’operazione non si può annullare.",
    submit: "Revoca la chiave",
  },
  done: {
    made:
      "La chiave è stata creata. È stata mostrata una volta; se non l’hai copiata, sostituiscila.",
    revoked: "La chiave è stata revocata.",
  },
  reasons: {
    forbidden: "Tu non puoi fare tutto questo.",
    rotated: "Questa chiave è già stata sostituita.",
    "too-many": "Hai troppe chiavi. Revocane una che non ti serve.",
    unknown: "Questa chiave non esiste più.",
  },
  faults: {
    scopes: "Scegli che cosa può fare la chiave.",
    expiresIn: "Inserisci un numero di giorni da 1 a 3650.",
  },
};
