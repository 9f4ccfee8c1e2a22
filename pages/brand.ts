/**
 * Colors of the tile with a provider's mark, or with its initial. Every result is readable: its
 * contrast is at least 3 : 1 for marks, and 4.5 : 1 for initials, which are text. The parts of a
 * mark in several colors have those of the brand.
 *
 * @module
 */

import { contrast, GRAPHICS, TEXT, textOn, toHex } from "../src/base/color.ts";
import type { ProviderMark } from "../src/types/oauth_provider.ts";
import { palettes, type Scheme } from "../src/base/palette.ts";
import type { PageProvider } from "./props.ts";

/** Background of a tile without a brand color. */
const NEUTRAL = "#565e6c";

/** Least contrast of a tile and the card; below it, the tile's edges are hard to see. */
const VISIBLE = 1.3;

/** Colors of a tile. */
export interface Tile {
  /** Color behind the mark; six hex digits. */
  background: string;
  /** Color of the mark; six hex digits. */
  color: string;
}

/** First letter of the name, for providers without a mark. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/**
 * The colors that the rules of the brand ask for; without rules, the brand color as the background,
 * with a white or black mark. Where the brand color is hard to tell from the card, the two colors
 * are then swapped.
 */
export function makeTile(style: PageProvider["style"], scheme: Scheme): Tile {
  const least = style?.mark ? GRAPHICS : TEXT;
  const brand = toHex(style?.mark?.color);
  const ruled = toHex(pickBackground(style?.mark, scheme));
  const background = ruled ?? toHex(style?.brandColor ?? style?.bg) ?? brand ?? NEUTRAL;
  // There and on white the mark has the brand color, where that is readable.
  const keepsColor = (ruled || background === "#ffffff") && brand &&
    contrast(brand, background)! >= least;
  const color = keepsColor ? brand : textOn(background, least);
  return ruled || contrast(background, palettes[scheme]["color-background-card"])! >= VISIBLE
    ? { background, color }
    : { background: color, color: background };
}

function pickBackground(mark: ProviderMark | undefined, scheme: Scheme): string | undefined {
  const { background } = mark ?? {};
  return typeof background === "object" ? background[scheme] : background;
}
