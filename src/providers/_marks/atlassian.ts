/**
 * Mark of Atlassian, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Its rules: {@link https://atlassian.design/foundations/logos}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Atlassian. */
export const mark: ProviderMark = {
  color: "#0052cc",
  path:
    "M7.12 11.08a.68.68 0 00-1.16.13l-5.88 11.76a.7.7 0 00.63 1.02h8.18a.68.68 0 00.63-.39c1.77-3.65.7-9.2-2.4-12.52zm4.31-10.69a15.52 15.52 0 00-.9 15.31l3.95 7.9a.7.7 0 00.63.39h8.19a.7.7 0 00.63-1.02l-11.3-22.59a.66.66 0 00-1.2.01z",
  background: "#ffffff",
};
