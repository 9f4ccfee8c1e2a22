// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the pages of organizations, in English.
 *
 * @module
 */

/** Texts of the pages of organizations; `{organization}`, `{name}` and `{inviter}` are names. */
export const organizationEnglish = {
  /** Title of the list, and text of the links to it. */
  title: "Your organizations",
  /** Row of the account page. */
  row: {
    heading: "Organizations",
    none: "You belong to no organization.",
    invited: "You are invited to {list}.",
    open: "Manage organizations",
  },
  /** Name of the role that always exists. */
  owner: "Owner",
  /** List of a user without an organization. */
  none: "You belong to no organization. To join one, open the link in the invitation that you get.",
  /** Time at which a membership began, `{date}`. */
  since: "Member since {date}",
  /** Form for a new organization. */
  create: {
    heading: "Create an organization",
    name: "Name",
    slug: "Name in web addresses",
    rules: "1 to 63 lower-case letters, digits and hyphens. A hyphen is neither first nor last.",
    submit: "Create the organization",
  },
  /** Members, and what can be done. */
  members: {
    heading: "Members",
    you: "You",
    managed: "Kept by a directory",
    more: "More members",
    first: "First members",
    settings: "Settings",
    leave: "Leave the organization",
  },
  /** One member. */
  member: {
    role: "Role",
    removeText: "Someone who is removed can no longer open what belongs to the organization.",
    remove: "Remove from the organization",
    transfer: "Transfer the ownership to this member",
  },
  /** Invitations that wait, and the form for one. */
  invitations: {
    heading: "Invitations",
    invite: "Invite by email",
    submit: "Send the invitation",
    until: "Valid until {date}",
    again: "Send again",
    againOf: "Send again: invitation for {email}",
    cancel: "Cancel",
    cancelOf: "Cancel: invitation for {email}",
  },
  /** Invitations to the user of the page. */
  invited: {
    heading: "Invitations for you",
    accept: "Accept",
    acceptOf: "Accept: {organization}",
    decline: "Decline",
    declineOf: "Decline: {organization}",
  },
  /** The question before a user leaves. */
  leave: {
    heading: "Leave {organization}?",
    text: "You can then no longer open what belongs to it. To come back, you need an invitation.",
    submit: "Leave the organization",
  },
  /** Settings. */
  settings: {
    title: "Settings of {organization}",
    back: "Back to {organization}",
    nameTitle: "Change the name",
    slugTitle: "Change the name in web addresses",
    slugText: "Links with the present name stop working.",
    policy: "Rules for signing in",
    policyNone: "Members may sign in in any way.",
    demands: {
      methods: "Ways to verify: {list}",
      providers: "Sign-in with: {list}",
      memberProviders: "Sign-in of members with: {list}",
      domains: "Email addresses at: {list}",
      proofMaxAge: "Verify again after: {time}",
      sessionMaxAge: "Sign in again after: {time}",
    },
  },
  /** Another owner. */
  transfer: {
    heading: "Transfer the ownership?",
    text: "The new owner can do everything in {organization}, and can also remove you. You cannot take it back on your own.",
    member: "New owner",
    becomes: "Your role from then on",
    submit: "Transfer the ownership",
    none: "There is no other member. Invite one first.",
  },
  /** The end of an organization. */
  delete: {
    heading: "Delete {organization}",
    text: "This cannot be undone. The organization is deleted at once, with:",
    gone: {
      members: "All memberships, also yours",
      invitations: "All invitations",
      slug: "Its name in web addresses, which is free for others then",
    },
    row: "Delete the organization",
    submit: "Delete the organization permanently",
  },
  /** The page of an invitation. */
  invitation: {
    heading: "Join {organization}?",
    text: "{inviter} invites you to become a member.",
    textOfApp: "You are invited to become a member.",
    role: "Your role",
    address: "Invited address",
    accept: "Accept the invitation",
    signIn: "Sign in with the invited address. Then you can accept the invitation.",
    another: "You are signed in as {account}. Only the invited address can accept: sign out, and sign in with that one.",
    unproven: "Your account has not confirmed the invited address. Confirm it, and open the link again.",
    confirm: "Confirm the address",
    ended: "This invitation is no longer valid",
    endedText: "It was used or canceled, or it has expired. Ask the organization for a new one.",
  },
  /** Sentences after a change. */
  done: {
    created: "The organization was created.",
    updated: "The change was saved.",
    invited: "The invitation was sent.",
    cancelled: "The invitation was canceled.",
    declined: "The invitation was declined.",
    role: "The role was changed.",
    removed: "The member was removed.",
    left: "You left the organization.",
    joined: "You are a member now.",
    transferred: "The ownership was transferred.",
    deleted: "The organization was deleted.",
  },
  /** Heading of a page that cannot be opened. */
  refused: "You cannot open this organization now",
  /** Why something was refused. */
  reasons: {
    "already-member": "This person is a member already.",
    "domain-not-allowed": "Your email address is not one of this organization.",
    forbidden: "Your role does not permit this.",
    "invitation-expired": "This invitation is no longer valid.",
    "invitation-other-address": "This invitation is for another email address.",
    "inviter-lost-right": "The person who invited you may not do so any more. Ask for a new invitation.",
    "last-owner": "An organization needs an owner. Transfer the ownership first.",
    "not-member": "There is no such member any more.",
    "proof-too-weak": "Verify it’s you before you do this.",
    "provider-required": "Use the sign-in of your organization.",
    "role-beyond-own": "Your role does not permit giving or taking this role.",
    "session-too-old": "Sign in again.",
    "slug-taken": "Another organization has this name in web addresses. Choose another one.",
    "too-many": "That was too often. Try again later.",
  },
  /** What is wrong with a field. */
  faults: {
    email: "Enter an email address.",
    slug: "This name cannot be used in web addresses.",
  },
};
