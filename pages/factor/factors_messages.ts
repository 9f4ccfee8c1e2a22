/**
 * Texts of the page of a user's second factors, by language.
 *
 * @module
 */

import { type ByLanguage, textsIn, type Wording } from "../../src/base/language.ts";
import type { FactorsPageTexts } from "../../src/types/page_texts.ts";

const en: FactorsPageTexts = {
  title: "Second steps",
  isProtected: "A sign-in to this account is confirmed with one of these.",
  isOpen: "Add a second step, so that a stolen password is not enough to sign in.",
  enrolled: "Your second steps",
  added: "Added {date}",
  used: "last used {date}",
  neverUsed: "not used yet",
  left: { one: "{count} code left", other: "{count} codes left" },
  leftNone: "no code left",
  few: "You have few recovery codes left. Make new ones.",
  change: "Change",
  changeOf: "Change: {name}",
  add: "Add a second step",
  addOne: "Add: {name}",
  none: "None can be added after this way to sign in. Sign in another way to add one.",
  hint: "Make recovery codes too. Without them, you cannot sign in when your device is lost.",
  stale: "To change your second steps, confirm that it is you.",
  prove: "Confirm that it is you",
  done: {
    added: "The second step was added.",
    renamed: "The name was changed.",
    removed: "The second step was removed.",
    needed:
      "The page that you asked for needs one of these. After you have added it, you go there.",
    "reset-cancelled": "The removal was cancelled. Your second steps stay.",
  },
  reset: {
    text: "An administrator asked to remove all of them. This takes effect on {date} (UTC). If " +
      "you did not ask for it, cancel it.",
    cancel: "Cancel the removal",
  },
  one: {
    name: "Name",
    rename: "Save the name",
    invalidName: "Use 1 to 64 visible characters.",
    replace: "Make new ones",
    replaceText: "New ones replace those that you have.",
    remove: "Remove",
    removeText: "It can then no longer confirm a sign-in.",
    obstacles: {
      required: "This site asks for a second step, and this is your last one. Add another one " +
        "first.",
      "locked-out": "The others cannot confirm the way in which you sign in, so you could not " +
        "sign in any more. Add another one first, or remove the others.",
    },
    back: "Back to your second steps",
  },
  codes: {
    heading: "Your recovery codes",
    text: "Print this page, or save the codes where you find them without this device. Each " +
      "works once. They are not shown again.",
    list: "Recovery codes",
    save: "Save as a file",
    done: "I have saved them",
  },
};

const de: FactorsPageTexts = {
  title: "Zweite Schritte",
  isProtected: "Eine Anmeldung an diesem Konto wird mit einem davon bestätigt.",
  isOpen: "Fügen Sie einen zweiten Schritt hinzu. Dann genügt ein gestohlenes Passwort nicht.",
  enrolled: "Ihre zweiten Schritte",
  added: "Hinzugefügt: {date}",
  used: "zuletzt verwendet: {date}",
  neverUsed: "noch nicht verwendet",
  left: { one: "noch {count} Code", other: "noch {count} Codes" },
  leftNone: "kein Code übrig",
  few: "Sie haben nur noch wenige Wiederherstellungscodes. Erstellen Sie neue.",
  change: "Ändern",
  changeOf: "Ändern: {name}",
  add: "Zweiten Schritt hinzufügen",
  addOne: "Hinzufügen: {name}",
  none: "Nach dieser Art der Anmeldung kann keiner hinzugefügt werden. Melden Sie sich dafür " +
    "anders an.",
  hint: "Erstellen Sie auch Wiederherstellungscodes. Ohne sie können Sie sich nicht anmelden, " +
    "wenn Ihr Gerät verloren geht.",
  stale: "Bestätigen Sie, dass Sie es sind, um Ihre zweiten Schritte zu ändern.",
  prove: "Bestätigen, dass ich es bin",
  done: {
    added: "Der zweite Schritt wurde hinzugefügt.",
    renamed: "Der Name wurde geändert.",
    removed: "Der zweite Schritt wurde entfernt.",
    needed:
      "Die gewünschte Seite verlangt einen davon. Sobald Sie ihn hinzugefügt haben, gelangen Sie dorthin.",
    "reset-cancelled": "Das Entfernen wurde abgebrochen. Ihre zweiten Schritte bleiben.",
  },
  reset: {
    text: "Ein Administrator hat veranlasst, alle zu entfernen. Das gilt ab {date} (UTC). Wenn " +
      "Sie es nicht gewünscht haben, brechen Sie es ab.",
    cancel: "Entfernen abbrechen",
  },
  one: {
    name: "Name",
    rename: "Namen speichern",
    invalidName: "Verwenden Sie 1 bis 64 sichtbare Zeichen.",
    replace: "Neue erstellen",
    replaceText: "Neue ersetzen die bisherigen.",
    remove: "Entfernen",
    removeText: "Er kann dann keine Anmeldung mehr bestätigen.",
    obstacles: {
      required: "Diese Seite verlangt einen zweiten Schritt, und dies ist Ihr letzter. Fügen " +
        "Sie erst einen anderen hinzu.",
      "locked-out": "Die anderen können Ihre Art der Anmeldung nicht bestätigen. Sie könnten " +
        "sich nicht mehr anmelden. Fügen Sie erst einen anderen hinzu oder entfernen Sie die " +
        "anderen.",
    },
    back: "Zurück zu Ihren zweiten Schritten",
  },
  codes: {
    heading: "Ihre Wiederherstellungscodes",
    text: "Drucken Sie diese Seite oder speichern Sie die Codes an einem Ort, den Sie ohne " +
      "dieses Gerät finden. Jeder gilt einmal. Sie werden nicht noch einmal gezeigt.",
    list: "Wiederherstellungscodes",
    save: "Als Datei speichern",
    done: "Ich habe sie gespeichert",
  },
};

const languages: ByLanguage<FactorsPageTexts> = { en, de };

/** The texts of the page. */
export function factorsMessages(wording: Wording): FactorsPageTexts {
  return textsIn(languages, wording, ({ factors }) => factors);
}
