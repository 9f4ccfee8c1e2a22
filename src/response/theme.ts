/**
 * Refuses a theme whose texts could not be read, or that could not be used.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#contrast-minimum WCAG 2.2 §1.4.3}
 * @module
 */

import { contrast, TEXT, textOn, toColor, toHex } from "../base/color.ts";
import { withoutUndefined } from "../base/objects.ts";
import { AuthError } from "../errors.ts";
import { FONT, RADIUS } from "../base/css.ts";
import { COLORS, palettes, type Scheme } from "../base/palette.ts";
import type { Theme, ThemeColors } from "../types/options.ts";

/** Themes without a fault; an app may change its theme in place, but rarely does. */
const usable = new WeakSet<Theme>();

/** @throws {AuthError} when the theme has a fault: no page is shown with it */
export function requireTheme(theme: Theme): void {
  if (usable.has(theme)) return;
  const error = checkTheme(theme);
  if (error) throw error;
  usable.add(theme);
}

/** Returns the first fault of the theme. */
export function checkTheme(theme: Theme = {}): AuthError | undefined {
  return checkTexts(theme) ?? checkButton(theme) ??
    checkColors(theme, "light") ?? checkColors(theme, "dark");
}

function checkTexts({ radius, font, css, links = {} }: Theme): AuthError | undefined {
  if (radius !== undefined && !RADIUS.test(radius)) {
    return refused("radius", "it is not a length such as 8px or 0.5rem");
  }
  if (font !== undefined && !FONT.test(font)) {
    return refused("font", "it has characters that no list of fonts has");
  }
  if (css !== undefined && /<\/style/i.test(css)) {
    return refused("css", "it would end the element that it stands in");
  }
  for (const [member, url] of Object.entries(links)) {
    if (url !== undefined && !/^(https?:\/\/|\/(?!\/)|mailto:)/i.test(url)) {
      return refused(`links.${member}`, "it is neither a path nor an http(s) or mailto URL");
    }
  }
}

function checkButton({ brandColor, buttonText }: Theme): AuthError | undefined {
  for (const [member, color] of Object.entries({ brandColor, buttonText })) {
    if (color && !toColor(color)) return refused(member, "it is not a color");
  }
  if (!brandColor || !buttonText) return;
  return unreadable("buttonText", buttonText, "brandColor", brandColor);
}

function checkColors({ colors }: Theme, scheme: Scheme): AuthError | undefined {
  const own = colors?.[scheme];
  if (!own) return;
  const all = { ...builtInColors(scheme), ...withoutUndefined(own) };
  for (const [member, color] of Object.entries(own)) {
    if (color !== undefined && toHex(color) === undefined) {
      return refused(`colors.${scheme}.${member}`, "it is not a color in hex, rgb() or hsl()");
    }
  }
  const name = (member: keyof ThemeColors) => `colors.${scheme}.${member}`;
  for (const text of ["text", "muted"] as const) {
    for (const ground of ["background", "card"] as const) {
      const error = unreadable(name(text), all[text], name(ground), all[ground]);
      if (error) return error;
    }
  }
}

function builtInColors(scheme: Scheme): Required<Record<keyof ThemeColors, string>> {
  const palette = palettes[scheme];
  return Object.fromEntries(
    Object.entries(COLORS).map(([member, property]) => [member, palette[property]]),
  ) as Record<keyof ThemeColors, string>;
}

/** The fault of a text that cannot be read on a background, with a color that can. */
function unreadable(
  text: string,
  color: string,
  ground: string,
  background: string,
): AuthError | undefined {
  const ratio = contrast(color, background);
  if (ratio === undefined || ratio >= TEXT) return;
  return refused(
    text,
    `its contrast with \`theme.${ground}\` is ${
      ratio.toFixed(1)
    } : 1, and text needs ${TEXT} : 1; ` +
      `use ${textOn(background)} instead`,
  );
}

function refused(member: string, reason: string): AuthError {
  return new AuthError(`Cannot use \`theme.${member}\`: ${reason}`, {
    cause: { option: `theme.${member}` },
  });
}
