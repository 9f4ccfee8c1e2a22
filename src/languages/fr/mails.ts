/**
 * French texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Connexion à {site}",
      codeSubject: "{code} est votre code pour {site}",
      button: "Se connecter",
      signUp: {
        subject: "Confirmez votre adresse pour {site}",
        codeSubject: "{code} est votre code pour confirmer votre adresse pour {site}",
        button: "Confirmer l’adresse",
      },
      password: {
        subject: "Réinitialisez votre mot de passe pour {site}",
        codeSubject: "{code} est votre code pour réinitialiser votre mot de passe pour {site}",
        button: "Choisir un nouveau mot de passe",
      },
      code:
        "Ou saisissez ce code dans le navigateur où vous l’avez demandé (valable {time})\u00a0:",
      expires: "Le lien fonctionne une seule fois et est valable {time}.",
      ignore: "Si vous n’avez pas demandé cet e‑mail, ignorez-le.",
      secret: "Ne communiquez ce code à personne.",
    },
    factorCode: {
      subject: "{code} est votre code pour {site}",
      heading: "Votre code pour {site}",
      text:
        "{code}\n\nSaisissez ce code sur {site}. Il est valable {time}. Ne le communiquez à personne.\n\nSi vous n’êtes pas en train de vous connecter, une autre personne connaît peut-être votre mot de passe\u00a0: changez-le.\n",
    },
    addressCode: {
      subject: "{code} est votre code pour {site}",
      heading: "Votre code pour {site}",
      text:
        "{code}\n\nSaisissez ce code sur {site} pour confirmer cette adresse. Il est valable {time}. Ne le communiquez à personne.\n\nSi vous n’avez rien demandé, ignorez cet e‑mail\u00a0: rien ne change.\n",
    },
    addressTaken: {
      subject: "Votre adresse est déjà utilisée sur {site}",
      text:
        "Cette adresse devait être attribuée à un autre compte, mais elle appartient déjà à un compte sur {site}. Connectez-vous avec cette adresse pour l’utiliser.\n\nSi vous n’avez rien demandé, ignorez cet e‑mail\u00a0: rien ne change.\n",
    },
  },
  notices: {
    device: "{browser} sur {system}",
    notYou: "Ce n’était pas vous\u00a0?",
    secure: "Sécuriser votre compte",
    check: "Ce n’était pas vous\u00a0? Connectez-vous sans attendre et vérifiez votre compte.",
    account: {
      "account-linked": {
        subject: "Un compte a été associé au vôtre",
        text: "Vous pouvez maintenant l’utiliser pour vous connecter\u00a0: {provider}.",
      },
      "account-unlinked": {
        subject: "Un compte a été dissocié du vôtre",
        text: "Vous ne pouvez plus l’utiliser pour vous connecter\u00a0: {provider}.",
      },
      "app-allowed": {
        subject: "Une application a obtenu l’accès à votre compte",
        text: "Elle peut maintenant faire ce que vous avez autorisé.",
      },
      deleted: {
        subject: "Votre compte a été supprimé",
        text:
          "Toutes les données qui lui appartenaient ont été effacées. Ceci est le dernier e‑mail à son sujet.",
        advice: "Ce n’était pas vous\u00a0? Sécurisez votre messagerie et contactez le site.",
      },
      "deletion-cancelled": {
        subject: "Votre compte est conservé",
        text: "Il ne sera pas supprimé.",
      },
      "deletion-requested": {
        subject: "Votre compte sera supprimé le {due}",
        text:
          "Tous vos appareils sont déconnectés. Pour conserver votre compte, connectez-vous avant ce jour.",
      },
      exported: {
        subject: "Une copie des données de votre compte a été créée",
        text: "Elle contient ce qui est conservé à votre sujet, sans mots de passe ni clés.",
      },
      "key-created": {
        subject: "Une clé d’API a été créée pour votre compte",
        text: "Les programmes qui la possèdent peuvent agir en votre nom.",
      },
      "new-device": {
        subject: "Nouvelle connexion à votre compte",
        text: "Elle vient d’un navigateur dans lequel vous ne vous étiez pas encore connecté(e).",
      },
      "passkey-added": {
        subject: "Une clé d’accès a été ajoutée à votre compte",
        text: "Vous pouvez maintenant l’utiliser pour vous connecter.",
      },
      "passkey-removed": {
        subject: "Une clé d’accès a été supprimée de votre compte",
        text: "Vous ne pouvez plus l’utiliser pour vous connecter.",
      },
      "passkey-renamed": {
        subject: "Une clé d’accès de votre compte a été renommée",
        text: "Elle fonctionne toujours.",
      },
      renamed: {
        subject: "Le nom de votre compte a été modifié",
        text: "Rien d’autre n’a changé.",
      },
      "sessions-ended": {
        subject: "Des appareils ont été déconnectés de votre compte",
        text: "Pour y utiliser votre compte, vous devez vous reconnecter.",
      },
    },
    address: {
      changed: {
        subject: "Votre adresse e‑mail a été modifiée",
        text:
          "Les e‑mails concernant votre compte ne sont plus envoyés à cette adresse, et elle ne permet plus de vous connecter.",
        advice:
          "Ce n’était pas vous\u00a0? Annulez le changement (possible pendant {time}). Votre compte retrouve alors cette adresse et tous les appareils sont déconnectés.",
        button: "Annuler ce changement",
      },
      "changed-for-good": {
        subject: "Votre adresse e‑mail a été modifiée",
        text:
          "Le titulaire du compte a confirmé en deux étapes que cette adresse est perdue\u00a0: le changement ne peut donc pas être annulé par e‑mail. Elle ne permet plus de vous connecter.",
        advice: "Ce n’était pas vous\u00a0? Contactez le site.",
      },
      "changed-unproven": {
        subject: "Cette adresse a été retirée d’un compte",
        text: "Le compte a maintenant une autre adresse.",
        advice:
          "Cette adresse n’a jamais été confirmée. Si le compte est le vôtre, connectez-vous.",
      },
      restored: {
        subject: "Votre compte a retrouvé cette adresse",
        text:
          "Le changement d’adresse a été annulé à l’aide du lien de notre e‑mail. Tous les appareils ont été déconnectés. Le mot de passe, les clés d’accès, les comptes associés et les méthodes de validation en deux étapes ajoutés depuis le changement ont été supprimés.",
        advice:
          "Connectez-vous avec cette adresse, définissez un nouveau mot de passe si vous en aviez un et vérifiez le contenu de votre compte.",
      },
      removed: {
        subject: "Le changement d’une adresse a été annulé",
        text:
          "Le compte n’a plus cette adresse\u00a0: la personne qui a l’adresse précédente a annulé le changement.",
        advice: "Si le compte est le vôtre, connectez-vous avec l’adresse précédente.",
      },
      "undo-requested": {
        subject: "Le changement de votre adresse va être annulé",
        text:
          "Une personne à l’adresse précédente l’a demandé. À partir du {due}, le compte peut retrouver cette adresse\u00a0; ce qui a été ajouté depuis le changement est alors supprimé.",
        advice:
          "Une autre personne lit la messagerie précédente\u00a0? Conservez la nouvelle adresse avant cette heure. Vous le confirmerez en deux étapes.",
        button: "Conserver la nouvelle adresse",
      },
      "undo-cancelled": {
        subject: "Le changement de votre adresse est maintenu",
        text:
          "Le titulaire du compte a empêché en deux étapes l’annulation du changement. Le lien de notre e‑mail ne fonctionne plus.",
        advice: "Si vous avez ainsi perdu le compte, contactez le site.",
      },
    },
    factors: {
      added: {
        subject: "Une méthode de validation en deux étapes a été ajoutée",
        text: "Elle peut désormais confirmer une connexion\u00a0: {factor}.",
      },
      removed: {
        subject: "Une méthode de validation en deux étapes a été supprimée",
        text: "Elle ne peut plus confirmer de connexion\u00a0: {factor}.",
      },
      replaced: {
        subject: "Une méthode de validation en deux étapes a été remplacée",
        text: "La nouvelle fonctionne, et la précédente ne fonctionne plus\u00a0: {factor}.",
      },
      "recovery-used": {
        subject: "Un code de récupération a été utilisé",
        text: "Il a confirmé une connexion et ne fonctionnera plus.",
      },
      "reset-requested": {
        subject: "La validation en deux étapes va être désactivée",
        text:
          "Un administrateur l’a demandé. À partir du {due}, vous vous connecterez sans la validation en deux étapes. D’ici là, vous pouvez vous connecter et l’annuler sur la page de la validation en deux étapes.",
      },
      reset: {
        subject: "La validation en deux étapes a été désactivée",
        text:
          "Un administrateur l’a demandé. Vous vous connectez sans la validation en deux étapes jusqu’à ce que vous ajoutiez une nouvelle méthode.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "Un mot de passe a été défini pour votre compte",
        text: "Vous pouvez maintenant vous connecter avec votre adresse e‑mail et ce mot de passe.",
      },
      changed: {
        subject: "Votre mot de passe a été changé",
        text: "L’ancien ne fonctionne plus.",
      },
      removed: {
        subject: "Votre mot de passe a été supprimé",
        text: "Vous ne pouvez plus l’utiliser pour vous connecter.",
      },
    },
  },
};
