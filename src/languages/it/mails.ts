/**
 * Italian texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Accedi a {site}",
      codeSubject: "{code} è il tuo codice per {site}",
      button: "Accedi",
      signUp: {
        subject: "Conferma il tuo indirizzo per {site}",
        codeSubject: "{code} è il codice per confermare il tuo indirizzo per {site}",
        button: "Conferma l’indirizzo",
      },
      password: {
        subject: "Reimposta la tua password per {site}",
        codeSubject: "{code} è il codice per reimpostare la tua password per {site}",
        button: "Scegli una nuova password",
      },
      code:
        "Oppure inserisci questo codice nella pagina in cui lo hai richiesto (valido per {time}):",
      expires: "Il link funziona una volta ed è valido per {time}.",
      ignore: "Se non hai richiesto questa email, ignorala.",
      secret: "Non comunicare questo codice a nessuno.",
    },
    factorCode: {
      subject: "{code} è il tuo codice per {site}",
      heading: "Il tuo codice per {site}",
      text:
        "{code}\n\nInserisci questo codice su {site}. È valido per {time}. Non comunicarlo a nessuno.\n\nSe in questo momento non stai accedendo, un’altra persona potrebbe conoscere la tua password: cambiala.\n",
    },
    addressCode: {
      subject: "{code} è il tuo codice per {site}",
      heading: "Il tuo codice per {site}",
      text:
        "{code}\n\nInserisci questo codice su {site} per confermare questo indirizzo. È valido per {time}. Non comunicarlo a nessuno.\n\nSe la richiesta non è partita da te, ignora questa email: non cambia nulla.\n",
    },
    addressTaken: {
      subject: "Il tuo indirizzo è già in uso su {site}",
      text:
        "Un altro account doveva ricevere questo indirizzo, che però appartiene già a un account su {site}. Per usarlo, accedi con questo indirizzo.\n\nSe la richiesta non è partita da te, ignora questa email: non cambia nulla.\n",
    },
  },
  notices: {
    device: "{browser} su {system}",
    notYou: "Non riconosci questa attività?",
    secure: "Proteggi il tuo account",
    check: "Non riconosci questa attività? Accedi subito e controlla il tuo account.",
    account: {
      "account-linked": {
        subject: "Un account è stato collegato al tuo",
        text: "Ora puoi usarlo per accedere: {provider}.",
      },
      "account-unlinked": {
        subject: "Un account è stato scollegato dal tuo",
        text: "Non puoi più usarlo per accedere: {provider}.",
      },
      "app-allowed": {
        subject: "Un’app ha ottenuto l’accesso al tuo account",
        text: "Ora può fare ciò che hai consentito.",
      },
      deleted: {
        subject: "Il tuo account è stato eliminato",
        text: "Tutti i suoi dati sono stati rimossi. Questa è l’ultima email che lo riguarda.",
        advice: "Non riconosci questa attività? Proteggi la tua casella e contatta il sito.",
      },
      "deletion-cancelled": {
        subject: "Il tuo account resta",
        text: "Non verrà eliminato.",
      },
      "deletion-requested": {
        subject: "Data di eliminazione del tuo account: {due}",
        text:
          "Tutti i dispositivi sono stati disconnessi. Per mantenere il tuo account, accedi prima di quel giorno.",
      },
      exported: {
        subject: "È stata creata una copia dei dati del tuo account",
        text: "Contiene i dati conservati su di te, senza password e chiavi.",
      },
      "key-created": {
        subject: "È stata creata una chiave API per il tuo account",
        text: "I programmi che la possiedono possono agire per tuo conto.",
      },
      "new-device": {
        subject: "Nuovo accesso al tuo account",
        text: "È avvenuto da un browser che non avevi ancora usato per accedere.",
      },
      "passkey-added": {
        subject: "Una passkey è stata aggiunta al tuo account",
        text: "Ora puoi usarla per accedere.",
      },
      "passkey-removed": {
        subject: "Una passkey è stata rimossa dal tuo account",
        text: "Non puoi più usarla per accedere.",
      },
      "passkey-renamed": {
        subject: "Una passkey del tuo account è stata rinominata",
        text: "Funziona ancora.",
      },
      renamed: {
        subject: "Il nome del tuo account è stato modificato",
        text: "Non è cambiato altro.",
      },
      "sessions-ended": {
        subject: "Alcuni dispositivi sono stati disconnessi dal tuo account",
        text: "Per usare il tuo account su quei dispositivi, devi accedere di nuovo.",
      },
    },
    address: {
      changed: {
        subject: "Il tuo indirizzo email è stato cambiato",
        text:
          "Le email sul tuo account non arrivano più a questo indirizzo e non puoi più usarlo per accedere.",
        advice:
          "Non riconosci questa attività? Puoi annullare il cambiamento (entro: {time}). Il tuo account riavrà questo indirizzo e tutti i dispositivi verranno disconnessi.",
        button: "Annulla questo cambiamento",
      },
      "changed-for-good": {
        subject: "Il tuo indirizzo email è stato cambiato",
        text:
          "Chi usa l’account ha confermato con due passaggi che questo indirizzo non è più accessibile. Le email inviate qui non possono quindi annullare il cambiamento. Non puoi più usare l’indirizzo per accedere.",
        advice: "Non riconosci questa attività? Contatta il sito.",
      },
      "changed-unproven": {
        subject: "Questo indirizzo è stato rimosso da un account",
        text: "Ora l’account ha un altro indirizzo.",
        advice: "Questo indirizzo non è mai stato confermato. Se l’account è tuo, accedi.",
      },
      restored: {
        subject: "Il tuo account ha di nuovo questo indirizzo",
        text:
          "Il cambiamento dell’indirizzo è stato annullato con il link contenuto nella nostra email. Tutti i dispositivi sono stati disconnessi. Password, passkey, account collegati e metodi di verifica in due passaggi aggiunti dopo il cambiamento sono stati rimossi.",
        advice:
          "Accedi con questo indirizzo, imposta una nuova password se ne avevi una e controlla il tuo account.",
      },
      removed: {
        subject: "Il cambiamento di un indirizzo è stato annullato",
        text:
          "L’account non ha più questo indirizzo: la persona a cui appartiene l’indirizzo precedente ha annullato il cambiamento.",
        advice: "Se l’account è tuo, accedi con l’indirizzo precedente.",
      },
      "undo-requested": {
        subject: "Il cambiamento del tuo indirizzo verrà annullato",
        text:
          "Lo ha chiesto qualcuno dall’indirizzo precedente. L’account può riavere quell’indirizzo dopo questa data: {due}. Ciò che è stato aggiunto dopo il cambiamento verrà allora rimosso.",
        advice:
          "Un’altra persona legge la casella precedente? Mantieni il nuovo indirizzo prima di quella data. Per confermare servono due passaggi.",
        button: "Mantieni il nuovo indirizzo",
      },
      "undo-cancelled": {
        subject: "Il cambiamento del tuo indirizzo resta valido",
        text:
          "Chi usa l’account ha impedito con due passaggi l’annullamento del cambiamento. Il link contenuto nella nostra email non funziona più.",
        advice: "Se per questo hai perso l’account, contatta il sito.",
      },
    },
    factors: {
      added: {
        subject: "È stato aggiunto un metodo di verifica in due passaggi",
        text: "D’ora in poi può confermare un accesso: {factor}.",
      },
      removed: {
        subject: "È stato rimosso un metodo di verifica in due passaggi",
        text: "Non può più confermare un accesso: {factor}.",
      },
      replaced: {
        subject: "È stato sostituito un metodo di verifica in due passaggi",
        text: "Il nuovo funziona e il precedente non funziona più: {factor}.",
      },
      "recovery-used": {
        subject: "È stato usato un codice di recupero",
        text: "Ha confermato un accesso e non funzionerà di nuovo.",
      },
      "reset-requested": {
        subject: "La verifica in due passaggi verrà disattivata",
        text:
          "Lo ha chiesto un amministratore. Accederai senza la verifica in due passaggi dopo questa data: {due}. Fino ad allora puoi accedere e annullare la richiesta nella pagina della verifica in due passaggi.",
      },
      reset: {
        subject: "La verifica in due passaggi è stata disattivata",
        text:
          "Lo ha chiesto un amministratore. Accedi senza la verifica in due passaggi finché non aggiungi un nuovo metodo.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "È stata impostata una password per il tuo account",
        text: "Ora puoi accedere con il tuo indirizzo email e questa password.",
      },
      changed: {
        subject: "La tua password è stata cambiata",
        text: "La precedente non funziona più.",
      },
      removed: {
        subject: "La tua password è stata rimossa",
        text: "Non puoi più usarla per accedere.",
      },
    },
  },
};
