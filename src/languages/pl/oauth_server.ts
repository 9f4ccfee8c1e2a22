/**
 * Pages of an authorization server, in Polish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "Przyznać dostęp aplikacji {client}?",
    text: "Zezwól tylko wtedy, gdy to Ty rozpoczynasz to w aplikacji.",
    account: "Twoje konto",
    target: "Następnie przeglądarka wróci do",
    access: "Aplikacja będzie mogła",
    own: "O Tobie",
    scopes: {
      openid: "Zobaczyć, że to Ty się logujesz",
      profile: "Zobaczyć Twoje imię i zdjęcie",
      email: "Zobaczyć Twój adres e‑mail",
      offline_access: "Zachować dostęp pod Twoją nieobecność",
    },
    organization: "W tej organizacji",
    stranger:
      "Ta aplikacja sama wybrała swoją nazwę, której nie sprawdzono. To, czego się dowie, trafi do {target}.",
    loopback: "Odpowiedź trafi do programu na tym urządzeniu. Każdy program może przyjąć tę nazwę.",
    allow: "Zezwól",
    deny: "Odmów",
    another: "Użyj innego konta",
  },
  leave: {
    heading: "Przejść do {target}?",
    text:
      "Kieruje Cię tam aplikacja, która nie została sprawdzona. Kontynuuj tylko wtedy, gdy znasz ten adres.",
  },
  apps: {
    title: "Aplikacje z dostępem",
    text:
      "Te aplikacje mają dostęp do Twojego konta za Twoją zgodą. Możesz go w każdej chwili zakończyć.",
    row: {
      heading: "Aplikacje z dostępem",
      none: "Żadna aplikacja nie ma dostępu do Twojego konta.",
      open: "Zarządzaj aplikacjami",
    },
    given: "Dostęp od {date}",
    used: "Ostatnio użyto {date}",
    neverUsed: "Jeszcze nie użyto",
    end: {
      act: "Zakończ dostęp",
      actOf: "Zakończ dostęp: {client}",
      heading: "Zakończyć dostęp aplikacji {client}?",
      text:
        "Aplikacja nie będzie już mogła działać w Twoim imieniu. Aby jej znów użyć, trzeba ponownie przyznać jej dostęp.",
      submit: "Zakończ dostęp",
    },
    ended: "Aplikacja nie ma już dostępu.",
    unknown: "Ta aplikacja nie ma już dostępu.",
  },
};
