/**
 * French texts of the pages to sign in and of those about one proof.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const pages: Omit<
  Texts,
  | "account"
  | "device"
  | "factors"
  | "keys"
  | "mails"
  | "notices"
  | "native"
  | "oauthServer"
  | "organizationKeys"
  | "organizations"
> = {
  titles: {
    signin: "Connexion",
    signup: "Créer un compte",
    connect: "Associer un compte",
    signout: "Déconnexion",
    error: "Erreur : {title}",
    "verify-request": "Vérifiez vos e‑mails",
    confirm: "Se connecter\u00a0?",
  },
  signIn: {
    heading: "Connexion",
    again: "Confirmez votre identité",
    to: "pour continuer vers {site}",
    signedIn: "Votre session est ouverte au nom de {name}.",
    goOn: "Continuer",
    with: "Continuer avec {name}",
    withPasskey: "Se connecter avec une clé d’accès",
    withPassword: "Se connecter avec un mot de passe",
    email: "Adresse e‑mail",
    next: "Continuer",
    change: "Modifier",
    submit: "Se connecter",
    link: "M’envoyer un lien de connexion",
    or: "ou",
    more: "Autres moyens de connexion",
    last: "Dernière utilisation",
    password: "Mot de passe",
    forgot: "Mot de passe oublié ?",
    isNew: "Première visite ?",
    create: "Créer un compte",
  },
  signUp: { heading: "Créez votre compte", isKnown: "Vous avez déjà un compte ?" },
  connect: {
    heading: "Associer {name} ?",
    text: "Vous pourrez alors aussi vous connecter à {site} avec {name}.",
    submit: "Associer {name}",
    skip: "Pas maintenant",
  },
  passkey: {
    create: "Créer une clé d’accès",
    noScript: "Les clés d’accès nécessitent JavaScript. Activez-le ou connectez-vous autrement.",
    unsupported: "Ce navigateur ne peut pas utiliser de clé d’accès ici. Connectez-vous autrement.",
    errors: {
      failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
      NotAllowedError:
        "Aucune clé d’accès n’a été utilisée. Réessayez, créez-en une ou connectez-vous autrement.",
      InvalidStateError:
        "Cet appareil a déjà une clé d’accès pour ce compte. Utilisez-la pour vous connecter.",
      SecurityError:
        "Les clés d’accès ne fonctionnent pas à cette adresse. Connectez-vous autrement.",
      no_user: "Vérifiez vos informations et réessayez.",
      no_sign_up:
        "Les nouveaux comptes nécessitent une invitation. Connectez-vous comme auparavant.",
      signed_in: "Votre session est déjà ouverte.",
      TooManyRequests: "Trop de tentatives. Veuillez patienter un moment avant de réessayer.",
    },
  },
  signOut: {
    heading: "Déconnexion",
    question: "Voulez-vous vous déconnecter de {host}\u00a0?",
    submit: "Se déconnecter",
    done: "Votre session est fermée",
  },
  verify: {
    heading: "Consultez vos e‑mails",
    sent: "Nous avons envoyé un e‑mail à {email}.",
    text: {
      "sign-in": "Ouvrez le lien qu’il contient dans ce navigateur pour vous connecter.",
      "sign-up": "Ouvrez le lien qu’il contient dans ce navigateur pour confirmer votre adresse.",
      password:
        "Ouvrez le lien qu’il contient dans ce navigateur pour choisir un nouveau mot de passe.",
    },
    textWithCode: "Saisissez ici le code qu’il contient, ou ouvrez son lien dans ce navigateur.",
    textUnknown: "Ouvrez le lien de l’e‑mail dans le navigateur où vous l’avez demandé.",
    code: "Code",
    submit: "Continuer",
    wrong: {
      one: "Ce code est incorrect. Il vous reste un essai.",
      other: "Ce code est incorrect. Il vous reste {count} essais.",
    },
    ended: "Le code n’est plus valable. Le lien de l’e‑mail fonctionne toujours.",
    inbox: "Ouvrir {name}",
    resend: "Renvoyer un e‑mail",
    tooSoon: "L’e‑mail vient d’être envoyé. Vous pourrez en demander un autre dans {time}.",
    change: "Mauvaise adresse ?",
  },
  confirm: {
    heading: "Se connecter\u00a0?",
    text: "Vous allez vous connecter à {host} avec l’adresse {email}.",
    textWithoutEmail: "Vous allez vous connecter à {host}.",
    hint:
      "Ce lien a été demandé dans un autre navigateur. Ne continuez que si vous l’avez demandé vous-même.",
    submit: "Se connecter",
  },
  visitor: {
    heading: "Votre session est maintenant ouverte au nom de {name}",
    text: "La page a été ouverte avant votre connexion avec ce compte ; rien n’a donc été modifié.",
    submit: "Continuer avec ce compte",
    back: "Retour",
  },
  signInErrors: {
    default: "La connexion n’a pas fonctionné. Veuillez réessayer.",
    another: "La connexion n’a pas fonctionné. Réessayez ou utilisez un autre compte.",
    OAuthAccountNotLinked:
      "Cette adresse e‑mail appartient à un compte qui utilise une autre méthode de connexion. Connectez-vous comme la première fois.",
    AccountNotLinked:
      "Cette clé d’accès ou cette adresse e‑mail appartient à un autre compte. Connectez-vous comme la première fois, puis ajoutez une clé d’accès.",
    EmailSignin: "L’e‑mail n’a pas pu être envoyé. Vérifiez l’adresse et réessayez.",
    CredentialsSignin: "Adresse e‑mail ou mot de passe incorrect.",
    wrongDetails: "La connexion a échoué. Vérifiez vos informations et réessayez.",
    SessionRequired: "Veuillez vous connecter pour voir cette page.",
    MissingCSRF: "Ce formulaire est resté ouvert trop longtemps. Veuillez réessayer.",
  },
  errors: {
    default: { heading: "Une erreur s’est produite", text: "Retournez sur le site et réessayez." },
    Configuration: {
      heading: "La connexion n’est pas disponible",
      text: "Les paramètres de ce site posent problème. Veuillez réessayer plus tard.",
    },
    InvalidCheck: {
      heading: "Veuillez recommencer",
      text: "Cette connexion a expiré, a déjà été utilisée ou a commencé dans un autre navigateur.",
    },
    AccessDenied: {
      heading: "Accès refusé",
      text: "Vous n’êtes pas autorisé à vous connecter. Essayez avec un autre compte.",
    },
    NoProof: {
      heading: "Cette page ne peut pas être ouverte ainsi",
      text:
        "Elle exige une connexion plus sûre que celle-ci. Connectez-vous autrement, par exemple avec une clé d’accès, ou demandez aux responsables du site quelle méthode convient.",
    },
    Verification: {
      heading: "Ce lien ne fonctionne pas",
      text: "Il a déjà été utilisé ou il a expiré. Demandez-en un nouveau.",
    },
    WebAuthnVerificationError: {
      heading: "Votre clé d’accès n’a pas été acceptée",
      text: "Réessayez ou connectez-vous autrement.",
    },
    TooManyRequests: {
      heading: "Trop de tentatives",
      text: "Veuillez patienter un moment avant de réessayer.",
    },
    NotFound: {
      heading: "Cette page n’existe pas",
      text: "Vérifiez l’adresse ou recommencez.",
    },
    BadRequest: {
      heading: "Cela n’a pas fonctionné",
      text: "La demande n’a pas pu être lue. Veuillez recommencer.",
    },
  },
  wait: {
    until: "Réessayez dans {time}.",
    account:
      "Vous pouvez aussi vous connecter autrement ou sur un appareil que vous avez déjà utilisé.",
    recipient: "Le dernier e‑mail que nous avons envoyé reste valable.",
    network: "De nombreuses demandes sont venues de votre réseau.",
  },
  reference: "Référence {reference}",
  again: "Se connecter",
  site: "Aller sur {host}",
  toAccount: "Retour à votre compte",
  links: { terms: "Conditions", privacy: "Confidentialité", support: "Aide" },
  factor: {
    title: "Validation en deux étapes",
    heading: "Encore une étape",
    again: "Confirmez votre identité",
    choose: {
      heading: "Protégez votre compte",
      text: "Ce site demande la validation en deux étapes. Choisissez la méthode à configurer.",
      submit: "Configurer\u00a0: {name}",
      recommended: "Recommandé",
    },
    set: "Configurer\u00a0: {name}",
    step: "Étape {at} sur {steps}",
    scan: {
      open: "Ouvrez votre application d’authentification et ajoutez-y un compte.",
      picture: "Scannez cette image avec elle.",
      code: "Saisissez les six chiffres qu’elle affiche.",
    },
    secret: "Si vous ne pouvez pas scanner, saisissez cette clé dans l’application\u00a0:",
    copy: "Copier",
    copied: "Copié",
    qr: "Code QR contenant la clé pour votre application d’authentification",
    openApp: "Ouvrir dans l’application sur cet appareil",
    send: "Envoyer un code",
    resend: "Envoyer un nouveau code",
    beforeSend: "Nous enverrons un code à {target}.",
    sent: "Nous avons envoyé un code à {target}. Saisissez-le ici.",
    submit: "Continuer",
    trust: "Ne plus demander sur cet appareil pendant {time}",
    wrong: "Ce code est incorrect. Vérifiez-le et réessayez.",
    back: "Choisir une autre méthode",
    cancel: "Annuler",
    notYou: "Ce n’est pas vous\u00a0?",
    lost: {
      summary: "Je ne peux utiliser aucune de ces méthodes",
      text:
        "Si votre session est encore ouverte sur un autre appareil, ajoutez-y une méthode. Sinon, écrivez à {site}\u00a0: une fois votre identité établie, vos méthodes pourront être supprimées.",
    },
    ceremony: {
      authenticate: "Utiliser une clé d’accès ou de sécurité",
      register: "Configurer une clé d’accès ou de sécurité",
      noScript:
        "Les clés d’accès et de sécurité nécessitent JavaScript. Activez-le ou choisissez une autre méthode.",
      unsupported:
        "Ce navigateur ne peut utiliser ici ni clé d’accès ni clé de sécurité. Choisissez une autre méthode.",
      errors: {
        failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
        NotAllowedError:
          "Aucune clé d’accès ou de sécurité n’a été utilisée. Réessayez ou choisissez une autre méthode.",
        InvalidStateError:
          "Cette clé est déjà configurée. Utilisez un autre appareil ou une autre clé de sécurité.",
        SecurityError:
          "Les clés d’accès ne fonctionnent pas à cette adresse. Choisissez une autre méthode.",
      },
    },
    others: "Autres méthodes",
    factors: {
      totp: {
        name: "Application d’authentification",
        about:
          "Six chiffres d’une application de votre téléphone ou de votre gestionnaire de mots de passe.",
        prove:
          "Saisissez les six chiffres que votre application d’authentification affiche pour ce site.",
        confirm:
          "Toute application d’authentification convient, y compris celle de votre gestionnaire de mots de passe.",
        label: "Code",
      },
      recovery: {
        name: "Codes de récupération",
        one: "Code de récupération",
        about: "Dix codes à garder sur papier. Chacun ne fonctionne qu’une fois.",
        prove:
          "Saisissez l’un des codes de récupération que vous avez conservés. Chacun ne fonctionne qu’une fois.",
        confirm: "",
        label: "Code de récupération",
      },
      mail: {
        name: "Code par e‑mail",
        about: "Nous vous envoyons chaque fois un code par e‑mail.",
        prove: "",
        confirm: "Nous avons envoyé un code à {target}. Saisissez-le ici.",
        label: "Code",
      },
      passkey: {
        name: "Clé d’accès ou clé de sécurité",
        about:
          "Votre empreinte, votre visage ou votre code PIN, ou une clé à brancher. À l’abri des faux sites.",
        prove: "Utilisez la clé d’accès ou la clé de sécurité de ce compte.",
        confirm: "Créez une clé d’accès ou utilisez une clé de sécurité.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Code" },
  },
  password: {
    ask: {
      heading: "Réinitialisez votre mot de passe",
      text:
        "Saisissez votre adresse e‑mail. Nous vous enverrons un lien pour définir un nouveau mot de passe.",
      textSignedIn:
        "Pour définir un mot de passe, confirmez votre adresse e‑mail. Nous vous enverrons un lien.",
      label: "Adresse e‑mail",
      submit: "M’envoyer un lien",
    },
    set: "Définir un mot de passe",
    change: "Changer votre mot de passe",
    current: "Mot de passe actuel",
    password: "Nouveau mot de passe",
    show: "Afficher le mot de passe",
    capsLock: "Le verrouillage des majuscules est activé.",
    rules:
      "Au moins {min} caractères. Quatre mots sans rapport entre eux conviennent bien. Les espaces sont autorisées.",
    submit: "Enregistrer le mot de passe",
    forgot: "Mot de passe actuel oublié\u00a0?",
    done: {
      heading: "Votre mot de passe est défini",
      text: "Vous pouvez désormais vous connecter avec ce mot de passe.",
      submit: "Continuer",
    },
    errors: {
      "too-short": "Ce mot de passe est trop court. Utilisez au moins {min} caractères.",
      "too-long": "Ce mot de passe est trop long. Utilisez au plus {max} caractères.",
      "malformed":
        "Ce mot de passe contient des caractères qui ne peuvent pas être utilisés. Choisissez-en un autre.",
      "common": "Ce mot de passe est facile à deviner. Choisissez-en un autre.",
      "personal":
        "Ce mot de passe est votre adresse, votre nom ou le nom de ce site. Choisissez-en un autre.",
      "breached":
        "Ce mot de passe figure dans une fuite de données d’un autre site. Choisissez-en un autre.",
      "different": "Les deux mots de passe sont différents. Saisissez-les à nouveau.",
      "wrong-password": "Le mot de passe actuel est incorrect. Réessayez.",
      "expired":
        "Cette page est restée ouverte trop longtemps. Confirmez à nouveau votre adresse e‑mail.",
      "default": "Cela n’a pas fonctionné. Veuillez réessayer.",
    },
  },
  address: {
    request: {
      heading: "Changer votre adresse e‑mail",
      headingWithout: "Ajouter une adresse e‑mail",
      text:
        "Votre adresse est {email}. Nous enverrons un code à la nouvelle adresse, et un e‑mail signalant le changement à l’adresse actuelle.",
      textWithout:
        "Votre compte n’a pas encore d’adresse. Nous enverrons un code à celle que vous saisissez.",
      label: "Nouvelle adresse e‑mail",
      submit: "Envoyer un code",
      unproven: "Vous n’avez pas encore confirmé {email}.",
      prove: "Confirmer cette adresse",
      lost: "Je n’ai plus accès à {email}",
      lostHint: "Cette adresse recevra un e‑mail sans lien pour annuler le changement.",
      stale: "Confirmez d’abord votre identité.",
      confirm: "Continuer",
    },
    code: {
      heading: "Saisissez le code",
      text:
        "Nous avons envoyé un e‑mail à {email}. Saisissez le code qu’il contient pour en faire votre adresse.",
      textOwn:
        "Nous avons envoyé un e‑mail à {email}. Saisissez le code qu’il contient pour confirmer votre adresse.",
      label: "Code",
      submit: "Confirmer l’adresse",
      cancel: "Utiliser une autre adresse",
    },
    done: {
      heading: "Votre adresse est confirmée",
      text: "L’adresse de votre compte est {email}.",
      submit: "Continuer",
    },
    undo: {
      heading: "Annuler le changement d’adresse\u00a0?",
      text:
        "Votre compte retrouve l’adresse {email}. Tous les navigateurs sont déconnectés. Le mot de passe, les clés d’accès, les comptes associés et les méthodes de validation en deux étapes ajoutés depuis le changement sont supprimés.",
      submit: "Annuler le changement",
    },
    undone: {
      heading: "Le changement a été annulé",
      text:
        "Votre compte a retrouvé son adresse. Connectez-vous avec celle-ci et vérifiez le contenu de votre compte.",
      submit: "Se connecter",
    },
    lost: {
      heading: "Ce lien ne peut pas être utilisé",
      text: "Il a déjà été utilisé ou date de plus de {time}.",
      submit: "Accéder à votre compte",
    },
    waiting: {
      heading: "Le changement sera annulé plus tard",
      text:
        "Le compte a été protégé depuis\u00a0: son titulaire peut s’y opposer jusqu’au {due}. Ouvrez de nouveau le lien de l’e‑mail après cette heure.",
    },
    contested: {
      heading: "Quelqu’un veut annuler le changement de votre adresse",
      text:
        "Cette personne lit la messagerie précédente. À partir du {due}, le compte peut retrouver l’adresse précédente.",
      submit: "Conserver la nouvelle adresse",
    },
    kept: {
      heading: "Votre adresse est conservée",
      text:
        "L’adresse de votre compte est {email}. Le lien envoyé à l’adresse précédente ne fonctionne plus.",
      submit: "Continuer",
    },
    errors: {
      "not-two-factors":
        "Pour cela, confirmez avec une méthode de validation que vous avez depuis trois jours, autre qu’un code par e‑mail.",
      "invalid":
        "Ce n’est pas une adresse e‑mail. Vérifiez qu’elle ne contient pas de faute de frappe.",
      "same": "C’est déjà votre adresse.",
      "mail-failed": "L’e‑mail n’a pas pu être envoyé. Vérifiez l’adresse et réessayez.",
      "wrong-code": "Ce code est incorrect. Vérifiez-le et réessayez.",
      "expired": "Ce code ne peut plus être utilisé. Demandez-en un nouveau.",
      "taken": "Cette adresse appartient à un autre compte.",
      "moved": "L’adresse du compte a changé entre-temps.",
      "default": "Cela n’a pas fonctionné. Veuillez réessayer.",
    },
  },
};
