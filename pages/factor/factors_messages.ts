/**
 * Texts of the page of a user's second factors, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { FactorsPageTexts } from "../../src/types/page_texts.ts";

const english: FactorsPageTexts = {
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

/** The texts of the page. */
export function factorsMessages(wording: Wording): FactorsPageTexts {
  return textsIn(english, wording, ({ factors }) => factors);
}
