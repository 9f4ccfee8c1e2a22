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
  /** What leads to other organizations. */
  others: "Switch organization",
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
    slug: "URL name",
    rules: "Use lowercase letters, numbers and hyphens. It can’t start or end with a hyphen.",
    submit: "Create organization",
    optional: "Leave it empty to take it from the name. Otherwise use lowercase letters, numbers and hyphens.",
  },
  /** Members, and what can be done. */
  members: {
    heading: "Members",
    you: "You",
    managed: "Managed by your organization’s directory",
    /** Link of a member whose role the user may change, and whom the user may remove. */
    change: "Change or remove",
    changeOf: "Change or remove: {name}",
    /** The same for one whose role the user may not change. */
    remove: "Remove",
    removeOf: "Remove: {name}",
    more: "Next page",
    previous: "Previous page",
    atLeast: "More than {count}",
    search: "Search by name or email address",
    searchNames: "Search by name",
    submit: "Search",
    sort: "Sort by",
    sorts: {
      newest: "Newest first",
      name: "Name",
    },
    nobody: "No members found.",
    all: "Show all members",
    partial: "Not all members have been searched yet. Continue on the next page.",
    settings: "Settings",
    leave: "Leave organization",
    onlyOwner: "You’re the only owner. To leave, transfer ownership first.",
    limited: "You’ve searched too often, so these are the newest members. Try again later.",
  },
  /** One member. */
  member: {
    role: "Role",
    remove: "Remove from organization",
    removeHeading: "Remove {name}?",
    removeText: "{name} will lose access to {organization} right away.",
    cancel: "Cancel",
    /** A member whom the directory of an organization, such as Microsoft Entra ID, adds and removes. */
    managed: "Your organization’s directory manages this member. Make changes there: it can undo those that you make here.",
  },
  /** Invitations that wait, and the form for one. */
  invitations: {
    heading: "Invitations",
    invite: "Invite by email",
    rules: "Up to 50 addresses, one per line or separated by commas.",
    answers: {
      invited: "Invitation sent",
      "already-invited": "Already invited. To send the email again, use the list above.",
      address: "Not an email address",
      "too-many": "Not sent. Too many invitations were sent, so try again later.",
    },
    /** Button; the number of addresses is not known yet. */
    submit: "Invite",
    /** Number of invitations that were sent to the addresses of the form. */
    sent: {
      one: "{count} invitation was sent.",
      other: "{count} invitations were sent.",
    },
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
    text: "You’ll lose access right away. To come back, you need a new invitation.",
    submit: "Leave organization",
  },
  /** Settings. */
  settings: {
    title: "Settings of {organization}",
    back: "Back to {organization}",
    nameTitle: "Change name",
    slugTitle: "Change URL name",
    slugText: "Links with the old URL will stop working.",
    policy: "Rules for signing in",
    policyNone: "No rules. Members can use any sign-in method.",
    policyFixed: "Rules that you can’t change here",
    policyTitle: "Change rules for signing in",
    policyText: "The rules are for all members. You can only set rules that you meet yourself.",
    policyTwoSteps: "Require two-step verification",
    policyDomains: "Email domains, separated by spaces (optional)",
    policyDomainsHint: "Members need a confirmed email address at one of these domains.",
    demands: {
      methods: "Required: {list}",
      providers: "Sign-in with: {list}",
      memberProviders: "Sign-in of members with: {list}",
      domains: "Email addresses at: {list}",
      proofMaxAge: "Verify again after: {time}",
      sessionMaxAge: "Sign in again after: {time}",
    },
    policyTwoStepsHint: "Members who don’t have it yet set it up when they next open the organization.",
    logo: "Logo",
    logoNone: "No logo",
    logoTitle: "Change logo",
    logoImage: "Image",
    logoHint: "PNG, JPEG or WebP, up to 48 kB and 512 pixels per side.",
    logoRemove: "Remove logo",
  },
  /** Another owner. */
  transfer: {
    heading: "Transfer ownership?",
    text: "The new owner can do everything in {organization}, and can also remove you. You can’t undo this yourself.",
    member: "New owner",
    becomes: "Your new role",
    submit: "Transfer ownership",
    none: "There is no other member. Invite one first.",
  },
  /** The end of an organization. */
  delete: {
    heading: "Delete {organization}",
    text: "This can’t be undone. The organization is deleted at once, with:",
    gone: {
      members: "All memberships, also yours",
      invitations: "All invitations",
      slug: "Its URL name, which others can use afterwards",
    },
    row: "Delete organization",
    submit: "Delete organization permanently",
  },
  /** The page of an invitation. */
  invitation: {
    heading: "Join {organization}?",
    text: "{inviter} invites you to become a member.",
    textOfApp: "You are invited to become a member.",
    role: "Your role",
    address: "Invited address",
    accept: "Accept invitation",
    signIn: "Sign in with the invited address to accept the invitation.",
    another: "You are signed in as {account}. This invitation is for another email address. Sign out, then sign in with that address.",
    unproven: "Your account hasn’t confirmed the invited address. Confirm it, then open the link again.",
    confirm: "Confirm address",
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
    transferred: "Ownership was transferred.",
    deleted: "The organization was deleted.",
  },
  /** Heading of a page that cannot be opened. */
  refused: "You can’t open this organization now",
  /** Why something was refused. */
  reasons: {
    "already-member": "This person is a member already.",
    "domain-not-allowed": "This organization accepts only email addresses of its own domains. Sign in with such an address, or ask an owner of the organization.",
    forbidden: "Your role doesn’t allow this.",
    "invitation-expired": "This invitation is no longer valid.",
    "invitation-other-address": "This invitation is for another email address.",
    "inviter-lost-right": "The person who invited you can’t invite people anymore. Ask for a new invitation.",
    "last-owner": "An organization needs an owner. Transfer ownership first.",
    "not-member": "This person is no longer a member.",
    "proof-too-weak": "Verify it’s you before you do this.",
    "provider-required": "Use the sign-in of your organization.",
    "role-beyond-own": "You can’t assign or remove this role. Ask an owner of the organization.",
    "session-too-old": "Sign in again.",
    "slug-taken": "Another organization has this URL name. Choose another one.",
    "too-many": "That was too often. Try again later.",
  },
  /** What is wrong with a field. */
  faults: {
    email: "Enter an email address.",
    emails: "Enter up to 50 email addresses.",
    query: "Search for up to 100 characters.",
    domains: "Enter up to 50 domains such as example.com, separated by spaces.",
    domainsEntry: "Enter domains such as example.com, separated by spaces. Not a domain: {entry}",
    slug: "This URL name can’t be used.",
    logo: "Choose a PNG, JPEG or WebP image of up to 48 kB and 512 pixels per side.",
  },
  closed: {
    heading: "Your role can’t open this page",
    text: "An owner of the organization can give you another role.",
  },
};
