/**
 * Pages of API keys, in German.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "Ihre API-Schlüssel",
  text:
    "Mit einem Schlüssel kann ein Programm in Ihrem Namen handeln. Geben Sie jedem Programm einen eigenen.",
  row: {
    heading: "API-Schlüssel",
    none: "Sie haben keine API-Schlüssel.",
    open: "API-Schlüssel verwalten",
  },
  created: "Erstellt am {date}",
  used: "Zuletzt verwendet am {date}",
  neverUsed: "Noch nicht verwendet",
  expires: "Gültig bis {date}",
  endless: "Läuft nicht ab",
  replaced: "Ersetzt, noch gültig bis {date}",
  all: "Alles, was Sie dürfen",
  create: {
    heading: "Schlüssel erstellen",
    name: "Name",
    scopes: "Das darf der Schlüssel",
    days: "Gültigkeit in Tagen",
    submit: "Schlüssel erstellen",
  },
  made: {
    heading: "Ihr neuer Schlüssel",
    text:
      "Kopieren Sie ihn jetzt, und bewahren Sie ihn sicher auf. Er wird nicht noch einmal angezeigt.",
    key: "API-Schlüssel",
    done: "Fertig",
  },
  rotate: {
    act: "Ersetzen",
    actOf: "Ersetzen: {name}",
    heading: "{name} ersetzen?",
    text:
      "Sie erhalten einen neuen Schlüssel, der dasselbe darf. Der jetzige ist gültig bis {date}.",
    submit: "Neuen Schlüssel erstellen",
  },
  revoke: {
    act: "Widerrufen",
    actOf: "Widerrufen: {name}",
    heading: "{name} widerrufen?",
    text:
      "Programme, die diesen Schlüssel haben, können dann nicht mehr in Ihrem Namen handeln. Das lässt sich nicht rückgängig machen.",
    submit: "Schlüssel widerrufen",
  },
  done: {
    made:
      "Der Schlüssel wurde erstellt. Er wurde einmal angezeigt; falls Sie ihn nicht kopiert haben, ersetzen Sie ihn.",
    revoked: "Der Schlüssel wurde widerrufen.",
  },
  reasons: {
    forbidden: "Sie dürfen das selbst nicht alles.",
    rotated: "Dieser Schlüssel wurde schon ersetzt.",
    "too-many": "Sie haben zu viele Schlüssel. Widerrufen Sie einen, den Sie nicht brauchen.",
    unknown: "Diesen Schlüssel gibt es nicht mehr.",
  },
  faults: {
    scopes: "Wählen Sie, was der Schlüssel darf.",
    expiresIn: "Geben Sie eine Zahl von Tagen von 1 bis 3650 ein.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "API-Schlüssel von {organization}",
  text:
    "Mit einem Schlüssel kann ein Programm für die Organisation handeln. Schlüssel bleiben, wenn die Person geht, die sie erstellt hat.",
  none: "Die Organisation hat keine API-Schlüssel.",
  all: "Alles, was die Organisation darf",
  allOfService: "Alles, was der Dienst darf",
  service: "Dienst: {name}",
  services: {
    heading: "Dienste",
    text:
      "Ein Dienst ist ein Programm der Organisation, zum Beispiel ein Build-Server. Seine Schlüssel dürfen nicht mehr als der Dienst.",
    add: "Einen Dienst erstellen",
    created: "Erstellt am {date}",
  },
  create: {
    heading: "Dienst erstellen",
    scopes: "Das darf der Dienst",
    submit: "Dienst jetzt erstellen",
  },
  key: {
    act: "Schlüssel erstellen",
    actOf: "Schlüssel erstellen: {name}",
    heading: "Schlüssel für {name} erstellen",
  },
  delete: {
    act: "Löschen",
    actOf: "Löschen: {name}",
    heading: "{name} löschen?",
    text: "Alle Schlüssel des Dienstes enden mit ihm. Das lässt sich nicht rückgängig machen.",
    submit: "Dienst löschen",
  },
  revoke:
    "Programme, die diesen Schlüssel haben, können dann nicht mehr für die Organisation handeln. Das lässt sich nicht rückgängig machen.",
  done: {
    service: "Der Dienst wurde erstellt. Er hat noch keine Schlüssel.",
    "service-deleted": "Der Dienst wurde mit seinen Schlüsseln gelöscht.",
  },
  reasons: {
    "too-many":
      "Die Organisation hat zu viele Schlüssel oder Dienste. Entfernen Sie, was sie nicht braucht.",
    unknown: "Diesen Schlüssel oder Dienst gibt es nicht mehr.",
  },
  scopes: "Wählen Sie, was der Dienst darf.",
};
