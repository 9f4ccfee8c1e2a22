/**
 * Manifests of apps, such as `deno.jsonc`.
 *
 * @module
 */

/**
 * Reads a manifest, which can begin with a mark of the byte order, and have comments and last commas.
 *
 * @throws {SyntaxError} when it is none
 */
export function parseManifest(text: string): unknown {
  return JSON.parse(toJson(text));
}

function toJson(text: string): string {
  let result = "";
  let comma = -1;
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length; at++) {
    const two = text.slice(at, at + 2);
    const end = two === "//"
      ? text.indexOf("\n", at)
      : two === "/*"
      ? text.indexOf("*/", at + 2) + 1
      : at;
    if (end < at + 1 && end !== at) return result;
    if (end !== at) {
      at = end;
      continue;
    }
    const one = text[at]!;
    if (one === "}" || one === "]") {
      if (comma >= 0) result = result.slice(0, comma) + result.slice(comma + 1);
    }
    if (!/\s/.test(one)) comma = one === "," ? result.length : -1;
    let stop = at;
    if (one === '"') {
      do stop = text.indexOf('"', stop + 1); while (stop > 0 && isEscaped(text, stop));
      if (stop < 0) return text;
    }
    result += text.slice(at, stop + 1);
    at = stop;
  }
  return result;
}

/** `true` after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let begin = at;
  while (text[begin - 1] === "\\") begin--;
  return (at - begin) % 2 === 1;
}
