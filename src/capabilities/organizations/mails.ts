/**
 * Emails about organizations. Their texts are those of the config, else these.
 *
 * The name of the organization was typed by a person: it has at most 64 characters, no line break,
 * and no email program makes a link of it.
 *
 * @module
 */

import { sendNotice } from "../../mail/notice.ts";
import type { LinkedNoticeTexts, NoticeTexts, OrganizationNotice } from "../../types/texts.ts";
import type { Scope } from "./settings.ts";

/** Texts; `{organization}` and `{role}` are names. */
export const organizationNotices: Readonly<
  Record<OrganizationNotice, NoticeTexts> & Record<"invitation", LinkedNoticeTexts>
> = {
  added: {
    subject: "You are a member of {organization}",
    text: "Your role is: {role}.",
  },
  deleted: {
    subject: "{organization} was deleted",
    text: "You are no longer a member, and your invitations to it are no longer valid.",
  },
  invitation: {
    subject: "You are invited to {organization}",
    text: "Your role will be: {role}. The invitation is for this address, and ends in 7 days.",
    advice: "If you do not know the organization, ignore this email.",
    button: "See the invitation",
  },
  "ownership-moved": {
    subject: "{organization} has another owner",
    text: "Your role is now: {role}.",
  },
  removed: {
    subject: "You are no longer a member of {organization}",
    text: "You can no longer open what belongs to it.",
  },
  "role-changed": {
    subject: "Your role in {organization} has changed",
    text: "It is now: {role}.",
  },
};

/** Values of the slots. */
export interface NoticeValues {
  /** Name of the organization. */
  organization: string;
  /** Name of the role. Default: none */
  role?: string;
  /** Link of an invitation. */
  url?: string;
}

/** Sends an email to an address; a failure is logged. */
export async function sendOrganizationNotice(
  scope: Pick<Scope, "config" | "request">,
  to: string | null | undefined,
  notice: OrganizationNotice,
  { organization, role = "", url = "" }: NoticeValues,
): Promise<void> {
  await sendNotice(
    scope,
    to,
    {
      builtIn: organizationNotices[notice],
      pick: ({ organizations }) => organizations?.[notice],
      // The one who acts is another person than the reader.
      hidesDevice: true,
    },
    () => ({ organization, role, url }),
  );
}

/** Sends an email to a user; the change stands even if the user cannot be read. */
export async function notifyMember(
  scope: Scope,
  userId: string,
  notice: OrganizationNotice,
  values: NoticeValues,
): Promise<void> {
  try {
    const user = await scope.config.store.getUser(userId);
    await sendOrganizationNotice(scope, user?.email, notice, values);
  } catch (error) {
    scope.config.logger.error(error as Error);
  }
}
