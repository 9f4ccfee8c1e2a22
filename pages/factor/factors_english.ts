// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page on which users manage second factors, in English.
 *
 * @module
 */

/** Texts of the page on which users manage second factors. */
export const factorsEnglish = {
  /** Title of the document, and heading of the list. */
  title: "Two-step verification",
  /** Line below the heading: with factors. */
  isProtected: "Two-step verification is on. When you sign in, you confirm it with one of these.",
  /** The same without factors. */
  isOpen: "Two-step verification is off. Turn it on, so that a stolen password is not enough to sign in.",
  /** Heading of the list for screen readers. */
  enrolled: "Your methods",
  /** Date of an enrolment. */
  added: "Added {date}",
  /** Date of its last use. */
  used: "last used {date}",
  /** In place of that date. */
  neverUsed: "not used yet",
  /** Number of codes that are left. */
  left: {
    one: "{count} code left",
    other: "{count} codes left",
  },
  /** The same for none. */
  leftNone: "no code left",
  /** Warning about few codes. */
  few: "You have few recovery codes left. Make new ones.",
  /** Link to change an enrolment. */
  change: "Change",
  /** Its label for screen readers. */
  changeOf: "Change: {name}",
  /** Heading of the factors that can be added. */
  add: "Add method",
  /** Text when none can be added. */
  none: "After this way of signing in, you can’t add a method. Sign in another way first.",
  /** Advice to make recovery codes. */
  hint: "Make recovery codes too. Without them, you can’t sign in when your device is lost.",
  /** Text for a session whose proof is too old. */
  stale: "Verify it’s you to change your methods.",
  /** Link to a new proof. */
  prove: "Verify it’s you",
  /** Sentences after a change. */
  done: {
    added: "{name} was added.",
    renamed: "The name was changed.",
    removed: "The method was removed.",
    needed: "The page that you asked for needs two-step verification. After you have added a method, you go there.",
    "reset-cancelled": "The removal was cancelled. Your methods stay.",
  },
  /** The reset that waits. */
  reset: {
    text: "An administrator asked to remove all of them. This takes effect on {date} (UTC). If you did not ask for it, cancel it.",
    cancel: "Cancel removal",
  },
  /** The page of one enrolment. */
  one: {
    name: "Name",
    rename: "Save",
    invalidName: "Use 1 to 64 visible characters.",
    replace: "Make new ones",
    replaceText: "New ones replace those that you have.",
    remove: "Remove",
    removeText: "You can no longer verify sign-ins with it.",
    ask: "Remove {name}?",
    obstacles: {
      required: "This site asks for two-step verification, and this is your last method. Add another one first.",
      "locked-out": "Your other methods don’t work with the way you sign in. You would be locked out. Add another one first, or remove the others.",
    },
    back: "Back to two-step verification",
  },
  /** The page with new codes. */
  codes: {
    heading: "Save your recovery codes",
    text: "They let you in when you can’t use your other methods. Keep them where you find them without this device. Each works once. They are not shown again.",
    list: "Recovery codes",
    save: "Download",
    print: "Print",
    saved: "I have saved these codes",
    done: "Done",
  },
};
