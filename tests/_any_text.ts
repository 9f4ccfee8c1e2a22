/**
 * Texts of any characters, for properties.
 *
 * @module
 */

import fc from "fast-check";

/** Code points of surrogates, which are no characters of their own. */
const [SURROGATES, COUNT] = [0xd800, 0x800];

/** The characters of the unit `binary`, which makes a table of all of them at its first use. */
const character = fc.nat({ max: 0x10ffff - COUNT }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + COUNT),
  (text) => {
    const point = typeof text === "string" ? text.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== text) {
      throw new TypeError("not one character");
    }
    if (point < SURROGATES) return point;
    if (point < SURROGATES + COUNT) throw new TypeError("half a character");
    return point - COUNT;
  },
);

/** Any text, with dangerous ones such as `__proto__` among them. */
export function anyText(constraints: Omit<fc.StringConstraints, "unit"> = {}) {
  return fc.string({ ...constraints, unit: character });
}
