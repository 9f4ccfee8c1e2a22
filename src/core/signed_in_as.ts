/**
 * Who is signed in already, for the pages that would sign in or sign up.
 *
 * @module
 */

import { signedIn } from "../session/visitor.ts";
import type { Context } from "../types/internal.ts";

/** Address or name of the user who is signed in; costs nothing in a browser without a session. */
export async function signedInAs(ctx: Context): Promise<string | undefined> {
  if (ctx.cookies.get("sessionToken") === undefined) return undefined;
  const { user } = await signedIn(ctx) ?? {};
  return user?.email ?? user?.name ?? undefined;
}
