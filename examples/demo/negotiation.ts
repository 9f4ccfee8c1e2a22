/**
 * The function of `jsr:@std/http/negotiation` that the library uses, so that the demo needs one
 * registry less.
 *
 * @module
 */

/** The languages that a request accepts, the preferred one first. */
export function acceptsLanguages({ headers }: Pick<Request, "headers">): string[] {
  const wishes = (headers.get("accept-language") ?? "*").split(",").map((wish) => {
    const [range = "", ...parameters] = wish.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  return wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}
