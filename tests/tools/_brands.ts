/**
 * What the rules of a brand ask of its mark, for the brands whose buttons most people press. Without
 * an entry, a mark is white or black on the color of its brand.
 *
 * @module
 */

/** A part of a mark: its color, six hex digits, and its path data for a box of 24 by 24. */
export type BrandPart = readonly [hex: string, path: string];

/** Rules of a brand. */
export interface Brand {
  /** Page with the rules. */
  rules: string;
  /** Color behind the mark, six hex digits; one for each color scheme where they differ. */
  background?: string | { light: string; dark: string };
  /** The mark in its colors. */
  parts?: readonly BrandPart[];
  /** Name and color of a brand that the icon package lacks; its mark is `parts`, or this path. */
  drawn?: { title: string; hex: string; path?: string };
}

const microsoft: Brand = {
  rules: "https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps",
  background: { light: "ffffff", dark: "2f2f2f" },
  parts: [
    ["f25022", "M0 0h11.43v11.43H0z"],
    ["7fba00", "M12.57 0H24v11.43H12.57z"],
    ["00a4ef", "M0 12.57h11.43V24H0z"],
    ["ffb900", "M12.57 12.57H24V24H12.57z"],
  ],
  drawn: { title: "Microsoft", hex: "00a4ef" },
};

/** Subpath of a provider → rules of its brand. */
export const BRANDS: Readonly<Record<string, Brand>> = {
  "apple": {
    rules: "https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple",
    background: { light: "000000", dark: "ffffff" },
  },
  "atlassian": {
    rules: "https://atlassian.design/foundations/logos",
    background: "ffffff",
  },
  "azure-ad": microsoft,
  "facebook": {
    rules: "https://about.meta.com/brand/resources/facebook/logo",
    background: "ffffff",
  },
  "github": {
    rules: "https://github.com/logos",
    background: { light: "181717", dark: "ffffff" },
  },
  "gitlab": {
    rules: "https://about.gitlab.com/press/press-kit",
    background: { light: "ffffff", dark: "171321" },
    parts: [
      [
        "e24329",
        "M23.6 9.59l-.03-.08L20.3.98a.85.85 0 0 0-.34-.4.87.87 0 0 0-1.29.49l-2.21 6.75H7.54L5.33 1.07a.86.86 0 0 0-1.29-.49.86.86 0 0 0-.34.4L.43 9.5.4 9.59a6.07 6.07 0 0 0 2.01 7.01l4.99 3.75 3.98 2.99a1.01 1.01 0 0 0 1.22 0l8.98-6.74a6.07 6.07 0 0 0 2.02-7.01z",
      ],
      [
        "fc6d26",
        "M23.6 9.59l-.03-.08a11.02 11.02 0 0 0-4.39 1.97L12 16.91l4.57 3.45 5.01-3.76a6.07 6.07 0 0 0 2.02-7.01zM4.82 11.48A11.01 11.01 0 0 0 .43 9.51L.4 9.59a6.07 6.07 0 0 0 2.01 7.01l5.02 3.76L12 16.91z",
      ],
      [
        "fca326",
        "M7.42 20.36l3.96 3a1.01 1.01 0 0 0 1.22 0l3.97-3L12 16.91z",
      ],
    ],
  },
  "google": {
    rules: "https://developers.google.com/identity/branding-guidelines",
    background: { light: "ffffff", dark: "131314" },
    parts: [
      [
        "4285f4",
        "M23.49 12.28c0-.79-.07-1.55-.19-2.28H12v4.51h6.47a5.53 5.53 0 0 1-2.39 3.59l3.86 3c2.26-2.1 3.55-5.19 3.55-8.82z",
      ],
      [
        "34a853",
        "M12 24c3.24 0 5.96-1.06 7.94-2.9l-3.86-3c-1.08.72-2.46 1.15-4.08 1.15-3.13 0-5.78-2.11-6.73-4.95l-3.99 3.09C3.26 21.31 7.31 24 12 24z",
      ],
      [
        "fbbc05",
        "M5.27 14.3a7.2 7.2 0 0 1 0-4.59L1.28 6.61a12 12 0 0 0 0 10.78z",
      ],
      [
        "ea4335",
        "M12 4.75c1.77 0 3.36.61 4.6 1.8l3.43-3.42C17.95 1.19 15.24 0 12 0 7.31 0 3.26 2.69 1.28 6.61l3.99 3.1C6.22 6.86 8.87 4.75 12 4.75z",
      ],
    ],
  },
  "linkedin": {
    rules: "https://brand.linkedin.com/in-logo",
    background: "0a66c2",
    drawn: {
      title: "LinkedIn",
      hex: "0a66c2",
      path:
        "M24 24h-4.97v-7.78c0-1.86-.04-4.24-2.59-4.24-2.59 0-2.98 2.02-2.98 4.11V24H8.5V8h4.77v2.18h.06c.67-1.26 2.29-2.59 4.71-2.59 5.03 0 5.96 3.31 5.96 7.62zM.4 8h4.98v16H.4zM2.89 5.77a2.88 2.88 0 1 1 0-5.77 2.88 2.88 0 0 1 0 5.77z",
    },
  },
  "microsoft-entra-id": microsoft,
  "notion": {
    rules: "https://www.notion.so",
    background: "ffffff",
  },
  "reddit": {
    rules: "https://redditinc.com/brand",
    background: "ffffff",
  },
  "slack": {
    rules: "https://slack.com/media-kit",
    background: { light: "ffffff", dark: "000000" },
    parts: [
      [
        "e01e5a",
        "M5.04 15.16a2.52 2.52 0 1 1-2.52-2.52h2.52zm1.27 0a2.52 2.52 0 0 1 5.04 0v6.32a2.52 2.52 0 0 1-5.04 0z",
      ],
      [
        "36c5f0",
        "M8.84 5.04a2.52 2.52 0 1 1 2.52-2.52v2.52zm0 1.27a2.52 2.52 0 0 1 0 5.04H2.52a2.52 2.52 0 0 1 0-5.04z",
      ],
      [
        "2eb67d",
        "M18.96 8.84a2.52 2.52 0 1 1 2.52 2.52h-2.52zm-1.27 0a2.52 2.52 0 0 1-5.04 0V2.52a2.52 2.52 0 0 1 5.04 0z",
      ],
      [
        "ecb22e",
        "M15.16 18.96a2.52 2.52 0 1 1-2.52 2.52v-2.52zm0-1.27a2.52 2.52 0 0 1 0-5.04h6.32a2.52 2.52 0 0 1 0 5.04z",
      ],
    ],
    drawn: { title: "Slack", hex: "4a154b" },
  },
  "spotify": {
    rules: "https://developer.spotify.com/documentation/design",
    background: "000000",
  },
  "twitch": {
    rules: "https://brand.twitch.com",
    background: "9146ff",
  },
  "twitter": {
    rules: "https://about.x.com/en/who-we-are/brand-toolkit",
    background: { light: "000000", dark: "ffffff" },
  },
};
