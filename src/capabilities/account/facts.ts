/**
 * What the core asks of the account page; the capability brings it along.
 *
 * @module
 */

export { labelOf, readLabels, removeAccountLabel, storeAccountLabel } from "./linked_profiles.ts";
export { authenticatorName, notePasskey, notePasskeyUse } from "./passkey_facts.ts";
