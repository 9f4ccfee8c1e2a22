// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the pages of operators, in English.
 *
 * @module
 */

/** Texts of the pages on which the people who run a site help its users; `{name}` is that of a user. */
export const operatorEnglish = {
  /** Name of the page with users. */
  title: "Users",
  /** The search. */
  search: {
    query: "Start of an email address or a name, or an ID",
    state: "Status",
    any: "Any",
    organization: "Organization (ID or URL name)",
    submit: "Search",
    first: "First page",
    none: "No users were found.",
    /** Below a page that may be short. */
    scan: "This search looks at a part of the users for each page. There can be more on the next page.",
    exact: "The store of this site only finds a whole email address or an ID.",
  },
  /** Status of a user. */
  states: {
    active: "Active",
    suspended: "Suspended",
    unconfirmed: "Email address not confirmed",
  },
  /** Form for a new user. */
  create: {
    heading: "Create user",
    text: "No email is sent. The user can sign in with this address.",
    email: "Email address",
    name: "Name (optional)",
    confirmed: "I know that the address belongs to this person",
  },
  /** A user. */
  user: {
    confirmed: "Confirmed on {date}",
    since: "Suspended since {date}",
    none: "None",
    activity: "Recent activity",
    all: "Show all",
    actions: "Actions",
    act: "Act for the user",
    back: "Back to {name}",
  },
  /** A merge of two users that is not finished; `{name}` is the account that ends. */
  merging: {
    unfinished: "The merge of {name} into {into} isn’t finished. Until it is, {name} can’t sign in.",
    /** Why it is not finished. */
    running: "No error was noted: it is still running, or its process was stopped.",
    failed: "It stopped because the app or its store failed.",
    done: "Already done: {name} is signed out everywhere. Accounts at providers that have moved: {number}",
    left: "Not done yet: memberships move, and {name} is deleted.",
    decided: "Only the end is left: memberships move, and {name} is deleted. The merge can’t be given up anymore.",
    /** Before one of them is deleted. */
    deleting: "A merge of this account isn’t finished. The deletion gives it up first: accounts at providers that have moved go back to {name}.",
  },
  /** The question before each change, and its button. */
  suspend: {
    heading: "Suspend {name}?",
    text: "This signs the user out everywhere. The user can’t sign in until you end the suspension.",
    submit: "Suspend",
  },
  resume: {
    heading: "End the suspension of {name}?",
    text: "The user can sign in again.",
    submit: "End suspension",
  },
  "sign-out": {
    heading: "Sign {name} out everywhere?",
    text: "The user has to sign in again on every device.",
    submit: "Sign out everywhere",
  },
  "end-session": {
    heading: "Sign {name} out on this device?",
    text: "The user has to sign in again on it.",
    submit: "Sign out",
  },
  "reset-factors": {
    heading: "Reset two-step verification of {name}?",
    text: "The user gets an email and can stop this for 24 hours. After that, all methods are removed. Only do this if you’re sure who is asking.",
    submit: "Reset two-step verification",
  },
  export: {
    heading: "Download the data of {name}?",
    text: "The file has everything that is kept about the user. The user gets an email about it.",
    submit: "Download file",
  },
  delete: {
    heading: "Delete {name}?",
    text: "This can’t be undone. The account is deleted at once, with everything that belongs to it.",
    submit: "Delete permanently",
  },
  /** Field for the reason, and what happens with it. */
  reason: {
    label: "Reason",
    rules: "It is kept in the audit log and in the user’s copy of their data.",
  },
  /** The audit log. */
  log: {
    title: "Audit log",
    event: "Event",
    user: "User ID",
    person: "ID of the person who acted",
    from: "From",
    to: "Until",
    none: "No entries were found.",
    by: "By {id}",
  },
  /** Webhooks. */
  webhooks: {
    title: "Webhooks",
    endpoints: "Endpoints",
    all: "All events",
    failed: "Not delivered",
    none: "Everything was delivered.",
    gone: "Endpoint that was removed",
    tries: "Tries: {number}",
    send: "Send again",
    sendOf: "Send again: {name}",
  },
  /** Sentences after a change. */
  done: {
    created: "The user was created.",
    suspend: "The user is suspended.",
    resume: "The user can sign in again.",
    "sign-out": "The user was signed out everywhere.",
    "end-session": "The user was signed out on that device.",
    "reset-factors": "The user was notified by email. Two-step verification is removed in 24 hours.",
    delete: "The user was deleted.",
    sent: "The webhook is being sent again.",
    "merge-into": "The accounts were merged.",
    "merge-cancel": "The merge was given up.",
  },
  /** Reasons for which nothing was shown or changed. */
  reasons: {
    "beyond-own": "This user has permissions that you don’t have. You can’t change this account.",
    forbidden: "You don’t have the permission for this.",
    gone: "This isn’t there anymore.",
    "no-user": "There is no such user.",
    "only-owner": "The user is the only owner of an organization. Someone else must own it first.",
    "own-account": "This is your own account. Change it on your account page.",
    "merge-factor": "The account that ends has two-step verification and the account that stays doesn’t. It must be set up there first.",
    "merge-inactive": "Both accounts must be active: not suspended, and without a deletion or another merge that isn’t finished.",
    "merge-operator": "One of these accounts belongs to an operator. It can’t be merged.",
    "merge-organization": "An organization decides about one of these accounts. Ask the organization first.",
    "merge-same": "Enter the account that stays, not the one that ends.",
    "too-many": "That was too often. Try again later.",
  },
  /** What is wrong with a field. */
  faults: {
    after: "This page isn’t there anymore. Start with the first page.",
    email: "Enter an email address that no user has.",
    organization: "There is no such organization.",
    note: "Use 1 to 200 visible characters.",
    /** Of a search. */
    search: "Check what you entered.",
  },
  /** Merge of two users: the form, and the questions; `{name}` ends, and `{into}` stays. */
  merge: {
    heading: "Merge {name} into another account",
    text: "Only merge accounts of the same person. {name} ends and is deleted. The account that you enter stays.",
    submit: "Merge into another account",
    into: "Email address or ID of the account that stays",
    next: "Continue",
  },
  "merge-into": {
    heading: "Merge {name} into {into}?",
    text: "This can’t be undone. Both email addresses are notified.",
    submit: "Merge accounts",
    moves: "What moves",
    ends: "What ends",
    stays: "The account that stays",
    gone: "The account that ends",
    /** Of accounts at providers. */
    accounts: "With these, the person signs in to the account that stays.",
    organizations: "These memberships move with their roles. The account that stays isn’t a member there yet.",
    /** Of memberships that end. */
    both: "Both accounts are members here. The account that stays keeps its own role.",
    deleted: "The account is deleted, with its name and email address.",
    sessions: "Devices that are signed out: {number}",
    password: "The password is removed. It only opens the account that ends.",
    factors: "Methods of two-step verification that are removed: {number}",
    passkeys: "Passkeys that stop working: {number}. A passkey only opens the account for which it was created.",
    keys: "API keys that stop working: {number}",
    grants: "Apps that lose access: {number}",
  },
  "merge-cancel": {
    heading: "Give up the merge of {name} into {into}?",
    text: "Accounts at providers that have moved go back to {name}, who can sign in again. Memberships haven’t moved. Devices stay signed out, and other apps stay without access.",
    submit: "Give up this merge",
  },
};
