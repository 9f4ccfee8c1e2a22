/**
 * Decides by `signUp` if a person may become a user. Each flow that creates a user asks here.
 *
 * @module
 */

import { SignUpRefused } from "../errors.ts";
import { withoutUndefined } from "../base/objects.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Store } from "../types/internal.ts";
import type { Identity } from "../types/identity.ts";
import { mayBecomeUser } from "../hooks/admission.ts";
import { isReserved, reservationsOf } from "./reserved_address.ts";
import { provesAddress, takeAddress } from "./unproven_address.ts";

/**
 * Asks whether the identity may become a user, and changes nothing unless it may.
 *
 * @param holder user who loses the address to the new one, since it was never proven
 * @throws {SignUpRefused} when it may not, or when the function of the app throws
 */
export async function beginSignUp(
  ctx: Context,
  store: Store,
  identity: Identity,
  holder?: AdapterUser | null,
): Promise<void> {
  const { signUp } = ctx.config;
  if (signUp === "invited" && !await isAdmitted(ctx, identity)) {
    throw new SignUpRefused('Sign-up refused: `signUp: "invited"` admits existing users only');
  }
  if (typeof signUp === "function" && !await isAllowed(ctx, identity, signUp)) {
    throw new SignUpRefused("Sign-up refused: the function `signUp` did not return true");
  }
  await requireFree(ctx, identity);
  if (holder) await takeAddress(ctx, store, holder);
}

/** Asks the capabilities about an address that this sign-in proved. */
async function isAdmitted(ctx: Context, identity: Identity): Promise<boolean> {
  const { user, account } = identity;
  const address = account.type === "email" ? account.providerAccountId : user.email;
  if (!address || account.type === "credentials" || !provesAddress(ctx, identity)) return false;
  return await mayBecomeUser(ctx.config, address, ctx.provider!.id);
}

/** Refuses an address that another user had before, as long as that user may get it back. */
async function requireFree({ config }: Context, { user, account }: Identity): Promise<void> {
  const address = account.type === "email" ? account.providerAccountId : user.email;
  const records = reservationsOf(config);
  if (!records || !address || !await isReserved(records, address)) return;
  throw new SignUpRefused(
    "Sign-up refused: a user had this address until recently, and can undo the change; see the " +
      "mail to this address",
  );
}

async function isAllowed(
  ctx: Context,
  identity: Identity,
  signUp: Exclude<Context["config"]["signUp"], string>,
): Promise<boolean> {
  const { user, account, profile } = identity;
  const isProven = Boolean(user.email) && provesAddress(ctx, identity);
  try {
    return await signUp(withoutUndefined({ user, account, profile, isProven })) === true;
  } catch (error) {
    throw new SignUpRefused(error instanceof Error ? error : String(error));
  }
}
