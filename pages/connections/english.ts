// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page of an organization's single sign-on, in English.
 *
 * @module
 */

/** Single sign-on of an organization: `{organization}`, `{domain}`, `{group}`, `{site}` are names. */
export const connectionEnglish = {
  /** Name of the page in links, and its first heading. */
  title: "Single sign-on",
  /** Title of the document. */
  titleOf: "Single sign-on of {organization}",
  /** Domains, whose addresses belong to the organization. */
  domains: {
    heading: "Domains",
    text: "People with an email address at a confirmed domain sign in with your identity provider.",
    label: "Domain",
    add: "Add domain",
    proven: "Confirmed",
    waiting: "Not confirmed",
    lost: "Record missing since {date}",
    record: "Add this TXT record where the domain is managed, then check it. New records can take some hours to appear.",
    name: "Record name",
    value: "Record value",
    check: "Check now",
    checkOf: "Check now: {domain}",
    remove: "Remove",
    removeOf: "Remove: {domain}",
  },
  /** The question before a domain is removed. */
  removeDomain: {
    heading: "Remove {domain}?",
    text: "People with an email address at this domain can no longer sign in with your identity provider.",
    submit: "Remove domain",
  },
  /** The identity provider, and the form for it. */
  provider: {
    heading: "Identity provider",
    text: "Create an OpenID Connect application at your identity provider with this redirect URI, then enter what the provider shows for it.",
    redirect: "Redirect URI",
    issuer: "Issuer",
    issuerHint: "A URL, exactly as your identity provider shows it.",
    clientId: "Client ID",
    clientSecret: "Client secret",
    secretHint: "Leave this empty to keep the current secret.",
    expires: "Client secret expires on (optional)",
    tenants: "Tenant IDs, separated by spaces",
    secretUntil: "Client secret expires on {date}",
    connect: "Connect provider",
    change: "Change provider",
    test: "Test connection",
    try: "Test sign-in",
    remove: "Remove provider",
    samlText: "Create a SAML application at your identity provider with these values, then enter the metadata of the provider.",
    entityId: "Entity ID",
    acs: "Assertion consumer service URL (ACS)",
    ownMetadata: "Metadata URL of this site",
    metadataUrl: "Metadata URL of the provider",
    metadata: "Or the metadata itself, as XML",
    metadataHint: "Leave both empty to keep the current metadata.",
    subject: "Attribute that identifies a person (optional)",
    subjectHint: "Leave this empty if the NameID has the persistent format.",
    email: "Attribute with the email address (optional)",
    groups: "Attribute with the groups (optional)",
    signedResponse: "Accept signed responses with unsigned assertions",
    startsThere: "Let people start at the identity provider",
    certificateUntil: "Certificate expires on {date}",
    useSaml: "Use SAML",
    useOidc: "Use OpenID Connect",
    signOn: "Sign-on URL",
    signsOut: "Also sign people out of the identity provider",
    logoutUrl: "Single logout URL (SLO)",
    logoutRedirect: "Redirect URI after sign-out",
  },
  /** Fields in a list of those that have other values. */
  changed: {
    certificates: "Certificates",
    email: "Attribute with the email address",
    groups: "Attribute with the groups",
    logout: "Sign-out URL",
    subject: "Attribute that identifies a person",
    tenants: "Tenant IDs",
  },
  /** The form that changes the provider. */
  change: {
    heading: "Change identity provider",
    text: "With another issuer, this site no longer recognizes people who signed in with the old one.",
    samlText: "If the metadata has another entity ID, this site no longer recognizes people who signed in with the old one.",
  },
  /** The question before the provider is removed. */
  remove: {
    heading: "Remove identity provider?",
    text: "Nobody can sign in with it anymore. People who are signed in stay signed in.",
    submit: "Remove provider",
  },
  /** What a test of the provider has found; `{field}` is the name of a member in its document. */
  lacks: {
    discovery: "The provider could not be read at this issuer. Check the issuer.",
    endpoint: "The provider does not name its {field}.",
    keys: "The keys of the provider could not be read.",
    metadata: "The metadata of the provider can’t be used.",
    certificate: "The certificate of the provider is not current. Enter the metadata again.",
  },
  /** What a test of the sign-in has found. Nobody was signed in. */
  tried: {
    works: "The sign-in works",
    refused: "The sign-in would be refused",
    waits: "The test has not ended",
    text: "This was a test. Nobody was signed in, and no account was created.",
    waitsText: "The identity provider has not answered yet. Test the sign-in again.",
    subject: "Identifier",
    email: "Email address",
    groups: "Groups",
    none: "None",
    result: "Result",
    as: {
      invited: "The person has an invitation, and joins by accepting it.",
      member: "The person signs in as a member.",
      new: "The person joins as a new member.",
    },
    field: "Field",
    again: "Test again",
    refusals: {
      answer: "The answer of the identity provider can’t be used.",
      changed: "The connection was changed during the test. Test it again.",
      domain: "The domain of the address is not confirmed for the organization.",
      linked: "An account with this address exists. Its owner signs in to it first, and connects it afterwards.",
      "no-address": "The identity provider sends no usable email address.",
      provider: "The identity provider refused the sign-in.",
      removed: "The person was removed from the organization, and has no invitation.",
      role: "Nothing gives the person a role.",
      suspended: "The account of the person is suspended.",
      tenant: "The tenant of the person is not one of the connection.",
      unverified: "The identity provider does not vouch for the address.",
      withheld: "This person can’t sign in. An owner of the organization sees the reason in a test.",
    },
  },
  /** Roles by groups of the provider. */
  roles: {
    heading: "Roles by group",
    text: "The first group in this list that a person belongs to decides the role at each sign-in.",
    none: "No group gives a role.",
    ofApp: "This list was set by {site}. Your own list replaces it.",
    group: "Group",
    add: "Add group",
    up: "Move up",
    upOf: "Move up: {group}",
    remove: "Remove",
    removeOf: "Remove: {group}",
  },
  /** The row that says whether members must sign in with the provider. */
  required: {
    heading: "Required",
    on: "Members must sign in with your identity provider.",
    off: "Members can also sign in in other ways.",
    require: "Require",
    release: "Don’t require",
  },
  /** The question before members must use the provider. */
  require: {
    heading: "Require single sign-on?",
    text: "Members will be able to sign in with your identity provider only. Owners keep their other ways to sign in. You must have just signed in with the provider yourself.",
    submit: "Require single sign-on",
  },
  /** The question before members need not use it anymore. */
  release: {
    heading: "Stop requiring single sign-on?",
    text: "Members will be able to sign in in other ways too.",
    submit: "Stop requiring",
  },
  /** A link for a person without an account. */
  link: {
    heading: "Setup link",
    text: "Let the person who manages your identity provider do this without an account. The link opens domains and identity provider, and nothing else. It works once, within one hour.",
    waits: "A link has not been opened yet. It expires {date}.",
    opened: "A link was opened. Its access ends {date}.",
    create: "Create link",
    revoke: "Revoke link",
  },
  /** A link that was made just now. */
  made: {
    heading: "Copy your link now",
    text: "It is shown only this once. It works once, within one hour. Send it only to the person who needs it.",
    link: "Link",
    done: "Back to single sign-on",
  },
  /** The page that such a link opens. */
  setup: {
    heading: "Set up single sign-on for {organization}",
    text: "Confirm domains and connect your identity provider. You need no account. This browser has access for one hour.",
    open: "Start setup",
    ended: "This link is no longer valid",
    endedText: "It was used, replaced or revoked, or it has expired. Ask the organization for a new one.",
  },
  /** Sentences after a change. */
  done: {
    added: "The domain was added.",
    proven: "The domain is confirmed.",
    freed: "The domain was removed.",
    connected: "The identity provider was connected. Test the connection next.",
    changed: "The change was saved.",
    removed: "The identity provider was removed.",
    tested: "The identity provider works: its endpoints and keys could be read.",
    required: "Members must sign in with your identity provider from now on.",
    released: "Members can sign in in other ways again.",
    revoked: "The link was revoked.",
    checked: "The certificate and the metadata of the identity provider can be used.",
  },
  /** Why something was refused. */
  reasons: {
    absent: "The TXT record was not found yet. Compare name and value, and try again later.",
    "connection-exists": "An identity provider is connected already.",
    "domain-taken": "Another organization has confirmed this domain.",
    "no-other-way": "An owner needs another way to sign in first, such as a passkey or a password.",
    "provider-required": "Sign in with your identity provider first, then require it.",
    unknown: "This no longer exists.",
  },
  /** What is wrong with the text in a field of a form. */
  faults: {
    domain: "Enter a domain that belongs to your organization, such as example.com. Public email services are not possible.",
    issuer: "Enter the issuer as an https URL, exactly as your identity provider shows it.",
    clientId: "Enter the client ID.",
    clientSecret: "Enter the client secret as your identity provider shows it.",
    secretExpires: "Enter a date in the future.",
    tenants: "This issuer stands for many tenants. Enter the IDs of yours, or use the issuer of your tenant.",
    roles: "Enter a group and choose a role.",
    metadata: "Enter the metadata of your identity provider, as an https URL or as XML.",
    attribute: "Enter the name of an attribute.",
    signsOutAtProvider: "The metadata has no single logout URL. Enter the current metadata, or leave this option off.",
  },
};
