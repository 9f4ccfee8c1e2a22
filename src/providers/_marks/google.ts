/**
 * Mark of Google, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Its rules: {@link https://developers.google.com/identity/branding-guidelines}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Google. */
export const mark: ProviderMark = {
  color: "#4285f4",
  path:
    "M12.48 10.92v3.28h7.84c-.24 1.84-.85 3.19-1.79 4.13-1.14 1.15-2.93 2.4-6.05 2.4-4.83 0-8.6-3.89-8.6-8.72s3.77-8.72 8.6-8.72c2.6 0 4.51 1.03 5.91 2.35l2.3-2.31c-1.94-1.89-4.56-3.33-8.21-3.33-6.61 0-12.17 5.39-12.17 12s5.56 12 12.17 12c3.57 0 6.27-1.17 8.37-3.36 2.16-2.16 2.84-5.21 2.84-7.67 0-.76-.05-1.46-.17-2.05h-11.04z",
  parts: [
    {
      color: "#4285f4",
      path:
        "M23.49 12.28c0-.79-.07-1.55-.19-2.28H12v4.51h6.47a5.53 5.53 0 0 1-2.39 3.59l3.86 3c2.26-2.1 3.55-5.19 3.55-8.82z",
    },
    {
      color: "#34a853",
      path:
        "M12 24c3.24 0 5.96-1.06 7.94-2.9l-3.86-3c-1.08.72-2.46 1.15-4.08 1.15-3.13 0-5.78-2.11-6.73-4.95l-3.99 3.09C3.26 21.31 7.31 24 12 24z",
    },
    {
      color: "#fbbc05",
      path: "M5.27 14.3a7.2 7.2 0 010-4.59l-3.99-3.1a12 12 0 000 10.78z",
    },
    {
      color: "#ea4335",
      path:
        "M12 4.75c1.77 0 3.36.61 4.6 1.8l3.43-3.42C17.95 1.19 15.24 0 12 0 7.31 0 3.26 2.69 1.28 6.61l3.99 3.1C6.22 6.86 8.87 4.75 12 4.75z",
    },
  ],
  background: { light: "#ffffff", dark: "#131314" },
};
