/**
 * Mark of Roblox, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Roblox. */
export const mark: ProviderMark = {
  color: "#000000",
  path: "M18.93 24l-18.93-5.11 5.08-18.89 18.92 5.11zm-3.58-13.91l-5.28-1.45-1.42 5.27 5.28 1.45z",
};
