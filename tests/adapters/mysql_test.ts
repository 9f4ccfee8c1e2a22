/**
 * The MySQL adapter on a real server: as MariaDB, as MySQL, with other isolation levels and other
 * settings of the pool.
 *
 * @module
 */

import { testRecords } from "@x/auth/testing/records";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { isChosen } from "../_stride.ts";
import { asMysql, emptiedPool, faultyPool, withMysql } from "./_mysql.ts";
import { testVariants } from "./_variants.ts";
import { Faults } from "./records/_faults.ts";

const options = { createTables: true };

withMysql("MysqlAdapter", (server) => {
  const first = emptiedPool(server, "first");
  const second = emptiedPool(server, "second");
  const isolation = "SET SESSION TRANSACTION ISOLATION LEVEL";
  const third = emptiedPool(server, "third", `${isolation} SERIALIZABLE`);
  const fourth = emptiedPool(server, "fourth", `${isolation} READ COMMITTED`);
  testVariants({
    "MysqlAdapter on MariaDB": async () => ({ adapter: MysqlAdapter(await first(), options) }),
    "MysqlAdapter on MySQL": async () => ({
      adapter: MysqlAdapter(asMysql(await second()), options),
    }),
    "MysqlAdapter where transactions are serializable": async () => ({
      adapter: MysqlAdapter(await third(), options),
    }),
    "MysqlAdapter on MySQL where transactions read what is committed": async () => ({
      adapter: MysqlAdapter(asMysql(await fourth()), options),
    }),
  });

  // The same store as that of `MysqlRecords`, on which the suite always runs.
  if (isChosen(1, 2)) {
    testRecords("MysqlAdapter.records", async () => {
      const faults = new Faults();
      const { records } = MysqlAdapter(faultyPool(await first(), faults), options);
      return { store: records, failAt: faults.failAt };
    });
  }
});
