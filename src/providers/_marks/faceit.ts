/**
 * Mark of FACEIT, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of FACEIT. */
export const mark: ProviderMark = {
  color: "#ff5500",
  path:
    "M24 2.71a.17.17 0 00-.31-.1 1141.27 1141.27 0 00-6.06 9.37h-17.41c-.22 0-.3.28-.11.35 7.22 2.73 17.67 6.84 23.5 9.14 .15.06.39-.08.39-.18z",
};
