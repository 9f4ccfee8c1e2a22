/**
 * French texts of mails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

const account =
  "Si ce n’était pas vous, une autre personne a peut-être accès à votre compte\u00a0: connectez-vous, fermez toutes les autres sessions et vérifiez vos méthodes de connexion.";
const factors =
  "Si ce n’était pas vous, une autre personne a peut-être accès à votre compte\u00a0: connectez-vous, vérifiez vos méthodes de validation et changez votre mot de passe.";
const passwords =
  "Si ce n’était pas vous, une autre personne a peut-être accès à votre compte ou à votre messagerie\u00a0: sécurisez votre messagerie, connectez-vous avec un lien par e-mail et définissez un nouveau mot de passe.";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Connexion à {host}",
      button: "Se connecter",
      signUp: { subject: "Confirmez votre adresse pour {host}", button: "Confirmer l’adresse" },
      password: {
        subject: "Réinitialisez votre mot de passe pour {host}",
        button: "Choisir un nouveau mot de passe",
      },
      code:
        "Ou saisissez ce code dans le navigateur où vous l’avez demandé (valable {time})\u00a0:",
      expires: "Le lien fonctionne une seule fois et est valable {time}.",
      ignore: "Si vous n’avez pas demandé cet e-mail, ignorez-le.",
      secret: "Ne communiquez ce code à personne.",
    },
    factorCode: {
      subject: "Votre code pour {host}",
      text:
        "{code}\n\nSaisissez ce code sur {host}. Il est valable {time}. Ne le communiquez à personne.\n\nSi vous n’êtes pas en train de vous connecter, une autre personne connaît peut-être votre mot de passe\u00a0: changez-le.\n",
    },
    addressCode: {
      subject: "Votre code pour {host}",
      text:
        "{code}\n\nSaisissez ce code sur {host} pour confirmer cette adresse. Il est valable {time}. Ne le communiquez à personne.\n\nSi vous n’avez rien demandé, ignorez cet e-mail\u00a0: rien ne change.\n",
    },
    addressTaken: {
      subject: "Votre adresse est déjà utilisée sur {host}",
      text:
        "Cette adresse devait être attribuée à un autre compte, mais elle appartient déjà à un compte sur {host}. Connectez-vous avec cette adresse pour l’utiliser.\n\nSi vous n’avez rien demandé, ignorez cet e-mail\u00a0: rien ne change.\n",
    },
  },
  notices: {
    at: "Heure\u00a0: {at}",
    account: {
      "account-linked": {
        subject: "Un compte a été associé au vôtre",
        text: "Vous pouvez maintenant l’utiliser pour vous connecter\u00a0: {provider}.",
        advice: account,
      },
      "account-unlinked": {
        subject: "Un compte associé a été retiré du vôtre",
        text: "Vous ne pouvez plus l’utiliser pour vous connecter\u00a0: {provider}.",
        advice: account,
      },
      deleted: {
        subject: "Votre compte a été supprimé",
        text:
          "Toutes les données qui lui appartenaient ont été effacées. Ceci est le dernier e-mail à son sujet.",
        advice:
          "Si ce n’était pas vous, sécurisez votre messagerie et écrivez à l’exploitant du site.",
      },
      exported: {
        subject: "Une copie des données de votre compte a été créée",
        text: "Elle contient ce qui est conservé à votre sujet, sans mots de passe ni clés.",
        advice: account,
      },
      "passkey-added": {
        subject: "Une clé d’accès a été ajoutée à votre compte",
        text: "Vous pouvez maintenant l’utiliser pour vous connecter.",
        advice: account,
      },
      "passkey-removed": {
        subject: "Une clé d’accès a été supprimée de votre compte",
        text: "Vous ne pouvez plus l’utiliser pour vous connecter.",
        advice: account,
      },
      "passkey-renamed": {
        subject: "Une clé d’accès de votre compte a été renommée",
        text: "Elle ouvre votre compte comme auparavant.",
        advice: account,
      },
      renamed: {
        subject: "Le nom de votre compte a été modifié",
        text: "Vous vous connectez comme auparavant.",
        advice: account,
      },
      "sessions-ended": {
        subject: "Des sessions de votre compte ont été fermées",
        text: "Sur les appareils concernés, vous devez vous reconnecter.",
        advice: account,
      },
    },
    address: {
      "changed": {
        subject: "L’adresse de votre compte a été modifiée",
        text:
          "Les e-mails concernant votre compte ne sont plus envoyés à cette adresse, et elle ne permet plus d’ouvrir le compte.",
        advice:
          "Si ce n’était pas vous, ouvrez ce lien pour annuler le changement. Il est valable {time}. Votre compte retrouve alors cette adresse et tous les navigateurs sont déconnectés\u00a0:\n\n{url}",
        button: "Annuler le changement",
      },
      "changed-for-good": {
        subject: "L’adresse de votre compte a été modifiée",
        text:
          "Le titulaire du compte a confirmé en deux étapes que cette adresse est perdue\u00a0: le changement ne peut donc pas être annulé par e-mail. Cette adresse n’ouvre plus le compte.",
        advice: "Si ce n’était pas vous, écrivez à l’exploitant du site.",
      },
      "undo-requested": {
        subject: "Le changement de votre adresse va être annulé",
        text:
          "Une personne à l’adresse précédente l’a demandé. À partir du {due}, le compte peut retrouver cette adresse\u00a0; ce qui a été ajouté depuis le changement est alors supprimé.",
        advice:
          "Si une autre personne lit la messagerie précédente, ouvrez cette page avant cette heure et conservez la nouvelle adresse. Vous le confirmerez en deux étapes\u00a0:\n\n{url}",
        button: "Conserver la nouvelle adresse",
      },
      "undo-cancelled": {
        subject: "Le changement de votre adresse est maintenu",
        text:
          "Le titulaire du compte a empêché en deux étapes l’annulation du changement. Le lien de notre e-mail ne fonctionne plus.",
        advice: "Si vous avez ainsi perdu le compte, écrivez à l’exploitant du site.",
      },
      "changed-unproven": {
        subject: "Cette adresse a été retirée d’un compte",
        text: "Le compte a maintenant une autre adresse.",
        advice:
          "Cette adresse n’a jamais été confirmée. Si le compte est le vôtre, connectez-vous.",
      },
      "restored": {
        subject: "Votre compte a retrouvé cette adresse",
        text:
          "Le changement d’adresse a été annulé à l’aide du lien de notre e-mail. Tous les navigateurs ont été déconnectés. Le mot de passe, les clés d’accès, les comptes associés et les méthodes de validation ajoutés depuis le changement ont été supprimés.",
        advice:
          "Connectez-vous avec cette adresse, définissez un nouveau mot de passe si vous en aviez un et vérifiez le contenu de votre compte.",
      },
      "removed": {
        subject: "Le changement d’une adresse a été annulé",
        text:
          "Le compte n’a plus cette adresse\u00a0: la personne à l’adresse précédente a annulé le changement.",
        advice: "Si le compte est le vôtre, connectez-vous avec l’adresse précédente.",
      },
    },
    factors: {
      added: {
        subject: "Une méthode de validation a été ajoutée à votre compte",
        text: "Elle peut désormais confirmer une connexion\u00a0: {factor}.",
        advice: factors,
      },
      removed: {
        subject: "Une méthode de validation a été supprimée de votre compte",
        text: "Elle ne peut plus confirmer de connexion\u00a0: {factor}.",
        advice: factors,
      },
      replaced: {
        subject: "Une méthode de validation de votre compte a été remplacée",
        text: "Elle est nouvelle, et la précédente ne fonctionne plus\u00a0: {factor}.",
        advice: factors,
      },
      "recovery-used": {
        subject: "Un code de récupération de votre compte a été utilisé",
        text: "Il a confirmé une connexion et ne fonctionnera plus.",
        advice: factors,
      },
      "reset-requested": {
        subject: "Toutes les méthodes de validation de votre compte seront supprimées",
        text:
          "Un administrateur l’a demandé. La suppression prend effet le {due}. Ensuite, la connexion ne demandera plus de deuxième étape jusqu’à ce que vous en configuriez une nouvelle.",
        advice:
          "Si vous ne l’avez pas demandée, connectez-vous avant cette heure et annulez-la sur la page de vos méthodes de validation.",
      },
      reset: {
        subject: "Toutes les méthodes de validation de votre compte ont été supprimées",
        text:
          "Un administrateur l’a demandé. La connexion ne demande plus de deuxième étape jusqu’à ce que vous en configuriez une nouvelle.",
        advice: factors,
      },
    },
    passwords: {
      set: {
        subject: "Un mot de passe a été défini pour votre compte",
        text: "Vous pouvez maintenant vous connecter avec votre adresse e-mail et ce mot de passe.",
        advice: passwords,
      },
      changed: {
        subject: "Le mot de passe de votre compte a été changé",
        text: "L’ancien ne fonctionne plus.",
        advice: passwords,
      },
      removed: {
        subject: "Le mot de passe de votre compte a été supprimé",
        text: "Vous ne pouvez plus l’utiliser pour vous connecter.",
        advice: passwords,
      },
    },
  },
};
