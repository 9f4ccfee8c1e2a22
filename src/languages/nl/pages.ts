/**
 * Dutch texts of the pages to sign in and of those about one proof.
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
    signin: "Inloggen",
    signup: "Account maken",
    connect: "Account koppelen",
    signout: "Uitloggen",
    error: "Fout: {title}",
    "verify-request": "Check je e‑mail",
    confirm: "Inloggen?",
  },
  signIn: {
    heading: "Inloggen",
    again: "Bevestig dat jij het bent",
    to: "om door te gaan naar {site}",
    signedIn: "Je bent ingelogd als {name}.",
    goOn: "Doorgaan",
    with: "Doorgaan met {name}",
    withPasskey: "Inloggen met een passkey",
    withPassword: "Inloggen met een wachtwoord",
    email: "E‑mailadres",
    next: "Doorgaan",
    change: "Wijzigen",
    submit: "Inloggen",
    link: "Stuur me een inloglink",
    or: "of",
    more: "Meer manieren om in te loggen",
    last: "Laatst gebruikt",
    password: "Wachtwoord",
    forgot: "Wachtwoord vergeten?",
    isNew: "Nieuw hier?",
    create: "Account maken",
  },
  signUp: { heading: "Maak je account", isKnown: "Heb je al een account?" },
  connect: {
    heading: "{name} koppelen?",
    text: "Je kunt dan ook met {name} inloggen bij {site}.",
    submit: "{name} koppelen",
    skip: "Niet nu",
  },
  passkey: {
    create: "Passkey maken",
    noScript: "Voor passkeys is JavaScript nodig. Zet het aan of log op een andere manier in.",
    unsupported: "Deze browser kan hier geen passkeys gebruiken. Log op een andere manier in.",
    errors: {
      failed: "Dat is niet gelukt. Probeer het opnieuw.",
      NotAllowedError:
        "Er is geen passkey gebruikt. Probeer het opnieuw, maak er een of log op een andere manier in.",
      InvalidStateError: "Dit apparaat heeft al een passkey voor dit account. Log daarmee in.",
      SecurityError: "Passkeys werken niet op dit webadres. Log op een andere manier in.",
      no_user: "Controleer je gegevens en probeer het opnieuw.",
      no_sign_up: "Voor een nieuw account is een uitnodiging nodig. Log in zoals je eerder deed.",
      signed_in: "Je bent al ingelogd.",
      TooManyRequests: "Te veel pogingen. Wacht even en probeer het opnieuw.",
    },
  },
  signOut: {
    heading: "Uitloggen",
    question: "Wil je uitloggen bij {host}?",
    submit: "Uitloggen",
    done: "Je bent uitgelogd",
  },
  verify: {
    heading: "Check je e‑mail",
    sent: "We hebben een e‑mail gestuurd naar {email}.",
    text: {
      "sign-in": "Open de link erin in deze browser om in te loggen.",
      "sign-up": "Open de link erin in deze browser om je adres te bevestigen.",
      password: "Open de link erin in deze browser om een nieuw wachtwoord te kiezen.",
    },
    textWithCode: "Voer de code eruit hier in of open de link in deze browser.",
    textUnknown: "Open de link in de e‑mail in de browser waarin je erom hebt gevraagd.",
    code: "Code",
    submit: "Doorgaan",
    wrong: {
      one: "Deze code is onjuist. Je hebt nog één poging.",
      other: "Deze code is onjuist. Je hebt nog {count} pogingen.",
    },
    ended: "De code werkt niet meer. De link in de e‑mail werkt nog wel.",
    inbox: "{name} openen",
    resend: "Nog een e‑mail sturen",
    tooSoon: "We hebben de e‑mail zojuist gestuurd. Je kunt over {time} een nieuwe aanvragen.",
    change: "Verkeerd adres?",
  },
  confirm: {
    heading: "Inloggen?",
    text: "Je gaat bij {host} inloggen als {email}.",
    textWithoutEmail: "Je gaat inloggen bij {host}.",
    hint: "Deze link is in een andere browser aangevraagd. Ga alleen door als jij dat was.",
    submit: "Inloggen",
  },
  visitor: {
    heading: "Je bent nu ingelogd als {name}",
    text: "De pagina is geopend voordat je met dit account inlogde, dus er is niets gewijzigd.",
    submit: "Doorgaan met dit account",
    back: "Terug",
  },
  signInErrors: {
    default: "Inloggen is niet gelukt. Probeer het opnieuw.",
    another: "Inloggen is niet gelukt. Probeer het opnieuw of gebruik een ander account.",
    OAuthAccountNotLinked:
      "Dit e‑mailadres hoort bij een account waarbij je op een andere manier inlogt. Log in zoals je de eerste keer deed.",
    AccountNotLinked:
      "Deze passkey of dit e‑mailadres hoort bij een ander account. Log in zoals je de eerste keer deed en voeg daarna een passkey toe.",
    EmailSignin:
      "De e‑mail kon niet worden verstuurd. Controleer het adres en probeer het opnieuw.",
    CredentialsSignin: "E‑mailadres of wachtwoord onjuist.",
    wrongDetails: "Inloggen is niet gelukt. Controleer je gegevens en probeer het opnieuw.",
    SessionRequired: "Log in om deze pagina te bekijken.",
    MissingCSRF: "Dit formulier stond te lang open. Probeer het opnieuw.",
  },
  errors: {
    default: {
      heading: "Er is iets misgegaan",
      text: "Ga terug naar de website en probeer het opnieuw.",
    },
    Configuration: {
      heading: "Inloggen is niet mogelijk",
      text: "Er is een probleem met de instellingen van deze website. Probeer het later opnieuw.",
    },
    InvalidCheck: {
      heading: "Begin opnieuw",
      text: "Deze inlogpoging is verlopen, al gebruikt of in een andere browser begonnen.",
    },
    AccessDenied: {
      heading: "Geen toegang",
      text: "Je mag hier niet inloggen. Probeer een ander account.",
    },
    NoProof: {
      heading: "Zo kun je deze pagina niet openen",
      text:
        "De pagina vraagt om een veiligere manier van inloggen. Log op een andere manier in, bijvoorbeeld met een passkey, of vraag de beheerders van de website welke manier werkt.",
    },
    Verification: {
      heading: "Deze link werkt niet",
      text: "De link is al gebruikt of verlopen. Vraag een nieuwe aan.",
    },
    WebAuthnVerificationError: {
      heading: "Je passkey is niet geaccepteerd",
      text: "Probeer het opnieuw of log op een andere manier in.",
    },
    TooManyRequests: {
      heading: "Te veel pogingen",
      text: "Wacht even en probeer het opnieuw.",
    },
    NotFound: {
      heading: "Deze pagina bestaat niet",
      text: "Controleer het adres of begin opnieuw.",
    },
    BadRequest: {
      heading: "Dit is niet gelukt",
      text: "De aanvraag kon niet worden gelezen. Begin opnieuw.",
    },
  },
  wait: {
    until: "Probeer het over {time} opnieuw.",
    account:
      "Je kunt ook op een andere manier inloggen, of op een apparaat dat je eerder hebt gebruikt.",
    recipient: "De laatste e‑mail die we hebben gestuurd, werkt nog.",
    network: "Er kwamen veel aanvragen van jouw netwerk.",
  },
  reference: "Referentie {reference}",
  again: "Inloggen",
  toAccount: "Terug naar je account",
  site: "Naar {host}",
  links: { terms: "Voorwaarden", privacy: "Privacy", support: "Hulp" },
  factor: {
    title: "Verificatie in twee stappen",
    heading: "Nog één stap",
    again: "Bevestig dat jij het bent",
    choose: {
      heading: "Bescherm je account",
      text:
        "Deze website vraagt om verificatie in twee stappen. Kies een methode om in te stellen.",
      submit: "{name} instellen",
      recommended: "Aanbevolen",
    },
    set: "{name} instellen",
    step: "Stap {at} van {steps}",
    scan: {
      open: "Open je authenticator-app en voeg daar een account toe.",
      picture: "Scan deze afbeelding ermee.",
      code: "Voer de zes cijfers in die de app toont.",
    },
    secret: "Voer deze sleutel in de app in als je niet kunt scannen:",
    copy: "Kopiëren",
    copied: "Gekopieerd",
    qr: "QR-code met de sleutel voor je authenticator-app",
    openApp: "Openen in de app op dit apparaat",
    send: "Stuur een code",
    resend: "Stuur een nieuwe code",
    beforeSend: "We sturen een code naar {target}.",
    sent: "We hebben een code gestuurd naar {target}. Voer de code hier in.",
    submit: "Doorgaan",
    trust: "{time} lang niet opnieuw vragen op dit apparaat",
    wrong: "Deze code is onjuist. Controleer de code en probeer het opnieuw.",
    back: "Andere methode kiezen",
    cancel: "Annuleren",
    notYou: "Ben jij dit niet?",
    lost: {
      summary: "Ik kan geen van deze methoden gebruiken",
      text:
        "Ben je op een ander apparaat nog ingelogd? Voeg daar dan een methode toe. Neem anders contact op met {site}: zodra duidelijk is wie je bent, kunnen je methoden worden verwijderd.",
    },
    ceremony: {
      authenticate: "Passkey of beveiligingssleutel gebruiken",
      register: "Passkey of beveiligingssleutel instellen",
      noScript:
        "Voor passkeys en beveiligingssleutels is JavaScript nodig. Zet het aan of kies een andere methode.",
      unsupported:
        "Deze browser kan hier geen passkeys of beveiligingssleutels gebruiken. Kies een andere methode.",
      errors: {
        failed: "Dat is niet gelukt. Probeer het opnieuw.",
        NotAllowedError:
          "Er is geen passkey of beveiligingssleutel gebruikt. Probeer het opnieuw of kies een andere methode.",
        InvalidStateError:
          "Deze is al ingesteld. Gebruik een ander apparaat of een andere beveiligingssleutel.",
        SecurityError: "Passkeys werken niet op dit webadres. Kies een andere methode.",
      },
    },
    others: "Andere methoden",
    factors: {
      totp: {
        name: "Authenticator‑app",
        about: "Zes cijfers uit een app op je telefoon of uit je wachtwoordbeheerder.",
        prove: "Voer de zes cijfers in die je authenticator-app voor deze website toont.",
        confirm: "Elke authenticator-app werkt, ook die in je wachtwoordbeheerder.",
        label: "Code",
      },
      recovery: {
        name: "Herstelcodes",
        one: "Herstelcode",
        about: "Tien codes om op papier te bewaren. Elke code werkt één keer.",
        prove: "Voer een van de herstelcodes in die je hebt bewaard. Elke code werkt één keer.",
        confirm: "",
        label: "Herstelcode",
      },
      mail: {
        name: "Code per e‑mail",
        about: "We sturen je elke keer een code per e‑mail.",
        prove: "",
        confirm: "We hebben een code gestuurd naar {target}. Voer de code hier in.",
        label: "Code",
      },
      passkey: {
        name: "Passkey of beveiligings\u00adsleutel",
        about:
          "Je vingerafdruk, gezicht of pincode, of een sleutel die je aansluit. Veilig tegen nepwebsites.",
        prove: "Gebruik de passkey of beveiligingssleutel van dit account.",
        confirm: "Maak een passkey of gebruik een beveiligingssleutel.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Code" },
  },
  password: {
    ask: {
      heading: "Wachtwoord opnieuw instellen",
      text:
        "Voer je e‑mailadres in. We sturen je een link waarmee je een nieuw wachtwoord instelt.",
      textSignedIn:
        "Bevestig je e‑mailadres om een wachtwoord in te stellen. We sturen je een link.",
      label: "E‑mailadres",
      submit: "Stuur me een link",
    },
    set: "Wachtwoord instellen",
    change: "Wachtwoord wijzigen",
    current: "Huidig wachtwoord",
    password: "Nieuw wachtwoord",
    show: "Wachtwoord tonen",
    capsLock: "Caps Lock staat aan.",
    rules:
      "Minstens {min} tekens. Vier woorden zonder verband zijn een goede keuze. Spaties mogen.",
    submit: "Wachtwoord opslaan",
    forgot: "Huidig wachtwoord vergeten?",
    done: {
      heading: "Je wachtwoord is ingesteld",
      text: "Je kunt er vanaf nu mee inloggen.",
      submit: "Doorgaan",
    },
    errors: {
      "too-short": "Dit wachtwoord is te kort. Gebruik minstens {min} tekens.",
      "too-long": "Dit wachtwoord is te lang. Gebruik hoogstens {max} tekens.",
      "malformed": "Dit wachtwoord bevat tekens die niet kunnen worden gebruikt. Kies een ander.",
      "common": "Dit wachtwoord is makkelijk te raden. Kies een ander.",
      "personal":
        "Dit wachtwoord is je adres, je naam of de naam van deze website. Kies een ander.",
      "breached":
        "Dit wachtwoord is bekend door een datalek bij een andere website. Kies een ander.",
      "different": "De twee wachtwoorden zijn verschillend. Voer ze opnieuw in.",
      "wrong-password": "Het huidige wachtwoord is onjuist. Probeer het opnieuw.",
      "expired": "Deze pagina stond te lang open. Bevestig je e‑mailadres opnieuw.",
      "default": "Dit is niet gelukt. Probeer het opnieuw.",
    },
  },
  address: {
    request: {
      heading: "E‑mailadres wijzigen",
      headingWithout: "E‑mailadres toevoegen",
      text:
        "Je adres is {email}. We sturen een code naar het nieuwe adres en een bericht over de wijziging naar dit adres.",
      textWithout:
        "Je account heeft nog geen adres. We sturen een code naar het adres dat je invoert.",
      label: "Nieuw e‑mailadres",
      submit: "Stuur een code",
      unproven: "Je hebt {email} nog niet bevestigd.",
      prove: "Dit adres bevestigen",
      lost: "Ik heb geen toegang meer tot {email}",
      lostHint: "Dat adres krijgt een e‑mail zonder link om de wijziging ongedaan te maken.",
      stale: "Bevestig eerst dat jij het bent.",
      confirm: "Doorgaan",
    },
    code: {
      heading: "Voer de code in",
      text:
        "We hebben een e‑mail gestuurd naar {email}. Voer de code eruit in om dit adres te gebruiken.",
      textOwn:
        "We hebben een e‑mail gestuurd naar {email}. Voer de code eruit in om je adres te bevestigen.",
      label: "Code",
      submit: "Adres bevestigen",
      cancel: "Ander adres gebruiken",
    },
    done: {
      heading: "Je adres is bevestigd",
      text: "Het adres van je account is {email}.",
      submit: "Doorgaan",
    },
    undo: {
      heading: "De wijziging van je adres ongedaan maken?",
      text:
        "Je account krijgt het adres {email} terug. Alle browsers worden uitgelogd. Een wachtwoord, passkeys, gekoppelde accounts en methoden voor verificatie in twee stappen die sinds de wijziging zijn toegevoegd, worden verwijderd.",
      submit: "Ongedaan maken",
    },
    undone: {
      heading: "De wijziging is ongedaan gemaakt",
      text: "Je account heeft zijn adres terug. Log ermee in en controleer je account.",
      submit: "Inloggen",
    },
    lost: {
      heading: "Deze link kan niet worden gebruikt",
      text: "De link is al gebruikt of ouder dan {time}.",
      submit: "Naar je account",
    },
    waiting: {
      heading: "De wijziging wordt later ongedaan gemaakt",
      text:
        "Het account is sindsdien beschermd. Daarom kan de gebruiker ervan tot {due} bezwaar maken. Open de link in de e‑mail daarna opnieuw.",
    },
    contested: {
      heading: "Iemand wil de wijziging van je adres ongedaan maken",
      text:
        "Die persoon leest de vorige mailbox. Vanaf {due} kan het account het vorige adres terugkrijgen.",
      submit: "Nieuw adres behouden",
    },
    kept: {
      heading: "Je adres blijft",
      text: "Het adres van je account is {email}. De link naar het vorige adres werkt niet meer.",
      submit: "Doorgaan",
    },
    errors: {
      "not-two-factors":
        "Bevestig dit met een methode die je al drie dagen hebt en die geen code per e‑mail is.",
      "invalid": "Dit is geen e‑mailadres. Controleer het op typefouten.",
      "same": "Dit is al je adres.",
      "mail-failed":
        "De e‑mail kon niet worden verstuurd. Controleer het adres en probeer het opnieuw.",
      "wrong-code": "Deze code is onjuist. Controleer de code en probeer het opnieuw.",
      "expired": "Deze code kan niet meer worden gebruikt. Vraag een nieuwe aan.",
      "taken": "Dit adres hoort bij een ander account.",
      "moved": "Het adres van het account is intussen gewijzigd.",
      "default": "Dit is niet gelukt. Probeer het opnieuw.",
    },
  },
};
