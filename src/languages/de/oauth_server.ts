/**
 * Pages of an authorization server, in German.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "{client} Zugriff geben?",
    text: "Erlauben Sie dies nur, wenn Sie es selbst in der App begonnen haben.",
    account: "Ihr Konto",
    target: "Der Browser kehrt zurück zu",
    access: "Die App kann dann Folgendes",
    own: "Über Sie",
    scopes: {
      openid: "Sehen, dass Sie es sind, der sich anmeldet",
      profile: "Ihren Namen und Ihr Bild sehen",
      email: "Ihre E‑Mail-Adresse sehen",
      offline_access: "Den Zugriff behalten, wenn Sie abwesend sind",
    },
    organization: "In dieser Organisation",
    stranger:
      "Diese App hat ihren Namen selbst gewählt, und er wurde nicht geprüft. Was sie erfährt, geht an {target}.",
    loopback:
      "Die Antwort geht an ein Programm auf diesem Gerät. Jedes Programm kann sich diesen Namen geben.",
    allow: "Erlauben",
    deny: "Ablehnen",
    another: "Anderes Konto verwenden",
  },
  leave: {
    heading: "Zu {target} gehen?",
    text:
      "Eine App, die nicht geprüft wurde, schickt Sie dorthin. Fahren Sie nur fort, wenn Sie die Adresse kennen.",
  },
  apps: {
    title: "Apps mit Zugriff",
    text: "Diesen Apps haben Sie Zugriff auf Ihr Konto gegeben. Sie können ihn jederzeit beenden.",
    row: {
      heading: "Apps mit Zugriff",
      none: "Keine App hat Zugriff auf Ihr Konto.",
      open: "Apps verwalten",
    },
    given: "Zugriff seit {date}",
    used: "Zuletzt verwendet am {date}",
    neverUsed: "Noch nicht verwendet",
    end: {
      act: "Zugriff beenden",
      actOf: "Zugriff beenden: {client}",
      heading: "Zugriff von {client} beenden?",
      text:
        "Die App kann dann nicht mehr in Ihrem Namen handeln. Um sie wieder zu verwenden, müssen Sie ihr erneut Zugriff geben.",
      submit: "Zugriff beenden",
    },
    ended: "Die App hat keinen Zugriff mehr.",
    unknown: "Diese App hat keinen Zugriff mehr.",
  },
};
