/**
 * French texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Votre compte",
    groups: {
      profile: "Profil",
      security: "Sécurité",
      devices: "Appareils",
      connected: "Comptes associés",
      data: "Données",
    },
    status: {
      good: "Votre compte est bien protégé.",
      better: "Ajoutez la validation en deux étapes. Cela prend deux minutes.",
    },
    signOut: "Se déconnecter",
    readOnly: "Vous consultez le compte d’une autre personne. Vous ne pouvez rien modifier.",
    done: {
      "name": "Votre nom a été modifié.",
      "linked": "Le compte a été associé.",
      "unlinked": "Le compte a été dissocié.",
      "passkey-added": "La clé d’accès a été ajoutée.",
      "passkey-renamed": "La clé d’accès a été renommée.",
      "passkey-removed": "La clé d’accès a été supprimée.",
      "password-removed": "Le mot de passe a été supprimé.",
      "session-ended": "Cet appareil a été déconnecté.",
      "sessions-ended": "Tous les autres appareils ont été déconnectés.",
    },
    open: {
      delete: "Supprimer",
      download: "Télécharger",
      manage: "Gérer",
      remove: "Supprimer",
      turnOn: "Activer",
    },
    name: {
      heading: "Nom",
      none: "Vous n’avez pas de nom ici.",
      title: "Modifier votre nom",
      text: "C’est ainsi que l’on vous appelle ici.",
      label: "Votre nom",
      save: "Enregistrer",
      invalid: "Utilisez de 1 à 64 caractères visibles.",
    },
    address: {
      heading: "Adresse e‑mail",
      none: "Vous n’avez pas d’adresse e‑mail.",
      confirmed: "Confirmée",
      open: "Non confirmée",
      change: "Modifier l’adresse e‑mail",
      add: "Ajouter une adresse e‑mail",
    },
    password: {
      heading: "Mot de passe",
      since: "Défini le {date}",
      none: "Vous n’avez pas de mot de passe.",
      change: "Modifier le mot de passe",
      set: "Définir un mot de passe",
      remove: "Supprimer le mot de passe",
    },
    passkeys: {
      heading: "Clés d’accès",
      none: "Vous n’avez pas de clé d’accès.",
      unnamed: "Clé d’accès",
      added: "Ajoutée le {date}",
      synced: "Synchronisée entre vos appareils",
      single: "Sur un seul appareil",
      change: "Modifier",
      changeOf: "Modifier\u00a0: {name}",
      add: "Ajouter une clé d’accès",
      noScript: "L’ajout d’une clé d’accès nécessite JavaScript. Activez-le pour en ajouter une.",
      unsupported: "Ce navigateur ne peut pas utiliser de clé d’accès ici.",
      errors: {
        failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
        NotAllowedError: "Aucune clé d’accès n’a été ajoutée. Réessayez.",
        InvalidStateError: "Cet appareil a déjà une clé d’accès pour ce compte.",
        SecurityError: "Les clés d’accès ne fonctionnent pas à cette adresse.",
        TooManyRequests: "Trop de tentatives. Veuillez patienter un moment avant de réessayer.",
      },
    },
    factors: {
      heading: "Validation en deux étapes",
      none:
        "La validation en deux étapes est désactivée. Activez-la pour qu’un mot de passe volé ne suffise pas à se connecter.",
      count: { one: "Activée\u00a0: {count} méthode.", other: "Activée\u00a0: {count} méthodes." },
      manage: "Gérer la validation en deux étapes",
    },
    accounts: {
      none: "Aucun compte n’est associé.",
      unlink: "Dissocier",
      unlinkOf: "Dissocier {name}",
      link: "Associer {name}",
      another: "Associer un autre compte",
      more: "Autres possibilités",
    },
    sessions: {
      device: "{browser} sur {system}",
      unknownOn: "Navigateur inconnu sur {system}",
      unknown: "Navigateur inconnu",
      current: "Ce navigateur",
      seen: "Dernière utilisation\u00a0: {when}",
      active: "Actif maintenant",
      signedIn: "Session ouverte le {date}",
      more: { one: "Afficher {count} autre", other: "Afficher {count} autres" },
      end: "Déconnecter",
      endOf: "Déconnecter\u00a0: {name}",
      endOfAt: "Déconnecter\u00a0: {name}, {place}",
      endOthers: "Déconnecter tous les autres appareils",
    },
    copy: {
      heading: "Vos données",
      text: "Téléchargez une copie des données conservées à votre sujet.",
      open: "Télécharger vos données",
    },
    removal: {
      heading: "Supprimer votre compte",
      text: "Votre compte est supprimé avec tout ce qui lui appartient.",
      open: "Supprimer le compte",
    },
    one: {
      sessions: {
        heading: "Déconnecter tous les autres appareils\u00a0?",
        text: "Pour y utiliser votre compte, vous devrez vous reconnecter.",
        submit: "Déconnecter tous les autres appareils",
      },
      passkey: {
        label: "Nom de la clé d’accès",
        save: "Enregistrer",
        text:
          "Sans cette clé d’accès, vous vous connectez avec vos autres méthodes. Votre appareil peut la conserver jusqu’à ce que vous l’y supprimiez.",
        remove: "Supprimer la clé d’accès",
      },
      account: {
        heading: "Dissocier {name}\u00a0?",
        text: "Vous ne pourrez ensuite plus vous connecter avec ce compte.",
        submit: "Dissocier",
      },
      password: {
        heading: "Supprimer le mot de passe",
        text: "Vous vous connecterez ensuite avec vos autres méthodes.",
        submit: "Supprimer le mot de passe",
      },
      export: {
        heading: "Télécharger vos données",
        text:
          "Le fichier contient ce qui est conservé à votre sujet, vos méthodes de connexion et vos appareils. Il ne contient ni mots de passe ni clés.",
        submit: "Télécharger le fichier",
      },
      delete: {
        heading: "Supprimer votre compte",
        text:
          "Cette action est irréversible. Votre compte est supprimé immédiatement, avec tout ce qui lui appartient\u00a0:",
        textLater:
          "Tous vos appareils seront déconnectés. Jusqu’au {date}, vous pouvez vous connecter et conserver votre compte. Il sera ensuite supprimé, avec tout ce qui lui appartient\u00a0:",
        gone: {
          profile: "Votre nom et votre adresse e‑mail",
          ways: "Votre mot de passe, vos clés d’accès et vos comptes associés",
          data: "Tout ce que ce site conserve avec votre compte",
        },
        label: "Pour confirmer, saisissez {text}",
        submit: "Supprimer définitivement le compte",
        submitLater: "Supprimer le compte",
        different: "Le texte ne correspond pas. Saisissez {text}.",
        obstacles:
          "Vous êtes le seul propriétaire de ces organisations. Avant de supprimer votre compte, transférez-les ou supprimez-les :",
      },
      stale: "Confirmez d’abord votre identité.",
      prove: "Confirmer mon identité",
      last: "C’est votre seule méthode de connexion. Ajoutez-en une autre avant de la supprimer.",
    },
    pending: {
      heading: "Votre compte sera supprimé le {date}",
      text: "Vous l’avez demandé. Si vous conservez {account}, rien ne sera perdu.",
      keep: "Conserver mon compte",
      leave: "Se déconnecter",
    },
    leaving: {
      heading: "Votre compte sera supprimé le {date}",
      text:
        "Tous vos appareils sont déconnectés. Si vous changez d’avis, connectez-vous avant ce jour.",
      back: "Se connecter et conserver le compte",
    },
    deleted: {
      heading: "Votre compte a été supprimé",
      text: "Tout ce qui lui appartenait a été effacé, et votre session est fermée.",
    },
  },
  factors: {
    title: "Validation en deux étapes",
    isProtected:
      "La validation en deux étapes est activée. La connexion est confirmée par l’une de ces méthodes.",
    isOpen:
      "La validation en deux étapes est désactivée. Activez-la pour qu’un mot de passe volé ne suffise pas à se connecter.",
    enrolled: "Vos méthodes",
    added: "Ajoutée le {date}",
    used: "dernière utilisation le {date}",
    neverUsed: "pas encore utilisée",
    left: { one: "{count} code restant", other: "{count} codes restants" },
    leftNone: "aucun code restant",
    few: "Il vous reste peu de codes de récupération. Créez-en de nouveaux.",
    change: "Modifier",
    changeOf: "Modifier\u00a0: {name}",
    add: "Ajouter une méthode",
    addOne: "Ajouter\u00a0: {name}",
    none:
      "Après ce type de connexion, vous ne pouvez pas ajouter de méthode. Connectez-vous d’abord autrement.",
    hint:
      "Créez aussi des codes de récupération. Sans eux, vous ne pourrez pas vous connecter si vous perdez votre appareil.",
    stale: "Pour modifier vos méthodes, confirmez votre identité.",
    prove: "Confirmer mon identité",
    done: {
      added: "Ajout effectué\u00a0: {name}.",
      renamed: "Le nom a été modifié.",
      removed: "La méthode a été supprimée.",
      needed:
        "La page demandée exige la validation en deux étapes. Vous y accéderez dès que vous aurez ajouté une méthode.",
      "reset-cancelled": "La suppression a été annulée. Vos méthodes sont conservées.",
    },
    reset: {
      text:
        "Un administrateur a demandé de les supprimer toutes. La suppression prend effet le {date} (UTC). Si vous ne l’avez pas demandée, annulez-la.",
      cancel: "Annuler la suppression",
    },
    one: {
      name: "Nom",
      rename: "Enregistrer",
      invalidName: "Utilisez de 1 à 64 caractères visibles.",
      replace: "En créer de nouveaux",
      replaceText: "Les nouveaux remplacent ceux que vous avez.",
      remove: "Supprimer",
      removeText: "Vous ne pourrez plus vous valider avec cette méthode.",
      ask: "Supprimer {name}\u00a0?",
      obstacles: {
        required:
          "Ce site demande la validation en deux étapes et c’est votre dernière méthode. Ajoutez-en d’abord une autre.",
        "locked-out":
          "Les autres méthodes ne peuvent pas confirmer votre type de connexion\u00a0: vous ne pourriez plus vous connecter. Ajoutez-en d’abord une autre, ou supprimez les autres.",
      },
      back: "Retour à la validation en deux étapes",
    },
    codes: {
      heading: "Conservez vos codes de récupération",
      text:
        "Ils vous permettent d’entrer quand vous ne pouvez pas utiliser vos autres méthodes. Gardez-les à un endroit accessible sans cet appareil. Chacun ne fonctionne qu’une fois. Ils ne seront plus affichés.",
      list: "Codes de récupération",
      save: "Télécharger",
      print: "Imprimer",
      saved: "J’ai conservé ces codes",
      done: "Terminé",
    },
  },
};
