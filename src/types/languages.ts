/**
 * The languages of a config.
 *
 * @module
 */

import type { TextChanges } from "./texts.ts";

/** Languages of a config. */
export interface ResolvedLanguages {
  /** Language tags; the first one is the default. */
  readonly codes: readonly string[];
  /** The app's choice. */
  readonly language?: string | ((request: Request) => string | undefined) | undefined;
  /** Texts of translations and of the app, by language. */
  readonly texts: ReadonlyMap<string, TextChanges>;
}
