/**
 * Look of the tile with a provider's mark, or with its initial. Every
 * combination that comes out is readable: 3 : 1 for marks, 4.5 : 1 for
 * initials, which are text.
 *
 * @module
 */

import { contrast, GRAPHICS, TEXT, textOn, toHex } from "../src/color.ts";
import { type Mark, marks } from "./marks.ts";
import { palettes, type Scheme } from "./palette.ts";
import type { PageProvider } from "./props.ts";

/** A tile without a brand color. */
const NEUTRAL = "#565e6c";

/** A tile nearer to the card than this looks like no tile. */
const VISIBLE = 1.3;

/** Colors of a tile. */
export interface Tile {
  /** Behind the mark; six hex digits. */
  background: string;
  /** Of the mark; six hex digits. */
  color: string;
}

/** The mark of a built-in provider. */
export function markOf(id: string): Mark | undefined {
  return Object.hasOwn(marks, id) ? marks[id] : undefined;
}

/** First letter of the name, for providers without a mark. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/**
 * Brand color behind, white or black in front. A brand as light or dark as the
 * card is turned inside out, as brands do themselves on such grounds.
 */
export function tileOf({ id, style }: Pick<PageProvider, "id" | "style">, scheme: Scheme): Tile {
  const mark = markOf(id);
  const least = mark ? GRAPHICS : TEXT;
  const background = toHex(style?.brandColor ?? style?.bg) ?? mark?.color ?? NEUTRAL;
  // White is no brand: the mark brings the color then, where it can be seen.
  const color = background === "#ffffff" && mark && contrast(mark.color, background)! >= least
    ? mark.color
    : textOn(background, least);
  return contrast(background, palettes[scheme]["color-background-card"])! >= VISIBLE
    ? { background, color }
    : { background: color, color: background };
}
