import { D1Records } from "../../../adapters/records/d1.ts";
import { bindingOf, empty, withD1 } from "../../_d1.ts";
import { testSlowRecords } from "../_variants.ts";
import { Faults } from "./_faults.ts";

withD1((server) => {
  // Its statements are those of SQLite, on which the suite runs whole.
  testSlowRecords("D1Records", async () => {
    await empty(server().url);
    const faults = new Faults();
    const binding = bindingOf(server().url, (call) => faults.run(call));
    return { store: D1Records(binding), failAt: faults.failAt };
  }, 3);
});
