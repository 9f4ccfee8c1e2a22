/**
 * Pages of organizations, and emails about them, in Polish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Twoje organizacje",
  row: {
    heading: "Organizacje",
    none: "Nie należysz do żadnej organizacji.",
    open: "Zarządzaj organizacjami",
  },
  owner: "Właściciel",
  none: "Nie należysz do żadnej organizacji. Aby dołączyć, otwórz link w otrzymanym zaproszeniu.",
  since: "Członek od {date}",
  create: {
    heading: "Utwórz organizację",
    name: "Nazwa",
    slug: "Nazwa w adresach internetowych",
    rules:
      "Od 1 do 63 małych liter, cyfr i łączników. Łącznik nie może być na początku ani na końcu.",
    submit: "Utwórz tę organizację",
  },
  members: {
    heading: "Członkowie",
    you: "To Ty",
    managed: "Zarządzane przez katalog",
    more: "Więcej członków",
    first: "Pierwsi członkowie",
    settings: "Ustawienia",
    leave: "Opuść organizację",
  },
  member: {
    role: "Rola",
    removeText: "Usunięta osoba nie może już otwierać tego, co należy do organizacji.",
    remove: "Usuń z organizacji",
    transfer: "Przekaż własność tej osobie",
  },
  invitations: {
    heading: "Zaproszenia",
    invite: "Zaproś e‑mailem",
    submit: "Wyślij zaproszenie",
    until: "Ważne do {date}",
    cancel: "Anuluj",
    cancelOf: "Anuluj: zaproszenie dla {email}",
  },
  leave: {
    heading: "Opuścić {organization}?",
    text: "Nie otworzysz już tego, co do niej należy. Aby wrócić, potrzebujesz zaproszenia.",
    submit: "Opuść organizację",
  },
  settings: {
    title: "Ustawienia: {organization}",
    back: "Wróć do: {organization}",
    nameTitle: "Zmień nazwę",
    slugTitle: "Zmień nazwę w adresach internetowych",
    slugText: "Linki z obecną nazwą przestaną działać.",
    policy: "Zasady logowania",
    policyNone: "Członkowie mogą się logować w dowolny sposób.",
    demands: {
      methods: "Sposoby weryfikacji: {list}",
      providers: "Logowanie przez: {list}",
      domains: "Adresy e‑mail w: {list}",
      proofMaxAge: "Ponowna weryfikacja po: {time}",
      sessionMaxAge: "Ponowne logowanie po: {time}",
    },
  },
  transfer: {
    heading: "Przekazać własność?",
    text:
      "Nowy właściciel może zrobić wszystko w {organization}, także usunąć Ciebie. Samodzielnie tego nie cofniesz.",
    member: "Nowy właściciel",
    becomes: "Twoja rola od tej chwili",
    submit: "Przekaż własność",
    none: "Nie ma innych członków. Najpierw kogoś zaproś.",
  },
  delete: {
    heading: "Usuń {organization}",
    text: "Tego nie można cofnąć. Organizacja zostanie od razu usunięta, a z nią:",
    gone: {
      members: "Wszystkie członkostwa, także Twoje",
      invitations: "Wszystkie zaproszenia",
      slug: "Jej nazwa w adresach internetowych, która będzie wolna dla innych",
    },
    row: "Usuń organizację",
    submit: "Usuń organizację na zawsze",
  },
  invitation: {
    heading: "Dołączyć do {organization}?",
    text: "{inviter} zaprasza Cię do organizacji.",
    textOfApp: "Zapraszamy Cię do organizacji.",
    role: "Twoja rola",
    address: "Zaproszony adres",
    accept: "Przyjmij zaproszenie",
    signIn: "Zaloguj się zaproszonym adresem. Potem możesz przyjąć zaproszenie.",
    another:
      "Używasz konta {account}. Przyjąć może tylko zaproszony adres: wyloguj się i zaloguj się nim.",
    unproven:
      "Twoje konto nie potwierdziło zaproszonego adresu. Potwierdź go i otwórz link ponownie.",
    ended: "To zaproszenie jest już nieważne",
    endedText: "Zostało użyte lub anulowane albo wygasło. Poproś organizację o nowe.",
  },
  done: {
    created: "Organizacja została utworzona.",
    updated: "Zmiana została zapisana.",
    invited: "Zaproszenie zostało wysłane.",
    cancelled: "Zaproszenie zostało anulowane.",
    role: "Rola została zmieniona.",
    removed: "Członek został usunięty.",
    left: "Opuszczono organizację.",
    joined: "Należysz teraz do organizacji.",
    transferred: "Własność została przekazana.",
    deleted: "Organizacja została usunięta.",
  },
  refused: "Nie możesz teraz otworzyć tej organizacji",
  reasons: {
    "domain-not-allowed": "Twój adres e‑mail nie należy do tej organizacji.",
    forbidden: "Twoja rola na to nie pozwala.",
    "invitation-expired": "To zaproszenie jest już nieważne.",
    "invitation-other-address": "To zaproszenie jest dla innego adresu e‑mail.",
    "inviter-lost-right":
      "Osoba, która Cię zaprosiła, nie ma już do tego prawa. Poproś o nowe zaproszenie.",
    "last-owner": "Organizacja potrzebuje właściciela. Najpierw przekaż własność.",
    "not-member": "Nie ma już takiego członka.",
    "proof-too-weak": "Najpierw potwierdź swoją tożsamość.",
    "provider-required": "Użyj logowania swojej organizacji.",
    "role-beyond-own": "Twoja rola nie pozwala nadawać ani odbierać tej roli.",
    "session-too-old": "Zaloguj się ponownie.",
    "slug-taken": "Inna organizacja ma tę nazwę w adresach internetowych. Wybierz inną.",
    "too-many": "Zbyt wiele prób. Spróbuj później.",
  },
  faults: {
    email: "Wpisz adres e‑mail.",
    slug: "Tej nazwy nie można użyć w adresach internetowych.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Należysz do {organization}",
    text: "Twoja rola: {role}.",
    advice: "Jeśli nie znasz tej organizacji, opuść ją.",
    button: "Otwórz organizację",
  },
  deleted: {
    subject: "Usunięto {organization}",
    text: "Nie należysz już do niej, a Twoje zaproszenia są nieważne.",
    advice: "W razie pytań zwróć się do pozostałych właścicieli organizacji.",
    button: "Twoje organizacje",
  },
  invitation: {
    subject: "Zaproszenie do {organization}",
    text:
      "Twoja rola będzie następująca: {role}. Zaproszenie jest dla tego adresu i wygasa za 7 dni.",
    advice: "Jeśli nie znasz tej organizacji, zignoruj tę wiadomość.",
    button: "Zobacz zaproszenie",
  },
  "ownership-moved": {
    subject: "{organization} ma innego właściciela",
    text: "Twoja rola jest teraz następująca: {role}.",
    advice: "W razie pytań zwróć się do właściciela organizacji.",
    button: "Otwórz organizację",
  },
  removed: {
    subject: "Nie należysz już do {organization}",
    text: "Nie możesz już otwierać tego, co do niej należy.",
    advice: "W razie pytań zwróć się do właściciela organizacji.",
    button: "Twoje organizacje",
  },
  "role-changed": {
    subject: "Twoja rola w {organization} została zmieniona",
    text: "Teraz jest następująca: {role}.",
    advice: "W razie pytań zwróć się do właściciela organizacji.",
    button: "Otwórz organizację",
  },
};
