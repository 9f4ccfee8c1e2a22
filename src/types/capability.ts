/**
 * What an app brings by a member of its config, such as `account: AccountPage()`.
 *
 * @module
 */

/**
 * A capability: made by a function of its subpath, and given to the config. Its code comes with
 * it, so an app without it neither loads nor bundles that code.
 *
 * @typeParam Id Name of the capability.
 */
export interface Capability<Id extends string> {
  /** Name of the capability. */
  readonly id: Id;
}
