// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the pages of the audit log, in English.
 *
 * @module
 */

/** Texts of what happened in an organization, and to an account. */
export const activityEnglish = {
  /** Title of the page of an organization, and its tab. */
  title: "Activity",
  /** Row of the account page, and title of its page. */
  own: "Recent activity",
  /** The row. */
  row: "Sign-ins and changes of your account",
  /** Link in the row. */
  open: "View activity",
  /** A list without entries. */
  none: "There is no activity yet.",
  /** In place of the list, for who has opened it too often. */
  tooMany: "That was too often. Try again later.",
  /** The person who did it, `{name}`. */
  by: "by {name}",
  /** The site did it, `{site}`. */
  byApp: "by {site}",
  /** A person without an account did it, with a link. */
  byLink: "with an admin link",
  /** Name of a person whose account was deleted. */
  deleted: "Deleted person",
  /** Name of a person who is no member. */
  outside: "Person outside the organization",
  /** Names of what happened. */
  kinds: {
    accountLinked: "Account connected",
    accountUnlinked: "Account disconnected",
    /** An operator stopped acting for the account. */
    actingEnded: "Viewing of the account ended",
    /** An operator acts for the account, and sees what its person sees. */
    actingStarted: "Account viewed",
    addressChanged: "Email address changed",
    addressProven: "Email address confirmed",
    addressRequested: "Change of email address started",
    addressUndoRequested: "Undo of email address change started",
    addressUndone: "Change of email address undone",
    addressUndoStopped: "Undo of email address change stopped",
    clientCreated: "App created",
    clientRemoved: "App removed",
    clientRotated: "Key of an app replaced",
    clientUpdated: "App changed",
    connectionCreated: "Single sign-on set up",
    connectionRemoved: "Single sign-on removed",
    connectionTested: "Single sign-on tested",
    connectionUpdated: "Single sign-on changed",
    linkCreated: "Admin link created",
    linkOpened: "Admin link opened",
    linkRevoked: "Admin link revoked",
    deviceNew: "First sign-in on a device",
    deviceTrusted: "Device trusted",
    directoryGroup: "Group changed by the directory",
    directoryUser: "Person changed by the directory",
    domainAdded: "Domain added",
    domainLost: "Domain no longer confirmed",
    domainProven: "Domain confirmed",
    domainRemoved: "Domain removed",
    factorAdded: "Two-step method added",
    factorChanged: "Two-step method changed",
    factorRemoved: "Two-step method removed",
    factorsReset: "Two-step verification reset",
    resetRequested: "Reset of two-step verification requested",
    resetStopped: "Reset of two-step verification stopped",
    grantEnded: "Access of an app removed",
    grantGiven: "App got access",
    keyCreated: "API key created",
    keyRevoked: "API key revoked",
    keyRotated: "API key replaced",
    mailSent: "Email sent",
    organizationCreated: "Organization created",
    organizationDeleted: "Organization deleted",
    invitationCanceled: "Invitation canceled",
    invited: "Invitation sent",
    joined: "Joined the organization",
    left: "Left the organization",
    memberAdded: "Added to the organization",
    memberRemoved: "Removed from the organization",
    ownershipMoved: "Ownership transferred",
    roleChanged: "Role changed",
    organizationUpdated: "Settings of the organization changed",
    passkeyAdded: "Passkey added",
    passkeyRemoved: "Passkey removed",
    passkeyRenamed: "Passkey renamed",
    passwordChanged: "Password changed",
    passwordRemoved: "Password removed",
    passwordSet: "Password set",
    refused: "Request refused",
    reused: "Sign-in ended because a copy of it was used",
    serviceCreated: "Service account created",
    serviceDeleted: "Service account deleted",
    proven: "Identity verified again",
    sessionRefused: "Sign-in no longer valid",
    sessionUpdated: "Sign-in updated",
    signedIn: "Signed in",
    signedOut: "Signed out",
    signInPending: "Sign-in started",
    signInRefused: "Sign-in refused",
    signOutRefused: "Sign-out refused",
    /** The access of this site to the account at a provider, such as GitHub. */
    tokensRefreshed: "Access to a provider renewed",
    tokensRefused: "Access to a provider not renewed",
    tokensRevoked: "Access to a provider ended",
    exchanged: "Service account acted for a person",
    userCreated: "Account created",
    deletionCanceled: "Deletion of the account canceled",
    deletionRequested: "Deletion of the account requested",
    userDeleted: "Account deleted",
    exported: "Copy of the account’s data made",
    resumed: "Account unblocked",
    suspended: "Account blocked",
    userUpdated: "Account details changed",
    userMerged: "Another account merged into this one",
    /** Something that this version has no words for. */
    unknown: "Other event",
  },
  /** Why it was refused, or why a sign-in is over. */
  reasons: {
    blocked: "Account blocked or deleted",
    credential: "Credentials not accepted",
    ended: "Ended from another place",
    expired: "Expired",
    failed: "Technical problem",
    invalid: "Link or code no longer valid",
    notAllowed: "Not allowed",
    notMember: "Not a member",
    otherPerson: "Meant for another person",
    otherSite: "Sent by another site",
    replaced: "Replaced by another sign-in",
    signUp: "Sign-up not open",
    taken: "Already in use",
    tooMany: "Too many attempts",
    tooWeak: "Identity not verified recently",
    wrong: "Wrong password, code or passkey",
  },
};
