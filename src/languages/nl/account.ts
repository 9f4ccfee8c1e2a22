/**
 * Dutch texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Je account",
    groups: {
      profile: "Profiel",
      security: "Beveiliging",
      devices: "Apparaten",
      connected: "Gekoppelde accounts",
      data: "Gegevens",
    },
    status: {
      good: "Je account is goed beschermd.",
      better: "Voeg verificatie in twee stappen toe. Dat kost twee minuten.",
    },
    signOut: "Uitloggen",
    readOnly: "Je bekijkt het account van iemand anders. Je kunt niets wijzigen.",
    done: {
      "name": "Je naam is gewijzigd.",
      "linked": "Het account is gekoppeld.",
      "unlinked": "Het account is ontkoppeld.",
      "passkey-added": "De passkey is toegevoegd.",
      "passkey-renamed": "De naam van de passkey is gewijzigd.",
      "passkey-removed": "De passkey is verwijderd.",
      "password-removed": "Het wachtwoord is verwijderd.",
      "session-ended": "Dat apparaat is uitgelogd.",
      "sessions-ended": "Alle andere apparaten zijn uitgelogd.",
    },
    open: {
      delete: "Verwijderen",
      download: "Downloaden",
      manage: "Beheren",
      remove: "Verwijderen",
      turnOn: "Inschakelen",
    },
    name: {
      heading: "Naam",
      none: "Je hebt hier geen naam.",
      title: "Je naam wijzigen",
      text: "Zo word je hier genoemd.",
      label: "Je naam",
      save: "Opslaan",
      invalid: "Gebruik 1 tot 64 zichtbare tekens.",
    },
    address: {
      heading: "E‑mailadres",
      none: "Je hebt geen e‑mailadres.",
      confirmed: "Bevestigd",
      open: "Niet bevestigd",
      change: "E‑mailadres wijzigen",
      add: "E‑mailadres toevoegen",
    },
    password: {
      heading: "Wachtwoord",
      since: "Ingesteld op {date}",
      none: "Je hebt geen wachtwoord.",
      change: "Wachtwoord wijzigen",
      set: "Wachtwoord instellen",
      remove: "Wachtwoord verwijderen",
    },
    passkeys: {
      heading: "Passkeys",
      none: "Je hebt geen passkey.",
      unnamed: "Passkey",
      added: "Toegevoegd op {date}",
      synced: "Gesynchroniseerd tussen je apparaten",
      single: "Alleen op één apparaat",
      change: "Wijzigen",
      changeOf: "Wijzigen: {name}",
      add: "Passkey toevoegen",
      noScript: "Passkeys worden met JavaScript toegevoegd. Zet het aan om er een toe te voegen.",
      unsupported: "Deze browser kan hier geen passkeys gebruiken.",
      errors: {
        failed: "Dat is niet gelukt. Probeer het opnieuw.",
        NotAllowedError: "Er is geen passkey toegevoegd. Probeer het opnieuw.",
        InvalidStateError: "Dit apparaat heeft al een passkey voor dit account.",
        SecurityError: "Passkeys werken niet op dit webadres.",
        TooManyRequests: "Te veel pogingen. Wacht even en probeer het opnieuw.",
      },
    },
    factors: {
      heading: "Verificatie in twee stappen",
      none:
        "Verificatie in twee stappen staat uit. Zet het aan, zodat een gestolen wachtwoord niet genoeg is om in te loggen.",
      count: { one: "Aan: {count} methode.", other: "Aan: {count} methoden." },
      manage: "Verificatie in twee stappen beheren",
    },
    accounts: {
      none: "Er is geen account gekoppeld.",
      unlink: "Ontkoppelen",
      unlinkOf: "{name} ontkoppelen",
      link: "{name} koppelen",
      another: "Nog een account koppelen",
      more: "Meer opties",
    },
    sessions: {
      device: "{browser} op {system}",
      unknownOn: "Onbekende browser op {system}",
      unknown: "Onbekende browser",
      current: "Deze browser",
      seen: "Laatst gebruikt: {when}",
      active: "Nu actief",
      signedIn: "Ingelogd op {date}",
      more: { one: "Nog {count} tonen", other: "Nog {count} tonen" },
      end: "Uitloggen",
      endOf: "Uitloggen: {name}",
      endOfAt: "Uitloggen: {name}, {place}",
      endOthers: "Alle andere apparaten uitloggen",
    },
    copy: {
      heading: "Je gegevens",
      text: "Download een kopie van de gegevens die over jou zijn opgeslagen.",
      open: "Je gegevens downloaden",
    },
    removal: {
      heading: "Je account verwijderen",
      text: "Je account wordt verwijderd met alles wat erbij hoort.",
      open: "Account verwijderen",
    },
    one: {
      sessions: {
        heading: "Alle andere apparaten uitloggen?",
        text: "Om je account daarop te gebruiken, moet je opnieuw inloggen.",
        submit: "Alle andere apparaten uitloggen",
      },
      passkey: {
        label: "Naam van de passkey",
        save: "Opslaan",
        text:
          "Zonder deze passkey log je in met je andere methoden. Je apparaat bewaart de passkey mogelijk tot je hem daar verwijdert.",
        remove: "Passkey verwijderen",
      },
      account: {
        heading: "{name} ontkoppelen?",
        text: "Daarna kun je niet meer met dit account inloggen.",
        submit: "Ontkoppelen",
      },
      password: {
        heading: "Wachtwoord verwijderen",
        text: "Daarna log je in met je andere methoden.",
        submit: "Wachtwoord verwijderen",
      },
      export: {
        heading: "Je gegevens downloaden",
        text:
          "Het bestand bevat wat er over jou is opgeslagen, je inlogmethoden en je apparaten. Het bevat geen wachtwoorden en geen sleutels.",
        submit: "Bestand downloaden",
      },
      delete: {
        heading: "Je account verwijderen",
        text:
          "Dit kan niet ongedaan worden gemaakt. Je account wordt meteen verwijderd, met alles wat erbij hoort:",
        textLater:
          "Je wordt op alle apparaten uitgelogd. Tot {date} kun je inloggen en je account behouden. Daarna wordt het verwijderd, met alles wat erbij hoort:",
        gone: {
          profile: "Je naam en je e‑mailadres",
          ways: "Je wachtwoord, passkeys en gekoppelde accounts",
          data: "Alles wat deze website bij je account bewaart",
        },
        label: "Voer {text} in om te bevestigen",
        submit: "Account definitief verwijderen",
        submitLater: "Account verwijderen",
        different: "Dat komt niet overeen. Voer {text} in.",
        obstacles:
          "Jij bent de enige eigenaar van deze organisaties. Draag ze over of verwijder ze voordat je je account verwijdert:",
      },
      stale: "Bevestig eerst dat jij het bent.",
      prove: "Bevestigen dat ik het ben",
      last:
        "Dit is je enige manier om in te loggen. Voeg een andere toe voordat je deze verwijdert.",
    },
    pending: {
      heading: "Je account wordt op {date} verwijderd",
      text: "Je hebt hierom gevraagd. Als je {account} behoudt, gaat er niets verloren.",
      keep: "Mijn account behouden",
      leave: "Uitloggen",
    },
    leaving: {
      heading: "Je account wordt op {date} verwijderd",
      text: "Je bent op alle apparaten uitgelogd. Log vóór die dag in als je je bedenkt.",
      back: "Inloggen en account behouden",
    },
    deleted: {
      heading: "Je account is verwijderd",
      text: "Alles wat erbij hoorde is weg, en je bent uitgelogd.",
    },
  },
  factors: {
    title: "Verificatie in twee stappen",
    isProtected:
      "Verificatie in twee stappen staat aan. Als je inlogt, bevestig je dat met een van deze methoden.",
    isOpen:
      "Verificatie in twee stappen staat uit. Zet het aan, zodat een gestolen wachtwoord niet genoeg is om in te loggen.",
    enrolled: "Je methoden",
    added: "Toegevoegd op {date}",
    used: "laatst gebruikt op {date}",
    neverUsed: "nog niet gebruikt",
    left: { one: "nog {count} code", other: "nog {count} codes" },
    leftNone: "geen codes meer",
    few: "Je hebt nog maar weinig herstelcodes. Maak nieuwe.",
    change: "Wijzigen",
    changeOf: "Wijzigen: {name}",
    add: "Methode toevoegen",
    addOne: "{name} toevoegen",
    none:
      "Na deze manier van inloggen kun je geen methode toevoegen. Log eerst op een andere manier in.",
    hint:
      "Maak ook herstelcodes. Zonder herstelcodes kun je niet inloggen als je je apparaat kwijt bent.",
    stale: "Bevestig dat jij het bent om je methoden te wijzigen.",
    prove: "Bevestigen dat ik het ben",
    done: {
      added: "Toegevoegd: {name}.",
      renamed: "De naam is gewijzigd.",
      removed: "De methode is verwijderd.",
      needed:
        "Voor de pagina die je wilde openen is verificatie in twee stappen nodig. Zodra je een methode hebt toegevoegd, ga je ernaartoe.",
      "reset-cancelled": "Het verwijderen is geannuleerd. Je methoden blijven.",
    },
    reset: {
      text:
        "Een beheerder heeft gevraagd ze allemaal te verwijderen. Dat gebeurt op {date} (UTC). Annuleer het als je er niet om hebt gevraagd.",
      cancel: "Verwijderen annuleren",
    },
    one: {
      name: "Naam",
      rename: "Opslaan",
      invalidName: "Gebruik 1 tot 64 zichtbare tekens.",
      replace: "Nieuwe maken",
      replaceText: "Nieuwe vervangen de huidige.",
      remove: "Verwijderen",
      removeText: "Daarna kun je deze methode niet meer voor verificatie gebruiken.",
      ask: "{name} verwijderen?",
      obstacles: {
        required:
          "Deze website vraagt om verificatie in twee stappen en dit is je laatste methode. Voeg eerst een andere toe.",
        "locked-out":
          "De andere methoden kunnen jouw manier van inloggen niet bevestigen, dus je zou niet meer kunnen inloggen. Voeg eerst een andere toe of verwijder de andere.",
      },
      back: "Terug naar verificatie in twee stappen",
    },
    codes: {
      heading: "Bewaar je herstelcodes",
      text:
        "Hiermee log je in als je je andere methoden niet kunt gebruiken. Bewaar ze waar je ze zonder dit apparaat kunt vinden. Elke code werkt één keer. Ze worden niet opnieuw getoond.",
      list: "Herstelcodes",
      save: "Downloaden",
      print: "Afdrukken",
      saved: "Ik heb deze codes bewaard",
      done: "Klaar",
    },
  },
};
