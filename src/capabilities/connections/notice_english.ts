// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about connections and domains, in English.
 *
 * @module
 */

/** `{organization}` and `{domain}` are names, `{days}` is a number; in the subject line, the name of the site follows `subject`, which is the heading too. */
export const connectionNoticeEnglish = {
  "domain-lost": {
    subject: "{domain} is no longer confirmed for {organization}",
    text: "The record that confirms the domain is gone. Members can still sign in, but nobody new can join with an address of the domain.",
    advice: "Add the record to the domain again, then check the domain.",
    button: "Open organization",
  },
  "secret-expires": {
    subject: "The sign-in of {organization} stops working soon",
    text: "The key with which this site signs in at the identity provider expires. Days left: {days}.",
    advice: "Create a new key at the identity provider, and enter it for the organization.",
    button: "Open organization",
  },
  "certificate-expires": {
    subject: "The sign-in of {organization} stops working soon",
    text: "A certificate of the identity provider expires, and nobody can sign in with it after that. Days left: {days}.",
    advice: "Enter the new metadata of the identity provider for the organization.",
    button: "Open organization",
  },
  /** `{maker}` is the name of who made the link, `{changes}` are fields, with their values. */
  "link-changed": {
    subject: "The identity provider of {organization} was changed",
    text: "A person with the setup link of {maker} connected or changed it. What is new: {changes}.",
    advice: "If you did not expect this, revoke the link and check the identity provider.",
    button: "Open organization",
  },
  "link-removed": {
    subject: "The identity provider of {organization} was removed",
    text: "A person with the setup link of {maker} removed it. Nobody can sign in with it now.",
    advice: "If you did not expect this, revoke the link and check the identity provider.",
    button: "Open organization",
  },
};
