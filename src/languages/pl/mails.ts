/**
 * Polish texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Zaloguj się do {site}",
      codeSubject: "{code} to Twój kod do {site}",
      button: "Zaloguj się",
      signUp: {
        subject: "Potwierdź swój adres w {site}",
        codeSubject: "{code} to kod do potwierdzenia Twojego adresu w {site}",
        button: "Potwierdź adres",
      },
      password: {
        subject: "Zresetuj swoje hasło do {site}",
        codeSubject: "{code} to kod do zresetowania Twojego hasła do {site}",
        button: "Wybierz nowe hasło",
      },
      code:
        "Możesz też wpisać ten kod na stronie, na której o niego poproszono (ważny przez {time}):",
      expires: "Link działa raz i jest ważny przez {time}.",
      ignore: "Jeśli prośba o tę wiadomość nie pochodzi od Ciebie, zignoruj ją.",
      secret: "Nie podawaj nikomu tego kodu.",
    },
    factorCode: {
      subject: "{code} to Twój kod do {site}",
      heading: "Twój kod do {site}",
      text:
        "{code}\n\nWpisz ten kod w serwisie {site}. Jest ważny przez {time}. Nie podawaj go nikomu.\n\nJeśli to nie Ty się teraz logujesz, inna osoba może znać Twoje hasło: zmień je.\n",
    },
    addressCode: {
      subject: "{code} to Twój kod do {site}",
      heading: "Twój kod do {site}",
      text:
        "{code}\n\nAby potwierdzić ten adres, wpisz ten kod w serwisie {site}. Jest ważny przez {time}. Nie podawaj go nikomu.\n\nJeśli prośba nie pochodzi od Ciebie, zignoruj tę wiadomość: nic się nie zmieni.\n",
    },
    addressTaken: {
      subject: "Twój adres jest już używany w {site}",
      text:
        "Inne konto miało otrzymać ten adres, ale należy on już do konta w serwisie {site}. Aby z niego korzystać, zaloguj się tym adresem.\n\nJeśli prośba nie pochodzi od Ciebie, zignoruj tę wiadomość: nic się nie zmieni.\n",
    },
  },
  notices: {
    device: "{browser} ({system})",
    notYou: "To nie Ty?",
    secure: "Zabezpiecz konto",
    check: "To nie Ty? Zaloguj się od razu i sprawdź swoje konto.",
    account: {
      "account-linked": {
        subject: "Z Twoim kontem połączono inne konto",
        text: "Możesz się nim teraz logować: {provider}.",
      },
      "account-unlinked": {
        subject: "Od Twojego konta odłączono inne konto",
        text: "Nie możesz się nim już logować: {provider}.",
      },
      "app-allowed": {
        subject: "Aplikacja uzyskała dostęp do Twojego konta",
        text: "Może teraz robić to, na co zezwolono.",
      },
      deleted: {
        subject: "Twoje konto zostało usunięte",
        text: "Usunięto wszystkie jego dane. To ostatnia wiadomość na jego temat.",
        advice: "To nie Ty? Zabezpiecz skrzynkę pocztową i skontaktuj się z serwisem.",
      },
      "deletion-cancelled": {
        subject: "Twoje konto pozostaje",
        text: "Nie zostanie usunięte.",
      },
      "deletion-requested": {
        subject: "Twoje konto zostanie usunięte {due}",
        text:
          "Wszystkie urządzenia zostały wylogowane. Aby zachować konto, zaloguj się przed tym dniem.",
      },
      exported: {
        subject: "Utworzono kopię danych Twojego konta",
        text: "Zawiera przechowywane dane o Tobie, bez haseł i kluczy.",
      },
      "key-created": {
        subject: "Utworzono klucz API dla Twojego konta",
        text: "Programy, które go mają, mogą działać w Twoim imieniu.",
      },
      "new-device": {
        subject: "Nowe logowanie na Twoje konto",
        text: "Nastąpiło w przeglądarce, w której wcześniej nie było logowania.",
      },
      "passkey-added": {
        subject: "Do Twojego konta dodano klucz dostępu",
        text: "Możesz się nim teraz logować.",
      },
      "passkey-removed": {
        subject: "Z Twojego konta usunięto klucz dostępu",
        text: "Nie możesz się nim już logować.",
      },
      "passkey-renamed": {
        subject: "Zmieniono nazwę klucza dostępu do Twojego konta",
        text: "Klucz nadal działa.",
      },
      renamed: {
        subject: "Zmieniono nazwę Twojego konta",
        text: "Nic innego się nie zmieniło.",
      },
      "sessions-ended": {
        subject: "Z Twojego konta wylogowano urządzenia",
        text: "Aby korzystać na nich z konta, trzeba zalogować się ponownie.",
      },
    },
    address: {
      changed: {
        subject: "Zmieniono Twój adres e‑mail",
        text:
          "Wiadomości dotyczące Twojego konta nie będą już wysyłane na ten adres i nie możesz się nim już logować.",
        advice:
          "To nie Ty? Cofnij zmianę (czas na to: {time}). Konto odzyska ten adres, a wszystkie urządzenia zostaną wylogowane.",
        button: "Cofnij tę zmianę",
      },
      "changed-for-good": {
        subject: "Zmieniono Twój adres e‑mail",
        text:
          "Użytkownik konta potwierdził dwuetapowo, że ten adres jest utracony, więc zmiany nie można cofnąć przez e‑mail. Nie możesz się już logować tym adresem.",
        advice: "To nie Ty? Skontaktuj się z serwisem.",
      },
      "changed-unproven": {
        subject: "Ten adres usunięto z konta",
        text: "Konto ma teraz inny adres.",
        advice: "Ten adres nigdy nie został potwierdzony. Jeśli to Twoje konto, zaloguj się.",
      },
      restored: {
        subject: "Twoje konto odzyskało ten adres",
        text:
          "Zmianę adresu cofnięto za pomocą linku z naszej wiadomości. Wylogowano wszystkie urządzenia. Usunięto hasło, klucze dostępu, połączone konta i metody weryfikacji dwuetapowej dodane po zmianie.",
        advice:
          "Zaloguj się tym adresem, ustaw nowe hasło, jeśli było wcześniej używane, i sprawdź swoje konto.",
      },
      removed: {
        subject: "Cofnięto zmianę adresu",
        text: "Konto nie ma już tego adresu: właściciel poprzedniego adresu cofnął zmianę.",
        advice: "Jeśli to Twoje konto, zaloguj się poprzednim adresem.",
      },
      "undo-requested": {
        subject: "Zmiana Twojego adresu zostanie cofnięta",
        text:
          "Poprosił o to ktoś z poprzedniego adresu. Konto może odzyskać tamten adres po tym terminie: {due}. To, co dodano po zmianie, zostanie wtedy usunięte.",
        advice:
          "Poprzednią skrzynkę czyta inna osoba? Przed tym terminem zachowaj nowy adres. Trzeba to potwierdzić dwuetapowo.",
        button: "Zachowaj nowy adres",
      },
      "undo-cancelled": {
        subject: "Zmiana Twojego adresu pozostaje",
        text:
          "Użytkownik konta dwuetapowo zapobiegł cofnięciu zmiany. Link z naszej wiadomości już nie działa.",
        advice: "Jeśli oznacza to dla Ciebie utratę konta, skontaktuj się z serwisem.",
      },
    },
    factors: {
      added: {
        subject: "Dodano metodę weryfikacji dwuetapowej",
        text: "Od teraz można nią potwierdzać logowanie: {factor}.",
      },
      removed: {
        subject: "Usunięto metodę weryfikacji dwuetapowej",
        text: "Nie można już nią potwierdzać logowania: {factor}.",
      },
      replaced: {
        subject: "Zastąpiono metodę weryfikacji dwuetapowej",
        text: "Nowa działa, a poprzednia już nie: {factor}.",
      },
      "recovery-used": {
        subject: "Użyto kodu odzyskiwania",
        text: "Potwierdzono nim logowanie. Nie zadziała ponownie.",
      },
      "reset-requested": {
        subject: "Weryfikacja dwuetapowa zostanie wyłączona",
        text:
          "Polecił to administrator. Po tym terminie zalogujesz się bez weryfikacji dwuetapowej: {due}. Do tego czasu możesz się zalogować i anulować to na stronie weryfikacji dwuetapowej.",
      },
      reset: {
        subject: "Weryfikacja dwuetapowa została wyłączona",
        text:
          "Polecił to administrator. Logujesz się bez weryfikacji dwuetapowej, dopóki nie dodasz nowej metody.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "Ustawiono hasło do Twojego konta",
        text: "Możesz się teraz logować adresem e‑mail i tym hasłem.",
      },
      changed: {
        subject: "Zmieniono Twoje hasło",
        text: "Poprzednie już nie działa.",
      },
      removed: {
        subject: "Usunięto Twoje hasło",
        text: "Nie możesz się nim już logować.",
      },
    },
  },
};
