/**
 * Second factors, as a config has them.
 *
 * @module
 */

import type { Factor, FactorPolicy, TrustedDeviceOptions } from "./factor.ts";

/** `factors` with their policy. */
export interface ResolvedFactors {
  /** By id, in the order of the app. */
  readonly byId: ReadonlyMap<string, Factor>;
  /** See {@linkcode FactorPolicy}. */
  readonly required?: FactorPolicy["required"];
  /** Seconds; see {@linkcode FactorPolicy}. */
  readonly changeMaxAge: number;
  /** Absent when it is not offered. */
  readonly trustedDevice?: TrustedDeviceOptions;
  /** See {@linkcode FactorPolicy}. */
  readonly recoveryText?: FactorPolicy["recoveryText"];
}
