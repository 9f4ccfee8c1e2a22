/**
 * Pages of organizations, and emails about them, in Dutch.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Je organisaties",
  row: {
    heading: "Organisaties",
    none: "Je hoort bij geen enkele organisatie.",
    open: "Organisaties beheren",
  },
  owner: "Eigenaar",
  none:
    "Je hoort bij geen enkele organisatie. Open de link in de uitnodiging die je krijgt om lid te worden.",
  since: "Lid sinds {date}",
  create: {
    heading: "Een organisatie maken",
    name: "Naam",
    slug: "Naam in webadressen",
    rules:
      "1 tot 63 kleine letters, cijfers en koppeltekens. Een koppelteken staat niet vooraan en niet achteraan.",
    submit: "De organisatie maken",
  },
  members: {
    heading: "Leden",
    you: "Jij",
    managed: "Beheerd door een directory",
    more: "Meer leden",
    first: "Eerste leden",
    settings: "Instellingen",
    leave: "De organisatie verlaten",
  },
  member: {
    role: "Rol",
    removeText: "Wie wordt verwijderd, kan niet meer openen wat bij de organisatie hoort.",
    remove: "Uit de organisatie verwijderen",
    transfer: "Het eigendom aan dit lid overdragen",
  },
  invitations: {
    heading: "Uitnodigingen",
    invite: "Uitnodigen per e‑mail",
    submit: "De uitnodiging versturen",
    until: "Geldig tot {date}",
    cancel: "Intrekken",
    cancelOf: "Intrekken: uitnodiging voor {email}",
  },
  leave: {
    heading: "{organization} verlaten?",
    text:
      "Je kunt dan niet meer openen wat erbij hoort. Om terug te komen heb je een uitnodiging nodig.",
    submit: "De organisatie verlaten",
  },
  settings: {
    title: "Instellingen van {organization}",
    back: "Terug naar {organization}",
    nameTitle: "De naam wijzigen",
    slugTitle: "De naam in webadressen wijzigen",
    slugText: "Links met de huidige naam werken dan niet meer.",
    policy: "Regels voor het inloggen",
    policyNone: "Leden mogen op elke manier inloggen.",
    demands: {
      methods: "Manieren van verificatie: {list}",
      providers: "Inloggen met: {list}",
      domains: "E‑mailadressen bij: {list}",
      proofMaxAge: "Opnieuw verifiëren na: {time}",
      sessionMaxAge: "Opnieuw inloggen na: {time}",
    },
  },
  transfer: {
    heading: "Het eigendom overdragen?",
    text:
      "De nieuwe eigenaar kan alles doen in {organization} en ook jou verwijderen. Je kunt het niet zelf terugdraaien.",
    member: "Nieuwe eigenaar",
    becomes: "Jouw rol vanaf dan",
    submit: "Het eigendom overdragen",
    none: "Er is geen ander lid. Nodig eerst iemand uit.",
  },
  delete: {
    heading: "{organization} verwijderen",
    text: "Dit kan niet ongedaan worden gemaakt. De organisatie wordt meteen verwijderd, met:",
    gone: {
      members: "Alle lidmaatschappen, ook dat van jou",
      invitations: "Alle uitnodigingen",
      slug: "De naam in webadressen, die dan vrij is voor anderen",
    },
    row: "De organisatie verwijderen",
    submit: "De organisatie definitief verwijderen",
  },
  invitation: {
    heading: "Lid worden van {organization}?",
    text: "{inviter} nodigt je uit om lid te worden.",
    textOfApp: "Je bent uitgenodigd om lid te worden.",
    role: "Jouw rol",
    address: "Uitgenodigd adres",
    accept: "De uitnodiging accepteren",
    signIn: "Log in met het uitgenodigde adres. Daarna kun je de uitnodiging accepteren.",
    another:
      "Je bent ingelogd als {account}. Alleen het uitgenodigde adres kan accepteren: log uit en log daarmee in.",
    unproven:
      "Je account heeft het uitgenodigde adres niet bevestigd. Bevestig het en open de link opnieuw.",
    ended: "Deze uitnodiging is niet meer geldig",
    endedText: "Ze is gebruikt, ingetrokken of verlopen. Vraag de organisatie om een nieuwe.",
  },
  done: {
    created: "De organisatie is gemaakt.",
    updated: "De wijziging is opgeslagen.",
    invited: "De uitnodiging is verstuurd.",
    cancelled: "De uitnodiging is ingetrokken.",
    role: "De rol is gewijzigd.",
    removed: "Het lid is verwijderd.",
    left: "Je hebt de organisatie verlaten.",
    joined: "Je bent nu lid.",
    transferred: "Het eigendom is overgedragen.",
    deleted: "De organisatie is verwijderd.",
  },
  refused: "Je kunt deze organisatie nu niet openen",
  reasons: {
    "domain-not-allowed": "Je e‑mailadres hoort niet bij deze organisatie.",
    forbidden: "Je rol staat dit niet toe.",
    "invitation-expired": "Deze uitnodiging is niet meer geldig.",
    "invitation-other-address": "Deze uitnodiging is voor een ander e‑mailadres.",
    "inviter-lost-right":
      "De persoon die je heeft uitgenodigd, mag dat niet meer. Vraag om een nieuwe uitnodiging.",
    "last-owner": "Een organisatie heeft een eigenaar nodig. Draag eerst het eigendom over.",
    "not-member": "Dat lid is er niet meer.",
    "proof-too-weak": "Bevestig eerst dat jij het bent.",
    "provider-required": "Gebruik de login van je organisatie.",
    "role-beyond-own": "Je rol staat niet toe om deze rol te geven of af te nemen.",
    "session-too-old": "Log opnieuw in.",
    "slug-taken": "Een andere organisatie heeft deze naam in webadressen. Kies een andere.",
    "too-many": "Dat was te vaak. Probeer het later opnieuw.",
  },
  faults: {
    email: "Vul een e‑mailadres in.",
    slug: "Deze naam kan niet in webadressen worden gebruikt.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Je bent lid van {organization}",
    text: "Je rol is: {role}.",
    advice: "Ken je de organisatie niet? Verlaat haar dan.",
    button: "De organisatie openen",
  },
  deleted: {
    subject: "{organization} is verwijderd",
    text: "Je bent geen lid meer en je uitnodigingen ervoor zijn niet meer geldig.",
    advice: "Vragen? Stel ze aan de andere eigenaren van de organisatie.",
    button: "Je organisaties",
  },
  invitation: {
    subject: "Uitnodiging voor {organization}",
    text: "Je rol wordt: {role}. De uitnodiging is voor dit adres en verloopt over 7 dagen.",
    advice: "Ken je de organisatie niet? Negeer dan deze e‑mail.",
    button: "De uitnodiging bekijken",
  },
  "ownership-moved": {
    subject: "{organization} heeft een andere eigenaar",
    text: "Je rol is nu: {role}.",
    advice: "Vragen? Stel ze aan een eigenaar van de organisatie.",
    button: "De organisatie openen",
  },
  removed: {
    subject: "Je bent geen lid meer van {organization}",
    text: "Je kunt niet meer openen wat erbij hoort.",
    advice: "Vragen? Stel ze aan een eigenaar van de organisatie.",
    button: "Je organisaties",
  },
  "role-changed": {
    subject: "Je rol in {organization} is gewijzigd",
    text: "Die is nu: {role}.",
    advice: "Vragen? Stel ze aan een eigenaar van de organisatie.",
    button: "De organisatie openen",
  },
};
