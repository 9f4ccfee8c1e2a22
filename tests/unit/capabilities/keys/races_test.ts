/**
 * Keys and parallel requests, on every store: one rotation makes the successor, one revocation ends a
 * key, and what ends a user, an organization or a service at the same time leaves no key behind.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../../../adapters/records/memory.ts";
import { keys } from "../../../../src/capabilities/keys/kinds.ts";
import { withPostgres } from "../../../adapters/_postgres.ts";
import type { OpenStore } from "../../../flows/_fault_store.ts";
import { localStores, serverStores } from "../../../flows/_fault_stores.ts";
import { shuffled } from "../../../flows/_shuffled_store.ts";
import { createKeyApp, done, type KeyApp, keyOf, outcome, reasonOf, signIn } from "./_keys.ts";

const TIMES = 50;

/** Rounds of a race with an end, each with the calls in another order. */
const ROUNDS = 12;

const times = <T>(run: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: TIMES }, (_, number) => run(number)));

/** Lets a number of other tasks run first. */
async function after(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

/** Creations and a rotation, and the end of the user at once. */
async function raceWithEnds(app: KeyApp, rounds: number): Promise<void> {
  const { keys: functions, users } = app.auth;
  const secretOf = (made: Promise<{ ok: boolean; secret?: string }>) =>
    made.then(({ secret }) => secret, () => undefined);
  for (let round = 0; round < rounds; round++) {
    const person = await signIn(app, `person-${round}`);
    const { id } = person;
    const known = round % 2 ? await keyOf(app, id) : undefined;
    const create = () =>
      secretOf(functions.create(person.request(), { name: "CI", scopes: ["project:read"] }));
    const isDeletion = round % 4 >= 2;
    const [made] = await Promise.all([
      Promise.all([
        create(),
        create(),
        known && secretOf(functions.rotate(id, known.key.id)),
      ]),
      after(round % ROUNDS * 5).then(() => isDeletion ? users.delete(id) : users.suspend(id)),
    ]);
    const assertNone = async () => {
      for (const secret of [...made, known?.secret]) {
        if (secret !== undefined) assert(await outcome(app, secret) !== "in", `round ${round}`);
      }
    };
    await assertNone();
    assertEquals(await app.records.list(id, "anchor"), [], `round ${round}`);
    if (isDeletion) assertEquals(await app.records.list(id, "key"), [], `round ${round}`);
    else await users.resume(id);
    await assertNone();
    assertEquals(app.errors, []);
  }
}

function register(stores: Record<string, OpenStore>): void {
  for (const [name, openStore] of Object.entries(stores)) registerOne(name, openStore);
}

function registerOne(name: string, openStore: OpenStore): void {
  const test = (title: string, run: (app: KeyApp) => Promise<void>) =>
    Deno.test(`key races: ${title} (${name})`, async () => {
      const store = await openStore();
      try {
        await run(createKeyApp({}, store.config));
      } finally {
        await store.close();
        await openStore.end?.();
      }
    });

  test("fifty rotations at once make one successor", async (app) => {
    const ada = await signIn(app, "ada");
    const { key } = await keyOf(app, ada.id);
    const results = await times(() => app.auth.keys.rotate(ada.id, key.id));
    const made = results.filter(({ ok }) => ok).map(done);
    assertEquals(made.length, 1);
    assertEquals(
      new Set(results.filter(({ ok }) => !ok).map(reasonOf)),
      new Set(["rotated"]),
    );
    const stored = (await keys.list(app.records, ada.id)).map(({ id }) => id).sort();
    assertEquals(stored, [key.id, made[0]!.key.id].sort());
    assertEquals(app.entries.filter((one) => one.name === "key.rotated").length, 1);
  });

  test("fifty revocations at once end a key once, and a rotation revives none", async (app) => {
    const ada = await signIn(app, "ada");
    const { key, secret } = await keyOf(app, ada.id);
    const uses = times(() => outcome(app, secret));
    const ended = await times(() => app.auth.keys.revoke(ada.id, key.id));
    assertEquals(ended.filter(Boolean).length, 1);
    await uses;
    assertEquals(await outcome(app, secret), "revoked");
    assertEquals(app.entries.filter((one) => one.name === "key.revoked").length, 1);
    for (let round = 0; round < ROUNDS; round++) {
      const { key, secret } = await keyOf(app, ada.id);
      const [rotated, isRevoked] = await Promise.all([
        app.auth.keys.rotate(ada.id, key.id),
        after(round * 3).then(() => app.auth.keys.revoke(ada.id, key.id)),
      ]);
      assert(isRevoked);
      assertEquals(await outcome(app, secret), "revoked");
      const left = (await keys.list(app.records, ada.id)).map(({ id }) => id);
      assertEquals(left, rotated.ok ? [rotated.key.id] : []);
      if (rotated.ok) await app.auth.keys.revoke(ada.id, rotated.key.id);
    }
  });

  test("a suspension or a deletion at the same time leaves no key that opens", (app) =>
    raceWithEnds(app, ROUNDS));

  test("the end of an organization or a service at the same time leaves no key that opens", async (app) => {
    const { organizations, keys: functions } = app.auth;
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await signIn(app, "olga", {
        membership: { organization: `acme-${round}`, role: "owner" },
      });
      const own = await organizations.readMembership(owner.request(), `acme-${round}`);
      assert(own.ok);
      const { id: org } = own.organization;
      const { service } = done(
        await functions.createService(own, { name: "Bot", scopes: ["project:read"] }),
      );
      const create = (of?: string) =>
        functions.createForOrganization(own, { name: "CI", scopes: ["project:read"], service: of })
          .then((made) => made.ok ? made.secret : undefined, () => undefined);
      const isService = round % 2 === 0;
      const [made] = await Promise.all([
        Promise.all([create(service.id), create(service.id), ...isService ? [] : [create()]]),
        after(round * 5).then(() =>
          isService
            ? functions.deleteService(organizations.asSystem(org), service.id)
            : organizations.deleteOrganization(organizations.asSystem(org))
        ),
      ]);
      for (const secret of made) {
        if (secret !== undefined) assert(await outcome(app, secret) !== "in", `round ${round}`);
      }
    }
  });

  test("fifty keys at once are fifty keys under one anchor", async (app) => {
    const ada = await signIn(app, "ada");
    const made = await times(() => keyOf(app, ada.id));
    assertEquals((await app.records.list(ada.id, "anchor")).length, 1);
    const outcomes = await Promise.all(made.map(({ secret }) => outcome(app, secret)));
    assertEquals(new Set(outcomes), new Set(["in"]));
    assertEquals((await app.auth.keys.list(ada.id)).length, TIMES);
  });
}

register(localStores);

withPostgres("key races on PostgreSQL", (server) => {
  const { PostgresAdapter: store } = serverStores(server);
  register({ "PostgreSQL": store! });
});

Deno.test("key races: a suspension or a deletion at the same time leaves no key that opens, in 200 orders of the calls", async () => {
  await raceWithEnds(createKeyApp({}, { records: shuffled(MemoryRecords()) }), 200);
});
