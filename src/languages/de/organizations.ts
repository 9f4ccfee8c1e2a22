/**
 * Pages of organizations, and emails about them, in German.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Ihre Organisationen",
  row: {
    heading: "Organisationen",
    none: "Sie gehören zu keiner Organisation.",
    open: "Organisationen verwalten",
  },
  owner: "Inhaber",
  none:
    "Sie gehören zu keiner Organisation. Um beizutreten, öffnen Sie den Link in der Einladung, die Sie erhalten.",
  since: "Mitglied seit {date}",
  create: {
    heading: "Organisation erstellen",
    name: "Name",
    slug: "Name in Webadressen",
    rules:
      "1 bis 63 Kleinbuchstaben, Ziffern und Bindestriche. Ein Bindestrich steht weder am Anfang noch am Ende.",
    submit: "Organisation erstellen",
  },
  members: {
    heading: "Mitglieder",
    you: "Sie",
    managed: "Von einem Verzeichnis verwaltet",
    more: "Weitere Mitglieder",
    first: "Zum Anfang der Liste",
    settings: "Einstellungen",
    leave: "Organisation verlassen",
  },
  member: {
    role: "Rolle",
    removeText: "Wer entfernt wird, kann nicht mehr öffnen, was zur Organisation gehört.",
    remove: "Aus der Organisation entfernen",
    transfer: "Inhaberschaft an dieses Mitglied übertragen",
  },
  invitations: {
    heading: "Einladungen",
    invite: "Per E‑Mail einladen",
    submit: "Einladung senden",
    until: "Gültig bis {date}",
    cancel: "Zurückziehen",
    cancelOf: "Zurückziehen: Einladung für {email}",
  },
  leave: {
    heading: "{organization} verlassen?",
    text:
      "Sie können dann nicht mehr öffnen, was dazu gehört. Um zurückzukehren, brauchen Sie eine Einladung.",
    submit: "Organisation verlassen",
  },
  settings: {
    title: "Einstellungen von {organization}",
    back: "Zurück zu {organization}",
    nameTitle: "Namen ändern",
    slugTitle: "Namen in Webadressen ändern",
    slugText: "Links mit dem bisherigen Namen funktionieren dann nicht mehr.",
    policy: "Regeln für die Anmeldung",
    policyNone: "Mitglieder dürfen sich auf jede Art anmelden.",
    demands: {
      methods: "Arten der Bestätigung: {list}",
      providers: "Anmeldung über: {list}",
      domains: "E‑Mail-Adressen bei: {list}",
      proofMaxAge: "Neue Bestätigung nach: {time}",
      sessionMaxAge: "Neue Anmeldung nach: {time}",
    },
  },
  transfer: {
    heading: "Inhaberschaft übertragen?",
    text:
      "Der neue Inhaber kann in {organization} alles tun und auch Sie entfernen. Allein können Sie das nicht rückgängig machen.",
    member: "Neuer Inhaber",
    becomes: "Ihre Rolle ab dann",
    submit: "Inhaberschaft übertragen",
    none: "Es gibt kein anderes Mitglied. Laden Sie erst jemanden ein.",
  },
  delete: {
    heading: "{organization} löschen",
    text: "Das lässt sich nicht rückgängig machen. Die Organisation wird sofort gelöscht, mit:",
    gone: {
      members: "Allen Mitgliedschaften, auch Ihrer",
      invitations: "Allen Einladungen",
      slug: "Ihrem Namen in Webadressen, der dann für andere frei ist",
    },
    row: "Organisation löschen",
    submit: "Organisation endgültig löschen",
  },
  invitation: {
    heading: "{organization} beitreten?",
    text: "{inviter} lädt Sie ein, Mitglied zu werden.",
    textOfApp: "Sie sind eingeladen, Mitglied zu werden.",
    role: "Ihre Rolle",
    address: "Eingeladene Adresse",
    accept: "Einladung annehmen",
    signIn:
      "Melden Sie sich mit der eingeladenen Adresse an. Dann können Sie die Einladung annehmen.",
    another:
      "Sie sind als {account} angemeldet. Nur die eingeladene Adresse kann annehmen: Melden Sie sich ab und mit jener an.",
    unproven:
      "Ihr Konto hat die eingeladene Adresse nicht bestätigt. Bestätigen Sie sie und öffnen Sie den Link noch einmal.",
    ended: "Diese Einladung ist nicht mehr gültig",
    endedText:
      "Sie wurde verwendet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie die Organisation um eine neue.",
  },
  done: {
    created: "Die Organisation wurde erstellt.",
    updated: "Die Änderung wurde gespeichert.",
    invited: "Die Einladung wurde gesendet.",
    cancelled: "Die Einladung wurde zurückgezogen.",
    role: "Die Rolle wurde geändert.",
    removed: "Das Mitglied wurde entfernt.",
    left: "Sie haben die Organisation verlassen.",
    joined: "Sie sind jetzt Mitglied.",
    transferred: "Die Inhaberschaft wurde übertragen.",
    deleted: "Die Organisation wurde gelöscht.",
  },
  refused: "Sie können diese Organisation jetzt nicht öffnen",
  reasons: {
    "domain-not-allowed": "Ihre E‑Mail-Adresse gehört nicht zu denen dieser Organisation.",
    forbidden: "Ihre Rolle erlaubt das nicht.",
    "invitation-expired": "Diese Einladung ist nicht mehr gültig.",
    "invitation-other-address": "Diese Einladung ist für eine andere E‑Mail-Adresse.",
    "inviter-lost-right":
      "Die Person, die Sie eingeladen hat, darf das nicht mehr. Bitten Sie um eine neue Einladung.",
    "last-owner": "Eine Organisation braucht einen Inhaber. Übertragen Sie erst die Inhaberschaft.",
    "not-member": "Dieses Mitglied gibt es nicht mehr.",
    "proof-too-weak": "Bestätigen Sie zuvor Ihre Identität.",
    "provider-required": "Verwenden Sie die Anmeldung Ihrer Organisation.",
    "role-beyond-own": "Ihre Rolle erlaubt nicht, diese Rolle zu vergeben oder zu entziehen.",
    "session-too-old": "Melden Sie sich neu an.",
    "slug-taken":
      "Eine andere Organisation hat diesen Namen in Webadressen. Wählen Sie einen anderen.",
    "too-many": "Das war zu oft. Versuchen Sie es später noch einmal.",
  },
  faults: {
    email: "Geben Sie eine E‑Mail-Adresse ein.",
    slug: "Dieser Name ist in Webadressen nicht möglich.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Sie sind Mitglied von {organization}",
    text: "Ihre Rolle ist: {role}.",
    advice: "Wenn Sie die Organisation nicht kennen, verlassen Sie sie.",
    button: "Organisation öffnen",
  },
  deleted: {
    subject: "{organization} wurde gelöscht",
    text: "Sie sind kein Mitglied mehr, und Ihre Einladungen dorthin sind nicht mehr gültig.",
    advice: "Bei Fragen wenden Sie sich an die anderen Inhaber der Organisation.",
    button: "Ihre Organisationen",
  },
  invitation: {
    subject: "Einladung zu {organization}",
    text:
      "Ihre Rolle wird sein: {role}. Die Einladung gilt für diese Adresse und endet in 7 Tagen.",
    advice: "Wenn Sie die Organisation nicht kennen, ignorieren Sie diese E‑Mail.",
    button: "Einladung ansehen",
  },
  "ownership-moved": {
    subject: "{organization} hat einen anderen Inhaber",
    text: "Ihre Rolle ist jetzt: {role}.",
    advice: "Bei Fragen wenden Sie sich an einen Inhaber der Organisation.",
    button: "Organisation öffnen",
  },
  removed: {
    subject: "Sie sind kein Mitglied von {organization} mehr",
    text: "Sie können nicht mehr öffnen, was dazu gehört.",
    advice: "Bei Fragen wenden Sie sich an einen Inhaber der Organisation.",
    button: "Ihre Organisationen",
  },
  "role-changed": {
    subject: "Ihre Rolle in {organization} wurde geändert",
    text: "Sie ist jetzt: {role}.",
    advice: "Bei Fragen wenden Sie sich an einen Inhaber der Organisation.",
    button: "Organisation öffnen",
  },
};
