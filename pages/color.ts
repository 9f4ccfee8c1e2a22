/**
 * Colors from configs: only plain ones reach the stylesheet, and text on them
 * stays readable.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#contrast-minimum WCAG 2.2 §1.4.3}
 * @module
 */

const COLOR =
  /^(#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i;

/** The color if it is one; nothing that could end a rule or a stylesheet passes. */
export function toColor(text: string | undefined): string | undefined {
  const color = text?.trim();
  return color && COLOR.test(color) ? color : undefined;
}

/**
 * White where it is readable on a background (4.5 : 1), else black.
 *
 * @param background hex color; white text is assumed for other notations
 */
export function textOn(background: string): "#000" | "#fff" {
  const luminance = luminanceOf(background);
  if (luminance === undefined) return "#fff";
  return 1.05 / (luminance + 0.05) >= 4.5 ? "#fff" : "#000";
}

/** Contrast ratio of two hex colors, 1 to 21; `undefined` for other notations. */
export function contrast(a: string, b: string): number | undefined {
  const first = luminanceOf(a);
  const second = luminanceOf(b);
  if (first === undefined || second === undefined) return;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminanceOf(color: string): number | undefined {
  let hex = /^#([0-9a-f]{3,8})$/i.exec(color)?.[1];
  if (!hex) return;
  if (hex.length < 6) hex = [...hex].map((digit) => digit + digit).join("");
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}
