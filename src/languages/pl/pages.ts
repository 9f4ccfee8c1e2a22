/**
 * Polish texts of the pages to sign in and of those about one proof.
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
    signin: "Zaloguj się",
    signup: "Utwórz konto",
    connect: "Połącz konto",
    signout: "Wyloguj się",
    error: "Błąd: {title}",
    "verify-request": "Sprawdź pocztę",
    confirm: "Zalogować się?",
  },
  signIn: {
    heading: "Zaloguj się",
    again: "Potwierdź, że to Ty",
    to: "aby przejść do {site}",
    signedIn: "Zalogowano jako {name}.",
    goOn: "Dalej",
    with: "Kontynuuj z\u00a0{name}",
    withPasskey: "Zaloguj się kluczem dostępu",
    withPassword: "Zaloguj się hasłem",
    email: "E‑mail",
    next: "Dalej",
    change: "Zmień",
    submit: "Zaloguj się",
    link: "Wyślij mi link do logowania",
    or: "lub",
    more: "Więcej sposobów logowania",
    last: "Ostatnio używane",
    password: "Hasło",
    forgot: "Nie pamiętasz hasła?",
    isNew: "Nie masz konta?",
    create: "Utwórz konto",
  },
  signUp: { heading: "Utwórz konto", isKnown: "Masz już konto?" },
  connect: {
    heading: "Połączyć {name}?",
    text: "Do serwisu {site} będzie można się logować także przez {name}.",
    submit: "Połącz {name}",
    skip: "Nie teraz",
  },
  passkey: {
    create: "Utwórz klucz dostępu",
    noScript: "Klucze dostępu wymagają JavaScript. Włącz go lub zaloguj się w inny sposób.",
    unsupported: "Ta przeglądarka nie może tu używać kluczy dostępu. Zaloguj się w inny sposób.",
    errors: {
      failed: "Nie udało się. Spróbuj ponownie.",
      NotAllowedError:
        "Nie użyto klucza dostępu. Spróbuj ponownie, utwórz klucz lub zaloguj się w inny sposób.",
      InvalidStateError: "To urządzenie ma już klucz dostępu do tego konta. Zaloguj się nim.",
      SecurityError:
        "Klucze dostępu nie działają pod tym adresem strony. Zaloguj się w inny sposób.",
      no_user: "Sprawdź wpisane dane i spróbuj ponownie.",
      no_sign_up: "Nowe konto wymaga zaproszenia. Zaloguj się tak jak dotychczas.",
      signed_in: "To konto jest już zalogowane.",
      TooManyRequests: "Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.",
    },
  },
  signOut: {
    heading: "Wyloguj się",
    question: "Czy chcesz wylogować się z {host}?",
    submit: "Wyloguj się",
    done: "Wylogowano",
  },
  verify: {
    heading: "Sprawdź pocztę",
    sent: "Na adres {email} wysłaliśmy wiadomość.",
    text: {
      "sign-in": "Aby się zalogować, otwórz link z wiadomości w tej przeglądarce.",
      "sign-up": "Aby potwierdzić adres, otwórz link z wiadomości w tej przeglądarce.",
      password: "Aby wybrać nowe hasło, otwórz link z wiadomości w tej przeglądarce.",
    },
    textWithCode: "Wpisz tutaj kod z wiadomości lub otwórz jej link w tej przeglądarce.",
    textUnknown: "Otwórz link z wiadomości w przeglądarce, w której złożono prośbę o nią.",
    code: "Kod",
    submit: "Dalej",
    wrong: {
      one: "Kod jest nieprawidłowy. Została jeszcze jedna próba.",
      few: "Kod jest nieprawidłowy. Zostały jeszcze {count} próby.",
      many: "Kod jest nieprawidłowy. Zostało jeszcze {count} prób.",
      other: "Kod jest nieprawidłowy. Zostało jeszcze {count} próby.",
    },
    ended: "Kod już nie działa. Link z wiadomości nadal działa.",
    inbox: "Otwórz {name}",
    resend: "Wyślij kolejną wiadomość",
    tooSoon: "Wiadomość została wysłana przed chwilą. O kolejną możesz poprosić za {time}.",
    change: "Zły adres?",
  },
  confirm: {
    heading: "Zalogować się?",
    text: "Za chwilę nastąpi logowanie do {host} jako {email}.",
    textWithoutEmail: "Za chwilę nastąpi logowanie do {host}.",
    hint:
      "O ten link poproszono w innej przeglądarce. Kontynuuj tylko wtedy, gdy prośba pochodzi od Ciebie.",
    submit: "Zaloguj się",
  },
  visitor: {
    heading: "Zalogowano teraz jako {name}",
    text:
      "Strona została otwarta przed zalogowaniem się na to konto, więc nic nie zostało zmienione.",
    submit: "Kontynuuj z tym kontem",
    back: "Wróć",
  },
  signInErrors: {
    default: "Logowanie nie powiodło się. Spróbuj ponownie.",
    another: "Logowanie nie powiodło się. Spróbuj ponownie lub użyj innego konta.",
    OAuthAccountNotLinked:
      "Ten adres e‑mail należy do konta z innym sposobem logowania. Zaloguj się tak jak za pierwszym razem.",
    AccountNotLinked:
      "Ten klucz dostępu lub adres e‑mail należy do innego konta. Zaloguj się tak jak za pierwszym razem, a potem dodaj klucz dostępu.",
    EmailSignin: "Nie udało się wysłać wiadomości. Sprawdź adres i spróbuj ponownie.",
    CredentialsSignin: "Nieprawidłowy adres e‑mail lub hasło.",
    wrongDetails: "Logowanie nie powiodło się. Sprawdź wpisane dane i spróbuj ponownie.",
    SessionRequired: "Aby zobaczyć tę stronę, zaloguj się.",
    MissingCSRF: "Ten formularz był otwarty zbyt długo. Spróbuj ponownie.",
  },
  errors: {
    default: { heading: "Coś poszło nie tak", text: "Wróć do serwisu i spróbuj ponownie." },
    Configuration: {
      heading: "Logowanie jest niedostępne",
      text: "Wystąpił problem z ustawieniami tego serwisu. Spróbuj ponownie później.",
    },
    InvalidCheck: {
      heading: "Zacznij od nowa",
      text: "To logowanie wygasło, zostało już użyte lub rozpoczęło się w innej przeglądarce.",
    },
    AccessDenied: {
      heading: "Odmowa dostępu",
      text: "Nie masz uprawnień, aby się zalogować. Spróbuj użyć innego konta.",
    },
    NoProof: {
      heading: "Nie możesz otworzyć strony w ten sposób",
      text:
        "Ta strona wymaga bezpieczniejszego logowania. Zaloguj się w inny sposób, na przykład kluczem dostępu, lub zapytaj osoby prowadzące serwis, który sposób jest odpowiedni.",
    },
    Verification: {
      heading: "Ten link nie działa",
      text: "Został już użyty lub wygasł. Poproś o nowy.",
    },
    WebAuthnVerificationError: {
      heading: "Klucz dostępu nie został przyjęty",
      text: "Spróbuj ponownie lub zaloguj się w inny sposób.",
    },
    TooManyRequests: {
      heading: "Zbyt wiele prób",
      text: "Odczekaj chwilę i spróbuj ponownie.",
    },
    NotFound: {
      heading: "Ta strona nie istnieje",
      text: "Sprawdź adres lub zacznij od nowa.",
    },
    BadRequest: {
      heading: "Nie udało się",
      text: "Nie można było odczytać żądania. Zacznij od nowa.",
    },
  },
  wait: {
    until: "Spróbuj ponownie za {time}.",
    account: "Możesz też zalogować się w inny sposób lub na urządzeniu, które było już używane.",
    recipient: "Ostatnia wysłana przez nas wiadomość nadal działa.",
    network: "Z Twojej sieci przyszło wiele żądań.",
  },
  reference: "Numer błędu {reference}",
  again: "Zaloguj się",
  toAccount: "Wróć do konta",
  site: "Przejdź do {host}",
  links: { terms: "Warunki", privacy: "Prywatność", support: "Pomoc" },
  factor: {
    title: "Weryfikacja dwuetapowa",
    heading: "Jeszcze jeden krok",
    again: "Potwierdź, że to Ty",
    choose: {
      heading: "Zabezpiecz konto",
      text:
        "Ten serwis wymaga weryfikacji dwuetapowej. Wybierz metodę, którą chcesz skonfigurować.",
      submit: "Skonfiguruj: {name}",
      recommended: "Zalecane",
    },
    set: "Skonfiguruj: {name}",
    step: "Krok {at} z {steps}",
    scan: {
      open: "Otwórz aplikację uwierzytelniającą i dodaj w niej konto.",
      picture: "Zeskanuj nią ten obraz.",
      code: "Wpisz sześć cyfr, które pokazuje.",
    },
    secret: "Jeśli nie możesz zeskanować obrazu, wpisz w aplikacji ten klucz:",
    copy: "Kopiuj",
    copied: "Skopiowano",
    qr: "Kod QR z kluczem do aplikacji uwierzytelniającej",
    openApp: "Otwórz w aplikacji na tym urządzeniu",
    send: "Wyślij kod",
    resend: "Wyślij nowy kod",
    beforeSend: "Wyślemy kod na {target}.",
    sent: "Wysłaliśmy kod na {target}. Wpisz go tutaj.",
    submit: "Dalej",
    trust: "Nie pytaj ponownie na tym urządzeniu przez {time}",
    wrong: "Kod jest nieprawidłowy. Sprawdź go i spróbuj ponownie.",
    back: "Wybierz inną metodę",
    cancel: "Anuluj",
    notYou: "To nie Ty?",
    lost: {
      summary: "Nie mogę użyć żadnej z tych metod",
      text:
        "Jeśli na innym urządzeniu konto jest nadal zalogowane, dodaj tam metodę. W przeciwnym razie skontaktuj się z serwisem {site}: gdy Twoja tożsamość zostanie potwierdzona, Twoje metody będzie można usunąć.",
    },
    ceremony: {
      authenticate: "Użyj klucza dostępu lub klucza bezpieczeństwa",
      register: "Skonfiguruj klucz dostępu lub klucz bezpieczeństwa",
      noScript:
        "Klucze dostępu i klucze bezpieczeństwa wymagają JavaScript. Włącz go lub wybierz inną metodę.",
      unsupported:
        "Ta przeglądarka nie może tu używać kluczy dostępu ani kluczy bezpieczeństwa. Wybierz inną metodę.",
      errors: {
        failed: "Nie udało się. Spróbuj ponownie.",
        NotAllowedError:
          "Nie użyto klucza dostępu ani klucza bezpieczeństwa. Spróbuj ponownie lub wybierz inną metodę.",
        InvalidStateError:
          "Ten klucz jest już skonfigurowany. Użyj innego urządzenia lub klucza bezpieczeństwa.",
        SecurityError: "Klucze dostępu nie działają pod tym adresem strony. Wybierz inną metodę.",
      },
    },
    others: "Inne metody",
    factors: {
      totp: {
        name: "Aplikacja uwierzytelniająca",
        about: "Sześć cyfr z aplikacji na telefonie lub z menedżera haseł.",
        prove: "Wpisz sześć cyfr, które aplikacja uwierzytelniająca pokazuje dla tego serwisu.",
        confirm: "Odpowiednia jest każda aplikacja uwierzytelniająca, także w menedżerze haseł.",
        label: "Kod",
      },
      recovery: {
        name: "Kody odzyskiwania",
        one: "Kod odzyskiwania",
        about: "Dziesięć kodów do przechowania na papierze. Każdy działa raz.",
        prove: "Wpisz jeden z zapisanych kodów odzyskiwania. Każdy działa raz.",
        confirm: "",
        label: "Kod odzyskiwania",
      },
      mail: {
        name: "Kod przez e‑mail",
        about: "Za każdym razem wysyłamy kod e‑mailem.",
        prove: "",
        confirm: "Wysłaliśmy kod na {target}. Wpisz go tutaj.",
        label: "Kod",
      },
      passkey: {
        name: "Klucz dostępu lub klucz bezpieczeństwa",
        about:
          "Odcisk palca, twarz lub PIN albo klucz, który się podłącza. Chroni przed fałszywymi stronami.",
        prove: "Użyj klucza dostępu lub klucza bezpieczeństwa tego konta.",
        confirm: "Utwórz klucz dostępu lub użyj klucza bezpieczeństwa.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Kod" },
  },
  password: {
    ask: {
      heading: "Zresetuj hasło",
      text: "Wpisz swój adres e‑mail. Wyślemy link, który pozwala ustawić nowe hasło.",
      textSignedIn: "Aby ustawić hasło, potwierdź swój adres e‑mail. Wyślemy Ci link.",
      label: "E‑mail",
      submit: "Wyślij mi link",
    },
    set: "Ustaw hasło",
    change: "Zmień hasło",
    current: "Obecne hasło",
    password: "Nowe hasło",
    show: "Pokaż hasło",
    capsLock: "Klawisz Caps Lock jest włączony.",
    rules:
      "Co najmniej {min} znaków. Dobrze sprawdzają się cztery niepowiązane słowa. Spacje są dozwolone.",
    submit: "Zapisz hasło",
    forgot: "Nie pamiętasz obecnego hasła?",
    done: {
      heading: "Hasło zostało ustawione",
      text: "Od teraz możesz się nim logować.",
      submit: "Dalej",
    },
    errors: {
      "too-short": "To hasło jest za krótkie. Minimalna liczba znaków: {min}.",
      "too-long": "To hasło jest za długie. Maksymalna liczba znaków: {max}.",
      "malformed": "To hasło zawiera znaki, których nie można użyć. Wybierz inne.",
      "common": "To hasło łatwo odgadnąć. Wybierz inne.",
      "personal": "To hasło to Twój adres, imię i nazwisko lub nazwa tego serwisu. Wybierz inne.",
      "breached": "To hasło jest znane z wycieku danych z innego serwisu. Wybierz inne.",
      "different": "Hasła różnią się od siebie. Wpisz je ponownie.",
      "wrong-password": "Obecne hasło jest nieprawidłowe. Spróbuj ponownie.",
      "expired": "Ta strona była otwarta zbyt długo. Potwierdź ponownie swój adres e‑mail.",
      "default": "Nie udało się. Spróbuj ponownie.",
    },
  },
  address: {
    request: {
      heading: "Zmień adres e‑mail",
      headingWithout: "Dodaj adres e‑mail",
      text: "Twój adres to {email}. Na nowy adres wyślemy kod, a na obecny wiadomość o zmianie.",
      textWithout: "Twoje konto nie ma jeszcze adresu. Wyślemy kod na wpisany adres.",
      label: "Nowy adres e‑mail",
      submit: "Wyślij kod",
      unproven: "Adres {email} nie został jeszcze potwierdzony.",
      prove: "Potwierdź ten adres",
      lost: "Nie mam już dostępu do {email}",
      lostHint: "Na ten adres wyślemy wiadomość bez linku do cofnięcia zmiany.",
      stale: "Najpierw potwierdź, że to Ty.",
      confirm: "Dalej",
    },
    code: {
      heading: "Wpisz kod",
      text:
        "Na adres {email} wysłaliśmy wiadomość. Wpisz kod z niej, aby ustawić ten adres jako swój.",
      textOwn: "Na adres {email} wysłaliśmy wiadomość. Wpisz kod z niej, aby potwierdzić adres.",
      label: "Kod",
      submit: "Potwierdź adres",
      cancel: "Użyj innego adresu",
    },
    done: {
      heading: "Twój adres jest potwierdzony",
      text: "Adres Twojego konta to {email}.",
      submit: "Dalej",
    },
    undo: {
      heading: "Cofnąć zmianę adresu?",
      text:
        "Konto odzyska adres {email}. Wszystkie przeglądarki zostaną wylogowane. Hasło, klucze dostępu, połączone konta i metody weryfikacji dwuetapowej dodane po zmianie zostaną usunięte.",
      submit: "Cofnij zmianę",
    },
    undone: {
      heading: "Zmiana została cofnięta",
      text: "Twoje konto odzyskało swój adres. Zaloguj się nim i sprawdź zawartość konta.",
      submit: "Zaloguj się",
    },
    lost: {
      heading: "Tego linku nie można użyć",
      text: "Został już użyty lub minął jego czas ważności ({time}).",
      submit: "Przejdź do konta",
    },
    waiting: {
      heading: "Zmiana zostanie cofnięta później",
      text:
        "Od tego czasu konto zostało zabezpieczone, więc jego użytkownik może zgłosić sprzeciw. Termin: {due}. Potem ponownie otwórz link z wiadomości.",
    },
    contested: {
      heading: "Ktoś chce cofnąć zmianę Twojego adresu",
      text:
        "Ta osoba czyta poprzednią skrzynkę. Konto może odzyskać poprzedni adres po tym terminie: {due}.",
      submit: "Zachowaj nowy adres",
    },
    kept: {
      heading: "Twój adres pozostaje",
      text: "Adres Twojego konta to {email}. Link wysłany na poprzedni adres już nie działa.",
      submit: "Dalej",
    },
    errors: {
      "not-two-factors":
        "Do tego potrzebne jest potwierdzenie metodą dodaną co najmniej trzy dni temu, inną niż kod przez e‑mail.",
      "invalid": "To nie jest adres e‑mail. Sprawdź, czy nie ma w nim literówek.",
      "same": "To już jest Twój adres.",
      "mail-failed": "Nie udało się wysłać wiadomości. Sprawdź adres i spróbuj ponownie.",
      "wrong-code": "Kod jest nieprawidłowy. Sprawdź go i spróbuj ponownie.",
      "expired": "Tego kodu nie można już użyć. Poproś o nowy.",
      "taken": "Ten adres należy do innego konta.",
      "moved": "Adres konta w międzyczasie się zmienił.",
      "default": "Nie udało się. Spróbuj ponownie.",
    },
  },
};
