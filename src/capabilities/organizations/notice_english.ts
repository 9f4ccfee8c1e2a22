// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about organizations, in English.
 *
 * @module
 */

/** `{organization}`, `{role}` and `{inviter}` are names, `{date}` is a date; in the subject line, the name of the site follows `subject`, which is the heading too. */
export const organizationNoticeEnglish = {
  added: {
    subject: "You are a member of {organization}",
    text: "Your role is: {role}.",
    advice: "If you do not know the organization, leave it.",
    button: "Open organization",
  },
  deleted: {
    subject: "{organization} was deleted",
    text: "You are no longer a member, and your invitations to it are no longer valid.",
    advice: "If you have questions, ask the other owners of the organization.",
    button: "Your organizations",
  },
  invitation: {
    subject: "{inviter} invited you to join {organization}",
    text: "Your role: {role}. The invitation is for this address and expires on {date}.",
    advice: "If you do not know the organization, ignore this email.",
    button: "See invitation",
  },
  "ownership-moved": {
    subject: "{organization} has another owner",
    text: "Your role is now: {role}.",
    advice: "If you have questions, ask an owner of the organization.",
    button: "Open organization",
  },
  removed: {
    subject: "You are no longer a member of {organization}",
    text: "You can no longer open what belongs to it.",
    advice: "If you have questions, ask an owner of the organization.",
    button: "Your organizations",
  },
  "role-changed": {
    subject: "Your role in {organization} has changed",
    text: "It is now: {role}.",
    advice: "If you have questions, ask an owner of the organization.",
    button: "Open organization",
  },
};
