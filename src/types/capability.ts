/**
 * Values that an app adds to its config, such as `account: AccountPage()`, and the functions that
 * it gets for them.
 *
 * @module
 */

/**
 * A capability: made by a function of its subpath, and given to the config. Its code comes with
 * it, so an app without it neither loads nor bundles that code.
 *
 * @typeParam Id Name of the capability.
 * @typeParam F Functions that it gives to the app.
 */
export interface Capability<Id extends string, F = unknown> {
  /** Name of the capability. */
  readonly id: Id;
  /** For the compiler only: there is no such member at run time. */
  readonly "~functions"?: F;
}

/** Functions of capabilities by their names, as `defineAuth` binds them. */
export type CapabilityFunctions<Capabilities> = {
  readonly [Name in keyof Capabilities]: Capabilities[Name] extends Capability<string, infer F>
    ? Functions<F>
    : never;
};

/**
 * A group of functions that is bound to a config: the functions of a module without their first
 * parameter, which is the config.
 *
 * @typeParam Module The module, or an object with such functions.
 */
export type Functions<Module> = {
  readonly [Name in keyof Module]: Module[Name] extends
    (config: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;
};
