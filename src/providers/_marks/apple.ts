/**
 * Mark of Apple, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Its rules: {@link https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Apple. */
export const mark: ProviderMark = {
  color: "#000000",
  path:
    "M12.15 6.9c-.95 0-2.41-1.08-3.96-1.04-2.04.02-3.91 1.18-4.96 3.01-2.12 3.67-.55 9.1 1.52 12.09 1.01 1.45 2.21 3.09 3.79 3.04 1.52-.07 2.09-.99 3.94-.99 1.83 0 2.35.99 3.96.95 1.63-.03 2.67-1.48 3.67-2.95 1.16-1.69 1.64-3.32 1.66-3.41-.03-.02-3.18-1.22-3.21-4.86-.03-3.04 2.48-4.49 2.59-4.56-1.43-2.09-3.62-2.32-4.39-2.37-2-.16-3.67 1.09-4.61 1.09zm3.38-3.07c.84-1.01 1.4-2.43 1.24-3.83-1.2.05-2.66.8-3.53 1.82-.78.89-1.45 2.34-1.27 3.71 1.34.11 2.71-.69 3.56-1.7",
  background: { light: "#000000", dark: "#ffffff" },
};
