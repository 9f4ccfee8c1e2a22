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
  path:
    "M18.926 23.998 0 18.892 5.075.002 24 5.108ZM15.348 10.09l-5.282-1.453-1.414 5.273 5.282 1.453z",
};
