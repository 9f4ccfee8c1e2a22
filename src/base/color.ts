/**
 * Colors from configs, for pages and emails: only plain ones get into a
 * stylesheet or an attribute, and text on them stays readable.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#contrast-minimum WCAG 2.2 §1.4.3}
 * @see {@link https://www.w3.org/TR/WCAG22/#non-text-contrast WCAG 2.2 §1.4.11}
 * @module
 */

const COLOR =
  /^(#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i;

/** Least contrast of text. */
export const TEXT = 4.5;

/** Least contrast of graphics that have a meaning. */
export const GRAPHICS = 3;

/**
 * The color, or `undefined` when the text is not a color that every browser
 * reads. No text that could end a declaration or an attribute passes.
 */
export function toColor(text: string | undefined): string | undefined {
  const color = text?.trim();
  if (!color || !COLOR.test(color)) return;
  return color.includes("(") && !channelsOf(color) ? undefined : color;
}

/**
 * Six hex digits, without transparency, of a color in hex, `rgb()` or `hsl()`;
 * `undefined` for names, whose contrast cannot be computed here.
 */
export function toHex(text: string | undefined): string | undefined {
  const channels = channelsOf(toColor(text) ?? "");
  if (!channels) return;
  return "#" + channels.map((channel) => channel.toString(16).padStart(2, "0")).join("");
}

/**
 * White where it is readable on a background, else black, which is readable
 * wherever white is not.
 *
 * @param background hex, `rgb()` or `hsl()`; on other notations the answer is
 * white
 * @param least contrast ratio that white must have
 */
export function textOn(background: string, least: number = TEXT): "#000000" | "#ffffff" {
  return (contrast(background, "#ffffff") ?? least) >= least ? "#ffffff" : "#000000";
}

/**
 * Contrast ratio of two colors in hex, `rgb()` or `hsl()`, 1 to 21;
 * `undefined` for other notations.
 */
export function contrast(a: string, b: string): number | undefined {
  const first = luminanceOf(a);
  const second = luminanceOf(b);
  if (first === undefined || second === undefined) return;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminanceOf(color: string): number | undefined {
  const channels = channelsOf(color);
  if (!channels) return;
  const [red, green, blue] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Red, green and blue, 0 to 255. */
function channelsOf(color: string): number[] | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(color)?.[1];
  if (hex) {
    const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
    return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
  }
  const [, kind, inner] = /^(rgb|hsl)a?\(([^)]*)\)$/i.exec(color) ?? [];
  const parts = inner?.match(/[\d.]+%?/g)?.slice(0, 3) ?? [];
  const values = parts.map((part) => parseFloat(part));
  if (values.length < 3 || values.some(Number.isNaN)) return;
  const channels = kind!.toLowerCase() === "hsl"
    ? fromHsl(values)
    : values.map((value, index) => parts[index]!.endsWith("%") ? value * 2.55 : value);
  return channels.map((channel) => Math.round(Math.min(channel, 255)));
}

/** @see {@link https://www.w3.org/TR/css-color-4/#hsl-to-rgb CSS Color 4 §7.1} */
function fromHsl(values: readonly number[]): number[] {
  const hue = values[0]! % 360;
  const saturation = Math.min(values[1]!, 100) / 100;
  const lightness = Math.min(values[2]!, 100) / 100;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  });
}
