/**
 * What the core asks of second factors; the factors bring it along.
 *
 * @module
 */

export { checkSecondFactor } from "./second_factor_check.ts";
export { describe } from "./describe.ts";
export { endAttempts } from "./attempt.ts";
export { forgetDevices } from "./trusted_device.ts";
export { canAddFactor, canProveFactor } from "./provable.ts";
