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
    unfinished: "The merge into {into} isn’t finished. Until it is, the user can’t sign in.",
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
  },
  /** Reasons for which nothing was shown or changed. */
  reasons: {
    "beyond-own": "This user has permissions that you don’t have. You can’t change this account.",
    forbidden: "You don’t have the permission for this.",
    gone: "This isn’t there anymore.",
    "no-user": "There is no such user.",
    "only-owner": "The user is the only owner of an organization. Someone else must own it first.",
    "own-account": "This is your own account. Change it on your account page.",
    "merge-factor": "This account has two-step verification and the other one doesn’t. It must be set up there first.",
    "merge-inactive": "Both accounts must be active: not suspended, and without a deletion or another merge that isn’t finished.",
    "merge-operator": "One of these accounts belongs to an operator. It can’t be merged.",
    "merge-organization": "An organization decides about one of these accounts. Ask the organization first.",
    "merge-same": "Enter another account than this one.",
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
  /** Merge of two users: the form, and the question; `{into}` is the account that stays. */
  merge: {
    heading: "Merge {name} into another account",
    text: "Only merge accounts of the same person. The other account stays. This one is deleted.",
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
  },
};
