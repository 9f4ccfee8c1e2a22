/**
 * Names and subpaths that the packages of Auth.js export and this one does not,
 * each with the reason.
 *
 * @module
 */

/** Reasons by name, for every subpath that exports the name. */
export const LEFT_OUT_NAMES: Readonly<Record<string, string>> = {
  // @auth/core/types
  Awaited: "TypeScript has it since 4.5",
  // @auth/core/providers
  OIDCConfigInternal: "a provider after resolution: no app handles one",
};

/** Reasons by subpath of the packages of Auth.js. */
export const LEFT_OUT_SUBPATHS: Readonly<Record<string, string>> = {
  "./components": "two forms of SvelteKit, which an app writes itself",
  "./middleware": "exports nothing since next-auth 5",
  "./providers/index": "the pattern of `exports` matches it by accident; it is `./providers`",
  "./providers/provider-types": "the same; its names are in `./providers`",
};
