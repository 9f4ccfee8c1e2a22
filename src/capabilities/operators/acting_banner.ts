/**
 * What pages show while an operator acts for a user in this browser.
 *
 * @module
 */

import { timeInWords } from "../../base/in_words.ts";
import { fill, textsIn } from "../../base/language.ts";
import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import { createContext } from "../../request/context.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { openSealed } from "../../session/acting.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { ActingParts, SealedActing } from "../../types/acting_parts.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context } from "../../types/internal.ts";
import { actingEnglish } from "../../../pages/acting/english.ts";

/** Path of the page on which an operator stops. */
export const STOP = "operators/stop";

/** The user of the session while it is live; where nobody can tell, what the cookie says. */
export async function findUser(
  ctx: Context,
  { userId: id }: SealedActing,
): Promise<Pick<AdapterUser, "id"> & Partial<AdapterUser> | undefined> {
  try {
    return await (await sessionOf(ctx).open(ctx))?.user() ?? undefined;
  } catch (error) {
    // The page can be the one that says so, or the way out.
    if (!isStoreFailure(error)) ctx.config.logger.error(error as Error);
    return { id };
  }
}

/** See {@linkcode ActingParts}. */
export const readBanner: ActingParts["readBanner"] = async (request, config) => {
  // The page that has it answers itself.
  if (request.action === STOP) return undefined;
  const { providerId: _provider, body: _body, ...read } = request;
  const ctx = await createContext({ ...read, query: {} }, config);
  const sealed = await openSealed(ctx);
  if (!sealed) return undefined;
  const user = await findUser(ctx, sealed);
  const wording = makeWording(config, request);
  const { banner } = textsIn(actingEnglish, wording, ({ acting }) => acting);
  return {
    text: user
      ? fill(banner.text, {
        name: user.name ?? user.email ?? user.id,
        until: timeInWords(wording.language, new Date(sealed.until * 1000)),
      })
      : banner.over,
    link: { url: actionUrl(ctx, STOP), label: user ? banner.stop : banner.back },
  };
};
