/**
 * Pages of an authorization server, in French.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "Donner accès à {client}\u00a0?",
    text: "Autorisez ceci seulement si vous l’avez vous-même lancé dans l’application.",
    account: "Votre compte",
    target: "Le navigateur retourne ensuite à",
    access: "L’application pourra alors",
    own: "À votre sujet",
    scopes: {
      openid: "Voir que c’est bien vous qui vous connectez",
      profile: "Voir votre nom et votre photo",
      email: "Voir votre adresse e‑mail",
      offline_access: "Conserver son accès en votre absence",
    },
    organization: "Dans cette organisation",
    stranger:
      "Cette application a choisi son nom elle-même, et il n’a pas été vérifié. Ce qu’elle apprend est envoyé à {target}.",
    loopback:
      "La réponse est envoyée à un programme sur cet appareil. N’importe quel programme peut se donner ce nom.",
    allow: "Autoriser",
    deny: "Refuser",
    another: "Utiliser un autre compte",
  },
  leave: {
    heading: "Aller sur {target} ?",
    text:
      "Une application qui n’a pas été vérifiée vous y envoie. Continuez seulement si vous connaissez l’adresse.",
  },
  apps: {
    title: "Applications ayant accès",
    text:
      "Vous avez donné à ces applications un accès à votre compte. Vous pouvez y mettre fin à tout moment.",
    row: {
      heading: "Applications ayant accès",
      none: "Aucune application n’a accès à votre compte.",
      open: "Gérer les applications",
    },
    given: "Accès depuis le {date}",
    used: "Dernière utilisation le {date}",
    neverUsed: "Pas encore utilisé",
    end: {
      act: "Mettre fin à l’accès",
      actOf: "Mettre fin à l’accès\u00a0: {client}",
      heading: "Mettre fin à l’accès de {client}\u00a0?",
      text:
        "L’application ne pourra plus agir en votre nom. Pour l’utiliser à nouveau, vous devrez lui redonner accès.",
      submit: "Mettre fin à l’accès",
    },
    ended: "L’application n’a plus accès.",
    unknown: "Cette application n’a plus accès.",
  },
};
