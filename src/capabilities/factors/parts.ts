/**
 * What the core asks of second factors; the factors bring it along.
 *
 * @module
 */

import type { FactorParts } from "../../types/factor_parts.ts";

export { checkSecondFactor } from "./second_factor_check.ts";
export { describe } from "./describe.ts";
export { endAttempts } from "./attempt.ts";
export { forgetDevices } from "./trusted_device.ts";
export { canAddFactor, canProveFactor } from "./provable.ts";

// Loaded for an operator alone.
export const reset: FactorParts["reset"] = async (...given) =>
  await (await import("./function_parts.ts")).reset(...given);
