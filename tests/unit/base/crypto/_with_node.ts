/**
 * Loads the runtime's crypto at once, as after the first uses in a process.
 *
 * @module
 */

import { nodeCrypto, USES_BEFORE_LOADING } from "../../../../src/base/crypto/runtime.ts";

for (let use = 0; use <= USES_BEFORE_LOADING && nodeCrypto() === null; use++);
if (nodeCrypto() === null) throw new Error("The runtime has no `node:crypto`");
