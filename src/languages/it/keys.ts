/**
 * Pages of API keys, in Italian.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
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

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "Chiavi API di {organization}",
  text:
    "Con una chiave, un programma può agire per conto dell’organizzazione. Le chiavi restano quando se ne va la persona che le ha create.",
  none: "L’organizzazione non ha chiavi API.",
  all: "Tutto ciò che l’organizzazione può fare",
  allOfService: "Tutto ciò che il servizio può fare",
  service: "Servizio: {name}",
  services: {
    heading: "Servizi",
    text:
      "Un servizio è un programma dell’organizzazione, per esempio un server di build. Le sue chiavi non possono fare più del servizio.",
    add: "Crea un servizio",
    created: "Creato il {date}",
  },
  create: {
    heading: "Crea un servizio",
    scopes: "Il servizio può fare questo",
    submit: "Crea il servizio",
  },
  key: {
    act: "Crea una chiave",
    actOf: "Crea una chiave: {name}",
    heading: "Crea una chiave per {name}",
  },
  delete: {
    act: "Elimina",
    actOf: "Elimina: {name}",
    heading: "Eliminare {name}?",
    text: "Tutte le chiavi del servizio terminano con esso. L’operazione non si può annullare.",
    submit: "Elimina il servizio",
  },
  revoke:
    "I programmi che hanno questa chiave non potranno più agire per conto dell’organizzazione. L’operazione non si può annullare.",
  done: {
    service: "Il servizio è stato creato. Non ha ancora chiavi.",
    "service-deleted": "Il servizio è stato eliminato con le sue chiavi.",
  },
  reasons: {
    "too-many": "L’organizzazione ha troppe chiavi o troppi servizi. Rimuovi ciò che non serve.",
    unknown: "Questa chiave o questo servizio non esiste più.",
  },
  scopes: "Scegli che cosa può fare il servizio.",
};
