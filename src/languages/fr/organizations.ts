/**
 * Pages of organizations, and emails about them, in French.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Vos organisations",
  row: {
    heading: "Organisations",
    none: "Vous ne faites partie d’aucune organisation.",
    open: "Gérer les organisations",
  },
  owner: "Propriétaire",
  none:
    "Vous ne faites partie d’aucune organisation. Pour en rejoindre une, ouvrez le lien de l’invitation que vous recevez.",
  since: "Membre depuis le {date}",
  create: {
    heading: "Créer une organisation",
    name: "Nom",
    slug: "Nom dans les adresses web",
    rules:
      "De 1 à 63 lettres minuscules, chiffres et traits d’union. Un trait d’union n’est ni au début ni à la fin.",
    submit: "Créer l’organisation",
  },
  members: {
    heading: "Membres",
    you: "Vous",
    managed: "Géré par un annuaire",
    more: "Autres membres",
    first: "Premiers membres",
    settings: "Paramètres",
    leave: "Quitter l’organisation",
  },
  member: {
    role: "Rôle",
    removeText: "Une personne retirée ne peut plus ouvrir ce qui appartient à l’organisation.",
    remove: "Retirer de l’organisation",
    transfer: "Transférer la propriété à ce membre",
  },
  invitations: {
    heading: "Invitations envoyées",
    invite: "Inviter par e‑mail",
    submit: "Envoyer l’invitation",
    until: "Valable jusqu’au {date}",
    cancel: "Annuler",
    cancelOf: "Annuler : invitation pour {email}",
  },
  leave: {
    heading: "Quitter {organization} ?",
    text:
      "Vous ne pourrez plus ouvrir ce qui lui appartient. Pour revenir, il vous faudra une invitation.",
    submit: "Quitter l’organisation",
  },
  settings: {
    title: "Paramètres de {organization}",
    back: "Retour à {organization}",
    nameTitle: "Modifier le nom",
    slugTitle: "Modifier le nom dans les adresses web",
    slugText: "Les liens avec le nom actuel ne fonctionneront plus.",
    policy: "Règles de connexion",
    policyNone: "Les membres peuvent se connecter de toute manière.",
    demands: {
      methods: "Moyens de validation : {list}",
      providers: "Connexion avec : {list}",
      domains: "Adresses e‑mail chez : {list}",
      proofMaxAge: "Nouvelle validation après : {time}",
      sessionMaxAge: "Nouvelle connexion après : {time}",
    },
  },
  transfer: {
    heading: "Transférer la propriété ?",
    text:
      "Le nouveau propriétaire pourra tout faire dans {organization}, et aussi vous retirer. Vous ne pourrez pas revenir en arrière vous‑même.",
    member: "Nouveau propriétaire",
    becomes: "Votre rôle à partir de là",
    submit: "Transférer la propriété",
    none: "Il n’y a pas d’autre membre. Invitez d’abord quelqu’un.",
  },
  delete: {
    heading: "Supprimer {organization}",
    text: "Cette action est irréversible. L’organisation est supprimée immédiatement, avec :",
    gone: {
      members: "Toutes les appartenances, y compris la vôtre",
      invitations: "Toutes les invitations",
      slug: "Son nom dans les adresses web, qui devient libre pour d’autres",
    },
    row: "Supprimer l’organisation",
    submit: "Supprimer définitivement l’organisation",
  },
  invitation: {
    heading: "Rejoindre {organization} ?",
    text: "{inviter} vous invite à devenir membre.",
    textOfApp: "Vous avez reçu une invitation à devenir membre.",
    role: "Votre rôle",
    address: "Adresse invitée",
    accept: "Accepter l’invitation",
    signIn: "Connectez-vous avec l’adresse invitée. Vous pourrez ensuite accepter l’invitation.",
    another:
      "Vous utilisez le compte {account}. Seule l’adresse invitée peut accepter : déconnectez-vous, puis connectez-vous avec celle-ci.",
    unproven:
      "Votre compte n’a pas confirmé l’adresse invitée. Confirmez-la, puis ouvrez de nouveau le lien.",
    ended: "Cette invitation n’est plus valable",
    endedText:
      "Elle a été utilisée ou annulée, ou elle a expiré. Demandez-en une nouvelle à l’organisation.",
  },
  done: {
    created: "L’organisation a été créée.",
    updated: "La modification a été enregistrée.",
    invited: "L’invitation a été envoyée.",
    cancelled: "L’invitation a été annulée.",
    role: "Le rôle a été modifié.",
    removed: "Le membre a été retiré.",
    left: "Vous avez quitté l’organisation.",
    joined: "Vous êtes maintenant membre.",
    transferred: "La propriété a été transférée.",
    deleted: "L’organisation a été supprimée.",
  },
  refused: "Vous ne pouvez pas ouvrir cette organisation pour le moment",
  reasons: {
    "domain-not-allowed":
      "Votre adresse e‑mail ne fait pas partie de celles de cette organisation.",
    forbidden: "Votre rôle ne le permet pas.",
    "invitation-expired": "Cette invitation n’est plus valable.",
    "invitation-other-address": "Cette invitation est destinée à une autre adresse e‑mail.",
    "inviter-lost-right":
      "La personne qui vous a invité(e) n’en a plus le droit. Demandez une nouvelle invitation.",
    "last-owner": "Une organisation a besoin d’un propriétaire. Transférez d’abord la propriété.",
    "not-member": "Ce membre n’existe plus.",
    "proof-too-weak": "Confirmez d’abord votre identité.",
    "provider-required": "Utilisez la connexion de votre organisation.",
    "role-beyond-own": "Votre rôle ne permet pas de donner ou de retirer ce rôle.",
    "session-too-old": "Connectez-vous de nouveau.",
    "slug-taken": "Une autre organisation a ce nom dans les adresses web. Choisissez-en un autre.",
    "too-many": "Cela fait trop d’essais. Réessayez plus tard.",
  },
  faults: {
    email: "Saisissez une adresse e‑mail.",
    slug: "Ce nom ne peut pas être utilisé dans les adresses web.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Vous êtes membre de {organization}",
    text: "Votre rôle est : {role}.",
    advice: "Si vous ne connaissez pas l’organisation, quittez-la.",
    button: "Ouvrir l’organisation",
  },
  deleted: {
    subject: "{organization} a été supprimée",
    text: "Vous n’en êtes plus membre, et vos invitations ne sont plus valables.",
    advice: "Pour toute question, adressez-vous aux autres propriétaires de l’organisation.",
    button: "Vos organisations",
  },
  invitation: {
    subject: "Invitation à rejoindre {organization}",
    text:
      "Votre rôle sera : {role}. L’invitation est destinée à cette adresse et prend fin dans 7 jours.",
    advice: "Si vous ne connaissez pas l’organisation, ignorez cet e‑mail.",
    button: "Voir l’invitation",
  },
  "ownership-moved": {
    subject: "{organization} a un autre propriétaire",
    text: "Votre rôle est maintenant : {role}.",
    advice: "Pour toute question, adressez-vous à un propriétaire de l’organisation.",
    button: "Ouvrir l’organisation",
  },
  removed: {
    subject: "Vous n’êtes plus membre de {organization}",
    text: "Vous ne pouvez plus ouvrir ce qui lui appartient.",
    advice: "Pour toute question, adressez-vous à un propriétaire de l’organisation.",
    button: "Vos organisations",
  },
  "role-changed": {
    subject: "Votre rôle dans {organization} a changé",
    text: "C’est maintenant : {role}.",
    advice: "Pour toute question, adressez-vous à un propriétaire de l’organisation.",
    button: "Ouvrir l’organisation",
  },
};
