/**
 * The function of `jsr:@std/http/negotiation` that the library uses, so that the demo needs one
 * registry less.
 *
 * @module
 */

/** The language that a request prefers among these; `undefined` when it accepts none. */
export function acceptsLanguages(
  { headers }: Pick<Request, "headers">,
  ...languages: string[]
): string | undefined {
  const wishes = (headers.get("accept-language") ?? "*").split(",").map((wish, index) => {
    const [range = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, index, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  wishes.sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { range, weight } of wishes) {
    if (!(weight > 0)) continue;
    const found = languages.find((language) =>
      range === "*" || range === language || range.startsWith(`${language}-`)
    );
    if (found) return found;
  }
}
