/**
 * Requests of a directory at once: of fifty, one wins, and what is stored at the end is what the last
 * change says.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import {
  create,
  createScimWorld,
  type Json,
  patch,
  person,
  type ScimOptionsOfTest,
} from "./_scim.ts";

const FIFTY = Array.from({ length: 50 }, (_, number) => number);

async function begin(options: ScimOptionsOfTest = {}) {
  const scene = createScimWorld(options);
  const acme = await scene.world.company("acme");
  const { send } = await scene.directoryOf(acme);
  return { ...scene, acme, send };
}

const count = (list: readonly number[], status: number) =>
  list.filter((one) => one === status).length;

const setActive = (value: boolean) => ({ body: patch({ op: "replace", path: "active", value }) });

/** Names that are stored, by the resource that has them. */
async function namesOf({ app, acme }: Awaited<ReturnType<typeof begin>>): Promise<Json[]> {
  return (await app.records.list(`org:${acme.org}`, "scim.name")).map(({ data }) => data);
}

Deno.test("scim: of fifty users with one name, one is created", async () => {
  const scene = await begin();
  const { send, app, acme } = scene;
  const answers = await Promise.all(FIFTY.map((number) =>
    send("POST", "/Users", {
      body: person(`${number % 2 ? "Ada" : "ada"}@acme.example`, { externalId: `e${number}` }),
    })
  ));
  const statuses = answers.map(({ status }) => status);
  assertEquals([count(statuses, 201), count(statuses, 409)], [1, 49]);
  for (const { status, body } of answers) {
    if (status === 409) assertEquals(body.scimType, "uniqueness");
  }
  assertEquals((await send("GET", "/Users")).body.totalResults, 1);
  // What lost has given back its other names, and its place.
  const [{ id }] = (await send("GET", "/Users")).body.Resources;
  assertEquals((await namesOf(scene)).filter(({ of }) => of !== id), []);
  assertEquals((await app.records.get("scim.size", acme.org))!.data, { users: 1, groups: 0 });
});

Deno.test("scim: of fifty groups with one name, one is created", async () => {
  const { send } = await begin();
  const answers = await Promise.all(
    FIFTY.map(() => send("POST", "/Groups", { body: { displayName: "Team" } })),
  );
  assertEquals(count(answers.map(({ status }) => status), 201), 1);
  assertEquals((await send("GET", "/Groups")).body.totalResults, 1);
});

Deno.test("scim: of fifty changes of one version, one counts", async () => {
  const { send } = await begin();
  const { id, meta } = await create(send, "ada@acme.example");
  const answers = await Promise.all(FIFTY.map((number) =>
    send("PATCH", `/Users/${id}`, {
      headers: { "if-match": meta.version },
      body: patch({ op: "replace", path: "title", value: `${number}` }),
    })
  ));
  const statuses = answers.map(({ status }) => status);
  assertEquals([count(statuses, 200), count(statuses, 412)], [1, 49]);
  const { title } = (await send("GET", `/Users/${id}`)).body;
  assertEquals(answers.find(({ status }) => status === 200)!.body.title, title);
});

Deno.test("scim: fifty changes of different attributes are all there", async () => {
  const scene = await begin();
  const { send } = scene;
  const { id } = await create(send, "ada@acme.example");
  const answers = await Promise.all(FIFTY.map((number) =>
    send("PATCH", `/Users/${id}`, {
      body: patch({
        op: "add",
        path: `emails[type eq "t${number}"].value`,
        value: `${number}@acme.example`,
      }),
    })
  ));
  const statuses = answers.map(({ status }) => status);
  // A list has fifty entries at the most, and the user had one.
  assertEquals([count(statuses, 200), count(statuses, 400)], [49, 1]);
  const { emails } = (await send("GET", `/Users/${id}`)).body;
  assertEquals(emails.length, 50);
  const stored = (await namesOf(scene)).length;
  assertEquals(stored, 50 + 2);
});

Deno.test("scim: fifty users who take one name: one has it, and no name is lost", async () => {
  const scene = await begin();
  const { send } = scene;
  const ids = await Promise.all(
    FIFTY.map(async (number) => (await create(send, `p${number}@acme.example`)).id),
  );
  const answers = await Promise.all(ids.map((id) =>
    send("PATCH", `/Users/${id}`, {
      body: patch({ op: "replace", path: "externalId", value: "one" }),
    })
  ));
  const statuses = answers.map(({ status }) => status);
  assertEquals([count(statuses, 200), count(statuses, 409)], [1, 49]);
  assertEquals((await namesOf(scene)).length, 50 * 3 + 1);
});

Deno.test("scim: fifty switches at once end as the last one says", async () => {
  const scene = await begin();
  const { send, acme, world, app } = scene;
  const { id } = await create(send, "ada@acme.example");
  await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  const userId = String((await world.userOf("ada@acme.example"))!.id);
  const answers = await Promise.all(
    FIFTY.map((number) => send("PATCH", `/Users/${id}`, setActive(number % 2 === 0))),
  );
  assertEquals(count(answers.map(({ status }) => status), 200), 50);
  const { active } = (await send("GET", `/Users/${id}`)).body;
  const role = await scene.roleOf(acme.org, "ada@acme.example");
  assertEquals(role !== undefined, active);
  assertEquals(await app.auth.users.isSuspended(userId), !active);
});

Deno.test("scim: a change that overtakes a removal while it is written is followed", async () => {
  // Runs once, before a membership is taken.
  let overtake: (() => Promise<void>) | undefined;
  const records = MemoryRecords();
  const config = {
    records: {
      ...records,
      async take(...call: Parameters<typeof records.take>) {
        const run = overtake;
        if (run && call[0] === "org.membership") {
          overtake = undefined;
          await run();
        }
        return await records.take(...call);
      },
    },
  };
  const scene = await begin({ config });
  const { send, acme, world } = scene;
  const { id } = await create(send, "ada@acme.example");
  await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  let overtaken = 0;
  overtake = async () => {
    overtaken = (await send("PATCH", `/Users/${id}`, setActive(true))).status;
  };
  assertEquals((await send("PATCH", `/Users/${id}`, setActive(false))).status, 200);
  assertEquals(overtaken, 200, "the second change came while the first one wrote");
  assertEquals((await send("GET", `/Users/${id}`)).body.active, true);
  assertEquals(await scene.roleOf(acme.org, "ada@acme.example"), "member");
});

Deno.test("scim: a removal and changes at once leave no member and no name", async () => {
  const scene = await begin();
  const { send, acme, world } = scene;
  const { id } = await create(send, "ada@acme.example");
  await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  const answers = await Promise.all(
    FIFTY.map(async (number) =>
      number % 5 === 0
        ? await send("DELETE", `/Users/${id}`)
        : await send("PATCH", `/Users/${id}`, setActive(true))
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assertEquals(count(statuses, 204), 1);
  assert(statuses.every((one) => [200, 204, 404].includes(one)), statuses.join());
  assertEquals((await send("GET", `/Users/${id}`)).status, 404);
  assertEquals(await scene.roleOf(acme.org, "ada@acme.example"), undefined);
  assertEquals(await namesOf(scene), []);
});

Deno.test("scim: fifty members who come into a group at once are all in it, and have its role", async () => {
  const scene = await begin({ scim: { roles: [{ group: "Team", role: "admin" }] } });
  const { send, acme, world } = scene;
  const { id: group } = (await send("POST", "/Groups", { body: { displayName: "Team" } })).body;
  const ids = await Promise.all(
    FIFTY.map(async (number) => (await create(send, `p${number}@acme.example`)).id),
  );
  await world.enter(acme, { sub: "1", email: "p1@acme.example" });
  await Promise.all(ids.map((value) =>
    send("PATCH", `/Groups/${group}`, {
      body: patch({ op: "add", path: "members", value: [{ value }] }),
    })
  ));
  const { members } = (await send("GET", `/Groups/${group}`)).body;
  assertEquals(members.map(({ value }: Json) => value).toSorted(), ids.toSorted());
  assertEquals(await scene.roleOf(acme.org, "p1@acme.example"), "admin");
});

Deno.test("scim: a group that ends while members come leaves no role", async () => {
  const scene = await begin({ scim: { roles: [{ group: "Team", role: "admin" }] } });
  const { send, acme, world } = scene;
  const { id: group } = (await send("POST", "/Groups", { body: { displayName: "Team" } })).body;
  const ids = await Promise.all(
    FIFTY.slice(0, 10).map(async (number) => (await create(send, `p${number}@acme.example`)).id),
  );
  for (const number of [1, 2, 3]) {
    await world.enter(acme, { sub: `${number}`, email: `p${number}@acme.example` });
  }
  await Promise.all([
    ...ids.map((value) =>
      send("PATCH", `/Groups/${group}`, {
        body: patch({ op: "add", path: "members", value: [{ value }] }),
      })
    ),
    send("DELETE", `/Groups/${group}`),
  ]);
  for (const number of [1, 2, 3]) {
    assertEquals(await scene.roleOf(acme.org, `p${number}@acme.example`), "member", `${number}`);
  }
});
