/**
 * Each call of the store can fail, or the process can end there, while a directory sends something: the
 * same again completes it, and nobody is in meanwhile who must not be. A directory that is sent again as
 * a whole, after an end at any place, is as it was meant.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { failEachCallOf } from "./_fault_store.ts";
import { localStores } from "./_fault_stores.ts";
import {
  type Client,
  create,
  createScimWorld,
  type Json,
  patch,
  person,
  type ScimWorld,
} from "./_scim.ts";

/** One call of so many fails where not all cases run: a scene takes some time. */
const openStore = Object.assign(() => localStores["memory"]!(), { stride: { of: 40, from: 1 } });
const EMAIL = "ada@acme.example";

interface Scene {
  scene: ScimWorld;
  org: string;
  send: Client;
  /** A request, also one that gets a failure of the store as its answer. */
  trySend: Client;
  id: string;
  group: string;
}

interface Flow {
  /** The request. */
  act(scene: Scene): Promise<unknown>;
  /** The same again, and how it ends. */
  again(scene: Scene): Promise<void>;
  /** Role of Ada then. */
  role: string | undefined;
}

const setActive = (value: boolean) => ({ body: patch({ op: "replace", path: "active", value }) });

const flows: Readonly<Record<string, Flow>> = {
  "a new user": {
    act: ({ trySend }) => trySend("POST", "/Users", { body: person("new@acme.example") }),
    async again({ send }) {
      // What was claimed by a request that ended is free after a minute.
      using time = new FakeTime(Date.now() + 61_000);
      const answer = await send("POST", "/Users", { body: person("new@acme.example") });
      time.restore();
      assert([201, 409].includes(answer.status), JSON.stringify(answer.body));
      const filter = encodeURIComponent('userName eq "NEW@acme.example"');
      const found = (await send("GET", `/Users?filter=${filter}`)).body;
      assertEquals(found.totalResults, 1);
      assertEquals((await send("GET", "/Users")).body.totalResults, 2);
      const [{ id }] = found.Resources;
      assertEquals((await send("PATCH", `/Users/${id}`, setActive(true))).status, 200);
    },
    role: "admin",
  },
  "the end of a membership": {
    act: ({ trySend, id }) => trySend("PATCH", `/Users/${id}`, setActive(false)),
    async again({ send, id, scene }) {
      assertEquals((await send("PATCH", `/Users/${id}`, setActive(false))).status, 200);
      const user = (await scene.world.userOf(EMAIL))!;
      assertEquals(await scene.app.auth.users.isSuspended(String(user.id)), true);
      // It is the directory's, which ends it.
      assertEquals((await send("PATCH", `/Users/${id}`, setActive(true))).status, 200);
      assertEquals(await scene.app.auth.users.isSuspended(String(user.id)), false);
      assertEquals((await send("PATCH", `/Users/${id}`, setActive(false))).status, 200);
    },
    role: undefined,
  },
  "the removal of a user": {
    act: ({ trySend, id }) => trySend("DELETE", `/Users/${id}`),
    async again({ send, id }) {
      const { status } = await send("DELETE", `/Users/${id}`);
      assert(status === 204 || status === 404, `${status}`);
      assertEquals((await send("GET", "/Users")).body.totalResults, 0);
    },
    role: undefined,
  },
  "the removal of a group": {
    act: ({ trySend, group }) => trySend("DELETE", `/Groups/${group}`),
    async again({ send, group, id }) {
      const { status } = await send("DELETE", `/Groups/${group}`);
      assert(status === 204 || status === 404, `${status}`);
      assertEquals((await send("GET", `/Users/${id}`)).body.groups, undefined);
    },
    role: "member",
  },
};

async function prepare(store: Parameters<Parameters<typeof failEachCallOf>[2]>[1]): Promise<Scene> {
  const scene = createScimWorld({
    config: store.config,
    scim: { roles: [{ group: "Team", role: "admin" }] },
  });
  const acme = await scene.world.company("acme");
  const { send } = await scene.directoryOf(acme);
  const { id } = await create(send, EMAIL);
  assertEquals((await scene.world.enter(acme, { sub: "1", email: EMAIL })).outcome, "in");
  const members = [{ value: id }];
  const { body } = await send("POST", "/Groups", { body: { displayName: "Team", members } });
  assertEquals(await scene.roleOf(acme.org, EMAIL), "admin");
  const trySend: Client = async (...request) => {
    try {
      return await send(...request);
    } catch (error) {
      // The client of the test takes no 5xx.
      return { status: 500, body: String(error), headers: new Headers() };
    }
  };
  return { scene, org: acme.org, send, trySend, id, group: body.id };
}

Deno.test("scim: what fails at any call of the store is completed by the same request", async () => {
  const points = await failEachCallOf(flows, openStore, async (flow, store, fail) => {
    const scene = await prepare(store);
    const failed = await fail(() => flow.act(scene));
    if (!failed) return;
    await flow.again(scene);
    assertEquals(await scene.scene.roleOf(scene.org, EMAIL), flow.role, failed.title);
  });
  assert(points > 100, `${points} calls`);
});

Deno.test("scim: a synchronization that was killed is begun again, and ends as it was meant", async () => {
  const people = Array.from({ length: 30 }, (_, number) => `p${number}@acme.example`);
  const scene = createScimWorld({ scim: { roles: [{ group: "Team 1", role: "admin" }] } });
  const acme = await scene.world.company("acme");
  const { send } = await scene.directoryOf(acme);

  /** What a directory does with one that it finds, or does not. */
  async function ensure(path: string, filter: string, body: Json): Promise<string> {
    const found = await send("GET", `${path}?filter=${encodeURIComponent(filter)}`);
    if (found.body.totalResults === 1) return found.body.Resources[0].id;
    const made = await send("POST", path, { body });
    assertEquals(made.status, 201, JSON.stringify(made.body));
    return made.body.id;
  }

  /** Sends everything, up to a number of requests. */
  async function synchronize(most = Infinity): Promise<void> {
    const ids: string[] = [];
    for (const [number, email] of people.entries()) {
      if (number >= most) return;
      ids.push(await ensure("/Users", `userName eq "${email}"`, person(email)));
    }
    for (let group = 0; group < 3; group++) {
      if (people.length + group >= most) return;
      const displayName = `Team ${group}`;
      const id = await ensure("/Groups", `displayName eq "${displayName}"`, { displayName });
      const members = ids.filter((_, number) => number % 3 === group);
      const answer = await send("PUT", `/Groups/${id}`, {
        body: { displayName, members: members.map((value) => ({ value })) },
      });
      assertEquals(answer.status, 200, JSON.stringify(answer.body));
    }
  }

  for (const most of [7, 31, 32, Infinity]) await synchronize(most);
  assertEquals((await send("GET", "/Users?count=0")).body.totalResults, people.length);
  const { Resources } = (await send("GET", "/Groups")).body;
  assertEquals(Resources.map(({ members }: Json) => members.length), [10, 10, 10]);
  await scene.world.enter(acme, { sub: "1", email: "p1@acme.example" });
  assertEquals(await scene.roleOf(acme.org, "p1@acme.example"), "admin");
  await synchronize();
  assertEquals((await send("GET", "/Users?count=0")).body.totalResults, people.length);
});
