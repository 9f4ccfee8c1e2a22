import { LibsqlRecords } from "../../../adapters/records/libsql.ts";
import { withHrana } from "../../_hrana.ts";
import { faulty, openFile, openMemory, openRemote } from "../_libsql.ts";
import { testRecordVariants } from "../_variants.ts";
import { Faults } from "./_faults.ts";

withHrana((server) => {
  testRecordVariants({
    "LibsqlRecords on a server": () => {
      const faults = new Faults();
      const opened = openRemote(server());
      return {
        store: LibsqlRecords(faulty(opened.client, faults)),
        failAt: faults.failAt,
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlRecords on a file": async () => {
      const faults = new Faults();
      const opened = await openFile();
      return {
        store: LibsqlRecords(faulty(opened.client, faults)),
        failAt: faults.failAt,
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlRecords in memory": () => {
      const opened = openMemory();
      return {
        store: LibsqlRecords(opened.client),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlRecords where integers are bigints": () => {
      const opened = openMemory({ intMode: "bigint" });
      return {
        store: LibsqlRecords(opened.client),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
  });
});
