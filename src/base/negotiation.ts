/**
 * The language that a browser prefers. Loaded with the first page or mail: reading a session
 * needs none.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4 RFC 9110 §12.5.4}
 * @module
 */

/**
 * The language that a browser prefers; `undefined` when it accepts none of them.
 *
 * @param wanted a language tag, or the request's `Accept-Language`
 */
export function languageOf(
  wanted: string | null | undefined,
  languages: readonly string[],
): string | undefined {
  // A header that no browser sends counts as no wish.
  if (typeof wanted !== "string" || !/^[\x20-\x7e]{1,200}$/.test(wanted)) return undefined;
  const ranges = wanted.toLowerCase().split(",").map((written, place) => {
    const [range = "", ...members] = written.split(";").map((member) => member.trim());
    const weight = members.find((member) => member.startsWith("q="))?.slice(2) || "1";
    return { range, weight: Number.parseFloat(weight) || 0, place };
  });
  const [best] = languages.flatMap((language) => {
    // The range that fits best decides, also when it refuses the language.
    const [fit] = ranges.map((one) => ({ ...one, language, fit: fitOf(one.range, language) }))
      .filter(({ fit }) => fit >= 0)
      .sort((a, b) => b.fit - a.fit || b.weight - a.weight || b.place - a.place);
    return fit && fit.weight > 0 ? [fit] : [];
  }).sort((a, b) => b.weight - a.weight || b.fit - a.fit || a.place - b.place);
  return best?.language;
}

/** How well a language fits a range; negative when it does not. */
function fitOf(range: string, language: string): number {
  const tag = language.toLowerCase();
  if (range === tag) return 2;
  if (range === "*") return 0;
  return range.split("-")[0] === tag.split("-")[0] ? 1 : -1;
}
