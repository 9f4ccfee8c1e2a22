/**
 * Loads the runtime's crypto at once, as after the first uses in a process.
 *
 * @module
 */

import { nodeCrypto } from "../../../src/crypto/runtime.ts";

while (nodeCrypto() === null);
