/**
 * The id of a provider, which the app may choose.
 *
 * @module
 */

/** The id that the app passed, else the provider's own. */
export function providerId<Id extends string>(
  options: { id?: string } | undefined,
  own: string,
): Id {
  // The cast holds: `Id` is inferred from the options, or is the provider's own id.
  return (options?.id ?? own) as Id;
}
