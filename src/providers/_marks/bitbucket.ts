/**
 * Mark of Bitbucket, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Bitbucket. */
export const mark: ProviderMark = {
  color: "#0052cc",
  path:
    "M.78 1.21a.77.77 0 00-.77.9l3.26 19.81c.09.5.52.86 1.03.87h15.65a.77.77 0 00.77-.65l3.27-20.03a.77.77 0 00-.77-.89zm13.74 14.32h-5l-1.35-7.06h7.56z",
};
