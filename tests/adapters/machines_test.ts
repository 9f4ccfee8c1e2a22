/**
 * An app on four machines, of which some crash while people sign in, and so does the server of the
 * store: nothing that a browser has received is lost, and what one machine ends is over on all.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import type { Session } from "../../src/types/entities.ts";
import { withDynamo } from "../_dynamodb.ts";
import { withRedis } from "../_redis.ts";
import { isChosen, testInTurn } from "../_stride.ts";
import { addressOf } from "./_app.ts";
import { APP, startMachines, type StoreName } from "./_machines.ts";
import { openEmpty, pairsOf, withPostgres } from "./_postgres.ts";
import {
  assertNothingLostOrDoubled,
  type Received,
  signInAll,
  type Trouble,
  WORKERS,
} from "./_sign_ins_during.ts";

/** Persons of each of the eight workers: 448 sign-ins, or 112. */
const PERSONS = isChosen(1, 2) ? 28 : 7;

/** Sign-ins between two crashes. */
const EVERY = PERSONS * 2;

/**
 * Signs everyone in while machines crash, and the server.
 *
 * @param restart ends the server of the store as a crash does, and starts it on the same data
 */
async function runMachines(
  store: StoreName,
  location: string,
  restart: Trouble,
): Promise<Received[]> {
  await using machines = await startMachines(store, location);
  let crashes = 0;
  let restarts = 0;
  const trouble = async () => {
    // The server ends with every other machine, from the first one on.
    const endsServer = crashes++ % 2 === 0;
    if (endsServer) restarts++;
    await Promise.all([machines.crash(), endsServer && restart()]);
  };
  const open = (worker: number) =>
    Promise.resolve((person: string) => machines.signIn(person, worker));
  const { received } = await signInAll(trouble, open, { persons: PERSONS, every: EVERY });
  assertEquals(received.length, WORKERS * PERSONS * 2);
  assert(crashes > 0);
  assert(machines.answered.every((count) => count > 0), String(machines.answered));

  const cookieOf = ({ browser }: Received) => browser.cookies.header(new URL(APP))!;
  const seenBy = async (received: Received) =>
    (await machines.sessions(cookieOf(received)) as (Session | null)[])
      .map((session) => session?.user?.email);
  for (const one of received) {
    assertEquals(await seenBy(one), Array(4).fill(addressOf(one.person)), "on each machine");
  }
  // One machine ends a session: it is over on all, and the one of the same person's other browser
  // goes on.
  const persons = new Set(received.map(({ person }) => person));
  for (const person of [...persons].slice(0, WORKERS)) {
    const [one, other] = received.filter((each) => each.person === person);
    const cookie = cookieOf(one!);
    await one!.browser.post("/signout");
    assertEquals(await machines.sessions(cookie), [null, null, null, null]);
    assertEquals(await seenBy(other!), Array(4).fill(addressOf(person)));
  }
  console.log(
    `${store}: ${received.length} sign-ins on four machines, ${crashes} crashes of a machine, ` +
      `${restarts} of the server: none lost`,
  );
  return received;
}

withPostgres("An app on four machines, PostgreSQL", (server) => {
  testInTurn(
    "Postgres",
    1,
    "an app on four machines: PostgreSQL loses no sign-in, and no person is doubled",
    async () => {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      const adapter = PostgresAdapter(pool, { createTables: true });
      await adapter.setup();
      const { connectionString, restart } = server();
      const received = await runMachines("postgres", connectionString, restart);
      const ended = await Promise.all(
        received.map(async (one) => await adapter.getSessionAndUser(one.token) === null),
      );
      const left = received.filter((_, index) => !ended[index]);
      assertEquals(left.length, received.length - WORKERS);
      await assertNothingLostOrDoubled(left, adapter, pairsOf(pool), PERSONS);
    },
  );
});

withRedis("An app on four machines, Redis", (server) => {
  testInTurn("Redis", 2, "an app on four machines: Redis loses no sign-in", async () => {
    const { port, kill, start } = server();
    await runMachines("redis", `${port}`, async () => {
      await kill();
      await start();
    });
  });
});

withDynamo((server) => {
  testInTurn("DynamoDB", 1, "an app on four machines: DynamoDB loses no sign-in", async () => {
    const { endpoint, createTable, kill, start } = server();
    await runMachines("dynamodb", `${endpoint} ${await createTable()}`, async () => {
      await kill();
      await start();
    });
  });
});
