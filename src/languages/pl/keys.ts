/**
 * Pages of API keys, in Polish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "Twoje klucze API",
  text: "Program z kluczem może działać w Twoim imieniu. Każdemu programowi nadaj osobny klucz.",
  row: {
    heading: "Klucze API",
    none: "Nie masz kluczy API.",
    open: "Zarządzaj kluczami API",
  },
  created: "Utworzono {date}",
  used: "Ostatnio użyto {date}",
  neverUsed: "Jeszcze nie użyto",
  expires: "Ważny do {date}",
  endless: "Nie wygasa",
  replaced: "Zastąpiony, ważny jeszcze do {date}",
  all: "Wszystko, co wolno Tobie",
  create: {
    heading: "Utwórz klucz",
    name: "Nazwa",
    scopes: "Klucz może robić to",
    days: "Liczba dni ważności",
    submit: "Utwórz ten klucz",
  },
  made: {
    heading: "Twój nowy klucz",
    text: "Skopiuj go teraz i przechowuj w bezpiecznym miejscu. Nie zostanie pokazany ponownie.",
    key: "Klucz API",
    done: "Gotowe",
  },
  rotate: {
    act: "Zastąp",
    actOf: "Zastąp: {name}",
    heading: "Zastąpić {name}?",
    text: "Otrzymasz nowy klucz z tymi samymi uprawnieniami. Obecny jest ważny do {date}.",
    submit: "Utwórz nowy klucz",
  },
  revoke: {
    act: "Unieważnij",
    actOf: "Unieważnij: {name}",
    heading: "Unieważnić {name}?",
    text:
      "Programy z tym kluczem nie będą już mogły działać w Twoim imieniu. Tego nie można cofnąć.",
    submit: "Unieważnij klucz",
  },
  done: {
    made: "Klucz został utworzony. Pokazano go jeden raz; jeśli nie masz kopii, zastąp go.",
    revoked: "Klucz został unieważniony.",
  },
  reasons: {
    forbidden: "Nie wszystko z tego wolno Tobie.",
    rotated: "Ten klucz został już zastąpiony.",
    "too-many": "Masz za dużo kluczy. Unieważnij zbędny.",
    unknown: "Tego klucza już nie ma.",
  },
  faults: {
    scopes: "Wybierz, co może robić klucz.",
    expiresIn: "Podaj liczbę dni od 1 do 3650.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "Klucze API organizacji {organization}",
  text:
    "Program z kluczem może działać w imieniu organizacji. Klucze pozostają, gdy odchodzi osoba, która je utworzyła.",
  none: "Organizacja nie ma kluczy API.",
  all: "Wszystko, co wolno organizacji",
  allOfService: "Wszystko, co wolno usłudze",
  service: "Usługa: {name}",
  services: {
    heading: "Usługi",
    text:
      "Usługa to program organizacji, na przykład serwer kompilacji. Jej klucze nie mogą robić więcej niż usługa.",
    add: "Utwórz usługę",
    created: "Utworzono {date}",
  },
  create: {
    heading: "Utwórz usługę",
    scopes: "Usługa może robić to",
    submit: "Utwórz tę usługę",
  },
  key: {
    act: "Utwórz klucz",
    actOf: "Utwórz klucz: {name}",
    heading: "Utwórz klucz dla: {name}",
  },
  delete: {
    act: "Usuń",
    actOf: "Usuń: {name}",
    heading: "Usunąć {name}?",
    text: "Wszystkie klucze usługi stracą ważność. Tego nie można cofnąć.",
    submit: "Usuń usługę",
  },
  revoke:
    "Programy z tym kluczem nie będą już mogły działać w imieniu organizacji. Tego nie można cofnąć.",
  done: {
    service: "Usługa została utworzona. Nie ma jeszcze kluczy.",
    "service-deleted": "Usługa została usunięta razem z kluczami.",
  },
  reasons: {
    "too-many": "Organizacja ma za dużo kluczy lub usług. Usuń zbędne.",
    unknown: "Tego klucza lub tej usługi już nie ma.",
  },
  scopes: "Wybierz, co może robić usługa.",
};
