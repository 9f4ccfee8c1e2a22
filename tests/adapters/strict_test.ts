/**
 * No call has more members than the contract names: neither one of the adapter
 * suite, nor one of the library.
 *
 * @module
 */

import { testAdapter } from "@x/auth/testing/adapter";
import { StrictAdapter, StrictContract } from "./_strict.ts";

const skip = { "members outside the contract are stored, with their dates": "it refuses them" };

testAdapter("fixed columns", () => ({ adapter: StrictAdapter() }), { skip });

testAdapter("fixed columns, contract only", () => ({ adapter: StrictContract() }), { skip });
