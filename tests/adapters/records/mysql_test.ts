import { MysqlRecords } from "../../../adapters/records/mysql.ts";
import { asMysql, emptiedPool, faultyPool, withMysql } from "../_mysql.ts";
import { testRecordVariants } from "../_variants.ts";
import { Faults } from "./_faults.ts";

withMysql("MysqlRecords", (server) => {
  const first = emptiedPool(server, "first");
  const second = emptiedPool(server, "second");
  const isolation = "SET SESSION TRANSACTION ISOLATION LEVEL";
  const third = emptiedPool(server, "third", `${isolation} SERIALIZABLE`);
  const fourth = emptiedPool(server, "fourth", `${isolation} READ COMMITTED`);
  testRecordVariants({
    "MysqlRecords on MariaDB": async () => {
      const faults = new Faults();
      return { store: MysqlRecords(faultyPool(await first(), faults)), failAt: faults.failAt };
    },
    "MysqlRecords on MySQL": async () => {
      const faults = new Faults();
      const pool = faultyPool(asMysql(await second()), faults);
      return { store: MysqlRecords(pool), failAt: faults.failAt };
    },
    "MysqlRecords where transactions are serializable": async () => ({
      store: MysqlRecords(await third()),
    }),
    "MysqlRecords on MySQL where transactions read what is committed": async () => ({
      store: MysqlRecords(asMysql(await fourth())),
    }),
  });
});
