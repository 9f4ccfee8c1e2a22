// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the pages of second factors, in English.
 *
 * @module
 */

/** Texts of the page of second factors. */
export const factorEnglish = {
  /** Title of the document. */
  title: "Two-step verification",
  /** Heading of the page that asks for a proof at a sign-in. */
  heading: "One more step",
  /** The same for a user who is signed in. */
  again: "Verify it’s you",
  /** Heading and text of the page that asks which factor to enrol. */
  choose: {
    heading: "Protect your account",
    text: "This site asks for two-step verification. Choose a method to set up.",
    recommended: "Recommended",
  },
  /** Place of a page among the steps of a set-up. */
  step: "Step {at} of {steps}",
  /** Numbered steps beside the QR code. */
  scan: {
    open: "Open your authenticator app, and add an account there.",
    picture: "Scan this picture with it.",
    code: "Enter the six digits that it shows.",
  },
  /** Text above the key of an authenticator app. */
  secret: "If you can’t scan, enter this key in the app:",
  /** Button that copies a key or codes. */
  copy: "Copy",
  /** Its text afterwards. */
  copied: "Copied",
  /** Alternative text of the QR code. */
  qr: "QR code with the key for your authenticator app",
  /** Link to an authenticator app on the device that shows the page. */
  openApp: "Open authenticator app",
  /** Button that sends a code. */
  send: "Send code",
  /** The same after the first code. */
  resend: "Send new code",
  /** Text before a code is sent. */
  beforeSend: "We send a code to {target}.",
  /** Text after a code was sent. */
  sent: "We sent a code to {target}. Enter it here.",
  /** Button of the form. */
  submit: "Continue",
  /** Label of the box that stops asking in this browser for some time. */
  trust: "Do not ask again on this device for {time}",
  /** Sentence after a wrong code. */
  wrong: "That code is wrong. Check it and try again.",
  /** Link from the page of a new enrolment to the others. */
  back: "Choose another method",
  /** The same where there are no others. */
  cancel: "Cancel",
  /** Button for a person who is somebody else. */
  notYou: "Not you?",
  /** Question of a person who can use none of the factors, and its answer. */
  lost: {
    summary: "I can’t use any of these",
    text: "If you are still signed in on another device, add a method there. Otherwise contact {site}. After checking who you are, they can reset two-step verification.",
  },
  /** Ceremonies of passkeys: buttons, notes, and sentences by error name. */
  ceremony: {
    authenticate: "Use passkey or security key",
    register: "Set up passkey or security key",
    noScript: "Passkeys and security keys need JavaScript. Turn it on, or choose another method.",
    unsupported: "This browser can’t use passkeys or security keys here. Choose another method.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey or security key was used. Try again, or choose another method.",
      InvalidStateError: "This one is set up already. Use another device or security key.",
      SecurityError: "Passkeys do not work at this address. Choose another method.",
    },
  },
  /** Heading of the list of other factors. */
  others: "Other methods",
  /** Texts by the id of the factor. */
  factors: {
    totp: {
      name: "Authenticator app",
      about: "Six digits from an app on your phone, or from your password manager.",
      prove: "Enter the six digits that your authenticator app shows for this site.",
      confirm: "Any authenticator app works, also the one in your password manager.",
      label: "Code",
      /** Button and heading of its set-up */
      setUp: "Set up authenticator app",
    },
    recovery: {
      name: "Recovery codes",
      one: "Recovery code",
      about: "Ten codes to keep on paper. Each works once.",
      prove: "Enter one of the recovery codes that you have saved. Each works once.",
      confirm: "",
      label: "Recovery code",
      /** Button and heading of its set-up */
      setUp: "Create recovery codes",
    },
    mail: {
      name: "Code by email",
      about: "We email you a code each time.",
      prove: "",
      confirm: "We sent a code to {target}. Enter it here.",
      label: "Code",
      /** Button and heading of its set-up */
      setUp: "Set up codes by email",
    },
    passkey: {
      name: "Passkey or security key",
      about: "Your fingerprint, face or PIN, or a key that you plug in. Safe from fake sites.",
      prove: "Use the passkey or security key of this account.",
      confirm: "Create a passkey, or use a security key.",
      label: "",
      /** Button and heading of its set-up */
      setUp: "Set up passkey or security key",
    },
  },
  /** Texts of a factor of the app. */
  other: {
    prove: "{name}",
    confirm: "{name}",
    label: "Code",
    /** Button and heading of its set-up */
    setUp: "Set up {name}",
  },
};
