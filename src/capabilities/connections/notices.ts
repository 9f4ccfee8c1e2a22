/**
 * Emails to the owners of an organization about its domains and its connection.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { type Caller, sendNotice } from "../../mail/notice.ts";
import type { ConnectionNotice } from "../../types/texts.ts";
import { organizations } from "../organizations/kinds.ts";
import { connectionNoticeEnglish } from "./notice_english.ts";
import type { ConnectionsCall } from "./settings.ts";

/** Sends an email to an address; a failure is logged. */
export async function sendConnectionNotice(
  caller: Caller,
  to: string | null | undefined,
  notice: ConnectionNotice,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await sendNotice(
    caller,
    to,
    {
      builtIn: connectionNoticeEnglish[notice],
      pick: ({ connections }) => connections?.[notice],
      // The one whose sign-in found it is another person than the reader.
      hidesDevice: true,
    },
    () => values,
  );
}

/** Sends an email to each owner; what was found stands even if nobody can be told. */
export async function notifyOwners(
  call: ConnectionsCall,
  org: string,
  notice: ConnectionNotice,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { config, request, records } = call;
  try {
    const data = (await organizations.get(records, org))?.data;
    if (!data || data.isEnding) return;
    const origin = request?.origin || config.siteOrigin;
    const path = `organization/${data.slug}`;
    const url = origin ? actionUrl({ request: { origin }, config }, path) : "";
    for (const owner of data.owners) {
      const user = await config.store.getUser(owner);
      await sendConnectionNotice(call, user?.email, notice, {
        organization: data.name,
        url,
        ...values,
      });
    }
  } catch (error) {
    config.logger.error(error as Error);
  }
}
