/**
 * The D1 adapter, on `workerd`.
 *
 * @module
 */

import { testRecords } from "@x/auth/testing/records";
import { D1Adapter } from "../../adapters/d1.ts";
import { bindingOf, empty, withD1 } from "../_d1.ts";
import { isChosen } from "../_stride.ts";
import { testHalf } from "./_variants.ts";
import { Faults } from "./records/_faults.ts";

const options = { createTables: true };

withD1((server) => {
  // Its statements are those of SQLite, on which the suite runs whole.
  testHalf("D1Adapter", async () => {
    await empty(server().url);
    return { adapter: D1Adapter(bindingOf(server().url), options) };
  }, {});

  // The same store as that of `D1Records`.
  if (isChosen(1, 2)) {
    testRecords("D1Adapter.records", async () => {
      await empty(server().url);
      const faults = new Faults();
      const binding = bindingOf(server().url, (call) => faults.run(call));
      return { store: D1Adapter(binding, options).records, failAt: faults.failAt };
    });
  }
});
