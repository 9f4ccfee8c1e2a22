/**
 * The libSQL adapter: in memory, on a file, and on a server.
 *
 * @module
 */

import { testRecords } from "@x/auth/testing/records";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { withHrana } from "../_hrana.ts";
import { isChosen } from "../_stride.ts";
import { faulty, openFile, openMemory, openRemote } from "./_libsql.ts";
import { testVariants } from "./_variants.ts";
import { Faults } from "./records/_faults.ts";

const options = { createTables: true };

withHrana((server) => {
  testVariants({
    "LibsqlAdapter on a server": () => {
      const opened = openRemote(server());
      return {
        adapter: LibsqlAdapter(opened.client, options),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlAdapter on a file": async () => {
      const opened = await openFile();
      return {
        adapter: LibsqlAdapter(opened.client, options),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlAdapter in memory": () => {
      const opened = openMemory();
      return {
        adapter: LibsqlAdapter(opened.client, options),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlAdapter where integers are bigints": () => {
      const opened = openMemory({ intMode: "bigint" });
      return {
        adapter: LibsqlAdapter(opened.client, options),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
    "LibsqlAdapter on a server where integers are text": () => {
      const opened = openRemote(server(), { intMode: "string" });
      return {
        adapter: LibsqlAdapter(opened.client, options),
        close: () => opened[Symbol.asyncDispose](),
      };
    },
  });

  // The same store as that of `LibsqlRecords`, on which the suite always runs.
  if (isChosen(1, 2)) {
    testRecords("LibsqlAdapter.records", () => {
      const faults = new Faults();
      const opened = openRemote(server());
      const { records } = LibsqlAdapter(faulty(opened.client, faults), options);
      return {
        store: records,
        failAt: faults.failAt,
        close: () => opened[Symbol.asyncDispose](),
      };
    });
  }
});
