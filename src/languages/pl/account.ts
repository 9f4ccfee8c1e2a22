/**
 * Polish texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Twoje konto",
    groups: {
      profile: "Profil",
      security: "Bezpieczeństwo",
      devices: "Urządzenia",
      connected: "Połączone konta",
      data: "Dane",
    },
    status: {
      good: "Twoje konto jest dobrze chronione.",
      better: "Dodaj weryfikację dwuetapową. Zajmie to dwie minuty.",
    },
    signOut: "Wyloguj się",
    readOnly: "Przeglądasz konto innej osoby. Nie możesz niczego zmienić.",
    done: {
      "name": "Zmieniono imię i nazwisko.",
      "linked": "Połączono konto.",
      "unlinked": "Odłączono konto.",
      "passkey-added": "Dodano klucz dostępu.",
      "passkey-renamed": "Zmieniono nazwę klucza dostępu.",
      "passkey-removed": "Usunięto klucz dostępu.",
      "password-removed": "Usunięto hasło.",
      "session-ended": "Wylogowano urządzenie.",
      "sessions-ended": "Wylogowano wszystkie inne urządzenia.",
    },
    open: {
      delete: "Usuń",
      download: "Pobierz",
      manage: "Zarządzaj",
      remove: "Usuń",
      turnOn: "Włącz",
    },
    name: {
      heading: "Imię i nazwisko",
      none: "Nie masz tu podanego imienia i nazwiska.",
      title: "Zmień imię i nazwisko",
      text: "Tak się tu nazywasz.",
      label: "Twoje imię i nazwisko",
      save: "Zapisz",
      invalid: "Użyj od 1 do 64 widocznych znaków.",
    },
    address: {
      heading: "Adres e‑mail",
      none: "Nie masz adresu e‑mail.",
      confirmed: "Potwierdzony",
      open: "Niepotwierdzony",
      change: "Zmień adres e‑mail",
      add: "Dodaj adres e‑mail",
    },
    password: {
      heading: "Hasło",
      since: "Ustawiono: {date}",
      none: "Nie masz hasła.",
      change: "Zmień hasło",
      set: "Ustaw hasło",
      remove: "Usuń hasło",
    },
    passkeys: {
      heading: "Klucze dostępu",
      none: "Nie masz klucza dostępu.",
      unnamed: "Klucz dostępu",
      added: "Dodano: {date}",
      synced: "Synchronizowany między Twoimi urządzeniami",
      single: "Tylko na jednym urządzeniu",
      change: "Zmień",
      changeOf: "Zmień: {name}",
      add: "Dodaj klucz dostępu",
      noScript: "Dodanie klucza dostępu wymaga JavaScript. Włącz go, aby dodać klucz.",
      unsupported: "Ta przeglądarka nie może tu używać kluczy dostępu.",
      errors: {
        failed: "Nie udało się. Spróbuj ponownie.",
        NotAllowedError: "Nie dodano klucza dostępu. Spróbuj ponownie.",
        InvalidStateError: "To urządzenie ma już klucz dostępu do tego konta.",
        SecurityError: "Klucze dostępu nie działają pod tym adresem strony.",
        TooManyRequests: "Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.",
      },
    },
    factors: {
      heading: "Weryfikacja dwuetapowa",
      none:
        "Weryfikacja dwuetapowa jest wyłączona. Włącz ją, aby skradzione hasło nie wystarczyło do zalogowania.",
      count: {
        one: "Włączona: {count} metoda.",
        few: "Włączona: {count} metody.",
        many: "Włączona: {count} metod.",
        other: "Włączona: {count} metody.",
      },
      manage: "Zarządzaj weryfikacją dwuetapową",
    },
    accounts: {
      none: "Żadne konto nie jest połączone.",
      unlink: "Odłącz",
      unlinkOf: "Odłącz {name}",
      link: "Połącz {name}",
      another: "Połącz kolejne konto",
      more: "Więcej możliwości",
    },
    sessions: {
      device: "{browser} ({system})",
      unknownOn: "Nieznana przeglądarka ({system})",
      unknown: "Nieznana przeglądarka",
      current: "Ta przeglądarka",
      seen: "Ostatnio używane: {when}",
      active: "Aktywne teraz",
      signedIn: "Zalogowano: {date}",
      more: {
        one: "Pokaż jeszcze {count}",
        few: "Pokaż jeszcze {count}",
        many: "Pokaż jeszcze {count}",
        other: "Pokaż jeszcze {count}",
      },
      end: "Wyloguj",
      endOf: "Wyloguj: {name}",
      endOfAt: "Wyloguj: {name}, {place}",
      endOthers: "Wyloguj wszystkie inne urządzenia",
    },
    copy: {
      heading: "Twoje dane",
      text: "Pobierz kopię danych, które są o Tobie przechowywane.",
      open: "Pobierz swoje dane",
    },
    removal: {
      heading: "Usuń konto",
      text: "Twoje konto zostanie usunięte wraz ze wszystkim, co do niego należy.",
      open: "Usuń konto",
    },
    one: {
      sessions: {
        heading: "Wylogować wszystkie inne urządzenia?",
        text: "Aby korzystać na nich z konta, trzeba będzie zalogować się ponownie.",
        submit: "Wyloguj wszystkie inne urządzenia",
      },
      passkey: {
        label: "Nazwa klucza dostępu",
        save: "Zapisz",
        text:
          "Bez tego klucza dostępu zalogujesz się innymi metodami. Klucz może pozostać na urządzeniu, dopóki go tam nie usuniesz.",
        remove: "Usuń klucz dostępu",
      },
      account: {
        heading: "Odłączyć {name}?",
        text: "Potem nie będzie można logować się tym kontem.",
        submit: "Odłącz",
      },
      password: {
        heading: "Usuń hasło",
        text: "Potem zalogujesz się innymi metodami.",
        submit: "Usuń hasło",
      },
      export: {
        heading: "Pobierz swoje dane",
        text:
          "Plik zawiera dane, które są o Tobie przechowywane, Twoje metody logowania i urządzenia. Nie zawiera haseł ani kluczy.",
        submit: "Pobierz plik",
      },
      delete: {
        heading: "Usuń konto",
        text:
          "Tego nie można cofnąć. Twoje konto zostanie natychmiast usunięte wraz ze wszystkim, co do niego należy:",
        textLater:
          "Wszystkie urządzenia zostaną wylogowane. Do tego dnia możesz się zalogować i zachować konto: {date}. Potem zostanie ono usunięte wraz ze wszystkim, co do niego należy:",
        gone: {
          profile: "Imię i nazwisko oraz adres e‑mail",
          ways: "Hasło, klucze dostępu i połączone konta",
          data: "Wszystko, co ten serwis przechowuje z Twoim kontem",
        },
        label: "Aby potwierdzić, wpisz {text}",
        submit: "Usuń konto na zawsze",
        submitLater: "Usuń konto",
        different: "Tekst się nie zgadza. Wpisz {text}.",
        obstacles:
          "Te organizacje nie mają innego właściciela. Zanim usuniesz konto, przekaż je lub usuń:",
      },
      stale: "Najpierw potwierdź, że to Ty.",
      prove: "Potwierdź, że to Ty",
      last: "To Twój jedyny sposób logowania. Zanim go usuniesz, dodaj inny.",
    },
    pending: {
      heading: "Konto zostanie usunięte {date}",
      text: "Taka była Twoja decyzja. Jeśli zachowasz {account}, nic nie zostanie utracone.",
      keep: "Zachowaj moje konto",
      leave: "Wyloguj się",
    },
    leaving: {
      heading: "Konto zostanie usunięte {date}",
      text:
        "Wszystkie urządzenia zostały wylogowane. Jeśli zmienisz zdanie, zaloguj się przed tym dniem.",
      back: "Zaloguj się, aby zachować konto",
    },
    deleted: {
      heading: "Twoje konto zostało usunięte",
      text: "Usunięto wszystko, co do niego należało, i wylogowano Cię.",
    },
  },
  factors: {
    title: "Weryfikacja dwuetapowa",
    isProtected:
      "Weryfikacja dwuetapowa jest włączona. Logowanie potwierdza się jedną z tych metod.",
    isOpen:
      "Weryfikacja dwuetapowa jest wyłączona. Włącz ją, aby skradzione hasło nie wystarczyło do zalogowania.",
    enrolled: "Twoje metody",
    added: "Dodano: {date}",
    used: "ostatnie użycie: {date}",
    neverUsed: "jeszcze nie użyto",
    left: {
      one: "został {count} kod",
      few: "zostały {count} kody",
      many: "zostało {count} kodów",
      other: "zostało {count} kodu",
    },
    leftNone: "nie został żaden kod",
    few: "Zostało niewiele kodów odzyskiwania. Utwórz nowe.",
    change: "Zmień",
    changeOf: "Zmień: {name}",
    add: "Dodaj metodę",
    addOne: "Dodaj: {name}",
    none: "Po tym sposobie logowania nie można dodać metody. Najpierw zaloguj się w inny sposób.",
    hint: "Utwórz też kody odzyskiwania. Bez nich nie zalogujesz się po utracie urządzenia.",
    stale: "Aby zmienić swoje metody, potwierdź, że to Ty.",
    prove: "Potwierdź, że to Ty",
    done: {
      added: "Dodano: {name}.",
      renamed: "Zmieniono nazwę.",
      removed: "Usunięto metodę.",
      needed:
        "Strona, którą chcesz otworzyć, wymaga weryfikacji dwuetapowej. Otworzy się po dodaniu metody.",
      "reset-cancelled": "Anulowano usunięcie. Twoje metody pozostają.",
    },
    reset: {
      text:
        "Administrator polecił usunąć wszystkie. Termin usunięcia: {date} (UTC). Jeśli ta prośba nie pochodzi od Ciebie, anuluj ją.",
      cancel: "Anuluj usunięcie",
    },
    one: {
      name: "Nazwa",
      rename: "Zapisz",
      invalidName: "Użyj od 1 do 64 widocznych znaków.",
      replace: "Utwórz nowe",
      replaceText: "Nowe zastąpią dotychczasowe.",
      remove: "Usuń",
      removeText: "Potem nie będzie można użyć tej metody do weryfikacji.",
      ask: "Usunąć: {name}?",
      obstacles: {
        required:
          "Ten serwis wymaga weryfikacji dwuetapowej, a to jest Twoja ostatnia metoda. Najpierw dodaj inną.",
        "locked-out":
          "Pozostałe metody nie mogą potwierdzić Twojego sposobu logowania, więc zalogowanie się nie byłoby już możliwe. Najpierw dodaj inną metodę lub usuń pozostałe.",
      },
      back: "Wróć do weryfikacji dwuetapowej",
    },
    codes: {
      heading: "Zapisz kody odzyskiwania",
      text:
        "Pozwalają się zalogować, gdy nie można użyć innych metod. Przechowuj je tam, gdzie znajdziesz je bez tego urządzenia. Każdy działa raz. Nie zostaną pokazane ponownie.",
      list: "Kody odzyskiwania",
      save: "Pobierz",
      print: "Drukuj",
      saved: "Te kody są już zapisane",
      done: "Gotowe",
    },
  },
};
