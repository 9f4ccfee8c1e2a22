/**
 * Emails about organizations. Their texts are those of the config, else these.
 *
 * The names of the organization and of the one who acts were typed by a person: they have at most 64
 * characters, no line break, and no email program makes a link of them.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { dateInWords } from "../../base/in_words.ts";
import { type Caller, sendNotice } from "../../mail/send_notice.ts";
import type { OrganizationNotice } from "../../types/texts.ts";
import { actionUrl } from "../../http/url.ts";
import { organizationNoticeEnglish } from "./notice_english.ts";
import { readActorName } from "./person.ts";
import type { OrganizationsCall } from "./settings.ts";
import type { Organization } from "./types.ts";

/** Loaded with the first email. */
const words = lazy(() => import("../../../pages/organizations/roles.ts"));

/** What the email says. */
export interface NoticeFacts {
  /** Name of the organization. */
  organization: string;
  /** Name of the person who made the change; `null` for the app. */
  actor: string | null;
  /** Name of the role. Default: none */
  role?: string;
  /** Link of the button. Default: there is none */
  url?: string;
  /** Time at which an invitation ends. Default: none */
  expires?: Date;
}

/** Sends an email to an address; a failure is logged. */
export async function sendOrganizationNotice(
  caller: Caller,
  to: string | null | undefined,
  notice: OrganizationNotice,
  { organization, actor, role = "", url = "", expires }: NoticeFacts,
): Promise<void> {
  await sendNotice(
    caller,
    to,
    {
      builtIn: organizationNoticeEnglish[notice],
      pick: ({ organizations }) => organizations?.[notice],
      // The one who acts is another person than the reader.
      hidesDevice: true,
      actor,
      ...notice === "invitation" ? { why: "entered" } : {},
    },
    async (wording, site) => ({
      organization,
      role: role === "" ? "" : (await words()).roleInWords(wording, role).name,
      url,
      inviter: actor ?? site,
      date: expires ? dateInWords(wording.language, expires, "long") : "",
    }),
  );
}

/** Notices to people who are members no longer: the button leads to their other organizations. */
const LEFT: ReadonlySet<OrganizationNotice> = new Set(["deleted", "removed"]);

/** Path of the page that the button of a notice leads to. */
export function noticePath(notice: OrganizationNotice, slug: string): string {
  return LEFT.has(notice) ? "organizations" : `organization/${slug}`;
}

/** Sends an email to a user; the change stands even if the user cannot be read. */
export async function notifyMember(
  call: OrganizationsCall,
  userId: string,
  notice: OrganizationNotice,
  { organization: { name, slug }, by, role }: {
    /** The organization. */
    organization: Pick<Organization, "name" | "slug">;
    /** Id of the user who made the change; `null` for the app. */
    by: string | null;
    /** Name of the role. Default: none */
    role?: string;
  },
): Promise<void> {
  const { config, request } = call;
  try {
    const user = await config.store.getUser(userId);
    const origin = request?.origin || config.siteOrigin;
    await sendOrganizationNotice(call, user?.email, notice, {
      organization: name,
      actor: by === null ? null : await readActorName(config, by),
      ...role === undefined ? {} : { role },
      ...origin
        ? { url: actionUrl({ request: { origin }, config }, noticePath(notice, slug)) }
        : {},
    });
  } catch (error) {
    config.logger.error(error as Error);
  }
}
