/**
 * The place of a network address in words, by the function of the app.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { ResolvedConfig } from "../types/internal.ts";

/** The place of an address; `undefined` when the app does not know it. A failure is logged. */
export async function findPlace(
  { account, logger }: Pick<ResolvedConfig, "account" | "logger">,
  address: string | null,
): Promise<string | undefined> {
  if (!account?.place || address === null) return undefined;
  try {
    const words = await account.place(address);
    return words ? String(words) : undefined;
  } catch (error) {
    logger.error(
      new AuthError("Cannot show a place: `account.place` threw", {
        cause: { err: error as Error },
      }),
    );
  }
}
