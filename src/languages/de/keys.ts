/**
 * Page of API keys, in German.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
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
