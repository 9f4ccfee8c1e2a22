/**
 * Pages of API keys, in French.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "Vos clés d’API",
  text:
    "Avec une clé, un programme peut agir en votre nom. Donnez à chaque programme sa propre clé.",
  row: {
    heading: "Clés d’API",
    none: "Vous n’avez aucune clé d’API.",
    open: "Gérer les clés d’API",
  },
  created: "Créée le {date}",
  used: "Dernière utilisation le {date}",
  neverUsed: "Pas encore utilisée",
  expires: "Valable jusqu’au {date}",
  endless: "N’expire pas",
  replaced: "Remplacée, encore valable jusqu’au {date}",
  all: "Tout ce que vous pouvez faire",
  create: {
    heading: "Créer une clé",
    name: "Nom",
    scopes: "Ce que la clé peut faire",
    days: "Durée de validité en jours",
    submit: "Créer la clé",
  },
  made: {
    heading: "Votre nouvelle clé",
    text: "Copiez-la maintenant et conservez-la en lieu sûr. Elle ne sera plus affichée.",
    key: "Clé d’API",
    done: "Terminé",
  },
  rotate: {
    act: "Remplacer",
    actOf: "Remplacer : {name}",
    heading: "Remplacer {name} ?",
    text:
      "Vous recevez une nouvelle clé avec les mêmes droits. La clé actuelle est valable jusqu’au {date}.",
    submit: "Créer la nouvelle clé",
  },
  revoke: {
    act: "Révoquer",
    actOf: "Révoquer : {name}",
    heading: "Révoquer {name} ?",
    text:
      "Les programmes qui possèdent cette clé ne pourront plus agir en votre nom. Cette action est irréversible.",
    submit: "Révoquer la clé",
  },
  done: {
    made:
      "La clé a été créée. Elle a été affichée une fois ; si vous ne l’avez pas copiée, remplacez-la.",
    revoked: "La clé a été révoquée.",
  },
  reasons: {
    forbidden: "Vous ne pouvez pas faire tout cela vous-même.",
    rotated: "Cette clé a déjà été remplacée.",
    "too-many": "Vous avez trop de clés. Révoquez-en une dont vous n’avez pas besoin.",
    unknown: "Cette clé n’existe plus.",
  },
  faults: {
    scopes: "Choisissez ce que la clé peut faire.",
    expiresIn: "Saisissez un nombre de jours de 1 à 3650.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "Clés d’API de {organization}",
  text:
    "Avec une clé, un programme peut agir au nom de l’organisation. Les clés restent quand la personne qui les a créées s’en va.",
  none: "L’organisation n’a aucune clé d’API.",
  all: "Tout ce que l’organisation peut faire",
  allOfService: "Tout ce que le service peut faire",
  service: "Service\u00a0: {name}",
  services: {
    heading: "Services",
    text:
      "Un service est un programme de l’organisation, par exemple un serveur de compilation. Ses clés ne peuvent pas faire plus que le service.",
    add: "Créer un service",
    created: "Créé le {date}",
  },
  create: {
    heading: "Créer un service",
    scopes: "Ce que le service peut faire",
    submit: "Créer le service",
  },
  key: {
    act: "Créer une clé",
    actOf: "Créer une clé\u00a0: {name}",
    heading: "Créer une clé pour {name}",
  },
  delete: {
    act: "Supprimer",
    actOf: "Supprimer\u00a0: {name}",
    heading: "Supprimer {name}\u00a0?",
    text: "Toutes les clés du service prennent fin avec lui. Cette action est irréversible.",
    submit: "Supprimer le service",
  },
  revoke:
    "Les programmes qui possèdent cette clé ne pourront plus agir au nom de l’organisation. Cette action est irréversible.",
  done: {
    service: "Le service a été créé. Il n’a pas encore de clé.",
    "service-deleted": "Le service a été supprimé avec ses clés.",
  },
  reasons: {
    "too-many":
      "L’organisation a trop de clés ou de services. Retirez ce dont elle n’a pas besoin.",
    unknown: "Cette clé ou ce service n’existe plus.",
  },
  scopes: "Choisissez ce que le service peut faire.",
};
