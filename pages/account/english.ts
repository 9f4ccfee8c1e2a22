// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page on which users manage their account, in English.
 *
 * @module
 */

/** Texts of the page on which users manage their account. */
export const accountEnglish = {
  /** Title of the document, and heading of the list. */
  title: "Your account",
  /** Names of the parts of the page. */
  groups: {
    profile: "Profile",
    security: "Security",
    devices: "Devices",
    connected: "Connected accounts",
    data: "Data",
    organizations: "Organizations",
    developer: "Developer",
    /** Rows of the app that name no other part */
    more: "More",
  },
  /** How well the account is protected. */
  status: {
    good: "Your account is well protected.",
    better: "Add two-step verification. It takes two minutes.",
    back: "Add a way to get back in, in case you lose the one you have.",
  },
  /** Button that signs out. */
  signOut: "Sign out",
  /** Text for a person who acts for the user. */
  readOnly: "You are viewing another person’s account. You can’t change anything.",
  /** Sentences after a change. */
  done: {
    name: "Your name was changed.",
    linked: "The account was connected.",
    unlinked: "The account was disconnected.",
    "passkey-added": "The passkey was added.",
    "passkey-renamed": "The passkey was renamed.",
    "passkey-removed": "The passkey was removed.",
    "password-removed": "The password was removed.",
    "session-ended": "That device was signed out.",
    "sessions-ended": "All other devices were signed out.",
  },
  /** Short words of links, each with a longer sentence for those who hear the links alone. */
  open: {
    delete: "Delete",
    download: "Download",
    manage: "Manage",
    remove: "Remove",
    turnOn: "Turn on",
  },
  /** Name of the user. */
  name: {
    heading: "Name",
    none: "You haven’t added a name.",
    title: "Change your name",
    text: "This name is shown on this site.",
    label: "Your name",
    save: "Save",
    invalid: "Use 1 to 64 visible characters.",
    /** In place of the title, for a user without a name */
    first: "What’s your name?",
  },
  /** Email address. */
  address: {
    heading: "Email address",
    none: "You have no email address.",
    confirmed: "Confirmed",
    open: "Not confirmed",
    change: "Change email address",
    add: "Add email address",
    again: "Send again",
  },
  /** Password. */
  password: {
    heading: "Password",
    since: "Set on {date}",
    none: "You have no password.",
    change: "Change password",
    set: "Set password",
    remove: "Remove password",
  },
  /** Passkeys. */
  passkeys: {
    heading: "Passkeys",
    none: "You have no passkey.",
    unnamed: "Passkey",
    added: "Added {date}",
    synced: "Synced between your devices",
    single: "On one device only",
    change: "Change",
    changeOf: "Change: {name}",
    add: "Add passkey",
    noScript: "Passkeys are added with JavaScript. Turn it on to add one.",
    unsupported: "This browser can’t use passkeys here.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey was added. Try again.",
      InvalidStateError: "This device already has a passkey for this account.",
      SecurityError: "Passkeys do not work at this address.",
      TooManyRequests: "Too many attempts. Please wait a while and try again.",
    },
  },
  /** Second factors. */
  factors: {
    heading: "Two-step verification",
    none: "Two-step verification is off. Turn it on, so that a stolen password is not enough to sign in.",
    count: {
      one: "On: {count} method.",
      other: "On: {count} methods.",
    },
    manage: "Manage two-step verification",
  },
  /** Linked accounts. */
  accounts: {
    none: "No account is connected.",
    unlink: "Disconnect",
    unlinkOf: "Disconnect {name}",
    link: "Connect {name}",
    /** Heading of the providers, and opens the list of further ones. */
    another: "Connect another account",
    more: "More ways",
  },
  /** Sessions. */
  sessions: {
    device: "{browser} on {system}",
    unknownOn: "Unknown browser on {system}",
    unknown: "Unknown browser",
    current: "This browser",
    /** Time of the last use, `{when}`; and in place of it. */
    seen: "Last used {when}",
    active: "Active now",
    signedIn: "Signed in {date}",
    /** Opens the list of the others. */
    more: {
      one: "Show {count} more",
      other: "Show {count} more",
    },
    end: "Sign out",
    endOf: "Sign out: {name}",
    endOfAt: "Sign out: {name}, {place}",
    endOthers: "Sign out of all other devices",
    nothing: "Time and place aren’t known.",
  },
  /** Copy of the data. */
  copy: {
    heading: "Your data",
    text: "Download a copy of your data.",
    open: "Download your data",
  },
  /** Deletion. */
  removal: {
    heading: "Delete your account",
    text: "Permanently deletes your account and its data.",
    open: "Delete account",
  },
  /** The part that shows one thing to change. */
  one: {
    sessions: {
      heading: "Sign out of all other devices?",
      text: "To use your account on them, you must sign in again.",
      submit: "Sign out of all other devices",
    },
    passkey: {
      label: "Passkey name",
      save: "Save",
      text: "Without this passkey, you sign in another way. Your device may keep it until you delete it there.",
      remove: "Remove passkey",
    },
    account: {
      heading: "Disconnect {name}?",
      text: "After that, you can no longer sign in with this account.",
      submit: "Disconnect",
    },
    password: {
      heading: "Remove your password",
      text: "After that, you sign in another way.",
      submit: "Remove password",
    },
    export: {
      heading: "Download your data",
      text: "The file lists what is kept about you, your ways to sign in and your devices. It contains no passwords and no keys.",
      submit: "Download file",
    },
    /** `textLater` and `submitLater` stand where the account is deleted on a `{date}`. */
    delete: {
      heading: "Delete your account",
      text: "This can’t be undone. Your account is deleted at once, with everything that belongs to it:",
      textLater: "You’ll be signed out on all devices. Until {date}, you can sign in and keep your account. After that, it is deleted, with everything that belongs to it:",
      gone: {
        profile: "Your name and your email address",
        ways: "Your password, passkeys and connected accounts",
        data: "Everything that this site keeps with your account",
      },
      label: "To confirm, enter {text}",
      submit: "Delete account permanently",
      submitLater: "Delete account",
      different: "That does not match. Enter {text}.",
      /** Above the organizations whose only owner the user is. */
      obstacles: "You are the only owner of these organizations. Before you delete your account, transfer or delete them:",
    },
    stale: "Verify it’s you before you do this.",
    prove: "Verify it’s you",
    last: "This is your only way to sign in. Add another one before you remove it.",
  },
  /** Asks a user who signs in before the account is deleted. */
  pending: {
    heading: "Your account will be deleted on {date}",
    text: "You asked for this. If you keep {account}, nothing is lost.",
    keep: "Keep my account",
    leave: "Sign out",
  },
  /** The page after the user has asked for a deletion that waits. */
  leaving: {
    heading: "Your account will be deleted on {date}",
    text: "You are signed out on all devices. If you change your mind, sign in before that day.",
    back: "Sign in to keep your account",
  },
  /** The last page. */
  deleted: {
    heading: "Your account was deleted",
    text: "Everything that belonged to it is gone, and you are signed out.",
  },
};
