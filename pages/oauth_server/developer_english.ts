// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page of an organization's own apps, in English.
 *
 * @module
 */

/** Texts; `{organization}` and `{name}` are names, `{date}` is a date. */
export const developerAppEnglish = {
  /** Title of the list, and text of the links to it. */
  title: "Developer apps",
  /** Title of the window. */
  titleOf: "Developer apps of {organization}",
  /** Purpose of the page. */
  text: "Apps that your organization builds. They can ask people for access to their accounts here.",
  /** Heading of the list. */
  list: "Your apps",
  /** Name of the value that names an app to a program. */
  clientId: "Client ID",
  /** Name of the value that proves an app. */
  secret: "Client secret",
  /** Secret that was replaced and still counts. */
  previous: "The previous secret works until {date}.",
  /** Time at which an app was made. */
  created: "Created {date}",
  /** Number of people, or "More than" some. */
  people: "People who gave access: {count}",
  /** Fields of the forms. */
  fields: {
    name: "App name",
    redirectUris: "Redirect URIs",
    /** Below that field. */
    redirectUrisHint: "One per line. People return there after they have decided.",
    method: "How the app proves who it is",
    clientUri: "Website",
    logoUri: "Logo",
    tosUri: "Terms of service",
    policyUri: "Privacy policy",
    /** Below a field for an address that may be left empty. */
    optional: "Optional. An address that begins with https.",
  },
  /** Choices of that field. */
  methods: {
    secret: "With a secret, on a server",
    none: "Without a secret, on a device or in a browser",
  },
  /** The form for a new app. */
  create: {
    heading: "Create an app",
    submit: "Create app",
  },
  /** The form that changes an app. */
  change: {
    act: "Change",
    actOf: "Change: {name}",
    heading: "Change {name}",
  },
  /** The question before a new secret. */
  rotate: {
    act: "New secret",
    actOf: "New secret: {name}",
    heading: "Create a new secret for {name}?",
    text: "You see it once. Choose how long the app can also use its current secret.",
    overlap: "The current secret works",
    now: "No longer",
    day: "For one more day",
    week: "For one more week",
    submit: "Create new secret",
  },
  /** The question before an app is removed. */
  remove: {
    act: "Remove",
    actOf: "Remove: {name}",
    heading: "Remove {name}?",
    text: "People can no longer sign in with the app, and it loses all access that they gave it. This can’t be undone.",
    submit: "Remove app",
  },
  /** A secret that was made just now. */
  made: {
    heading: "Copy the secret of {name}",
    text: "It’s shown only now. Keep it on your server.",
    done: "Back to the apps",
  },
  /** Sentences after a change. */
  done: {
    made: "The app was created.",
    changed: "The app was changed.",
    removed: "The app was removed.",
  },
  /** Reasons for which nothing was changed. */
  reasons: {
    rotated: "Another secret was created at the same moment. Try again.",
    "too-many": "The organization has too many apps. Remove one that it doesn’t need.",
    unknown: "This app no longer exists.",
  },
  /** Sentences about a value that a field does not take. */
  faults: {
    redirectUris: "Each redirect URI must begin with https and have a public host, or be that of an app or of localhost.",
    link: "Enter an address that begins with https.",
  },
};
