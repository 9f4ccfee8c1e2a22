/**
 * Italian texts of the pages to sign in and of those about one proof.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const pages: Omit<
  Texts,
  | "account"
  | "device"
  | "factors"
  | "keys"
  | "mails"
  | "notices"
  | "native"
  | "oauthServer"
  | "organizationKeys"
  | "organizations"
> = {
  titles: {
    signin: "Accedi",
    signup: "Crea un account",
    connect: "Collega un account",
    signout: "Esci",
    error: "Errore: {title}",
    "verify-request": "Controlla la tua email",
    confirm: "Vuoi accedere?",
  },
  signIn: {
    heading: "Accedi",
    again: "Verifica la tua identità",
    to: "per continuare su {site}",
    signedIn: "Hai eseguito l’accesso come {name}.",
    goOn: "Continua",
    with: "Continua con {name}",
    withPasskey: "Accedi con una passkey",
    withPassword: "Accedi con la password",
    email: "Email",
    next: "Continua",
    change: "Modifica",
    submit: "Accedi",
    link: "Invia un link di accesso per email",
    or: "oppure",
    more: "Altri modi per accedere",
    last: "Ultimo utilizzo",
    password: "Password",
    forgot: "Password dimenticata?",
    isNew: "È la tua prima visita?",
    create: "Crea un account",
  },
  signUp: { heading: "Crea il tuo account", isKnown: "Hai già un account?" },
  connect: {
    heading: "Vuoi collegare {name}?",
    text: "Potrai accedere a {site} anche con {name}.",
    submit: "Collega {name}",
    skip: "Non ora",
  },
  passkey: {
    create: "Crea una passkey",
    noScript: "Le passkey richiedono JavaScript. Attivalo o accedi in un altro modo.",
    unsupported: "Questo browser non può usare le passkey qui. Accedi in un altro modo.",
    errors: {
      failed: "Operazione non riuscita. Riprova.",
      NotAllowedError:
        "Non è stata usata alcuna passkey. Riprova, creane una o accedi in un altro modo.",
      InvalidStateError:
        "Questo dispositivo ha già una passkey per questo account. Usala per accedere.",
      SecurityError: "Le passkey non funzionano a questo indirizzo web. Accedi in un altro modo.",
      no_user: "Controlla i dati inseriti e riprova.",
      no_sign_up: "Per un nuovo account serve un invito. Accedi come hai fatto finora.",
      signed_in: "Hai già eseguito l’accesso.",
      TooManyRequests: "Troppi tentativi. Attendi un po’ e riprova.",
    },
  },
  signOut: {
    heading: "Esci",
    question: "Vuoi uscire da {host}?",
    submit: "Esci",
    done: "Hai eseguito la disconnessione",
  },
  verify: {
    heading: "Controlla la tua email",
    sent: "Abbiamo inviato un’email a {email}.",
    text: {
      "sign-in": "Apri il link che contiene in questo browser per accedere.",
      "sign-up": "Apri il link che contiene in questo browser per confermare il tuo indirizzo.",
      password: "Apri il link che contiene in questo browser per scegliere una nuova password.",
    },
    textWithCode: "Inserisci qui il codice che contiene o apri il suo link in questo browser.",
    textUnknown: "Apri il link contenuto nell’email nel browser da cui hai richiesto l’email.",
    code: "Codice",
    submit: "Continua",
    wrong: {
      one: "Il codice è errato. Hai ancora un tentativo.",
      other: "Il codice è errato. Hai ancora {count} tentativi.",
    },
    ended: "Il codice non è più valido. Il link nell’email funziona ancora.",
    inbox: "Apri {name}",
    resend: "Invia un’altra email",
    tooSoon: "L’email è stata appena inviata. Puoi richiederne un’altra tra {time}.",
    change: "Indirizzo sbagliato?",
  },
  confirm: {
    heading: "Vuoi accedere?",
    text: "Stai per accedere a {host} come {email}.",
    textWithoutEmail: "Stai per accedere a {host}.",
    hint:
      "Questo link è stato richiesto in un altro browser. Continua solo se la richiesta è partita da te.",
    submit: "Accedi",
  },
  visitor: {
    heading: "Ora hai eseguito l’accesso come {name}",
    text:
      "La pagina è stata aperta prima dell’accesso con questo account, quindi non è stato modificato nulla.",
    submit: "Continua con questo account",
    back: "Indietro",
  },
  signInErrors: {
    default: "L’accesso non è riuscito. Riprova.",
    another: "L’accesso non è riuscito. Riprova o usa un altro account.",
    OAuthAccountNotLinked:
      "Questo indirizzo email appartiene a un account a cui si accede in un altro modo. Accedi come hai fatto la prima volta.",
    AccountNotLinked:
      "Questa passkey o questo indirizzo email appartiene a un altro account. Accedi come hai fatto la prima volta, poi aggiungi una passkey.",
    EmailSignin: "Impossibile inviare l’email. Controlla l’indirizzo e riprova.",
    CredentialsSignin: "Email o password errata.",
    wrongDetails: "L’accesso non è riuscito. Controlla i dati inseriti e riprova.",
    SessionRequired: "Accedi per vedere questa pagina.",
    MissingCSRF: "Questo modulo è rimasto aperto troppo a lungo. Riprova.",
  },
  errors: {
    default: { heading: "Si è verificato un errore", text: "Torna al sito e riprova." },
    Configuration: {
      heading: "Accesso non disponibile",
      text: "C’è un problema con le impostazioni di questo sito. Riprova più tardi.",
    },
    InvalidCheck: {
      heading: "Ricomincia da capo",
      text: "Questo accesso è scaduto, è già stato usato o è iniziato in un altro browser.",
    },
    AccessDenied: {
      heading: "Accesso negato",
      text: "Non hai l’autorizzazione per accedere. Prova con un altro account.",
    },
    NoProof: {
      heading: "Non puoi aprire la pagina in questo modo",
      text:
        "La pagina richiede un accesso più sicuro di questo. Accedi in un altro modo, ad esempio con una passkey, o chiedi a chi gestisce il sito quale modo è valido.",
    },
    Verification: {
      heading: "Questo link non funziona",
      text: "È già stato usato o è scaduto. Richiedine uno nuovo.",
    },
    WebAuthnVerificationError: {
      heading: "La passkey non è stata accettata",
      text: "Riprova o accedi in un altro modo.",
    },
    TooManyRequests: {
      heading: "Troppi tentativi",
      text: "Attendi un po’ e riprova.",
    },
    NotFound: {
      heading: "Questa pagina non esiste",
      text: "Controlla l’indirizzo o ricomincia da capo.",
    },
    BadRequest: {
      heading: "Operazione non riuscita",
      text: "Non è stato possibile leggere la richiesta. Ricomincia da capo.",
    },
  },
  wait: {
    until: "Riprova tra {time}.",
    account: "Puoi anche accedere in un altro modo o su un dispositivo che hai già usato.",
    recipient: "L’ultima email che abbiamo inviato è ancora valida.",
    network: "Dalla tua rete sono arrivate molte richieste.",
  },
  reference: "Riferimento {reference}",
  again: "Accedi",
  toAccount: "Torna al tuo account",
  site: "Vai a {host}",
  links: { terms: "Termini", privacy: "Privacy", support: "Assistenza" },
  factor: {
    title: "Verifica in due passaggi",
    heading: "Ancora un passaggio",
    again: "Verifica la tua identità",
    choose: {
      heading: "Proteggi il tuo account",
      text: "Questo sito richiede la verifica in due passaggi. Scegli un metodo da configurare.",
      submit: "Configura: {name}",
      recommended: "Consigliato",
    },
    set: "Configura: {name}",
    step: "Passaggio {at} di {steps}",
    scan: {
      open: "Apri l’app di autenticazione e aggiungi un account.",
      picture: "Scansiona questa immagine con l’app.",
      code: "Inserisci le sei cifre che mostra.",
    },
    secret: "Se non puoi eseguire la scansione, inserisci questa chiave nell’app:",
    copy: "Copia",
    copied: "Copiato",
    qr: "Codice QR con la chiave per l’app di autenticazione",
    openApp: "Apri nell’app su questo dispositivo",
    send: "Invia un codice",
    resend: "Invia un nuovo codice",
    beforeSend: "Invieremo un codice a {target}.",
    sent: "Abbiamo inviato un codice a {target}. Inseriscilo qui.",
    submit: "Continua",
    trust: "Non chiedere più su questo dispositivo per {time}",
    wrong: "Il codice è errato. Controllalo e riprova.",
    back: "Scegli un altro metodo",
    cancel: "Annulla",
    notYou: "Non sei tu?",
    lost: {
      summary: "Non posso usare nessuno di questi metodi",
      text:
        "Se l’accesso è ancora attivo su un altro dispositivo, aggiungi lì un metodo. Altrimenti scrivi a {site}: quando la tua identità sarà accertata, i tuoi metodi potranno essere rimossi.",
    },
    ceremony: {
      authenticate: "Usa una passkey o una chiave di sicurezza",
      register: "Configura una passkey o una chiave di sicurezza",
      noScript:
        "Le passkey e le chiavi di sicurezza richiedono JavaScript. Attivalo o scegli un altro metodo.",
      unsupported:
        "Questo browser non può usare passkey o chiavi di sicurezza qui. Scegli un altro metodo.",
      errors: {
        failed: "Operazione non riuscita. Riprova.",
        NotAllowedError:
          "Non è stata usata alcuna passkey o chiave di sicurezza. Riprova o scegli un altro metodo.",
        InvalidStateError:
          "Questa è già configurata. Usa un altro dispositivo o un’altra chiave di sicurezza.",
        SecurityError: "Le passkey non funzionano a questo indirizzo web. Scegli un altro metodo.",
      },
    },
    others: "Altri metodi",
    factors: {
      totp: {
        name: "App di autenticazione",
        about: "Sei cifre da un’app sul telefono o dal tuo gestore delle password.",
        prove: "Inserisci le sei cifre che l’app di autenticazione mostra per questo sito.",
        confirm:
          "Va bene qualsiasi app di autenticazione, anche quella del tuo gestore delle password.",
        label: "Codice",
      },
      recovery: {
        name: "Codici di recupero",
        one: "Codice di recupero",
        about: "Dieci codici da conservare su carta. Ciascuno vale una volta.",
        prove: "Inserisci uno dei codici di recupero che hai salvato. Ciascuno vale una volta.",
        confirm: "",
        label: "Codice di recupero",
      },
      mail: {
        name: "Codice per email",
        about: "Ogni volta ti inviamo un codice per email.",
        prove: "",
        confirm: "Abbiamo inviato un codice a {target}. Inseriscilo qui.",
        label: "Codice",
      },
      passkey: {
        name: "Passkey o chiave di sicurezza",
        about:
          "L’impronta, il volto o il PIN, oppure una chiave da collegare. Al sicuro dai siti falsi.",
        prove: "Usa la passkey o la chiave di sicurezza di questo account.",
        confirm: "Crea una passkey o usa una chiave di sicurezza.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Codice" },
  },
  password: {
    ask: {
      heading: "Reimposta la password",
      text:
        "Inserisci il tuo indirizzo email. Ti invieremo un link per impostare una nuova password.",
      textSignedIn:
        "Per impostare una password, conferma il tuo indirizzo email. Ti invieremo un link.",
      label: "Email",
      submit: "Invia un link per email",
    },
    set: "Imposta una password",
    change: "Cambia la password",
    current: "Password attuale",
    password: "Nuova password",
    show: "Mostra la password",
    capsLock: "Il blocco maiuscole è attivo.",
    rules:
      "Almeno {min} caratteri. Quattro parole senza legame tra loro vanno bene. Gli spazi sono ammessi.",
    submit: "Salva la password",
    forgot: "Hai dimenticato la password attuale?",
    done: {
      heading: "La password è impostata",
      text: "D’ora in poi puoi usarla per accedere.",
      submit: "Continua",
    },
    errors: {
      "too-short": "Questa password è troppo corta. Usa almeno {min} caratteri.",
      "too-long": "Questa password è troppo lunga. Usa al massimo {max} caratteri.",
      "malformed":
        "Questa password contiene caratteri che non si possono usare. Scegline un’altra.",
      "common": "Questa password è facile da indovinare. Scegline un’altra.",
      "personal":
        "Questa password è il tuo indirizzo, il tuo nome o il nome di questo sito. Scegline un’altra.",
      "breached":
        "Questa password è nota per una violazione dei dati di un altro sito. Scegline un’altra.",
      "different": "Le due password sono diverse. Inseriscile di nuovo.",
      "wrong-password": "La password attuale è errata. Riprova.",
      "expired":
        "Questa pagina è rimasta aperta troppo a lungo. Conferma di nuovo il tuo indirizzo email.",
      "default": "Operazione non riuscita. Riprova.",
    },
  },
  address: {
    request: {
      heading: "Cambia il tuo indirizzo email",
      headingWithout: "Aggiungi un indirizzo email",
      text:
        "Il tuo indirizzo è {email}. Invieremo un codice a quello nuovo e un avviso del cambiamento a questo.",
      textWithout:
        "Il tuo account non ha ancora un indirizzo. Invieremo un codice a quello inserito.",
      label: "Nuova email",
      submit: "Invia un codice",
      unproven: "Non hai ancora confermato {email}.",
      prove: "Conferma questo indirizzo",
      lost: "Non ho più accesso a {email}",
      lostHint: "Riceverà un’email senza un link per annullare il cambiamento.",
      stale: "Prima verifica la tua identità.",
      confirm: "Continua",
    },
    code: {
      heading: "Inserisci il codice",
      text:
        "Abbiamo inviato un’email a {email}. Inserisci il codice che contiene per usare questo indirizzo.",
      textOwn:
        "Abbiamo inviato un’email a {email}. Inserisci il codice che contiene per confermare il tuo indirizzo.",
      label: "Codice",
      submit: "Conferma l’indirizzo",
      cancel: "Usa un altro indirizzo",
    },
    done: {
      heading: "Il tuo indirizzo è confermato",
      text: "L’indirizzo del tuo account è {email}.",
      submit: "Continua",
    },
    undo: {
      heading: "Vuoi annullare il cambiamento del tuo indirizzo?",
      text:
        "Il tuo account riavrà l’indirizzo {email}. Tutti i browser verranno disconnessi. Password, passkey, account collegati e metodi di verifica in due passaggi aggiunti dopo il cambiamento verranno rimossi.",
      submit: "Annulla il cambiamento",
    },
    undone: {
      heading: "Il cambiamento è stato annullato",
      text:
        "Il tuo account ha di nuovo il suo indirizzo. Usalo per accedere e controlla il contenuto del tuo account.",
      submit: "Accedi",
    },
    lost: {
      heading: "Questo link non si può usare",
      text: "È già stato usato o è scaduto (validità: {time}).",
      submit: "Vai al tuo account",
    },
    waiting: {
      heading: "Il cambiamento verrà annullato più tardi",
      text:
        "Nel frattempo l’account è stato protetto, quindi chi lo usa può opporsi fino a questa data: {due}. Dopo, apri di nuovo il link contenuto nell’email.",
    },
    contested: {
      heading: "Qualcuno vuole annullare il cambiamento del tuo indirizzo",
      text:
        "Quella persona legge la casella precedente. L’account può riavere l’indirizzo precedente dopo questa data: {due}.",
      submit: "Mantieni il nuovo indirizzo",
    },
    kept: {
      heading: "Il tuo indirizzo resta",
      text:
        "L’indirizzo del tuo account è {email}. Il link inviato all’indirizzo precedente non funziona più.",
      submit: "Continua",
    },
    errors: {
      "not-two-factors":
        "Per questo, verifica la tua identità con un metodo che hai da tre giorni e che non sia un codice per email.",
      "invalid": "Questo non è un indirizzo email. Controlla che non ci siano errori di battitura.",
      "same": "Questo è già il tuo indirizzo.",
      "mail-failed": "Impossibile inviare l’email. Controlla l’indirizzo e riprova.",
      "wrong-code": "Il codice è errato. Controllalo e riprova.",
      "expired": "Questo codice non si può più usare. Richiedine uno nuovo.",
      "taken": "Questo indirizzo appartiene a un altro account.",
      "moved": "Nel frattempo l’indirizzo dell’account è cambiato.",
      "default": "Operazione non riuscita. Riprova.",
    },
  },
};
