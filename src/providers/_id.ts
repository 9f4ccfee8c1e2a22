/**
 * The id of a provider: its own, unless the app passes another one.
 *
 * @module
 */

/** What the app passed, else the provider's own. */
export function idOf<Id extends string>(options: { id?: string } | undefined, own: string): Id {
  // `Id` was inferred from the options, and is the provider's own without an id there.
  return (options?.id ?? own) as Id;
}
