/**
 * Pages of an authorization server, in Dutch.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "{client} toegang geven?",
    text: "Sta dit alleen toe als je er zelf in de app mee bent begonnen.",
    account: "Je account",
    target: "Daarna gaat de browser terug naar",
    access: "De app kan dan dit doen",
    own: "Over jou",
    scopes: {
      openid: "Zien dat jij het bent die inlogt",
      profile: "Je naam en foto zien",
      email: "Je e‑mailadres zien",
      offline_access: "Toegang houden als je er niet bent",
    },
    organization: "In deze organisatie",
    stranger:
      "Deze app heeft zijn naam zelf gekozen, en die is niet gecontroleerd. Wat de app te weten komt, gaat naar {target}.",
    loopback:
      "Het antwoord gaat naar een programma op dit apparaat. Elk programma kan zichzelf deze naam geven.",
    allow: "Toestaan",
    deny: "Weigeren",
    another: "Ander account gebruiken",
  },
  leave: {
    heading: "Naar {target} gaan?",
    text:
      "Een app die niet is gecontroleerd, stuurt je daarheen. Ga alleen door als je het adres kent.",
  },
  apps: {
    title: "Apps met toegang",
    text: "Je hebt deze apps toegang tot je account gegeven. Je kunt die op elk moment beëindigen.",
    row: {
      heading: "Apps met toegang",
      none: "Geen enkele app heeft toegang tot je account.",
      open: "Apps beheren",
    },
    given: "Toegang sinds {date}",
    used: "Laatst gebruikt op {date}",
    neverUsed: "Nog niet gebruikt",
    end: {
      act: "Toegang beëindigen",
      actOf: "Toegang beëindigen: {client}",
      heading: "De toegang van {client} beëindigen?",
      text:
        "De app kan niet meer namens jou handelen. Om de app weer te gebruiken, moet je opnieuw toegang geven.",
      submit: "Toegang beëindigen",
    },
    ended: "De app heeft geen toegang meer.",
    unknown: "Deze app heeft geen toegang meer.",
  },
};
