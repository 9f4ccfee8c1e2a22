// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page for addresses, in English.
 *
 * @module
 */

/** Texts of the page for addresses. */
export const addressEnglish = {
  /** The form for a new address. */
  request: {
    /** For a user with an address, and for one without. */
    heading: "Change your email address",
    headingWithout: "Add an email address",
    text: "Your address is {email}. We send a code to the new one, and an email about the change to this one.",
    textWithout: "Your account has no address yet. We send a code to the one you enter.",
    label: "New email",
    submit: "Send code",
    /** The form that proves the current address. */
    unproven: "You have not confirmed {email} yet.",
    prove: "Confirm this address",
    /** The box for a user who lost the current address, and what it does. */
    lost: "I can’t access {email} anymore",
    lostHint: "That address will be told, but can’t undo the change.",
    /** In place of the forms, when the proof is not fresh. */
    stale: "First verify it’s you.",
    confirm: "Continue",
  },
  /** The form for the code. */
  code: {
    heading: "Enter the code",
    text: "We sent a code to {email}. Enter it to make this your address.",
    textOwn: "We sent a code to {email}. Enter it to confirm your address.",
    label: "Code",
    submit: "Confirm address",
    cancel: "Use another address",
  },
  /** The address is the user's. */
  done: {
    heading: "Your address is confirmed",
    text: "The address of your account is {email}.",
    submit: "Continue",
  },
  /** Asks whether to undo a change. */
  undo: {
    heading: "Undo the change of your address?",
    text: "Your account gets the address {email} again. All browsers are signed out. A password, passkeys, connected accounts and methods of two-step verification that were added since the change are removed.",
    submit: "Undo change",
  },
  /** The change was undone. */
  undone: {
    heading: "The change was undone",
    text: "Your account has its address again. Sign in with it, and check what your account holds.",
    submit: "Sign in",
  },
  /** The link undoes nothing; `submit` leads to the account page. */
  lost: {
    heading: "This link can’t be used",
    text: "It was used already, or is older than {time}.",
    submit: "Go to your account",
  },
  /** The link undoes the change after the time `{due}`. */
  waiting: {
    heading: "The change will be undone later",
    text: "Sign-in methods were added after the change, so the user of the account can object until {due}. Open the link in the email again after that time.",
  },
  /** Asks the user whether to stop an undo, which takes effect from `{due}`. */
  contested: {
    heading: "Someone wants to undo the change of your address",
    text: "That person reads the previous mailbox. From {due} on, the account can get the previous address again.",
    submit: "Keep new address",
  },
  /** The undo was stopped. */
  kept: {
    heading: "Your address stays",
    text: "The address of your account is {email}. The link to the previous address no longer works.",
    submit: "Continue",
  },
  /** Sentences by error; `default` for any other. */
  errors: {
    "not-two-factors": "Use a two-step verification method that you added at least three days ago, other than a code by email.",
    invalid: "This is not an email address. Check it for typing errors.",
    same: "This is your address already.",
    "mail-failed": "The email could not be sent. Check the address, and try again.",
    "wrong-code": "This code is wrong. Check it, and try again.",
    expired: "This code can’t be used anymore. Ask for a new one.",
    taken: "This address belongs to another account.",
    moved: "The address of the account has changed meanwhile.",
    default: "This did not work. Please try again.",
  },
};
