// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the pages of an authorization server, in English.
 *
 * @module
 */

/** Texts of the question and of the list; `{client}` is an app, `{target}` a host, `{date}` a date. */
export const oauthServerEnglish = {
  /** The question. */
  ask: {
    /** Heading. */
    heading: "{client} wants to access your {site} account",
    /** Sentence below the heading. */
    text: "Allow this only if you started it in the app yourself.",
    /** Name of the field with the address of the user. */
    account: "Your account",
    /** Name of the field with the place that the browser returns to. */
    target: "You’ll return to",
    /** Heading of what the app may do. */
    access: "This app will be able to",
    /** Name of what the service itself says about the user. */
    own: "About you",
    /** Scopes of OpenID Connect. */
    scopes: {
      openid: "Confirm who you are",
      profile: "See your name and your picture",
      email: "See your email address",
      offline_access: "Keep access when you’re not using it",
    },
    /** Label of the choice of an organization. */
    organization: "In this organization",
    /** Warning about an app that has made itself known. */
    stranger: "This app chose its own name, which isn’t verified. Your data will go to {target}.",
    /** Warning about one on the device of the user. */
    loopback: "The answer goes to a program on this device. Any program can give itself this name.",
    /** Button that gives access. */
    allow: "Allow",
    /** Button that refuses. */
    deny: "Deny",
    /** Button that signs out first. */
    another: "Use another account",
    /** Label of the field with the name of the organization that made the app */
    maker: "Made by",
  },
  /** The page before the browser goes to an app that was not checked. */
  leave: {
    /** Heading. */
    heading: "Go to {target}?",
    /** Sentence below the heading. */
    text: "An unverified app sends you there. Continue only if you know the address.",
  },
  /** The page that posts the answer to an app, as it is seen where scripts are off. */
  post: {
    /** Heading. */
    heading: "Continue to {target}",
  },
  /** The page about a request that leads nowhere; `{site}` is the name of the site. */
  unknown: {
    /** The app is not registered. */
    client: {
      heading: "{site} doesn’t know this app",
      text: "The app that sent you here isn’t registered, so nothing was sent to it. Contact its developer.",
    },
    /** The app names a place that is not registered for it. */
    target: {
      heading: "{site} can’t return to this app",
      text: "The app gave an address that isn’t registered for it, so nothing was sent there. Contact its developer.",
    },
    /** A request that the app has sent before is not there any more. */
    request: {
      heading: "This request has expired",
      text: "It was used already, or too much time has passed. Start again in the app.",
    },
    /** Name of the field with the app. */
    app: "App name",
  },
  /** Apps with access. */
  apps: {
    /** Title of the list, and text of the links to it. */
    title: "Apps with access",
    /** Purpose of the list. */
    text: "You gave these apps access to your account. You can remove it at any time.",
    /** Row of the account page. */
    row: {
      heading: "Apps with access",
      none: "No app has access to your account.",
      open: "Manage apps",
    },
    /** Time at which access was given. */
    given: "Access since {date}",
    /** Time of the last use. */
    used: "Last used {date}",
    /** Access that was not used yet. */
    neverUsed: "Not used yet",
    /** The question before the end. */
    end: {
      act: "Remove access",
      actOf: "Remove access: {client}",
      heading: "Remove the access of {client}?",
      text: "The app can no longer act for you. To use it again, you must give it access again.",
      submit: "Remove access",
    },
    /** Sentence after the end. */
    ended: "The app no longer has access.",
    /** Sentence about an app that has no access any more. */
    unknown: "This app no longer has access.",
  },
};
