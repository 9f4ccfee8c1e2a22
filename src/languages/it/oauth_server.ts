/**
 * Pages of an authorization server, in Italian.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "Dare accesso a {client}?",
    text: "Consenti solo se hai avviato tu la richiesta nell’app.",
    account: "Il tuo account",
    target: "Il browser torna poi a",
    access: "L’app potrà fare questo",
    own: "Su di te",
    scopes: {
      openid: "Vedere che sei tu ad accedere",
      profile: "Vedere il tuo nome e la tua foto",
      email: "Vedere il tuo indirizzo email",
      offline_access: "Mantenere l’accesso quando non ci sei",
    },
    organization: "In questa organizzazione",
    stranger:
      "Questa app ha scelto da sola il proprio nome, che non è stato verificato. Quello che apprende va a {target}.",
    loopback:
      "La risposta va a un programma su questo dispositivo. Qualsiasi programma può darsi questo nome.",
    allow: "Consenti",
    deny: "Rifiuta",
    another: "Usa un altro account",
  },
  leave: {
    heading: "Andare su {target}?",
    text: "Un’app che non è stata verificata ti manda lì. Continua solo se conosci l’indirizzo.",
  },
  apps: {
    title: "App con accesso",
    text: "Hai dato a queste app accesso al tuo account. Puoi revocarlo in qualsiasi momento.",
    row: {
      heading: "App con accesso",
      none: "Nessuna app ha accesso al tuo account.",
      open: "Gestisci le app",
    },
    given: "Accesso dal {date}",
    used: "Ultimo uso il {date}",
    neverUsed: "Non ancora usato",
    end: {
      act: "Revoca l’accesso",
      actOf: "Revoca l’accesso: {client}",
      heading: "Revocare l’accesso di {client}?",
      text:
        "L’app non potrà più agire per tuo conto. Per usarla di nuovo, dovrai darle di nuovo accesso.",
      submit: "Revoca l’accesso",
    },
    ended: "L’app non ha più accesso.",
    unknown: "Questa app non ha più accesso.",
  },
};
