/**
 * Pages of API keys, in Dutch.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "Je API-sleutels",
  text:
    "Met een sleutel kan een programma namens jou handelen. Geef elk programma een eigen sleutel.",
  row: {
    heading: "API-sleutels",
    none: "Je hebt geen API-sleutels.",
    open: "API-sleutels beheren",
  },
  created: "Gemaakt op {date}",
  used: "Laatst gebruikt op {date}",
  neverUsed: "Nog niet gebruikt",
  expires: "Geldig tot {date}",
  endless: "Verloopt niet",
  replaced: "Vervangen, nog geldig tot {date}",
  all: "Alles wat jij mag",
  create: {
    heading: "Een sleutel maken",
    name: "Naam",
    scopes: "De sleutel mag dit",
    days: "Aantal dagen geldig",
    submit: "De sleutel maken",
  },
  made: {
    heading: "Je nieuwe sleutel",
    text: "Kopieer hem nu en bewaar hem op een veilige plek. Hij wordt niet nog eens getoond.",
    key: "API-sleutel",
    done: "Klaar",
  },
  rotate: {
    act: "Vervangen",
    actOf: "Vervangen: {name}",
    heading: "{name} vervangen?",
    text: "Je krijgt een nieuwe sleutel die hetzelfde mag. De huidige is geldig tot {date}.",
    submit: "De nieuwe sleutel maken",
  },
  revoke: {
    act: "Intrekken",
    actOf: "Intrekken: {name}",
    heading: "{name} intrekken?",
    text:
      "Programma’s met deze sleutel kunnen niet meer namens jou handelen. Dit kan niet ongedaan worden gemaakt.",
    submit: "De sleutel intrekken",
  },
  done: {
    made:
      "De sleutel is gemaakt. Hij is één keer getoond; vervang hem als je hem niet hebt gekopieerd.",
    revoked: "De sleutel is ingetrokken.",
  },
  reasons: {
    forbidden: "Dit mag je zelf niet allemaal.",
    rotated: "Deze sleutel is al vervangen.",
    "too-many": "Je hebt te veel sleutels. Trek er een in die je niet nodig hebt.",
    unknown: "Deze sleutel bestaat niet meer.",
  },
  faults: {
    scopes: "Kies wat de sleutel mag.",
    expiresIn: "Voer een aantal dagen van 1 tot 3650 in.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "API-sleutels van {organization}",
  text:
    "Met een sleutel kan een programma namens de organisatie handelen. Sleutels blijven bestaan als de persoon vertrekt die ze heeft gemaakt.",
  none: "De organisatie heeft geen API-sleutels.",
  all: "Alles wat de organisatie mag",
  allOfService: "Alles wat de dienst mag",
  service: "Dienst: {name}",
  services: {
    heading: "Diensten",
    text:
      "Een dienst is een programma van de organisatie, zoals een buildserver. De sleutels ervan mogen niet meer dan de dienst.",
    add: "Een dienst maken",
    created: "Gemaakt op {date}",
  },
  create: {
    heading: "Een dienst maken",
    scopes: "De dienst mag dit",
    submit: "De dienst maken",
  },
  key: {
    act: "Een sleutel maken",
    actOf: "Een sleutel maken: {name}",
    heading: "Een sleutel voor {name} maken",
  },
  delete: {
    act: "Verwijderen",
    actOf: "Verwijderen: {name}",
    heading: "{name} verwijderen?",
    text: "Alle sleutels van de dienst worden ongeldig. Dit kan niet ongedaan worden gemaakt.",
    submit: "De dienst verwijderen",
  },
  revoke:
    "Programma’s met deze sleutel kunnen niet meer namens de organisatie handelen. Dit kan niet ongedaan worden gemaakt.",
  done: {
    service: "De dienst is gemaakt. Er zijn nog geen sleutels voor.",
    "service-deleted": "De dienst is verwijderd, met de sleutels ervan.",
  },
  reasons: {
    "too-many": "De organisatie heeft te veel sleutels of diensten. Verwijder wat niet nodig is.",
    unknown: "Deze sleutel of dienst bestaat niet meer.",
  },
  scopes: "Kies wat de dienst mag.",
};
