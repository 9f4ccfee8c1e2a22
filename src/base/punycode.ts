/**
 * Labels of the domain name system as people read them: `xn--bcher-kva` is decoded.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3492 RFC 3492}
 * @module
 */

/** Start of a label that is encoded. */
const PREFIX = "xn--";

/** Characters of a label of the domain name system. */
const MAX_LABEL = 63;

/** Parameters of Punycode (RFC 3492 §5). */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST = 0x80;

/** A label without its encoding; `undefined` for one that has none. */
export function decodeLabel(label: string): string | undefined {
  if (!label.startsWith(PREFIX) || label.length > MAX_LABEL) return undefined;
  const text = label.slice(PREFIX.length);
  const dash = text.lastIndexOf("-");
  const output = [...text.slice(0, Math.max(0, dash))].map((char) => char.codePointAt(0)!);
  let [point, index, bias] = [FIRST, 0, FIRST_BIAS];
  for (let at = dash + 1; at < text.length;) {
    const before = index;
    for (let [weight, k] = [1, BASE];; k += BASE) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === undefined) return undefined;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    point += Math.floor(index / length);
    index %= length;
    if (point > 0x10ffff) return undefined;
    output.splice(index++, 0, point);
  }
  return output.map((code) => String.fromCodePoint(code)).join("");
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : undefined;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
