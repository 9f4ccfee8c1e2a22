/**
 * Italian texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Il tuo account",
    groups: {
      profile: "Profilo",
      security: "Sicurezza",
      devices: "Dispositivi",
      connected: "Account collegati",
      data: "Dati",
    },
    status: {
      good: "Il tuo account è ben protetto.",
      better: "Aggiungi la verifica in due passaggi. Bastano due minuti.",
    },
    signOut: "Esci",
    readOnly: "Stai vedendo l’account di un’altra persona. Non puoi modificare nulla.",
    done: {
      "name": "Il tuo nome è stato modificato.",
      "linked": "L’account è stato collegato.",
      "unlinked": "L’account è stato scollegato.",
      "passkey-added": "La passkey è stata aggiunta.",
      "passkey-renamed": "La passkey è stata rinominata.",
      "passkey-removed": "La passkey è stata rimossa.",
      "password-removed": "La password è stata rimossa.",
      "session-ended": "Il dispositivo è stato disconnesso.",
      "sessions-ended": "Tutti gli altri dispositivi sono stati disconnessi.",
    },
    open: {
      delete: "Elimina",
      download: "Scarica",
      manage: "Gestisci",
      remove: "Rimuovi",
      turnOn: "Attiva",
    },
    name: {
      heading: "Nome",
      none: "Qui non hai un nome.",
      title: "Modifica il tuo nome",
      text: "È il nome con cui ti chiamiamo qui.",
      label: "Il tuo nome",
      save: "Salva",
      invalid: "Usa da 1 a 64 caratteri visibili.",
    },
    address: {
      heading: "Indirizzo email",
      none: "Non hai un indirizzo email.",
      confirmed: "Confermato",
      open: "Non confermato",
      change: "Modifica l’indirizzo email",
      add: "Aggiungi un indirizzo email",
    },
    password: {
      heading: "Password",
      since: "Impostata: {date}",
      none: "Non hai una password.",
      change: "Modifica la password",
      set: "Imposta una password",
      remove: "Rimuovi la password",
    },
    passkeys: {
      heading: "Passkey",
      none: "Non hai passkey.",
      unnamed: "Passkey",
      added: "Aggiunta: {date}",
      synced: "Sincronizzata tra i tuoi dispositivi",
      single: "Solo su un dispositivo",
      change: "Modifica",
      changeOf: "Modifica: {name}",
      add: "Aggiungi una passkey",
      noScript: "Le passkey si aggiungono con JavaScript. Attivalo per aggiungerne una.",
      unsupported: "Questo browser non può usare le passkey qui.",
      errors: {
        failed: "Operazione non riuscita. Riprova.",
        NotAllowedError: "Non è stata aggiunta alcuna passkey. Riprova.",
        InvalidStateError: "Questo dispositivo ha già una passkey per questo account.",
        SecurityError: "Le passkey non funzionano a questo indirizzo web.",
        TooManyRequests: "Troppi tentativi. Attendi un po’ e riprova.",
      },
    },
    factors: {
      heading: "Verifica in due passaggi",
      none:
        "La verifica in due passaggi è disattivata. Attivala: così una password rubata non basta per accedere.",
      count: {
        one: "Attiva: {count} metodo.",
        other: "Attiva: {count} metodi.",
      },
      manage: "Gestisci la verifica in due passaggi",
    },
    accounts: {
      none: "Nessun account collegato.",
      unlink: "Scollega",
      unlinkOf: "Scollega {name}",
      link: "Collega {name}",
      another: "Collega un altro account",
      more: "Altre opzioni",
    },
    sessions: {
      device: "{browser} su {system}",
      unknownOn: "Browser sconosciuto su {system}",
      unknown: "Browser sconosciuto",
      current: "Questo browser",
      seen: "Ultimo utilizzo: {when}",
      active: "Attivo ora",
      signedIn: "Accesso eseguito: {date}",
      more: {
        one: "Mostra un altro",
        other: "Mostra altri {count}",
      },
      end: "Disconnetti",
      endOf: "Disconnetti: {name}",
      endOfAt: "Disconnetti: {name}, {place}",
      endOthers: "Disconnetti tutti gli altri dispositivi",
    },
    copy: {
      heading: "I tuoi dati",
      text: "Scarica una copia dei dati conservati su di te.",
      open: "Scarica i tuoi dati",
    },
    removal: {
      heading: "Elimina il tuo account",
      text: "Il tuo account verrà eliminato con tutto ciò che contiene.",
      open: "Elimina l’account",
    },
    one: {
      sessions: {
        heading: "Vuoi disconnettere tutti gli altri dispositivi?",
        text: "Per usare il tuo account su quei dispositivi, dovrai accedere di nuovo.",
        submit: "Disconnetti tutti gli altri dispositivi",
      },
      passkey: {
        label: "Nome della passkey",
        save: "Salva",
        text:
          "Senza questa passkey accederai con gli altri tuoi metodi. Il dispositivo potrebbe conservarla finché non la elimini anche lì.",
        remove: "Rimuovi la passkey",
      },
      account: {
        heading: "Vuoi scollegare {name}?",
        text: "Dopo non potrai più accedere con questo account.",
        submit: "Scollega",
      },
      password: {
        heading: "Rimuovi la password",
        text: "Dopo accederai con gli altri tuoi metodi.",
        submit: "Rimuovi la password",
      },
      export: {
        heading: "Scarica i tuoi dati",
        text:
          "Il file contiene i dati conservati su di te, i tuoi metodi di accesso e i tuoi dispositivi. Non contiene password né chiavi.",
        submit: "Scarica il file",
      },
      delete: {
        heading: "Elimina il tuo account",
        text:
          "L’operazione non si può annullare. Il tuo account verrà eliminato subito, con tutto ciò che contiene:",
        textLater:
          "Tutti i dispositivi verranno disconnessi. Fino a questa data puoi accedere e mantenere il tuo account: {date}. Poi verrà eliminato, con tutto ciò che contiene:",
        gone: {
          profile: "Il tuo nome e il tuo indirizzo email",
          ways: "La password, le passkey e gli account collegati",
          data: "Tutto ciò che questo sito conserva con il tuo account",
        },
        label: "Per confermare, inserisci {text}",
        submit: "Elimina l’account definitivamente",
        submitLater: "Elimina l’account",
        different: "Il testo non corrisponde. Inserisci {text}.",
        obstacles:
          "Sei l’unico proprietario di queste organizzazioni. Prima di eliminare il tuo account, trasferiscile o eliminale:",
      },
      stale: "Prima verifica la tua identità.",
      prove: "Verifica la tua identità",
      last: "È il tuo unico modo per accedere. Aggiungine un altro prima di rimuoverlo.",
    },
    pending: {
      heading: "Data di eliminazione dell’account: {date}",
      text: "Lo hai chiesto tu. Se mantieni {account}, non va perso nulla.",
      keep: "Mantieni il mio account",
      leave: "Esci",
    },
    leaving: {
      heading: "Data di eliminazione dell’account: {date}",
      text:
        "Tutti i dispositivi sono stati disconnessi. Se cambi idea, accedi prima di quel giorno.",
      back: "Accedi per mantenere l’account",
    },
    deleted: {
      heading: "Il tuo account è stato eliminato",
      text: "Tutto ciò che conteneva è stato cancellato e l’accesso è terminato.",
    },
  },
  factors: {
    title: "Verifica in due passaggi",
    isProtected:
      "La verifica in due passaggi è attiva. Quando accedi, confermi l’accesso con uno di questi metodi.",
    isOpen:
      "La verifica in due passaggi è disattivata. Attivala: così una password rubata non basta per accedere.",
    enrolled: "I tuoi metodi",
    added: "Aggiunta: {date}",
    used: "ultimo utilizzo: {date}",
    neverUsed: "mai usato",
    left: {
      one: "{count} codice rimasto",
      other: "{count} codici rimasti",
    },
    leftNone: "nessun codice rimasto",
    few: "Ti restano pochi codici di recupero. Creane di nuovi.",
    change: "Modifica",
    changeOf: "Modifica: {name}",
    add: "Aggiungi un metodo",
    addOne: "Aggiungi: {name}",
    none:
      "Con questo tipo di accesso non puoi aggiungere un metodo. Prima accedi in un altro modo.",
    hint:
      "Crea anche i codici di recupero. Senza, non potrai accedere se perdi il tuo dispositivo.",
    stale: "Per modificare i tuoi metodi, verifica la tua identità.",
    prove: "Verifica la tua identità",
    done: {
      added: "Metodo aggiunto: {name}.",
      renamed: "Il nome è stato modificato.",
      removed: "Il metodo è stato rimosso.",
      needed:
        "La pagina richiesta esige la verifica in due passaggi. Dopo aver aggiunto un metodo, la vedrai.",
      "reset-cancelled": "La rimozione è stata annullata. I tuoi metodi restano.",
    },
    reset: {
      text:
        "Un amministratore ha chiesto di rimuoverli tutti. La rimozione avrà effetto in questa data: {date} (UTC). Se non l’hai chiesta tu, annullala.",
      cancel: "Annulla la rimozione",
    },
    one: {
      name: "Nome",
      rename: "Salva",
      invalidName: "Usa da 1 a 64 caratteri visibili.",
      replace: "Creane di nuovi",
      replaceText: "I nuovi sostituiscono quelli che hai.",
      remove: "Rimuovi",
      removeText: "Dopo non potrai più usare questo metodo per la verifica.",
      ask: "Vuoi rimuovere {name}?",
      obstacles: {
        required:
          "Questo sito richiede la verifica in due passaggi e questo è il tuo ultimo metodo. Prima aggiungine un altro.",
        "locked-out":
          "Gli altri metodi non possono confermare il modo in cui accedi, quindi non potresti più accedere. Prima aggiungine un altro o rimuovi gli altri.",
      },
      back: "Torna alla verifica in due passaggi",
    },
    codes: {
      heading: "Salva i tuoi codici di recupero",
      text:
        "Ti permettono di accedere quando non puoi usare gli altri metodi. Conservali dove puoi trovarli senza questo dispositivo. Ciascuno vale una volta. Non verranno mostrati di nuovo.",
      list: "Codici di recupero",
      save: "Scarica",
      print: "Stampa",
      saved: "Ho salvato questi codici",
      done: "Fine",
    },
  },
};
