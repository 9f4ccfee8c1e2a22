/**
 * Texts of the page of a user’s second factors, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { FactorsPageTexts } from "../../src/types/page_texts.ts";

const english: FactorsPageTexts = {
  title: "Two-step verification",
  isProtected: "Two-step verification is on. When you sign in, you confirm it with one of these.",
  isOpen:
    "Two-step verification is off. Turn it on, so that a stolen password is not enough to sign in.",
  enrolled: "Your methods",
  added: "Added {date}",
  used: "last used {date}",
  neverUsed: "not used yet",
  left: { one: "{count} code left", other: "{count} codes left" },
  leftNone: "no code left",
  few: "You have few recovery codes left. Make new ones.",
  change: "Change",
  changeOf: "Change: {name}",
  add: "Add a method",
  addOne: "Add {name}",
  none: "After this way of signing in you cannot add a method. Sign in another way first.",
  hint: "Make recovery codes too. Without them, you cannot sign in when your device is lost.",
  stale: "Verify it’s you to change your methods.",
  prove: "Verify it’s you",
  done: {
    added: "{name} was added.",
    renamed: "The name was changed.",
    removed: "The method was removed.",
    needed:
      "The page that you asked for needs two-step verification. After you have added a method, you " +
      "go there.",
    "reset-cancelled": "The removal was cancelled. Your methods stay.",
  },
  reset: {
    text: "An administrator asked to remove all of them. This takes effect on {date} (UTC). If " +
      "you did not ask for it, cancel it.",
    cancel: "Cancel the removal",
  },
  one: {
    name: "Name",
    rename: "Save",
    invalidName: "Use 1 to 64 visible characters.",
    replace: "Make new ones",
    replaceText: "New ones replace those that you have.",
    remove: "Remove",
    removeText: "After that, you can no longer verify with it.",
    ask: "Remove {name}?",
    obstacles: {
      required: "This site asks for two-step verification, and this is your last method. Add " +
        "another one first.",
      "locked-out": "The others cannot confirm your sign-in method, so you could not " +
        "sign in any more. Add another one first, or remove the others.",
    },
    back: "Back to two-step verification",
  },
  codes: {
    heading: "Save your recovery codes",
    text: "They let you in when you cannot use your other methods. Keep them where you find them " +
      "without this device. Each works once. They are not shown again.",
    list: "Recovery codes",
    save: "Download",
    print: "Print",
    saved: "I have saved these codes",
    done: "Done",
  },
};

/** The texts of the page. */
export function factorsMessages(wording: Wording): FactorsPageTexts {
  return textsIn(english, wording, ({ factors }) => factors);
}
