/**
 * Dutch texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Inloggen bij {site}",
      codeSubject: "{code} is je code voor {site}",
      button: "Inloggen",
      signUp: {
        subject: "Bevestig je adres voor {site}",
        codeSubject: "{code} is je code om je adres voor {site} te bevestigen",
        button: "Adres bevestigen",
      },
      password: {
        subject: "Stel je wachtwoord voor {site} opnieuw in",
        codeSubject: "{code} is je code om je wachtwoord voor {site} opnieuw in te stellen",
        button: "Nieuw wachtwoord kiezen",
      },
      code: "Of voer deze code in waar je erom hebt gevraagd (geldig: {time}):",
      expires: "De link werkt één keer en is {time} geldig.",
      ignore: "Heb je niet om deze e‑mail gevraagd? Dan hoef je niets te doen.",
      secret: "Deel deze code met niemand.",
    },
    factorCode: {
      subject: "{code} is je code voor {site}",
      heading: "Je code voor {site}",
      text:
        "{code}\n\nVoer deze code in op {site}. De code is {time} geldig. Deel de code met niemand.\n\nBen je nu niet aan het inloggen? Dan kent iemand anders misschien je wachtwoord: wijzig het.\n",
    },
    addressCode: {
      subject: "{code} is je code voor {site}",
      heading: "Je code voor {site}",
      text:
        "{code}\n\nVoer deze code in op {site} om dit adres te bevestigen. De code is {time} geldig. Deel de code met niemand.\n\nHeb je hier niet om gevraagd? Negeer dan deze e‑mail: er verandert niets.\n",
    },
    addressTaken: {
      subject: "Je adres is al in gebruik op {site}",
      text:
        "Een ander account zou dit adres krijgen, maar het hoort al bij een account op {site}. Log in met dit adres om dat account te gebruiken.\n\nHeb je hier niet om gevraagd? Negeer dan deze e‑mail: er verandert niets.\n",
    },
  },
  notices: {
    device: "{browser} op {system}",
    notYou: "Was jij dit niet?",
    secure: "Beveilig je account",
    check: "Was jij dit niet? Log dan meteen in en controleer je account.",
    account: {
      "account-linked": {
        subject: "Er is een account aan het jouwe gekoppeld",
        text: "Je kunt er nu mee inloggen: {provider}.",
      },
      "account-unlinked": {
        subject: "Er is een account van het jouwe ontkoppeld",
        text: "Je kunt er niet meer mee inloggen: {provider}.",
      },
      "app-allowed": {
        subject: "Een app heeft toegang tot je account gekregen",
        text: "De app kan nu doen wat je hebt toegestaan.",
      },
      deleted: {
        subject: "Je account is verwijderd",
        text: "Alle gegevens ervan zijn verwijderd. Dit is de laatste e‑mail erover.",
        advice: "Was jij dit niet? Beveilig dan je mailbox en neem contact op met de website.",
      },
      "deletion-cancelled": {
        subject: "Je account blijft",
        text: "Het wordt niet verwijderd.",
      },
      "deletion-requested": {
        subject: "Je account wordt op {due} verwijderd",
        text: "Je bent op alle apparaten uitgelogd. Log vóór die dag in om je account te behouden.",
      },
      exported: {
        subject: "Er is een kopie van je accountgegevens gemaakt",
        text: "De kopie bevat wat er over jou is opgeslagen, zonder wachtwoorden en sleutels.",
      },
      "key-created": {
        subject: "Er is een API-sleutel voor je account gemaakt",
        text: "Programma’s met deze sleutel kunnen namens jou handelen.",
      },
      "new-device": {
        subject: "Nieuwe login bij je account",
        text: "Er is ingelogd vanuit een browser waarin je nog niet eerder had ingelogd.",
      },
      "passkey-added": {
        subject: "Er is een passkey aan je account toegevoegd",
        text: "Je kunt er nu mee inloggen.",
      },
      "passkey-removed": {
        subject: "Er is een passkey uit je account verwijderd",
        text: "Je kunt er niet meer mee inloggen.",
      },
      "passkey-renamed": {
        subject: "De naam van een passkey van je account is gewijzigd",
        text: "De passkey werkt nog.",
      },
      renamed: {
        subject: "De naam van je account is gewijzigd",
        text: "Verder is er niets veranderd.",
      },
      "sessions-ended": {
        subject: "Er zijn apparaten uitgelogd bij je account",
        text: "Om je account daarop te gebruiken, moet je opnieuw inloggen.",
      },
    },
    address: {
      changed: {
        subject: "Je e‑mailadres is gewijzigd",
        text:
          "E‑mails over je account gaan niet meer naar dit adres, en je kunt er niet meer mee inloggen.",
        advice:
          "Was jij dit niet? Maak de wijziging ongedaan (mogelijk: {time}). Je account krijgt dit adres terug en alle apparaten worden uitgelogd.",
        button: "Deze wijziging ongedaan maken",
      },
      "changed-for-good": {
        subject: "Je e‑mailadres is gewijzigd",
        text:
          "De gebruiker van het account heeft in twee stappen bevestigd dat dit adres niet meer toegankelijk is. Daarom kan de wijziging niet via e‑mail ongedaan worden gemaakt. Je kunt niet meer met het adres inloggen.",
        advice: "Was jij dit niet? Neem dan contact op met de website.",
      },
      "changed-unproven": {
        subject: "Dit adres is uit een account verwijderd",
        text: "Het account heeft nu een ander adres.",
        advice: "Dit adres is nooit bevestigd. Log in als het account van jou is.",
      },
      restored: {
        subject: "Je account heeft dit adres terug",
        text:
          "De wijziging van het adres is ongedaan gemaakt met de link in onze e‑mail. Alle apparaten zijn uitgelogd. Een wachtwoord, passkeys, gekoppelde accounts en methoden voor verificatie in twee stappen die sinds de wijziging zijn toegevoegd, zijn verwijderd.",
        advice:
          "Log in met dit adres, stel een nieuw wachtwoord in als je er een had en controleer je account.",
      },
      removed: {
        subject: "De wijziging van een adres is ongedaan gemaakt",
        text:
          "Het account heeft dit adres niet meer: de eigenaar van het vorige adres heeft de wijziging ongedaan gemaakt.",
        advice: "Is het account van jou? Log dan in met het vorige adres.",
      },
      "undo-requested": {
        subject: "De wijziging van je adres wordt ongedaan gemaakt",
        text:
          "Iemand op het vorige adres heeft hierom gevraagd. Vanaf {due} kan het account dat adres terugkrijgen. Wat sinds de wijziging is toegevoegd, wordt dan verwijderd.",
        advice:
          "Leest iemand anders de vorige mailbox? Behoud dan vóór die tijd het nieuwe adres. Je bevestigt dat in twee stappen.",
        button: "Nieuw adres behouden",
      },
      "undo-cancelled": {
        subject: "De wijziging van je adres blijft",
        text:
          "De gebruiker van het account heeft in twee stappen voorkomen dat de wijziging ongedaan wordt gemaakt. De link in onze e‑mail werkt niet meer.",
        advice: "Ben je het account hierdoor kwijt? Neem dan contact op met de website.",
      },
    },
    factors: {
      added: {
        subject: "Er is een methode voor verificatie in twee stappen toegevoegd",
        text: "Vanaf nu kun je er een inlogpoging mee bevestigen: {factor}.",
      },
      removed: {
        subject: "Er is een methode voor verificatie in twee stappen verwijderd",
        text: "Je kunt er geen inlogpoging meer mee bevestigen: {factor}.",
      },
      replaced: {
        subject: "Er is een methode voor verificatie in twee stappen vervangen",
        text: "De nieuwe werkt, en de vorige werkt niet meer: {factor}.",
      },
      "recovery-used": {
        subject: "Er is een herstelcode gebruikt",
        text: "Er is een inlogpoging mee bevestigd. De code werkt niet nog een keer.",
      },
      "reset-requested": {
        subject: "Verificatie in twee stappen wordt uitgezet",
        text:
          "Een beheerder heeft hierom gevraagd. Vanaf {due} log je in zonder verificatie in twee stappen. Tot die tijd kun je inloggen en het annuleren op de pagina voor verificatie in twee stappen.",
      },
      reset: {
        subject: "Verificatie in twee stappen is uitgezet",
        text:
          "Een beheerder heeft hierom gevraagd. Je logt in zonder verificatie in twee stappen tot je een nieuwe methode toevoegt.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "Er is een wachtwoord voor je account ingesteld",
        text: "Je kunt nu inloggen met je e‑mailadres en dit wachtwoord.",
      },
      changed: {
        subject: "Je wachtwoord is gewijzigd",
        text: "Het vorige werkt niet meer.",
      },
      removed: {
        subject: "Je wachtwoord is verwijderd",
        text: "Je kunt er niet meer mee inloggen.",
      },
    },
  },
};
