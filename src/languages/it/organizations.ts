/**
 * Pages of organizations, and emails about them, in Italian.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Le tue organizzazioni",
  row: {
    heading: "Organizzazioni",
    none: "Non fai parte di nessuna organizzazione.",
    open: "Gestisci le organizzazioni",
  },
  owner: "Proprietario",
  none:
    "Non fai parte di nessuna organizzazione. Per entrare in una, apri il link dell’invito che ricevi.",
  since: "Membro dal {date}",
  create: {
    heading: "Crea un’organizzazione",
    name: "Nome",
    slug: "Nome negli indirizzi web",
    rules:
      "Da 1 a 63 lettere minuscole, cifre e trattini. Un trattino non può stare all’inizio né alla fine.",
    submit: "Crea l’organizzazione",
  },
  members: {
    heading: "Membri",
    you: "Tu",
    managed: "Gestito da una directory",
    more: "Altri membri",
    first: "Primi membri",
    settings: "Impostazioni",
    leave: "Lascia l’organizzazione",
  },
  member: {
    role: "Ruolo",
    removeText: "Chi viene rimosso non può più aprire ciò che appartiene all’organizzazione.",
    remove: "Rimuovi dall’organizzazione",
    transfer: "Trasferisci la proprietà a questo membro",
  },
  invitations: {
    heading: "Inviti",
    invite: "Invita per email",
    submit: "Invia l’invito",
    until: "Valido fino al {date}",
    cancel: "Annulla",
    cancelOf: "Annulla: invito per {email}",
  },
  leave: {
    heading: "Lasciare {organization}?",
    text: "Non potrai più aprire ciò che le appartiene. Per tornare ti servirà un invito.",
    submit: "Lascia l’organizzazione",
  },
  settings: {
    title: "Impostazioni di {organization}",
    back: "Torna a {organization}",
    nameTitle: "Cambia il nome",
    slugTitle: "Cambia il nome negli indirizzi web",
    slugText: "I link con il nome attuale smetteranno di funzionare.",
    policy: "Regole di accesso",
    policyNone: "I membri possono accedere in qualsiasi modo.",
    demands: {
      methods: "Modi di verifica: {list}",
      providers: "Accesso con: {list}",
      domains: "Indirizzi email presso: {list}",
      proofMaxAge: "Nuova verifica dopo: {time}",
      sessionMaxAge: "Nuovo accesso dopo: {time}",
    },
  },
  transfer: {
    heading: "Trasferire la proprietà?",
    text:
      "Il nuovo proprietario può fare tutto in {organization}, anche rimuovere te. Da solo non puoi tornare indietro.",
    member: "Nuovo proprietario",
    becomes: "Il tuo ruolo da quel momento",
    submit: "Trasferisci la proprietà",
    none: "Non ci sono altri membri. Prima invita qualcuno.",
  },
  delete: {
    heading: "Elimina {organization}",
    text: "Questa azione non si può annullare. L’organizzazione viene eliminata subito, con:",
    gone: {
      members: "Tutte le appartenenze, anche la tua",
      invitations: "Tutti gli inviti",
      slug: "Il suo nome negli indirizzi web, che torna libero per altri",
    },
    row: "Elimina l’organizzazione",
    submit: "Elimina definitivamente l’organizzazione",
  },
  invitation: {
    heading: "Entrare in {organization}?",
    text: "{inviter} ti invita a diventare membro.",
    textOfApp: "Hai un invito a diventare membro.",
    role: "Il tuo ruolo",
    address: "Indirizzo invitato",
    accept: "Accetta l’invito",
    signIn: "Accedi con l’indirizzo invitato. Poi potrai accettare l’invito.",
    another:
      "Hai effettuato l’accesso come {account}. Solo l’indirizzo invitato può accettare: esci e accedi con quello.",
    unproven:
      "Il tuo account non ha confermato l’indirizzo invitato. Confermalo e apri di nuovo il link.",
    ended: "Questo invito non è più valido",
    endedText:
      "È stato usato o annullato, oppure è scaduto. Chiedine uno nuovo all’organizzazione.",
  },
  done: {
    created: "L’organizzazione è stata creata.",
    updated: "La modifica è stata salvata.",
    invited: "L’invito è stato inviato.",
    cancelled: "L’invito è stato annullato.",
    role: "Il ruolo è stato cambiato.",
    removed: "Il membro è stato rimosso.",
    left: "Hai lasciato l’organizzazione.",
    joined: "Ora fai parte dell’organizzazione.",
    transferred: "La proprietà è stata trasferita.",
    deleted: "L’organizzazione è stata eliminata.",
  },
  refused: "Ora non puoi aprire questa organizzazione",
  reasons: {
    "domain-not-allowed": "Il tuo indirizzo email non è tra quelli di questa organizzazione.",
    forbidden: "Il tuo ruolo non lo permette.",
    "invitation-expired": "Questo invito non è più valido.",
    "invitation-other-address": "Questo invito è per un altro indirizzo email.",
    "inviter-lost-right": "Chi ti ha invitato non può più farlo. Chiedi un nuovo invito.",
    "last-owner":
      "Un’organizzazione ha bisogno di un proprietario. Prima trasferisci la proprietà.",
    "not-member": "Questo membro non c’è più.",
    "proof-too-weak": "Prima verifica la tua identità.",
    "provider-required": "Usa l’accesso della tua organizzazione.",
    "role-beyond-own": "Il tuo ruolo non permette di dare o togliere questo ruolo.",
    "session-too-old": "Accedi di nuovo.",
    "slug-taken": "Un’altra organizzazione ha questo nome negli indirizzi web. Scegline un altro.",
    "too-many": "Troppe volte. Riprova più tardi.",
  },
  faults: {
    email: "Inserisci un indirizzo email.",
    slug: "Questo nome non si può usare negli indirizzi web.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Fai parte di {organization}",
    text: "Il tuo ruolo è: {role}.",
    advice: "Se non conosci l’organizzazione, lasciala.",
    button: "Apri l’organizzazione",
  },
  deleted: {
    subject: "{organization} è stata eliminata",
    text: "Non ne fai più parte e i tuoi inviti non sono più validi.",
    advice: "Per domande, rivolgiti agli altri proprietari dell’organizzazione.",
    button: "Le tue organizzazioni",
  },
  invitation: {
    subject: "Invito a {organization}",
    text: "Il tuo ruolo sarà: {role}. L’invito è per questo indirizzo e termina tra 7 giorni.",
    advice: "Se non conosci l’organizzazione, ignora questa email.",
    button: "Vedi l’invito",
  },
  "ownership-moved": {
    subject: "{organization} ha un altro proprietario",
    text: "Il tuo ruolo ora è: {role}.",
    advice: "Per domande, rivolgiti a un proprietario dell’organizzazione.",
    button: "Apri l’organizzazione",
  },
  removed: {
    subject: "Non fai più parte di {organization}",
    text: "Non puoi più aprire ciò che le appartiene.",
    advice: "Per domande, rivolgiti a un proprietario dell’organizzazione.",
    button: "Le tue organizzazioni",
  },
  "role-changed": {
    subject: "Il tuo ruolo in {organization} è cambiato",
    text: "Ora è: {role}.",
    advice: "Per domande, rivolgiti a un proprietario dell’organizzazione.",
    button: "Apri l’organizzazione",
  },
};
