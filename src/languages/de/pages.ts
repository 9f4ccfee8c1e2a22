/**
 * German texts of the pages to sign in and of those about one proof.
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
    signin: "Anmelden",
    signup: "Konto erstellen",
    connect: "Konto verbinden",
    signout: "Abmelden",
    error: "Fehler: {title}",
    "verify-request": "Prüfen Sie Ihre E‑Mails",
    confirm: "Anmelden?",
  },
  signIn: {
    heading: "Anmelden",
    again: "Bestätigen Sie Ihre Identität",
    to: "Weiter zu {site}",
    signedIn: "Sie sind als {name} angemeldet.",
    goOn: "Weiter",
    with: "Weiter mit {name}",
    withPasskey: "Mit Passkey anmelden",
    withPassword: "Mit Passwort anmelden",
    email: "E‑Mail",
    next: "Weiter",
    change: "Ändern",
    submit: "Anmelden",
    link: "Link per E‑Mail senden",
    or: "oder",
    more: "Weitere Anmeldemethoden",
    last: "Zuletzt verwendet",
    password: "Passwort",
    forgot: "Passwort vergessen?",
    isNew: "Neu hier?",
    create: "Konto erstellen",
  },
  signUp: { heading: "Konto erstellen", isKnown: "Sie haben schon ein Konto?" },
  connect: {
    heading: "{name} verbinden?",
    text: "Sie können sich dann auch mit {name} bei {site} anmelden.",
    submit: "{name} verbinden",
    skip: "Jetzt nicht",
  },
  passkey: {
    create: "Passkey erstellen",
    noScript: "Passkeys benötigen JavaScript. Aktivieren Sie es oder melden Sie sich anders an.",
    unsupported: "Dieser Browser kann hier keine Passkeys verwenden. Melden Sie sich anders an.",
    errors: {
      failed: "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
      NotAllowedError:
        "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, erstellen Sie einen oder melden Sie sich anders an.",
      InvalidStateError:
        "Dieses Gerät hat für dieses Konto schon einen Passkey. Melden Sie sich damit an.",
      SecurityError:
        "Passkeys funktionieren unter dieser Adresse nicht. Melden Sie sich anders an.",
      no_user: "Prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.",
      no_sign_up: "Neue Konten brauchen eine Einladung. Melden Sie sich an wie bisher.",
      signed_in: "Sie sind schon angemeldet.",
      TooManyRequests:
        "Zu viele Versuche. Bitte warten Sie eine Weile und versuchen Sie es noch einmal.",
    },
  },
  signOut: {
    heading: "Abmelden",
    question: "Möchten Sie sich bei {host} abmelden?",
    submit: "Abmelden",
    done: "Sie sind abgemeldet",
  },
  verify: {
    heading: "Prüfen Sie Ihre E‑Mails",
    sent: "Wir haben eine E‑Mail an {email} gesendet.",
    text: {
      "sign-in": "Öffnen Sie den Link darin in diesem Browser, um sich anzumelden.",
      "sign-up": "Öffnen Sie den Link darin in diesem Browser, um Ihre Adresse zu bestätigen.",
      password: "Öffnen Sie den Link darin in diesem Browser, um ein neues Passwort zu wählen.",
    },
    textWithCode: "Geben Sie hier den Code daraus ein oder öffnen Sie den Link in diesem Browser.",
    textUnknown:
      "Öffnen Sie den Link aus der E‑Mail in dem Browser, in dem Sie ihn angefordert haben.",
    code: "Code",
    submit: "Weiter",
    wrong: {
      one: "Dieser Code ist falsch. Sie haben noch einen Versuch.",
      other: "Dieser Code ist falsch. Sie haben noch {count} Versuche.",
    },
    ended: "Der Code ist nicht mehr gültig. Der Link in der E‑Mail funktioniert noch.",
    inbox: "{name} öffnen",
    resend: "Noch eine E‑Mail senden",
    tooSoon: "Die E‑Mail wurde gerade erst gesendet. Sie können in {time} eine weitere anfordern.",
    change: "Falsche Adresse?",
  },
  confirm: {
    heading: "Anmelden?",
    text: "Sie melden sich bei {host} als {email} an.",
    textWithoutEmail: "Sie melden sich bei {host} an.",
    hint:
      "Dieser Link wurde in einem anderen Browser angefordert. Fahren Sie nur fort, wenn Sie ihn angefordert haben.",
    submit: "Anmelden",
  },
  visitor: {
    heading: "Sie sind jetzt als {name} angemeldet",
    text: "Die Seite war vor dieser Anmeldung geöffnet. Es wurde nichts geändert.",
    submit: "Mit diesem Konto fortfahren",
    back: "Zurück",
  },
  signInErrors: {
    default: "Die Anmeldung hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
    another:
      "Die Anmeldung hat nicht funktioniert. Versuchen Sie es noch einmal oder mit einem anderen Konto.",
    OAuthAccountNotLinked:
      "Diese E‑Mail-Adresse gehört zu einem Konto mit einer anderen Anmeldung. Melden Sie sich so an wie beim ersten Mal.",
    AccountNotLinked:
      "Dieser Passkey oder diese E‑Mail-Adresse gehört zu einem anderen Konto. Melden Sie sich so an wie beim ersten Mal und fügen Sie dann einen Passkey hinzu.",
    EmailSignin:
      "Die E‑Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es noch einmal.",
    CredentialsSignin: "E‑Mail-Adresse oder Passwort ist falsch.",
    wrongDetails:
      "Die Anmeldung hat nicht funktioniert. Prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.",
    SessionRequired: "Bitte melden Sie sich an, um diese Seite zu sehen.",
    MissingCSRF: "Dieses Formular war zu lange offen. Bitte versuchen Sie es noch einmal.",
  },
  errors: {
    default: {
      heading: "Etwas ist schiefgegangen",
      text: "Gehen Sie zurück zur Website und versuchen Sie es noch einmal.",
    },
    Configuration: {
      heading: "Die Anmeldung ist nicht verfügbar",
      text:
        "Es gibt ein Problem mit den Einstellungen dieser Website. Bitte versuchen Sie es später noch einmal.",
    },
    InvalidCheck: {
      heading: "Bitte beginnen Sie von vorn",
      text:
        "Diese Anmeldung ist abgelaufen, wurde schon benutzt oder begann in einem anderen Browser.",
    },
    AccessDenied: {
      heading: "Zugriff verweigert",
      text: "Sie dürfen sich hier nicht anmelden. Versuchen Sie ein anderes Konto.",
    },
    NoProof: {
      heading: "So lässt sich diese Seite nicht öffnen",
      text:
        "Die Seite verlangt eine stärkere Anmeldung als diese. Melden Sie sich auf andere Weise an, etwa mit einem Passkey, oder fragen Sie die Betreiber der Website, welche Anmeldung genügt.",
    },
    Verification: {
      heading: "Dieser Link funktioniert nicht",
      text: "Er wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.",
    },
    WebAuthnVerificationError: {
      heading: "Ihr Passkey wurde nicht angenommen",
      text: "Versuchen Sie es noch einmal oder melden Sie sich anders an.",
    },
    TooManyRequests: {
      heading: "Zu viele Versuche",
      text: "Bitte warten Sie eine Weile und versuchen Sie es noch einmal.",
    },
    NotFound: {
      heading: "Diese Seite gibt es nicht",
      text: "Prüfen Sie die Adresse oder beginnen Sie von vorn.",
    },
    BadRequest: {
      heading: "Das hat nicht funktioniert",
      text: "Die Anfrage konnte nicht gelesen werden. Bitte beginnen Sie von vorn.",
    },
  },
  wait: {
    until: "Versuchen Sie es in {time} noch einmal.",
    account:
      "Sie können sich auch anders anmelden oder auf einem Gerät, das Sie schon benutzt haben.",
    recipient: "Die letzte E‑Mail, die wir gesendet haben, funktioniert noch.",
    network: "Aus Ihrem Netzwerk kamen viele Anfragen.",
  },
  reference: "Referenz {reference}",
  again: "Anmelden",
  site: "Zu {host}",
  toAccount: "Zurück zu Ihrem Konto",
  links: { terms: "Nutzungsbedingungen", privacy: "Datenschutz", support: "Hilfe" },
  factor: {
    title: "Bestätigung in zwei Schritten",
    heading: "Noch ein Schritt",
    again: "Bestätigen Sie Ihre Identität",
    choose: {
      heading: "Schützen Sie Ihr Konto",
      text:
        "Diese Website verlangt die Bestätigung in zwei Schritten. Wählen Sie eine Methode aus.",
      submit: "{name} einrichten",
      recommended: "Empfohlen",
    },
    set: "{name} einrichten",
    step: "Schritt {at} von {steps}",
    scan: {
      open: "Öffnen Sie Ihre Authenticator-App und fügen Sie dort ein Konto hinzu.",
      picture: "Scannen Sie damit dieses Bild.",
      code: "Geben Sie die sechs Ziffern ein, die sie zeigt.",
    },
    secret: "Wenn Sie nicht scannen können, geben Sie diesen Schlüssel in die App ein:",
    copy: "Kopieren",
    copied: "Kopiert",
    qr: "QR-Code mit dem Schlüssel für Ihre Authenticator-App",
    openApp: "In der App auf diesem Gerät öffnen",
    send: "Code senden",
    resend: "Neuen Code senden",
    beforeSend: "Wir senden einen Code an {target}.",
    sent: "Wir haben einen Code an {target} gesendet. Geben Sie ihn hier ein.",
    submit: "Weiter",
    trust: "Auf diesem Gerät {time} lang nicht mehr fragen",
    wrong: "Dieser Code ist falsch. Prüfen Sie ihn und versuchen Sie es noch einmal.",
    back: "Andere Methode wählen",
    cancel: "Abbrechen",
    notYou: "Nicht Sie?",
    lost: {
      summary: "Ich kann keine davon verwenden",
      text:
        "Wenn Sie auf einem anderen Gerät noch angemeldet sind, fügen Sie dort eine Methode hinzu. Sonst schreiben Sie an {site}: Sobald geklärt ist, wer Sie sind, lassen sich Ihre Methoden entfernen.",
    },
    ceremony: {
      authenticate: "Passkey oder Sicherheitsschlüssel verwenden",
      register: "Passkey oder Sicherheitsschlüssel einrichten",
      noScript:
        "Passkeys und Sicherheitsschlüssel benötigen JavaScript. Aktivieren Sie es oder wählen Sie eine andere Methode.",
      unsupported:
        "Dieser Browser kann hier keine Passkeys oder Sicherheitsschlüssel verwenden. Wählen Sie eine andere Methode.",
      errors: {
        failed: "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
        NotAllowedError:
          "Es wurde kein Passkey oder Sicherheitsschlüssel verwendet. Versuchen Sie es noch einmal oder wählen Sie eine andere Methode.",
        InvalidStateError:
          "Dieser ist schon eingerichtet. Verwenden Sie ein anderes Gerät oder einen anderen Sicherheitsschlüssel.",
        SecurityError:
          "Passkeys funktionieren unter dieser Adresse nicht. Wählen Sie eine andere Methode.",
      },
    },
    others: "Andere Methoden",
    factors: {
      totp: {
        name: "Authenticator‑App",
        about: "Sechs Ziffern aus einer App auf Ihrem Telefon oder aus Ihrem Passwortmanager.",
        prove:
          "Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App für diese Website zeigt.",
        confirm: "Jede Authenticator-App ist geeignet, auch die in Ihrem Passwortmanager.",
        label: "Code",
      },
      recovery: {
        name: "Wieder\u00adherstellungs\u00adcodes",
        one: "Wieder\u00adherstellungs\u00adcode",
        about: "Zehn Codes zum Aufbewahren auf Papier. Jeder gilt einmal.",
        prove:
          "Geben Sie einen der Wiederherstellungscodes ein, die Sie gespeichert haben. Jeder gilt einmal.",
        confirm: "",
        label: "Wiederherstellungscode",
      },
      mail: {
        name: "Code per E‑Mail",
        about: "Wir senden Ihnen jedes Mal einen Code per E‑Mail.",
        prove: "",
        confirm: "Wir haben einen Code an {target} gesendet. Geben Sie ihn hier ein.",
        label: "Code",
      },
      passkey: {
        name: "Passkey oder Sicherheits\u00adschlüssel",
        about:
          "Fingerabdruck, Gesicht oder PIN, oder ein Schlüssel zum Einstecken. Sicher vor gefälschten Websites.",
        prove: "Verwenden Sie den Passkey oder Sicherheitsschlüssel dieses Kontos.",
        confirm: "Erstellen Sie einen Passkey oder verwenden Sie einen Sicherheitsschlüssel.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Code" },
  },
  password: {
    ask: {
      heading: "Passwort zurücksetzen",
      text:
        "Geben Sie Ihre E‑Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.",
      textSignedIn:
        "Bestätigen Sie Ihre E‑Mail-Adresse, um ein Passwort festzulegen. Wir senden Ihnen einen Link.",
      label: "E‑Mail",
      submit: "Link per E‑Mail senden",
    },
    set: "Passwort festlegen",
    change: "Passwort ändern",
    current: "Aktuelles Passwort",
    password: "Neues Passwort",
    show: "Passwort anzeigen",
    capsLock: "Die Feststelltaste ist aktiv.",
    rules:
      "Mindestens {min} Zeichen. Gut geeignet sind vier Wörter ohne Zusammenhang. Leerzeichen sind erlaubt.",
    submit: "Passwort speichern",
    forgot: "Aktuelles Passwort vergessen?",
    done: {
      heading: "Ihr Passwort ist festgelegt",
      text: "Sie können sich ab jetzt damit anmelden.",
      submit: "Weiter",
    },
    errors: {
      "too-short": "Dieses Passwort ist zu kurz. Verwenden Sie mindestens {min} Zeichen.",
      "too-long": "Dieses Passwort ist zu lang. Verwenden Sie höchstens {max} Zeichen.",
      "malformed":
        "Dieses Passwort enthält Zeichen, die nicht möglich sind. Wählen Sie ein anderes.",
      "common": "Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.",
      "personal":
        "Dieses Passwort ist Ihre Adresse, Ihr Name oder der Name dieser Website. Wählen Sie ein anderes.",
      "breached":
        "Dieses Passwort ist aus einem Datenleck einer anderen Website bekannt. Wählen Sie ein anderes.",
      "different": "Die beiden Passwörter sind verschieden. Geben Sie sie noch einmal ein.",
      "wrong-password": "Das aktuelle Passwort ist falsch. Versuchen Sie es noch einmal.",
      "expired": "Diese Seite war zu lange offen. Bestätigen Sie Ihre E‑Mail-Adresse noch einmal.",
      "default": "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
    },
  },
  address: {
    request: {
      heading: "E‑Mail-Adresse ändern",
      headingWithout: "E‑Mail-Adresse hinzufügen",
      text:
        "Ihre Adresse ist {email}. Wir senden einen Code an die neue und eine E‑Mail über die Änderung an diese.",
      textWithout: "Ihr Konto hat noch keine Adresse. Wir senden einen Code an die eingegebene.",
      label: "Neue E‑Mail",
      submit: "Code senden",
      unproven: "Sie haben {email} noch nicht bestätigt.",
      prove: "Diese Adresse bestätigen",
      lost: "Ich habe keinen Zugang mehr zu {email}",
      lostHint: "Die Adresse erhält eine E‑Mail ohne Link zum Rückgängigmachen.",
      stale: "Bestätigen Sie zuerst Ihre Identität.",
      confirm: "Weiter",
    },
    code: {
      heading: "Code eingeben",
      text:
        "Wir haben eine E‑Mail an {email} gesendet. Geben Sie den Code daraus ein, um diese Adresse zu übernehmen.",
      textOwn:
        "Wir haben eine E‑Mail an {email} gesendet. Geben Sie den Code daraus ein, um Ihre Adresse zu bestätigen.",
      label: "Code",
      submit: "Adresse bestätigen",
      cancel: "Andere Adresse verwenden",
    },
    done: {
      heading: "Ihre Adresse ist bestätigt",
      text: "Die Adresse Ihres Kontos ist {email}.",
      submit: "Weiter",
    },
    undo: {
      heading: "Änderung Ihrer Adresse rückgängig machen?",
      text:
        "Ihr Konto erhält die Adresse {email} zurück. Alle Browser werden abgemeldet. Ein Passwort, Passkeys, verbundene Konten und Methoden der Bestätigung in zwei Schritten, die seit der Änderung dazukamen, werden entfernt.",
      submit: "Rückgängig machen",
    },
    undone: {
      heading: "Die Änderung ist rückgängig gemacht",
      text:
        "Ihr Konto hat seine Adresse wieder. Melden Sie sich damit an und prüfen Sie Ihr Konto.",
      submit: "Anmelden",
    },
    lost: {
      heading: "Dieser Link ist ungültig",
      text: "Er wurde schon verwendet oder ist älter als {time}.",
      submit: "Zu Ihrem Konto",
    },
    waiting: {
      heading: "Die Änderung wird später rückgängig gemacht",
      text:
        "Das Konto wurde seitdem geschützt, daher kann die Person mit Zugang zum Konto bis {due} widersprechen. Öffnen Sie den Link in der E‑Mail danach noch einmal.",
    },
    contested: {
      heading: "Jemand will die Änderung Ihrer Adresse rückgängig machen",
      text:
        "Diese Person liest das vorige Postfach. Ab {due} kann das Konto die vorige Adresse zurückerhalten.",
      submit: "Neue Adresse behalten",
    },
    kept: {
      heading: "Ihre Adresse bleibt",
      text: "Die Adresse Ihres Kontos ist {email}. Der Link an die vorige Adresse ist ungültig.",
      submit: "Weiter",
    },
    errors: {
      "not-two-factors":
        "Bestätigen Sie dafür mit einer Methode, die Sie seit drei Tagen haben und die kein Code per E‑Mail ist.",
      "invalid": "Das ist keine E‑Mail-Adresse. Prüfen Sie sie auf Tippfehler.",
      "same": "Das ist schon Ihre Adresse.",
      "mail-failed":
        "Die E‑Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es noch einmal.",
      "wrong-code": "Dieser Code ist falsch. Prüfen Sie ihn und versuchen Sie es noch einmal.",
      "expired": "Dieser Code ist abgelaufen. Fordern Sie einen neuen an.",
      "taken": "Diese Adresse gehört zu einem anderen Konto.",
      "moved": "Die Adresse des Kontos hat sich inzwischen geändert.",
      "default": "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
    },
  },
};
