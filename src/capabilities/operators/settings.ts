/**
 * The options of operators, as a config has them.
 *
 * @module
 */

import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { OperatorsOptions } from "./options.ts";

/** The code that `Operators()` carries. */
export interface OperatorsCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: OperatorsOptions;
}

/** The options; `undefined` for an app without operators. */
export function settingsIn({ userConfig }: ResolvedConfig): OperatorsOptions | undefined {
  return codeOf<OperatorsCode>(userConfig.operators)?.settings;
}
