/**
 * The address of a sign-up that did not prove it: typed for a passkey, or said by a provider that
 * has not verified it. It never becomes the address of the user before a code has proven it, finds
 * no user and links nothing; but it is not lost.
 *
 * @module
 */

import { parseAddress } from "../../base/address.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import type { Moments, Questions } from "../../types/topics.ts";
import { sendCode } from "./address.ts";
import { findPending, keepPending, signUpOf } from "./address_change.ts";
import type { WithAddresses } from "./address_undo.ts";

/** Keeps the address; the page on which the user confirms it follows the sign-up. */
export async function keepUnproven(
  { ctx, userId, address, redirect }: Questions["address.unproven"]["asked"],
): Promise<string | undefined> {
  let email: string;
  try {
    email = parseAddress(address);
  } catch {
    return undefined;
  }
  await keepPending(ctx.config as WithAddresses, userId, email);
  return withQuery(actionUrl(ctx, "address"), { callbackUrl: redirect });
}

/** Sends the code once the session of the sign-up has begun. */
export async function sendFirstCode(
  { ctx, user: { id, email } }: Moments["session.begun"],
): Promise<void> {
  if (!id || email) return;
  const config = ctx.config as WithAddresses;
  const address = await findPending(config, id);
  const user = address === undefined ? null : await config.store.getUser(id);
  if (!user || user.email) return;
  const visitor = { ctx: { ...ctx, config }, user, session: signUpOf(user.id) };
  await sendCode(visitor, address!, { undoUrl: actionUrl(ctx, "address"), isSignUp: true });
}
