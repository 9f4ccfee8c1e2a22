/**
 * The code of second factors for the core; the factors bring it along.
 *
 * @module
 */

export { factor } from "./action.ts";
export { factors } from "./manage_action.ts";
export { gate } from "./gate.ts";
export { describe } from "./describe.ts";
export { endAttempts } from "./attempt.ts";
export { forgetDevices } from "./trusted_device.ts";
export { canAddFactor, canProveFactor } from "./provable.ts";
