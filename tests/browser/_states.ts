/**
 * Every state of the built-in pages, reached by real requests to real apps in this process: the one
 * list for the tests in Chromium, for pictures and for the gallery.
 *
 * @module
 */

import { ACCOUNTS } from "./states/_accounts.ts";
import { ADDRESSES } from "./states/_addresses.ts";
import { EMAILS } from "./states/_emails.ts";
import { ERRORS } from "./states/_errors.ts";
import { FACTORS } from "./states/_factors.ts";
import { PASSWORDS } from "./states/_passwords.ts";
import { SIGN_IN } from "./states/_sign_in.ts";
import { type StageOptions, type State, statesOf } from "./states/_stage.ts";
import { APP_THEMES } from "./states/_themes.ts";

export { ADA, APP, type StageOptions, type State } from "./states/_stage.ts";

/**
 * Goes through all pages.
 *
 * @returns the states, which have the same names and order in every language
 */
export async function statesIn(options: StageOptions = {}): Promise<State[]> {
  return await statesOf([
    ...SIGN_IN,
    ...EMAILS,
    ...PASSWORDS,
    ...FACTORS,
    ...ACCOUNTS,
    ...ADDRESSES,
    ...ERRORS,
    ...APP_THEMES,
  ], options);
}
