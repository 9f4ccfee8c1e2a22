// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the pages of every app, in English. Texts of errors say what to do next, and give no
 * details of the error.
 *
 * @module
 */

/** Texts of the pages; `{slots}` are filled with values. */
export const pageEnglish = {
  /** Titles of the documents, without the name of the site. */
  titles: {
    signin: "Sign in",
    signup: "Create account",
    connect: "Connect account",
    signout: "Sign out",
    /** Title of each page that shows an error, with `{title}`. */
    error: "Error: {title}",
    "verify-request": "Check your email",
    confirm: "Sign in?",
  },
  /** Heading, line below it, buttons, labels and links of the sign-in page; heading for a user who is signed in and proves again who it is. */
  signIn: {
    heading: "Sign in",
    again: "Verify it’s you",
    /** With the name of the `{site}`. */
    to: "to continue to {site}",
    /** Note for a user who is signed in already, and the link that goes on. */
    signedIn: "You are signed in as {name}.",
    goOn: "Continue",
    with: "Continue with {name}",
    /** The same for a provider that has no name of its own. */
    withPasskey: "Sign in with a passkey",
    withPassword: "Sign in with a password",
    email: "Email",
    /** Button of the first step, and the link that leads back to it. */
    next: "Continue",
    change: "Change",
    /** Buttons for the password, and for the link that an email brings. */
    submit: "Sign in",
    link: "Email me a sign-in link",
    /** Between the fields and the providers. */
    or: "or",
    /** Opens the list of further providers. */
    more: "More ways to sign in",
    /** Marks the provider that was used last. */
    last: "Last used",
    /** Label and link of the library's own password form. */
    password: "Password",
    forgot: "Forgot password?",
    /** Question before the link to the page for new accounts, and the link. */
    isNew: "New here?",
    create: "Create account",
  },
  /** Heading of the page for new accounts, and the question before the link to the sign-in page. */
  signUp: {
    heading: "Create your account",
    isKnown: "Already have an account?",
  },
  /** The page that offers to link the account of a provider with the `{name}` to sign in with. */
  connect: {
    heading: "Connect {name}?",
    text: "You’ll also be able to sign in to {site} with {name}.",
    submit: "Connect {name}",
    skip: "Not now",
  },
  /** Passkey forms: button of the page for new accounts, notes, and sentences by error name or code. */
  passkey: {
    create: "Create passkey",
    noScript: "Passkeys need JavaScript. Turn it on, or sign in another way.",
    unsupported: "This browser can’t use passkeys here. Sign in another way.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey was used. Try again, create one, or sign in another way.",
      InvalidStateError: "This device already has a passkey for this account. Sign in with it.",
      SecurityError: "Passkeys do not work at this address. Sign in another way.",
      no_user: "Check your details and try again.",
      no_sign_up: "New accounts need an invitation. Sign in the way you did before.",
      signed_in: "You are signed in already.",
      TooManyRequests: "Too many attempts. Please wait a while and try again.",
    },
  },
  /** Heading, question and button of the sign-out page; and its heading without a session. */
  signOut: {
    heading: "Sign out",
    question: "Do you want to sign out of {site}?",
    submit: "Sign out",
    done: "You are signed out",
    /** What is left open after a sign-out at the provider that failed */
    provider: "You are signed out of {site}. Your identity provider has not confirmed that it signed you out too.",
    others: "You are signed out of {site} and of your identity provider. It could not sign you out of all its other sites.",
  },
  /** The page after a request for a link. */
  verify: {
    heading: "Check your email",
    /** Where the email went: `{email}`. */
    sent: "We sent an email to {email}.",
    /** What to do with it, by what it is for. */
    text: {
      "sign-in": "Open the link in this browser to sign in.",
      "sign-up": "Open the link in this browser to confirm your address.",
      password: "Open the link in this browser to choose a new password.",
    },
    /** The same for an email with a code. */
    textWithCode: "Enter the code from the email here, or open the link in this browser.",
    /** The whole text, where this browser waits for no email. */
    textUnknown: "Open the link from the email in the browser you started in.",
    code: "Code",
    submit: "Continue",
    /** Error about a wrong code, with the number of tries that are left. */
    wrong: {
      one: "That code is wrong. You have one more try.",
      other: "That code is wrong. You have {count} more tries.",
    },
    /** Error after the last try. */
    ended: "The code no longer works. The link in the email still does.",
    /** Link to the website of an email service with the `{name}`. */
    inbox: "Open {name}",
    resend: "Send another email",
    /** Error about another email that was asked for too early, with the `{time}` to wait. */
    tooSoon: "We sent the email a moment ago. You can ask for another one in {time}.",
    /** Leads back to the field for the address. */
    change: "Wrong address?",
  },
  /** The page between a link and the sign-in, where another browser requested the link. */
  confirm: {
    heading: "Sign in?",
    text: "You are about to sign in to {site} as {email}.",
    textWithoutEmail: "You are about to sign in to {site}.",
    hint: "This link was requested in another browser. Continue only if you requested it.",
    submit: "Sign in",
  },
  /** The page after a form that was drawn for another account: `{name}` is signed in now. */
  visitor: {
    heading: "You are now signed in as {name}",
    text: "The page was opened before you signed in with this account, so nothing was changed.",
    submit: "Continue with this account",
    back: "Go back",
  },
  /** Sentences of the sign-in page by `error`; `default` for any other, and `wrongDetails` for credentials without an email address. */
  signInErrors: {
    default: "We could not sign you in. Please try again.",
    another: "The sign-in did not work. Try again, or use another account.",
    OAuthAccountNotLinked: "You already have an account with this email address. Sign in the way you did before.",
    AccountNotLinked: "This passkey or email address belongs to another account. Sign in the way you did the first time, then add a passkey.",
    EmailSignin: "The email could not be sent. Check the address and try again.",
    CredentialsSignin: "Wrong email or password.",
    wrongDetails: "Sign-in failed. Check your details and try again.",
    SessionRequired: "Please sign in to see this page.",
    MissingCSRF: "This form was open for too long. Please try again.",
    NoCookies: "Your browser blocks cookies. Allow them for this site, then try again.",
    SessionEnded: "You were signed out, for example from another device. Please sign in again.",
  },
  /** Error pages by `error`; `default` for any other. */
  errors: {
    default: {
      heading: "Something went wrong",
      text: "Go back to the site and try again.",
    },
    Configuration: {
      heading: "Sign-in is not available",
      text: "There is a problem with the settings of this site. Please try again later.",
    },
    InvalidCheck: {
      heading: "Please start again",
      text: "This sign-in expired, was already used, or began in another browser.",
    },
    AccessDenied: {
      heading: "Access denied",
      text: "You do not have permission to sign in. Try another account.",
    },
    NoProof: {
      heading: "Stronger sign-in needed",
      text: "Sign in with a passkey or another strong method.",
    },
    ConnectionFailed: {
      heading: "The sign-in of your organization does not work",
      text: "Please try again later, or sign in another way. If it happens again, tell the people who manage it.",
    },
    NoConnection: {
      heading: "No organization signs in with this address",
      text: "Check the address, or sign in another way.",
    },
    NotAdmitted: {
      heading: "Your organization does not let you in",
      text: "Ask an owner of the organization for an invitation, or sign in another way.",
    },
    OtherDomain: {
      heading: "This address does not belong to the organization",
      text: "The organization can sign in people whose email address is at a domain that it has confirmed. Use another account, or sign in another way.",
    },
    Verification: {
      heading: "This link does not work",
      text: "It was already used, or it has expired. Request a new one.",
    },
    WebAuthnVerificationError: {
      heading: "Your passkey was not accepted",
      text: "Try again, or sign in another way.",
    },
    TooManyRequests: {
      heading: "Too many attempts",
      text: "Please wait a while and try again.",
    },
    NotFound: {
      heading: "This page does not exist",
      text: "Check the address, or start again.",
    },
    BadRequest: {
      heading: "Something went wrong",
      text: "This link or form can’t be used. Please start again.",
    },
  },
  /** Below the heading of `TooManyRequests`: when to try again (`{time}`), and what else helps. */
  wait: {
    until: "Try again in {time}.",
    account: "You can also sign in another way, or on a device that you have used before.",
    recipient: "The newest email that we sent still works.",
    network: "There were many requests from your network.",
  },
  /** What the log calls the failure of an error page: `{reference}`. */
  reference: "Reference {reference}",
  /** Button that leads back to the sign-in page. */
  again: "Sign in",
  /** Link to the site. */
  site: "Go to {site}",
  /** Link to the account page. */
  toAccount: "Back to your account",
  /** Error of a page that gets no answer. */
  unreachable: "There is no connection. Please try again.",
  /** The menu with the name of the user: the link to the account page. */
  menu: {
    account: "Your account",
  },
  /** The page that holds a form that is too long to be kept while its user signs in in another tab. */
  held: {
    heading: "What you typed is still here",
    text: "Sign in or verify it’s you in a new tab. After that, come back to this page and send it.",
    open: "Continue in a new tab",
    submit: "Send",
  },
};
