/**
 * The way to a client without a code: an error, or what comes after a sign-out. Anyone can register a
 * client, or write a document about one, so a link to this server would lead to any place. So the
 * browser goes there at once only where a user has said so.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2 RFC 9700 §4.11.2}
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { shownTarget } from "../../http/redirect_uri.ts";
import { renderPart } from "../../response/render.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { OAuthLeave } from "../../../pages/oauth_server/step.ts";
import type { Client } from "./client.ts";
import { standingGrants } from "./grants.ts";
import type { OAuthCall } from "./settings.ts";
import { hostOf } from "./consent_decision.ts";

const page = lazy(() => import("../../../pages/oauth_server/mod.ts"));

/**
 * Returns `true` when the browser may go to a client at once: to one that the app knows, and to a
 * stranger's host to which the user of the session has given access.
 */
export async function goesAtOnce(
  call: Pick<OAuthCall, "config">,
  { id, isUntrusted }: Pick<Client, "id" | "isUntrusted">,
  uri: string,
  visitor: Pick<Visitor, "userId"> | null | undefined,
): Promise<boolean> {
  if (!isUntrusted) return true;
  if (!visitor) return false;
  const host = hostOf(uri);
  return (await standingGrants(call, visitor.userId)).some(({ data }) =>
    data.client === id && Object.hasOwn(data.byHost, host)
  );
}

/** Leads to a client, or shows a page with its host and a button. */
export async function leadTo(
  ctx: Context,
  redirect: string,
  isAtOnce: boolean,
): Promise<ResponseInternal> {
  if (isAtOnce) return { redirect };
  const props: OAuthLeave = { step: "leave", target: shownTarget(redirect), url: redirect };
  const load = async () => (await page()).leavePart;
  return await renderPart("oauth", load, props, ctx.request, ctx.config);
}
