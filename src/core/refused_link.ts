/**
 * A sign-in that was refused because its address belongs to a user who signed in another way: the
 * sign-in page shows the address, and once the user has signed in, a page offers to link the account.
 *
 * Nothing of the refused account is kept but its provider and its address. The link itself is a
 * sign-in with the provider, which asks whether the user may change the account.
 *
 * @module
 */

import { toNormalForm } from "../base/address.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import { pageProviders } from "../request/sign_in_page.ts";
import type { Context } from "../types/internal.ts";
import type { Identity, ResolvedUser } from "../types/identity.ts";
import { dropTyped, keepRefused, typedBefore } from "./typed_fields.ts";

/** Keeps the provider and the address of a sign-in that was refused. */
export async function keepRefusedLink(ctx: Context, { user }: Identity): Promise<void> {
  const { email } = user;
  if (!email || ctx.cookies.get("sessionToken") !== undefined) return;
  const owner = pageProviders(ctx).find(({ type }) => type === "email");
  await keepRefused(ctx, owner?.id ?? "", email, ctx.provider!.id);
}

/**
 * URL of the page that offers the link; `undefined` when no sign-in of this user was refused. What
 * was typed on the way to this sign-in is forgotten.
 */
export async function offerLink(
  ctx: Context,
  { user, account }: ResolvedUser,
): Promise<string | undefined> {
  const typed = await typedBefore(ctx);
  dropTyped(ctx);
  const { refused, fields } = typed ?? {};
  if (refused === undefined || refused === account.provider) return undefined;
  const formOf = (email: string | null | undefined) => email && toNormalForm(email.toLowerCase());
  if (formOf(fields?.email) !== formOf(user.email)) return undefined;
  return withQuery(actionUrl(ctx, "signin"), { connect: refused, callbackUrl: ctx.callbackUrl });
}
